package semantics

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

// assemble makes a document of units as an extractor would deliver them.
func assemble(t testing.TB, meta knowledge.Metadata, units ...extract.Unit) *knowledge.Document {
	t.Helper()
	a := extract.NewAssembler(knowledge.Recipe{Format: "test"}, extract.DefaultLimits(), func(s string) int { return len(s) / 4 }, nil)
	if err := a.Meta(meta); err != nil {
		t.Fatal(err)
	}
	for i, u := range units {
		if u.Ordinal == 0 {
			u.Ordinal = i + 1
		}
		if u.Kind == "" {
			u.Kind = knowledge.Section
		}
		if u.Name == "" {
			u.Name = knowledge.UnitName(u.Kind, u.Ordinal)
		}
		if err := a.Unit(u); err != nil {
			t.Fatal(err)
		}
	}
	return a.Finish(nil)
}

// unit makes a unit of a little Markdown: blocks apart by empty lines, "#"
// headings, "-" items, "|" tables with one header row, ">" quotes.
func unit(kind knowledge.UnitKind, md string) extract.Unit {
	u := extract.Unit{Kind: kind}
	for part := range strings.SplitSeq(strings.TrimSpace(strings.ReplaceAll(md, "\r", "")), "\n\n") {
		part = strings.TrimSpace(part)
		switch {
		case part == "":
		case strings.HasPrefix(part, "#"):
			head, rest, _ := strings.Cut(part, "\n")
			text := strings.TrimLeft(head, "#")
			u.Blocks = append(u.Blocks, extract.Head(len(head)-len(text), strings.TrimSpace(text)))
			if rest != "" {
				u.Blocks = append(u.Blocks, extract.Text(rest))
			}
		case strings.HasPrefix(part, "- "):
			for item := range strings.SplitSeq(part, "\n") {
				u.Blocks = append(u.Blocks, extract.Block{Kind: knowledge.ListItem, Text: strings.TrimPrefix(item, "- ")})
			}
		case strings.HasPrefix(part, "|"):
			b := extract.Block{Kind: knowledge.Table, HeaderRows: 1}
			for row := range strings.SplitSeq(part, "\n") {
				b.Rows = append(b.Rows, extract.Cells(knowledge.SplitRow(row)...))
			}
			u.Blocks = append(u.Blocks, b)
		case strings.HasPrefix(part, "> "):
			u.Blocks = append(u.Blocks, extract.Block{Kind: knowledge.Quote, Text: strings.TrimPrefix(part, "> ")})
		default:
			u.Blocks = append(u.Blocks, extract.Text(part))
		}
	}
	return u
}

// derive derives from one unit of Markdown and fails where a quote does not hold.
func derive(t testing.TB, kind knowledge.UnitKind, md string) Knowledge {
	t.Helper()
	return verified(t, assemble(t, knowledge.Metadata{}, unit(kind, md)))
}

func verified(t testing.TB, d *knowledge.Document) Knowledge {
	t.Helper()
	k := Derive(d)
	for _, bad := range k.Verify(d) {
		t.Errorf("not verified: %s", bad)
	}
	return k
}

func texts(list []Statement) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.Text)
	}
	return out
}

// corpus returns the folder of the shared corpora, and skips where it is not.
func corpus(t testing.TB, name string) string {
	t.Helper()
	shared := os.Getenv("QUIRE_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	dir := filepath.Join(shared, "corpora", name)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the shared corpora are not here: %v", err)
	}
	return dir
}
