package retrieval

import (
	"strings"
	"testing"

	"quire/knowledge"
)

func TestAPlaceIsSaidInWords(t *testing.T) {
	text := "Intro.\n\n| A | B |\n| --- | --- |\n| x | y |\n\n| Office | Due |\n| --- | --- |\n| Lyon | 12 March |\n| Graz | 1 May |\n\nEnd."
	block := func(kind knowledge.BlockKind, part string) knowledge.Block {
		i := strings.Index(text, part)
		b := knowledge.Block{Kind: kind, Span: knowledge.Span{i, i + len(part)}, Locator: knowledge.Loc("page", "3", "bbox", "1,2,3,4")}
		if kind == knowledge.Table {
			b.HeaderRows = 1
		}
		return b
	}
	u := &knowledge.Unit{Locator: knowledge.Loc("page", "3"), Blocks: []knowledge.Block{
		block(knowledge.Paragraph, "Intro."),
		block(knowledge.Table, text[strings.Index(text, "| A"):strings.Index(text, "\n\n| Office")]),
		block(knowledge.Table, text[strings.Index(text, "| Office"):strings.Index(text, "\n\nEnd.")]),
		block(knowledge.Paragraph, "End."),
	}}
	for _, c := range []struct{ part, want string }{
		{text, "page 3"},
		{"End.", "page 3, second paragraph"},
		{"| Office | Due |\n| --- | --- |\n| Lyon | 12 March |\n| Graz | 1 May |", "page 3, second table"},
		{"| Lyon | 12 March |", `page 3, second table, row "Lyon"`},
		{"12 March", `page 3, second table, row "Lyon", column "Due"`},
		{"| Lyon | 12 March |\n| Graz | 1 May |", `page 3, second table, rows "Lyon" to "Graz"`},
		{"Lyon | 12 March |\n| Graz | 1 May |\n\nEnd.", "page 3"},
	} {
		i := strings.Index(text, c.part)
		if got := inWords(u, text, c.part == text, knowledge.Span{i, i + len(c.part)}); got != c.want {
			t.Errorf("%q: %s, want %s", c.part, got, c.want)
		}
	}
	for n, want := range map[int]string{1: "first", 10: "tenth", 11: "11th", 12: "12th", 21: "21st", 22: "22nd", 33: "33rd", 113: "113th"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestALocatorIsSaidInWords(t *testing.T) {
	for locator, want := range map[string]string{
		"sheet=Budget&range=B2:B2": `sheet "Budget", cell B2`, "sheet=Budget&range=A1:F20": `sheet "Budget", cells A1:F20`,
		"lines=4-4": "line 4", "lines=4-9": "lines 4-9", "part=1.2": "mail part 1.2", "slide=2&shape=Title": "slide 2", "rows=3-8": "rows 3-8",
	} {
		l, err := knowledge.ParseLocator(locator)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(locatorWords(l), ", "); got != want {
			t.Errorf("%s: %s, want %s", locator, got, want)
		}
	}
}

// A row of a text file of rows is named by its number there, its label and the column.
func TestARowOfATableFileIsSaidInWords(t *testing.T) {
	text := "| Lyon | 12 March |\n| Graz | 1 May |\n| Porto |  |\n"
	unit := func(lines string) *knowledge.Unit {
		return &knowledge.Unit{
			Name: "sheet01.r14-17", Kind: knowledge.Rows, Locator: knowledge.Loc("lines", lines), Header: &knowledge.Ref{Text: "| Office | Due |"},
			Blocks: []knowledge.Block{{Kind: knowledge.Table, Span: knowledge.Span{0, len(text) - 1}, FirstRow: 14, FirstCol: 1, RowGaps: [][2]int{{1, 1}}}},
		}
	}
	for _, c := range []struct{ part, lines, locator, want string }{
		{"| Lyon | 12 March |", "14-17", "lines=14-14", `row 14, "Lyon"`},
		{"1 May", "14-17", "lines=16-16", `row 16, "Graz", column "Due"`},
		{"| Graz | 1 May |\n| Porto |  |", "14-17", "lines=16-17", `rows 16-17, "Graz" to "Porto"`},
		{text, "14-17", "lines=14-17", "rows 14-17"},
		{"1 May", "20-23", "lines=22-22", `line 22, row 16, "Graz", column "Due"`}, // lines above were broken
		{"1 May", "14-18", "lines=14-18", `lines 14-18, row 16, "Graz", column "Due"`},
	} {
		i := strings.Index(text, c.part)
		s := knowledge.Span{i, i + len(c.part)}
		if got := inWords(unit(c.lines), text, c.part == text, s); got != c.want {
			t.Errorf("%q in lines %s: %s, want %s", c.part, c.lines, got, c.want)
		}
		if got := place(unit(c.lines), text, s).String(); got != c.locator {
			t.Errorf("%q in lines %s: %s, want %s", c.part, c.lines, got, c.locator)
		}
	}
}

func TestARowOfAMarkdownTableHasItsLine(t *testing.T) {
	text := "# T\n\n| Office | Due |\n| --- | --- |\n| Lyon | 12 March |\n| Graz | 1 May |"
	u := &knowledge.Unit{Name: "sec1", Kind: knowledge.Section, Locator: knowledge.Loc("lines", "1-6"), Blocks: []knowledge.Block{
		{Kind: knowledge.Heading, Span: knowledge.Span{0, 3}, Locator: knowledge.Loc("lines", "1-1")},
		{Kind: knowledge.Table, Span: knowledge.Span{5, len(text)}, HeaderRows: 1, Locator: knowledge.Loc("lines", "3-6")},
	}}
	i := strings.Index(text, "1 May")
	s := knowledge.Span{i, i + len("1 May")}
	if got := inWords(u, text, false, s); got != `line 6, table, row "Graz", column "Due"` {
		t.Error(got)
	}
	u.Blocks[1].Locator = knowledge.Loc("lines", "3-7") // a row of two lines
	if got := inWords(u, text, false, s); got != `lines 3-7, table, row "Graz", column "Due"` {
		t.Error(got)
	}
}
