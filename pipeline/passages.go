package pipeline

import (
	"fmt"
	"iter"
	"strings"

	"quire/knowledge"
	"quire/retrieval/index"
)

// PassageID is the id of a passage in the index: its address without digest.
func PassageID(source, unit string, s knowledge.Span) string {
	return fmt.Sprintf("%s#%s@%d-%d", source, unit, s[0], s[1])
}

// Passages yields the passages of a source as they are indexed.
func Passages(row *knowledge.Source, doc *knowledge.Document) iter.Seq[index.Doc] {
	return func(yield func(index.Doc) bool) {
		for i := range doc.Units {
			u := &doc.Units[i]
			for d := range passagesOf(row, &doc.Evidence.Meta, u, doc.UnitText(u)) {
				if !yield(d) {
					return
				}
			}
		}
	}
}

// passagesOf yields the passages of one unit.
func passagesOf(row *knowledge.Source, meta *knowledge.Metadata, u *knowledge.Unit, text string) iter.Seq[index.Doc] {
	return func(yield func(index.Doc) bool) {
		for j := range u.Passages {
			p := &u.Passages[j]
			if row.LeavesOut(u.Name, p.Span) != nil {
				continue
			}
			d := index.Doc{
				ID: PassageID(row.ID, u.Name, p.Span), Source: row.ID,
				Text: u.PlainText(text, p.Span), Heading: headingText(u, p), Title: row.Title,
				Path: row.Path, Type: row.Type, Tier: string(row.TrustTier()), Channel: p.Channel, Language: row.Language,
				Flags: bareFlags(p.Flags), Date: row.Date, Sheet: u.Locator.Get("sheet"), Kind: string(u.Kind), Authors: meta.Authors,
			}
			if !yield(d) {
				return
			}
		}
	}
}

// headingText is what the heading field of a passage holds: the headings above
// it, the unit's title where it has no heading, the header row of its table, and the
// first row of its record.
func headingText(u *knowledge.Unit, p *knowledge.Passage) string {
	var parts []string
	for _, ref := range u.HeadingPath(p) {
		parts = append(parts, ref.Text)
	}
	if len(parts) == 0 && u.Title != "" {
		parts = append(parts, u.Title)
	}
	if p.Header != nil {
		parts = append(parts, p.Header.Text)
	}
	for _, ref := range p.Record {
		parts = append(parts, ref.Text)
	}
	return strings.Join(parts, "\n")
}

func bareFlags(flags []knowledge.Flag) []string {
	var out []string
	for _, f := range flags {
		name, _, _ := strings.Cut(string(f), ":")
		if len(out) == 0 || out[len(out)-1] != name {
			out = append(out, name)
		}
	}
	return out
}
