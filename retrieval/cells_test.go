package retrieval

import (
	"strings"
	"testing"

	"quire/knowledge"
)

func TestAPassageOfATableNamesItsOwnRows(t *testing.T) {
	text := "| Office | Item |\n| --- | --- |\n| Lyon | Rent |\n| Lyon | Tools |\n| Graz | Rent |"
	b := knowledge.Block{Kind: knowledge.Table, Span: knowledge.Span{0, len(text)}, HeaderRows: 1, FirstRow: 3, FirstCol: 27,
		Locator: knowledge.Loc("sheet", "Budget", "range", "AA3:AB6")}
	u := &knowledge.Unit{Locator: knowledge.Loc("sheet", "Budget", "range", "A1:AB60"), Blocks: []knowledge.Block{b}}
	at := func(from, to string) knowledge.Span {
		i := strings.Index(text, from)
		return knowledge.Span{i, strings.LastIndex(text, to) + len(to)}
	}
	for _, c := range []struct {
		name string
		span knowledge.Span
		want string
	}{
		{"all of it", knowledge.Span{0, len(text)}, "sheet=Budget&range=AA3:AB6"},
		{"one row", at("| Lyon | Tools", "Tools |"), "sheet=Budget&range=AA5:AB5"},
		{"the last two rows", at("| Lyon | Tools", "Rent |"), "sheet=Budget&range=AA5:AB6"},
	} {
		if got := place(u, text, c.span).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	b.RowGaps = [][2]int{{2, 3}} // three hidden rows before the third
	u.Blocks[0] = b
	if got := place(u, text, at("| Lyon | Tools", "Tools |")).String(); got != "sheet=Budget&range=AA8:AB8" {
		t.Errorf("behind hidden rows: %s", got)
	}
}

func TestColumnNames(t *testing.T) {
	for n, want := range map[int]string{1: "A", 26: "Z", 27: "AA", 702: "ZZ", 703: "AAA", 16384: "XFD"} {
		if got := column(n); got != want {
			t.Errorf("column %d is %s, want %s", n, got, want)
		}
	}
}
