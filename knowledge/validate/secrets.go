package validate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/knowledge/secrets"
)

// maxSecrets is how many finds of one kind in one source are named one by one.
const maxSecrets = 20

// secretsIn gathers the finds of one document.
type secretsIn struct {
	f     *Findings
	s     *knowledge.Source
	named map[string]int
}

// secrets looks for secrets in the text of a document and in what stands beside it:
// properties, targets of links, formulas, stored values, names of members. A finding says
// the kind and the place; no byte of a secret is kept or hashed.
func (f *Findings) secrets(s *knowledge.Source, d *knowledge.Document) {
	if f.Settings.Of(SecretFound, s.Path) == Off && f.Settings.Of(NumberFound, s.Path) == Off {
		return
	}
	in := &secretsIn{f, s, map[string]int{}}
	for i := range d.Units {
		in.unit(d, &d.Units[i])
	}
	in.beside(d)
	for _, kind := range slices.Sorted(maps.Keys(in.named)) {
		if more := in.named[kind] - maxSecrets; more > 0 {
			f.add(secretRule(kind), s, spot{key: fmt.Sprintf("%d more %s", more, kind)}, "%s: %d more in this document", secrets.Label(kind), more)
		}
	}
}

func secretRule(kind string) Rule {
	if kind == "credit-card" || kind == "iban" {
		return NumberFound
	}
	return SecretFound
}

// add records one find. Its number among those of its kind tells it from others: a hash
// of its text would let it be guessed.
func (in *secretsIn) add(kind string, at spot) {
	if in.f.Secrets == nil {
		in.f.Secrets = map[string]int{}
	}
	in.f.Secrets[kind]++
	if in.named[kind]++; in.named[kind] > maxSecrets {
		return
	}
	at.key = kind
	where := ""
	if !at.locator.IsZero() {
		where = " at " + at.locator.String()
	}
	in.f.add(secretRule(kind), in.s, at, "%s stands%s", secrets.Label(kind), where)
}

func (in *secretsIn) unit(d *knowledge.Document, u *knowledge.Unit) {
	text := d.UnitText(u)
	var found [][2]int
	for _, x := range secrets.Scan(text) {
		found = append(found, x.Span)
		in.add(x.Kind, spot{address: passageAt(u, x.Span[0]), locator: cellOf(u, text, x.Span[0])})
	}
	for i := range u.Blocks {
		if b := &u.Blocks[i]; b.Kind == knowledge.Table {
			in.columns(u, text, b, found)
		}
	}
	for _, l := range u.Links {
		for _, x := range secrets.Scan(l.Target) {
			if !strings.Contains(text, l.Target) {
				in.add(x.Kind, spot{address: "#" + u.Name, locator: u.Locator.Without("heading")})
			}
		}
	}
	for i := range u.Blocks {
		b := &u.Blocks[i]
		for _, c := range b.Formulas {
			for _, x := range secrets.Scan(c.Text) {
				in.add(x.Kind, spot{address: passageAt(u, b.Span[0]), locator: ranged(u, b, c.Range)})
			}
		}
		for _, c := range b.Stored {
			for _, x := range secrets.Scan(strings.Join(c.Values, "\n")) {
				if !strings.Contains(text, c.Values[0]) {
					in.add(x.Kind, spot{address: passageAt(u, b.Span[0]), locator: ranged(u, b, c.Range)})
				}
			}
		}
	}
}

// ranged is the locator of a range of cells of a block.
func ranged(u *knowledge.Unit, b *knowledge.Block, cells string) knowledge.Locator {
	return placeOf(u, b.Span[0]).Without("range").With("range", cells)
}

// columns finds the passwords of a table that has a column of them.
func (in *secretsIn) columns(u *knowledge.Unit, text string, b *knowledge.Block, found [][2]int) {
	lines := text[b.Span[0]:b.Span[1]]
	header, _, _ := strings.Cut(lines, "\n") // of a table whose header is not marked, the first row may be one
	own := b.HeaderRows > 0 || u.Header == nil
	if !own {
		header = "| " + u.Header.Text + " |"
	}
	var wanted []int
	for i, h := range knowledge.SplitRow(header) {
		if secrets.PasswordName(h) {
			wanted = append(wanted, i)
		}
	}
	if len(wanted) == 0 {
		return
	}
	at := b.Span[0]
	for line := range strings.SplitAfterSeq(lines, "\n") {
		start := at
		at += len(line)
		if knowledge.IsTableRule(strings.TrimRight(line, "\n")) || start == b.Span[0] && own {
			continue
		}
		cells := knowledge.SplitRow(strings.TrimRight(line, "\n"))
		for _, c := range wanted {
			if c >= len(cells) || strings.ContainsAny(cells[c], " \n") || !secrets.LooksPassword(cells[c]) {
				continue
			}
			place := start + max(strings.Index(line, cells[c]), 0)
			if !slices.ContainsFunc(found, func(s [2]int) bool { return place < s[1] && place+len(cells[c]) > s[0] }) {
				in.add("password", spot{address: passageAt(u, start), locator: cellOf(u, text, place)})
			}
		}
	}
}

// beside looks at what a document says outside of its text.
func (in *secretsIn) beside(d *knowledge.Document) {
	m := &d.Evidence.Meta
	texts := append([]string{m.Title, m.Subject}, slices.Concat(m.Authors, m.Keywords)...)
	for _, key := range slices.Sorted(maps.Keys(m.Extra)) {
		texts = append(texts, key+"="+m.Extra[key])
	}
	for _, c := range d.Evidence.Children {
		texts = append(texts, c.Name)
	}
	for _, t := range texts {
		if t == "" || strings.Contains(d.Text, strings.TrimSpace(t[strings.IndexByte(t, '=')+1:])) {
			continue // found where it stands
		}
		for _, x := range secrets.Scan(t) {
			in.add(x.Kind, spot{})
		}
	}
}
