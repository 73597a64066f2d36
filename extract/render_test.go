package extract

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quire/knowledge"
)

// pieces are what Markdown, the table encoding and terminals give a meaning to.
var pieces = strings.Split("a|b|# |## |- |* |+ |> |1. |2) |12\\|\\|\\\\|```|~~~|$$|---|***|===|<br>|<br/>|<!--|-->|<div>|[x]: y|:|: |_|│ |é|e\u0301|日本|"+
	"\u00a0|\t| |  |\x00|\x1b[31m|\u202e|\u2028|\ufeff|\xff|\r\n|\r|\v|&amp;|999999999.|1234567890. ", "|")

func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(12) {
		switch r.IntN(6) {
		case 0:
			b.WriteByte('\n')
		case 1:
			b.WriteByte('|')
		default:
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
	}
	return b.String()
}

func randomBlock(r *rand.Rand) Block {
	kinds := []knowledge.BlockKind{knowledge.Heading, knowledge.Paragraph, knowledge.ListItem, knowledge.Table, knowledge.Code, knowledge.Quote,
		knowledge.Formula, knowledge.Caption, knowledge.NoteText, knowledge.Comment, knowledge.Image, knowledge.Meta}
	b := Block{Kind: kinds[r.IntN(len(kinds))], Text: randomText(r), Author: randomText(r)}
	switch b.Kind {
	case knowledge.Heading:
		b.Level = 1 + r.IntN(6)
	case knowledge.ListItem:
		b.Level = r.IntN(4)
		b.Marker = []string{"", "1.", "b)", "12)", "\\", "#", "•", "1.2.3", "1"}[r.IntN(9)]
	case knowledge.Code, knowledge.Formula:
		b.Language = randomText(r)
	case knowledge.Table:
		b.Text = ""
		for range 1 + r.IntN(4) {
			var row []string
			for range 1 + r.IntN(3) {
				row = append(row, randomText(r))
			}
			b.Rows = append(b.Rows, Cells(row...))
		}
		b.HeaderRows = r.IntN(len(b.Rows) + 1)
	}
	return b
}

// plainOf is what Plain must give back: the cleaned text of a block.
func plainOf(b *Block) string {
	switch b.Kind {
	case knowledge.Table:
		columns := 0
		for _, row := range b.Rows {
			columns = max(columns, len(row))
		}
		var rows []string
		filled := false
		for _, row := range b.Rows {
			cells := make([]string, columns)
			for i := range row {
				cells[i] = strings.TrimSpace(tidy(row[i].Text))
				filled = filled || cells[i] != ""
			}
			rows = append(rows, strings.Join(cells, "\t"))
		}
		if !filled {
			return ""
		}
		return strings.Join(rows, "\n")
	case knowledge.Heading:
		return strings.Join(strings.Fields(clean(b.Text)), " ")
	case knowledge.Code, knowledge.Formula:
		if strings.TrimSpace(clean(b.Text)) == "" {
			return ""
		}
		return strings.Trim(clean(b.Text), "\n")
	case knowledge.ListItem:
		if text := tidy(b.Text); text != "" && b.Marker != "" && !markdownNumber(b.Marker) {
			return b.Marker + " " + text
		}
	}
	return tidy(b.Text)
}

func TestPlainGivesBackTheCleanedTextOfEveryBlock(t *testing.T) {
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 1))
		in := make([]Block, 1+r.IntN(4))
		var want []string
		for i := range in {
			in[i] = randomBlock(r)
			if p := plainOf(&in[i]); p != "" {
				want = append(want, p)
			}
		}
		d := assemble(t, section(1, in...))
		u := &d.Units[0]
		text := d.UnitText(u)
		if len(u.Blocks) != len(want) {
			t.Fatalf("seed %d: %d blocks, want %d of %+v", seed, len(u.Blocks), len(want), in)
		}
		for i := range u.Blocks {
			b := &u.Blocks[i]
			md := text[b.Span[0]:b.Span[1]]
			if got := knowledge.Plain(b, md, 0); got != want[i] {
				t.Fatalf("seed %d block %d (%s): stored as\n%s\ngives %q, want %q", seed, i, b.Kind, md, got, want[i])
			}
		}
		if got := u.PlainText(text, knowledge.Span{0, len(text)}); got != strings.Join(want, "\n") {
			t.Fatalf("seed %d: the unit reads %q, want %q", seed, got, want)
		}
	}
}

func TestTextIsCleaned(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\nb\rc\vd\fe\u0085f\u2028g": "a\nb\nc\nd\ne\nf\ng",
		"a\x00b\x07c\x7fd\ufeffe":       "abcde",
		"a\xffb":                        "a\ufffdb",
		"  a \t\n\n\n b  ":              "a\nb",
		"a\tb":                          "a\tb",
	} {
		if got := tidy(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestBlocksBecomeTheirMarkdown(t *testing.T) {
	item := func(level int, marker, text string) Block {
		return Block{Kind: knowledge.ListItem, Level: level, Marker: marker, Text: text}
	}
	for _, c := range []struct {
		name   string
		blocks []Block
		want   string
	}{
		{"heading", []Block{Head(2, " a\n b ")}, "## a b"},
		{"paragraphs", []Block{Text("a"), Text("# b")}, "a\n\n\\# b"},
		{"bullets", []Block{item(0, "", "a"), item(1, "", "b\nc")}, "- a\n  - b\n    c"},
		{"numbers", []Block{item(0, "10.", "a\nb"), item(0, "2)", "c")}, "10. a\n    b\n2) c"},
		{"letters", []Block{item(0, "b)", "a"), item(0, "§\n1", "# c")}, "- b) a\n- § 1 # c"},
		{"quote", []Block{{Kind: knowledge.Quote, Text: "a\n> b"}}, "> a\n> \\> b"},
		{"code", []Block{{Kind: knowledge.Code, Language: "go`x", Text: "\na\n```\nb\n"}}, "````gox\na\n```\nb\n````"},
		{"formula", []Block{{Kind: knowledge.Formula, Text: "x^2"}}, "$$\nx^2\n$$"},
		{"table", []Block{table(1, Cells("a|b", "c\nd"), Cells(`e\`, "<br>", "f"))}, "| a\\|b | c<br>d |  |\n| --- | --- | --- |\n| e\\ | \\<br> | f |"},
		{"dashes in a table", []Block{table(0, Cells("a"), Cells("---"), Cells(`\---`))}, "| a |\n| --- |\n| \\--- |\n| \\\\--- |"},
		{"a path at the end of a line", []Block{table(0, Cells("C:\\\nD:"))}, "| C:\\ <br>D: |\n| --- |"},
		{"empty table", []Block{table(1, Cells("", " "))}, ""},
		{"comment", []Block{{Kind: knowledge.Comment, Text: "hm", Author: "A --> B", Date: "2026-01"}}, "<!-- comment · A —> B · 2026-01 -->\nhm"},
		{"hidden", []Block{{Kind: knowledge.Paragraph, Text: "x", Flags: []knowledge.Flag{"hidden:color"}}}, "<!-- hidden:color -->\nx"},
		{"empty", []Block{Text(" \n "), Head(1, ""), {Kind: knowledge.Code, Text: "\n \n"}}, ""},
	} {
		d := assemble(t, section(1, c.blocks...))
		if got := strings.TrimSuffix(d.Text, "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestSpanningCellsAreNamed(t *testing.T) {
	b := table(1, []Cell{{Text: "a", ColSpan: 2}, {}}, []Cell{{Text: "b", RowSpan: 3, ColSpan: 1}, {Text: "c"}})
	d := assemble(t, section(1, b))
	if got := fmt.Sprint(d.Units[0].Blocks[0].Merges); got != "[[0 0 1 2] [1 0 3 1]]" {
		t.Errorf("merges %s", got)
	}
	if d.Evidence.Counts.Tables != 1 {
		t.Errorf("%d tables", d.Evidence.Counts.Tables)
	}
}

// rows makes a row range of a sheet that goes on with the table before it.
func rows(first, last int, continues bool, headerRows int, cells ...string) Unit {
	name := knowledge.RowsName("sheet01", first, last)
	var lines [][]Cell
	for _, c := range cells {
		lines = append(lines, Cells(strings.Split(c, ",")...))
	}
	return Unit{Name: name, Kind: knowledge.Rows, Ordinal: first, Parent: "sheet01", Continues: continues, Blocks: []Block{table(headerRows, lines...)}}
}

func TestATableThatGoesOnKeepsItsHeader(t *testing.T) {
	sheet := Unit{Name: "sheet01", Kind: knowledge.Sheet, Ordinal: 1}
	d := assemble(t, sheet, rows(1, 2, false, 1, "City,Cost", "Lyon,7"), rows(3, 4, true, 0, "Paris,9", "Nice,8"), rows(5, 6, true, 0, "Metz,3"), rows(7, 7, false, 0, "x"))
	if want := "| City | Cost |\n| --- | --- |\n| Lyon | 7 |\n| Paris | 9 |\n| Nice | 8 |\n| Metz | 3 |\n\n<!-- sheet01.r7-7"; !strings.Contains(d.Text, want) {
		t.Errorf("text.md is\n%s\nwant in it\n%s", d.Text, want)
	}
	for i, want := range []string{"", "", "City | Cost", "City | Cost", ""} {
		u := &d.Units[i]
		got := ""
		if u.Header != nil {
			got = u.Header.Text
			if u.Header.Unit != "sheet01.r1-2" || len(u.Passages) != 1 || u.Passages[0].Header != u.Header {
				t.Errorf("%s: header %+v, passages %+v", u.Name, u.Header, u.Passages)
			}
			at := d.Unit(u.Header.Unit)
			if s := d.UnitText(at)[u.Header.Span[0]:u.Header.Span[1]]; !strings.HasPrefix(s, "| City | Cost |") {
				t.Errorf("%s: the header is cited from %q", u.Name, s)
			}
		}
		if got != want {
			t.Errorf("%s: header %q, want %q", u.Name, got, want)
		}
	}
}

func TestAHiddenUnitSaysSo(t *testing.T) {
	d := assemble(t, Unit{Name: "slide1", Kind: knowledge.Slide, Ordinal: 1, Locator: knowledge.Loc("slide", "1"), Flags: []knowledge.Flag{"hidden:slide", "low-text"}, Blocks: []Block{Text("x")}})
	if want := "<!-- slide1 slide=1 · hidden:slide -->\n\nx"; !strings.HasPrefix(d.Text, want) {
		t.Errorf("text.md is %q, want %q", d.Text, want)
	}
}

func TestContinuingBehindAHiddenTableBeginsAnew(t *testing.T) {
	sheet := Unit{Name: "sheet01", Kind: knowledge.Sheet, Ordinal: 1}
	first := rows(1, 2, false, 1, "City,Cost", "Lyon,7")
	first.Blocks[0].FirstRow, first.Blocks[0].FirstCol = 1, 1
	hidden := table(0, Cells("Rome", "6"))
	hidden.FirstRow, hidden.FirstCol, hidden.Flags = 3, 1, []knowledge.Flag{"hidden:row"}
	first.Blocks = append(first.Blocks, hidden)
	d := assemble(t, sheet, first, rows(4, 4, true, 0, "Metz,3"))
	if want := "<!-- hidden:row -->\n| Rome | 6 |\n| --- | --- |\n\n<!-- sheet01.r4-4"; !strings.Contains(d.Text, want) {
		t.Errorf("text.md is\n%s\nwant in it\n%s", d.Text, want)
	}
	if u := d.Units[2]; u.Header == nil || u.Header.Text != "City | Cost" {
		t.Errorf("the unit has the header %+v", u.Header)
	}
}

func TestContinuingAfterNoTableBeginsAnew(t *testing.T) {
	d := assemble(t, Unit{Name: "sheet01", Kind: knowledge.Sheet, Ordinal: 1, Blocks: []Block{Text("a note")}}, rows(1, 1, true, 0, "x,y"))
	if !strings.Contains(d.Text, "| x | y |\n| --- | --- |") || d.Units[1].Header != nil {
		t.Errorf("%s", d.Text)
	}
}

func TestHeadingsHoldAcrossUnits(t *testing.T) {
	page := func(n int, blocks ...Block) Unit {
		return Unit{Name: knowledge.UnitName(knowledge.Page, n), Kind: knowledge.Page, Ordinal: n, Locator: knowledge.Loc("page", fmt.Sprint(n)), Blocks: blocks}
	}
	slide := Unit{Name: "slide1", Kind: knowledge.Slide, Ordinal: 1, Blocks: []Block{Text("slide")}}
	d := assemble(t, page(1, Head(1, "A"), Text("a"), Head(2, "B"), Text("b")), page(2, Text("still b"), Head(2, "C"), Text("c")),
		page(3, Head(1, "D"), Text("d")), slide, page(4, Text("after")))
	path := func(refs []knowledge.Ref) string {
		var out []string
		for _, r := range refs {
			at := d.Unit(r.Unit)
			if s := strings.TrimLeft(d.UnitText(at)[r.Span[0]:r.Span[1]], "# "); s != r.Text {
				t.Errorf("%q is cited from %q", r.Text, s)
			}
			out = append(out, r.Text)
		}
		return strings.Join(out, ">")
	}
	for name, want := range map[string]string{"p1": "A", "p2": "A>B", "p3": "D", "slide1": "", "p4": ""} {
		if got := path(d.Unit(name).Context); got != want {
			t.Errorf("%s stands under %q, want %q", name, got, want)
		}
	}
	for _, c := range []struct {
		unit string
		n    int
		want string
	}{{"p1", 0, "A"}, {"p1", 1, "A>B"}, {"p2", 0, "A>B"}, {"p2", 1, "A>C"}, {"p3", 0, "D"}} {
		u := d.Unit(c.unit)
		if got := path(u.HeadingPath(&u.Passages[c.n])); got != c.want {
			t.Errorf("%s passage %d stands under %q, want %q", c.unit, c.n, got, c.want)
		}
	}
}
