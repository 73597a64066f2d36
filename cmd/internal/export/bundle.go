package export

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"quire/knowledge"
)

// document writes the file of one document.
func (b *builder) document(s *knowledge.Source) error {
	d, err := b.view.Document(s)
	if err != nil {
		return err
	}
	b.sum.Documents++
	hidden, leftOut := b.sum.Hidden, b.sum.LeftOut
	pieces := b.pieces(s, d)
	var body strings.Builder
	var units front
	for _, p := range pieces {
		blank := strings.TrimSpace(p.text) == "" // the sheet above its ranges of rows, a page that was not read
		if !blank {
			fmt.Fprintf(&body, "<!-- %s -->\n", p.address)
		}
		start := body.Len()
		body.WriteString(p.text)
		units.item(4, [2]string{"address", p.address}, [2]string{"locator", p.unit.Locator.String()},
			[2]string{"digest", string(knowledge.DigestOf([]byte(p.text)))}, [2]string{"flags", flagWords(p.unit.Flags)})
		fmt.Fprintf(&units.b, "      span: [%d, %d]\n", start, body.Len())
		if !blank {
			body.WriteString("\n\n")
		}
	}
	var f front
	if b.opts.Format == "okf" {
		b.documentOKF(&f, s, d)
	} else {
		f.line(0, "title", s.Title)
		f.line(0, "source", s.Path)
	}
	f.open(0, "quire")
	f.line(2, "address", knowledge.Address{Source: s.ID, Check: d.Evidence.Text.Short(knowledge.CheckDigits)}.String())
	f.line(2, "parent", s.Parent)
	f.line(2, "member", s.Member.String())
	f.line(2, "tier", string(s.TrustTier()))
	f.line(2, "content", string(s.Content))
	f.line(2, "extractor", d.Evidence.Recipe.Extractor)
	f.line(2, "outcome", string(s.Outcome))
	f.line(2, "reason", s.Reason)
	f.line(2, "language", s.Language)
	f.line(2, "date", s.Date)
	f.line(2, "date_by", s.DateBy)
	f.line(2, "kind", s.Kind)
	f.line(2, "kind_by", s.KindBy)
	f.number(2, "hidden_left_out", b.sum.Hidden-hidden)
	f.number(2, "corrections_left_out", b.sum.LeftOut-leftOut)
	f.number(2, "instruction_like", s.Counts.Instructions)
	f.line(2, "body", string(knowledge.DigestOf([]byte(body.String()))))
	if units.b.Len() > 0 {
		f.open(2, "units")
		f.b.WriteString(units.b.String())
	}
	return b.put(b.names[s.ID], f.String()+body.String())
}

// documentOKF writes the fields of the Open Knowledge Format of a document.
func (b *builder) documentOKF(f *front, s *knowledge.Source, d *knowledge.Document) {
	f.line(0, "type", typeOf(s))
	f.line(0, "title", s.Title)
	f.line(0, "description", s.Summary)
	f.line(0, "resource", s.Path)
	f.list("tags", tagsOf(s))
	f.line(0, "status", statusOf(s))
	f.open(0, "generated")
	f.line(2, "by", b.opts.Producer)
	f.line(2, "at", b.opts.AsOf)
	if b.opts.AsOf != "" { // every span was held against its digest just now
		f.open(0, "verified")
		f.item(2, [2]string{"by", "process:" + b.opts.Producer}, [2]string{"at", b.opts.AsOf})
	}
	f.open(0, "sources")
	m := d.Evidence.Meta
	f.item(2, [2]string{"id", s.ID}, [2]string{"resource", s.Path}, [2]string{"title", s.Title}, [2]string{"author", strings.Join(m.Authors, ", ")},
		[2]string{"last_modified", exact(m.Modified)})
}

// typeOf returns what a document is, as a reader would call it.
func typeOf(s *knowledge.Source) string {
	if s.Kind != "" {
		return strings.ToUpper(s.Kind[:1]) + s.Kind[1:]
	}
	return "Document"
}

func tagsOf(s *knowledge.Source) []string {
	var out []string
	for _, t := range []string{s.Type, s.Language} {
		if t != "" && t != "und" {
			out = append(out, t)
		}
	}
	return out
}

// statusOf maps a row to the status of the format. What could not be read since is of an
// earlier state of the file.
func statusOf(s *knowledge.Source) string {
	if s.Stale {
		return "deprecated"
	}
	return "stable"
}

// authored writes the file of one authored text.
func (b *builder) authored(s *knowledge.Source) error {
	x, err := b.view.Authored(s)
	if err != nil {
		return err
	}
	b.sum.Authored++
	text, author := x.Text, x.Author
	var f front
	if b.opts.Format == "okf" {
		f.line(0, "type", strings.ToUpper(s.Type[:1])+s.Type[1:])
	}
	f.line(0, "title", s.Title)
	if b.opts.Format == "okf" {
		f.line(0, "status", statusOf(s))
		f.line(0, "stale_after", instant(x.StaleAfter))
		f.open(0, "generated")
		f.line(2, "by", actor(author))
		f.line(2, "at", exact(s.Date))
	}
	rests := slices.Compact(append([]string{s.About}, s.Rests...))
	notes := b.sources(&f, rests)
	f.open(0, "quire")
	f.line(2, "address", s.ID)
	f.line(2, "tier", string(s.TrustTier()))
	f.line(2, "kind", x.Kind)
	f.line(2, "author", author)
	f.line(2, "date", s.Date)
	f.line(2, "stale_after", x.StaleAfter)
	f.line(2, "about", s.About)
	if s.Stale {
		f.line(2, "stale", s.Detail)
	}
	f.line(2, "text", string(knowledge.DigestOf([]byte(text))))
	fmt.Fprintf(&f.b, "  span: [0, %d]\n", len(text))
	name := fileName("authored", path.Base(s.Title), s.ID)
	b.listing = append(b.listing, listed{"authored/", s.Title, name, knowledge.Line(x.Kind+" by "+author, 200), s.ID})
	return b.put(name, f.String()+text+notes)
}

// sources writes the places that a text rests on and returns the footnotes that name
// them, one of each.
func (b *builder) sources(f *front, rests []string) string {
	var list front
	var marks, notes strings.Builder
	for i, written := range rests {
		a, err := knowledge.ParseAddress(written)
		if err != nil {
			continue
		}
		resource, title := a.Source, a.Source
		if s, err := b.view.Source(a.Source); err == nil {
			resource, title = s.Path, s.Title
			if b.opts.Format == "okf" && b.names[a.Source] != "" {
				resource = "/" + b.names[a.Source]
			}
		}
		id := fmt.Sprintf("s%d", i+1)
		list.item(2, [2]string{"id", id}, [2]string{"resource", resource}, [2]string{"title", title}, [2]string{"address", written})
		fmt.Fprintf(&marks, "[^%s]", id)
		fmt.Fprintf(&notes, "[^%s]: %s, %s\n", id, markdownText(title), written)
	}
	if list.b.Len() == 0 {
		return "\n"
	}
	f.open(0, "sources")
	f.b.WriteString(list.b.String())
	return marks.String() + "\n\n" + notes.String()
}

// index writes index.md: one line a document, by folder.
func (b *builder) index(w io.Writer) error {
	var s strings.Builder
	if b.opts.Format == "okf" {
		s.WriteString("---\nokf_version: \"0.2\"\n---\n")
	}
	fmt.Fprintf(&s, "# Corpus %s · %d documents · %d authored texts\n", b.view.Snapshot[:12], b.sum.Documents, b.sum.Authored)
	slices.SortStableFunc(b.listing, func(a, c listed) int {
		if n := strings.Compare(folderOf(a.path), folderOf(c.path)); n != 0 {
			return n
		}
		if n := strings.Compare(a.path, c.path); n != 0 {
			return n
		}
		return strings.Compare(a.id, c.id)
	})
	last := ""
	for i, x := range b.listing {
		if folder := folderOf(x.path); folder != last || i == 0 {
			fmt.Fprintf(&s, "\n## %s\n\n", markdownText(folder))
			last = folder
		}
		line := markdownText(x.title)
		if x.name != "" {
			line = fmt.Sprintf("[%s](</%s>)", line, x.name)
		} else {
			line += " · " + x.about + ", no text"
			x.about = ""
		}
		if x.about != "" {
			line += " · " + markdownText(knowledge.Line(x.about, 160))
		}
		fmt.Fprintf(&s, "- %s · %s\n", line, x.id)
	}
	_, err := io.WriteString(w, s.String())
	return err
}

func folderOf(printed string) string {
	file, _, _ := strings.Cut(printed, "!/")
	return path.Dir(file) + "/"
}

var markdownEscaper = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `<`, `\<`, "`", "\\`", `*`, `\*`, `_`, `\_`)

// markdownText makes a title one line without markup.
func markdownText(s string) string { return markdownEscaper.Replace(knowledge.Line(s, 300)) }

func flagWords(flags []knowledge.Flag) string {
	out := make([]string, len(flags))
	for i, f := range flags {
		out[i] = string(f)
	}
	return strings.Join(out, " ")
}

func (b *builder) put(name, text string) error {
	return b.emit(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
