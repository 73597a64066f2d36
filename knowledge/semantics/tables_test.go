package semantics

import (
	"fmt"
	"strings"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

func TestTableProfile(t *testing.T) {
	k := derive(t, knowledge.Section, `# Budget

The committee has approved the budget of all the offices for the coming year.

| Office | Amount | Due | Share | Id | Note | Mixed |
| Lyon | 500 EUR | 2026-03-12 | 12% | 0012 | | 5 kg |
| Graz | 1,200 EUR | 13 March 2026 | 8 % | 0013 | | 5 m |
| Wien | -80.50 EUR | 2026-03-14 | 80% | 0014 | | x |`)
	if len(k.Tables) != 1 {
		t.Fatalf("tables = %+v", k.Tables)
	}
	p := k.Tables[0]
	want := []struct {
		header string
		typ    ColumnType
		unit   string
		filled int
	}{{"Office", TextColumn, "", 3}, {"Amount", NumberColumn, "EUR", 3}, {"Due", DateColumn, "", 3}, {"Share", NumberColumn, "%", 3},
		{"Id", TextColumn, "", 3}, {"Note", EmptyColumn, "", 0}, {"Mixed", TextColumn, "", 3}}
	if p.Rows != 3 || p.Unit != "sec1" || len(p.Columns) != len(want) {
		t.Fatalf("profile = %+v", p)
	}
	for i, w := range want {
		if c := p.Columns[i]; c.Header == nil || c.Header.Text != w.header || c.Type != w.typ || c.Unit != w.unit || c.Filled != w.filled {
			t.Errorf("column %d = %+v (header %+v), want %+v", i, c, c.Header, w)
		}
	}
}

func TestTableThatGoesOnInTheNextUnitIsOne(t *testing.T) {
	rows := func(first int, header bool) extract.Block {
		b := extract.Block{Kind: knowledge.Table, FirstRow: first}
		if header {
			b.Rows, b.HeaderRows = append(b.Rows, extract.Cells("Office", "Amount")), 1
		}
		for range 4 {
			b.Rows = append(b.Rows, extract.Cells("Lyon", "12.5"))
		}
		return b
	}
	d := assemble(t, knowledge.Metadata{},
		extract.Unit{Name: "sheet01", Kind: knowledge.Sheet, Ordinal: 1, Title: "Plan"},
		extract.Unit{Name: "sheet01.r1-5", Kind: knowledge.Rows, Ordinal: 1, Parent: "sheet01", Blocks: []extract.Block{rows(1, true)}},
		extract.Unit{Name: "sheet01.r6-9", Kind: knowledge.Rows, Ordinal: 2, Parent: "sheet01", Continues: true, Blocks: []extract.Block{rows(6, false)}},
		extract.Unit{Name: "sheet02.r1-5", Kind: knowledge.Rows, Ordinal: 3, Blocks: []extract.Block{rows(1, true)}})
	k := verified(t, d)
	if len(k.Tables) != 2 || k.Tables[0].Rows != 8 || k.Tables[1].Rows != 4 || k.Tables[0].Columns[1].Type != NumberColumn {
		t.Errorf("tables = %+v", k.Tables)
	}
	if len(k.Summary) != 0 || len(k.KeyPoints) != 0 {
		t.Errorf("a sheet has a profile, not sentences: %q", texts(k.Summary))
	}
}

func TestNumberCells(t *testing.T) {
	tests := []struct {
		cell, lang, unit string
		ok               bool
	}{
		{"12", "eng", "", true}, {"-12.5", "eng", "", true}, {"(1,200)", "eng", "", true}, {"€ 5", "eng", "EUR", true},
		{"-€5", "eng", "EUR", true}, {"5 €", "deu", "EUR", true}, {"12 %", "eng", "%", true}, {"3.5 km²", "eng", "km²", true},
		{"007", "eng", "", false}, {"A12", "eng", "", false}, {"12 of 14", "eng", "", false}, {"+49 170 1234567", "deu", "", false},
		{"1.2.3", "eng", "", false}, {"0.5", "eng", "", true}, {"0", "eng", "", true}, {"n/a", "eng", "", false}, {"1.234", "und", "", true},
	}
	for _, tt := range tests {
		if unit, ok := numberCell(tt.cell, tt.lang); ok != tt.ok || ok && unit != tt.unit {
			t.Errorf("numberCell(%q) = %q, %v", tt.cell, unit, ok)
		}
	}
}

// A table of accounts has signs of currency in columns of their own and the name of a
// column above them; a title above the header is none; rows of text without any name say
// nothing.
func TestProfilesNameTheColumnsOfFigures(t *testing.T) {
	columns := func(md string) (out []string) {
		for _, p := range derive(t, knowledge.Section, md).Tables {
			for _, c := range p.Columns {
				header := "-"
				if c.Header != nil {
					header = c.Header.Text
				}
				out = append(out, header+" "+string(c.Type)+" "+c.Unit)
			}
		}
		return out
	}
	for _, c := range []struct{ name, md, want string }{
		{"accounts", "| Item | 2021 |  |  | 2020 |  |\n| Cash | $ | 16,058,714 |  | $ | 5,993,388 |\n| Stock | $ | — |  | $ | 17 |\n| Land | $ | 42 |  | $ | 18 |",
			"Item text ;2021 number USD;- empty ;2020 number USD"},
		{"a title above the header", "| Jewish media |  |\n| Print title | Circulation |\n| Post | 50,000 |\n| News | 25,000 |", "Print title text ;Circulation number "},
		{"a title above figures", "| Lyon |  |\n| Rent | 500 |\n| Power | 120 |", "Lyon text ;- number "},
	} {
		if got := strings.ReplaceAll(strings.Join(columns(c.md), ";"), "$", "USD"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	bare := extract.Block{Kind: knowledge.Table, Rows: [][]extract.Cell{extract.Cells("Name:", "Ann"), extract.Cells("Category:", "Film"), extract.Cells("Region:", "North")}}
	d := assemble(t, knowledge.Metadata{}, extract.Unit{Kind: knowledge.Section, Blocks: []extract.Block{bare}})
	if k := verified(t, d); len(k.Tables) > 0 {
		t.Errorf("rows of text have a profile: %+v", k.Tables)
	}
	for first, want := range map[string]string{"Item|2021|2020": "2021 2", "Item|Hours|Cost": "Hours 2", "Rent|7|8": "- 3"} {
		b := extract.Block{Kind: knowledge.Table, Rows: [][]extract.Cell{extract.Cells(strings.Split(first, "|")...), extract.Cells("Cash", "16", "17"), extract.Cells("Land", "42", "18")}}
		k := verified(t, assemble(t, knowledge.Metadata{}, extract.Unit{Kind: knowledge.Section, Blocks: []extract.Block{b}}))
		if len(k.Tables) != 1 {
			t.Fatalf("%s: %d profiles", first, len(k.Tables))
		}
		got := "-"
		if h := k.Tables[0].Columns[1].Header; h != nil {
			got = h.Text
		}
		if got += fmt.Sprint(" ", k.Tables[0].Rows); got != want {
			t.Errorf("below %s: %s, want %s", first, got, want)
		}
	}
}
