package xlsx

import (
	"strings"
	"testing"

	"quire/knowledge"
)

func TestRowsThatAProgramWouldNotWriteAreRead(t *testing.T) {
	word := func(ref, s string) string { return `<c r="` + ref + `" t="inlineStr"><is><t>` + s + `</t></is></c>` }
	for name, c := range map[string]struct{ data, want string }{
		"a second sheetData":      {rows("first") + `</sheetData><sheetData>` + row(2, "", "second"), "first|second"},
		"one place twice":         {`<row r="1">` + word("A1", "first") + word("A1", "second") + word("B1", "third") + `</row>`, "first|second|third"},
		"a truth value of words":  {`<row r="1"><c r="A1" t="b"><v>perhaps</v></c></row>`, "perhaps"},
		"a string without number": {`<row r="1"><c r="A1" t="s"><v>words</v></c></row>`, "words"},
		"cells in no row":         {word("A1", "first") + row(2, "", "second") + word("A9", "third") + word("B9", "fourth") + word("A11", "fifth"), "first|second|third|fourth|fifth"},
		"a row in a row":          {`<row r="1">` + word("A1", "first") + row(2, "", "second") + `</row>`, "first|second"},
	} {
		t.Run(name, func(t *testing.T) {
			d := one(t, testSheet{data: c.data})
			if d.Evidence.Outcome != knowledge.Extracted {
				t.Errorf("it is %s: %v", d.Evidence.Outcome, d.Evidence.Issues)
			}
			holds(t, d, c.want)
		})
	}
}

// Tags that match none of thousands of open elements are looked for until it is enough.
func TestTagsThatMatchNothingComeToAnEnd(t *testing.T) {
	const open = 1900
	tags := strings.Repeat("<zz>", open) + strings.Repeat("</zy>", maxWork/open+1)
	d := one(t, testSheet{data: rows("first") + tags + row(2, "", "behind")})
	if d.Evidence.Outcome != knowledge.Partial {
		t.Errorf("it is %s", d.Evidence.Outcome)
	}
	holds(t, d, "first")
	for i := range d.Units {
		if strings.Contains(d.UnitText(&d.Units[i]), "behind") {
			t.Error("it was read on")
		}
	}
}

func holds(t *testing.T, d *knowledge.Document, words string) {
	t.Helper()
	text := ""
	for i := range d.Units {
		text += d.UnitText(&d.Units[i])
	}
	for w := range strings.SplitSeq(words, "|") {
		if !strings.Contains(text, w) {
			t.Errorf("%q is not in\n%s", w, text)
		}
	}
}

func TestTagsThatDoNotMatchAreAnIssue(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"another end":  {rows("first") + `<row r="2"><c r="A2" t="inlineStr"><is><t>second</q></row>` + row(3, "", "third"), "first|second|third"},
		"no end":       {rows("first") + `<row r="2"><c r="A2"><v>22</v></row>` + row(3, "", "third"), "first|22|third"},
		"a stray end":  {rows("first") + `</q>` + row(2, "", "second"), "first|second"},
		"never closed": {rows("first") + `<row r="2"><c r="A2"><v>22</v>`, "first|22"},
	} {
		t.Run(name, func(t *testing.T) {
			d := one(t, testSheet{data: c.data})
			if i := d.Evidence.Issues; d.Evidence.Outcome != knowledge.Partial || len(i) != 1 || i[0].Code != "damaged-part" {
				t.Errorf("it is %s: %v", d.Evidence.Outcome, i)
			}
			holds(t, d, c.want)
		})
	}
	strs := `<sst><si><t>shared</t></si><si><t>words</bad></si></sst>`
	b := &book{sheets: []testSheet{{name: "Data", data: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>`}}, parts: map[string]string{"xl/sharedStrings.xml": strs}}
	d := read(t, b)
	if d.Evidence.Outcome != knowledge.Partial {
		t.Errorf("with damaged strings it is %s", d.Evidence.Outcome)
	}
	holds(t, d, "shared|words")
}

func TestASecondListOfSheetsIsRead(t *testing.T) {
	// The state of the first sheet closes its list behind it.
	between := `visible"/></sheets><sheets><sheet name="B" sheetId="2" r:id="sheet2"/></sheets><sheets><sheet name="A`
	d := read(t, &book{sheets: []testSheet{{name: "A", data: rows("first"), state: between}, {name: "C", data: rows("second")}}})
	holds(t, d, "first|second")
}

// Thousands of cells of one place are joined at once: one by one each would copy all before it.
func TestManyCellsOfOnePlaceAreJoinedAtOnce(t *testing.T) {
	const n = 1000
	cells := make([]cell, n)
	work := make([]cell, n)
	for i := range cells {
		cells[i] = cell{col: 3, text: "word"}
	}
	cells[n-1].col = 4
	var out []cell
	if allocs := testing.AllocsPerRun(5, func() { copy(work, cells); out = joinSame(work) }); allocs > 5 {
		t.Errorf("%v pieces of memory were taken", allocs)
	}
	if len(out) != 2 || len(out[0].text) != 5*(n-1)-1 || out[1].text != "word" {
		t.Errorf("%d cells, the first of %d bytes", len(out), len(out[0].text))
	}
}
