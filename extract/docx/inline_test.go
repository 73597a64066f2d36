package docx

import (
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
)

func fieldRuns(instr, result string) string {
	c := func(kind string) string { return `<w:r><w:fldChar w:fldCharType="` + kind + `"/></w:r>` }
	s := c("begin") + `<w:r><w:instrText>` + instr + `</w:instrText></w:r>`
	if result != "" {
		s += c("separate") + run1(result)
	}
	return s + c("end")
}

func TestRunsGiveTheTextOfThePage(t *testing.T) {
	for want, in := range map[string]string{
		"a/b":          `<w:r><w:t>a</w:t><w:br/><w:t>b</w:t></w:r>`,
		"a\tb":         `<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r>`,
		"co\u2011op":   `<w:r><w:t>co</w:t><w:noBreakHyphen/><w:t>op</w:t></w:r>`,
		"hyphenate":    `<w:r><w:t>hyphen</w:t><w:softHyphen/><w:t>ate</w:t></w:r>`,
		"α≤☒":          `<w:r><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Symbol" w:char="F0A3"/><w:sym w:font="Wingdings" w:char="F0FD"/></w:r>`,
		"α☒ b":         `<w:r><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr><w:t>a</w:t></w:r><w:r><w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr><w:t xml:space="preserve">ý </w:t></w:r>` + run1("b"),
		"one two":      `<w:smartTag><w:r><w:t>one</w:t></w:r></w:smartTag><w:sdt><w:sdtPr><w:tag/></w:sdtPr><w:sdtContent>` + run1(" two") + `</w:sdtContent></w:sdt>`,
		"漢(かん)字":       `<w:r><w:ruby><w:rt>` + run1("かん") + `</w:rt><w:rubyBase>` + run1("漢") + `</w:rubyBase></w:ruby></w:r>` + run1("字"),
		"שלום עולם":    `<w:bdo w:val="rtl">` + run1("שלום ") + run1("עולם") + `</w:bdo>`,
		"page 7 of 9":  run1("page ") + fieldRuns(" PAGE ", "7") + run1(" of ") + `<w:fldSimple w:instr="NUMPAGES">` + run1("9") + `</w:fldSimple>`,
		"nested 3":     run1("nested ") + fieldRuns(" IF ", "") + fieldRuns(` = `+"", "3"),
		"index":        run1("index") + fieldRuns(` XE "entry" `, ""),
		"Type here":    fieldRuns(` MACROBUTTON NoMacro Type here `, ""),
		"if x^2 holds": run1("if ") + `<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>` + run1(" holds"),
		"☒ yes":        `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>` + run1(" yes"),
	} {
		wantLines(t, read(t, p(in), nil), "paragraph: "+want)
	}
}

func TestRaisedAndLoweredDigitsKeepTheirMeaning(t *testing.T) {
	at := func(place, text string) string {
		return `<w:r><w:rPr><w:vertAlign w:val="` + place + `"/></w:rPr><w:t>` + text + `</w:t></w:r>`
	}
	up, low := "superscript", "subscript"
	for want, in := range map[string]string{
		"10^-6 m^2":      run1("10") + at(up, "-") + at(up, "6") + run1(" m") + at(up, "2"),
		"10^23 people":   run1("10") + at(up, "2") + at(up, "3") + run1(" people"),
		"text^12.":       run1("text") + `<w:r><w:rPr><w:rStyle w:val="Ref"/></w:rPr><w:t>12</w:t></w:r>` + run1("."),
		"H2O, the 1st":   run1("H") + at(low, "2") + run1("O, the 1") + at(up, "st"),
		"SO4^2-":         run1("SO") + at(low, "4") + at(up, "2-"),
		"101_2":          run1("101") + at(low, "2"),
		"flat 10 and 12": run1("flat 10 and 1") + `<w:r><w:rPr><w:rStyle w:val="Ref"/><w:vertAlign w:val="baseline"/></w:rPr><w:t>2</w:t></w:r>`,
	} {
		styles := `<w:style w:type="character" w:styleId="Up"><w:name w:val="up"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>` +
			`<w:style w:type="character" w:styleId="Ref"><w:name w:val="ref"/><w:basedOn w:val="Up"/></w:style>`
		wantLines(t, read(t, p(in), map[string]string{"styles": styles}), "paragraph: "+want)
	}
}

func TestCheckBoxControls(t *testing.T) {
	box := func(state, content string) string {
		return `<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="` + state + `"/></w14:checkbox></w:sdtPr><w:sdtContent>` + content + `</w:sdtContent></w:sdt>`
	}
	d := read(t, p(box("1", run1("☒"))+run1(" tea "))+p(box("1", "")+run1(" juice"))+p(box("0", `<w:r/>`)+run1(" milk"))+
		p(box("1", `<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>`)+run1(" water")), nil)
	wantLines(t, d, "paragraph: ☒ tea", "paragraph: ☒ juice", "paragraph: ☐ milk", "paragraph: ☑ water")
}

func TestFieldThatNeverEndsHidesOneParagraphOnly(t *testing.T) {
	d := read(t, p(run1("a")+`<w:r><w:fldChar w:fldCharType="begin"/></w:r>`+run1("lost"))+p(run1("b"))+p(run1("c")), nil)
	wantLines(t, d, "paragraph: a", "paragraph: b", "paragraph: c")
}

func TestWhatATableStopsFromGoingOnStaysAboveIt(t *testing.T) {
	open := func(pr, text string) string {
		return `<w:p><w:pPr>` + pr + `<w:rPr><w:del w:author="Bob"/></w:rPr></w:pPr>` + run1(text) + `</w:p>`
	}
	two := tbl(tr(tc("", p(run1("a"))), tc("", open("", "b"))))
	frame := tbl(tr(tc("", open("", "framed"))))
	d := read(t, open("", "See below:")+two+open(`<w:numPr><w:numId w:val="1"/></w:numPr>`, "item")+two+frame+p(run1("After.")), map[string]string{
		"numbering": outline + lvl("0", "decimal", "%1.", "") + `</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
	})
	cells := "table: | a | b |/| --- | --- |"
	wantLines(t, d, "paragraph: See below:", cells, "list-item: 1. item", cells, "paragraph: framed", "paragraph: After.")
}

func TestDropCapitalJoinsItsParagraph(t *testing.T) {
	d := read(t, `<w:p><w:pPr><w:framePr w:dropCap="drop"/></w:pPr>`+run1("O")+`</w:p>`+p(run1("nce.")), nil)
	wantLines(t, d, "paragraph: Once.")
}

func TestLinksAreCollected(t *testing.T) {
	d := read(t, p(`<w:hyperlink r:id="h">`+run1("site")+`</w:hyperlink><w:hyperlink w:anchor="_Toc1">`+run1("contents")+`</w:hyperlink>`)+
		p(fieldRuns(` HYPERLINK "https://example.org/b" \l "part" \o "tip" `, "there")+fieldRuns(` INCLUDEPICTURE "https://example.org/c.png" `, "x")),
		map[string]string{"rels": "h|hyperlink|https://example.org/a"})
	want := []knowledge.Link{{Text: "site", Target: "https://example.org/a"}, {Text: "there", Target: "https://example.org/b#part"}, {Text: "INCLUDEPICTURE", Target: "https://example.org/c.png"}}
	got := d.Units[0].Links
	if len(got) != len(want) {
		t.Fatalf("links are %+v", got)
	}
	for _, l := range want {
		if !slices.Contains(got, l) {
			t.Errorf("links %+v lack %+v", got, l)
		}
	}
	if len(d.Evidence.Issues) != 1 || d.Evidence.Issues[0].Code != "external-content" {
		t.Errorf("issues are %+v", d.Evidence.Issues)
	}
}

func TestTrackedChanges(t *testing.T) {
	by := ` w:author="Ada" w:date="2024-03-01T10:00:00Z"`
	del := func(s string) string { return `<w:del` + by + `><w:r><w:delText>` + s + `</w:delText></w:r></w:del>` }
	d := read(t, p(run1("We pay ")+del("five")+`<w:ins`+by+`>`+run1("six")+`</w:ins>`+run1(" euros."))+
		p(`<w:ins`+by+`>`+run1("All new.")+`</w:ins>`)+
		p(`<w:moveFrom`+by+`>`+run1("Moved.")+`</w:moveFrom>`)+
		`<w:p><w:pPr><w:rPr><w:del`+by+`/></w:rPr></w:pPr>`+run1("Joined ")+`</w:p>`+p(run1("line."))+
		`<w:tbl><w:tr><w:trPr><w:del`+by+`/></w:trPr><w:tc>`+p(del("x"))+`</w:tc><w:tc>`+p(del("y"))+`</w:tc></w:tr><w:tr><w:tc>`+p(run1("1"))+`</w:tc><w:tc>`+p(run1("2"))+`</w:tc></w:tr></w:tbl>`, nil)
	wantLines(t, d,
		"paragraph: We pay six euros.", "deletion,hidden:deleted: five", "insertion,hidden:inserted: six", "insertion: All new.", "deletion,hidden:moved: Moved.",
		"paragraph: Joined line.", "table: | 1 | 2 |/| --- | --- |", "deletion,hidden:deleted: x | y")
	if b := d.Units[0].Blocks[1]; b.Author != "Ada" || b.Date != "2024-03-01T10:00:00Z" {
		t.Errorf("the deletion is by %q on %q", b.Author, b.Date)
	}
}

func TestChangesLeaveTheSentenceWhole(t *testing.T) {
	by := func(name, content string) string {
		return `<w:ins w:author="` + name + `" w:date="2024-03-01T10:00:00Z">` + content + `</w:ins>`
	}
	d := read(t, p(by("Ada", run1("Dear "))+run1("reader, the ")+by("Ada", run1("very ")+run1("red"))+by("Bob", run1("dish"))+
		`<w:del w:author="Bob"><w:r><w:delText>blue</w:delText></w:r></w:del>`+run1(" pendant worn")+by("Bob", run1(" "))+run1("here")+
		`<w:moveTo w:author="Bob">`+run1(" and there")+`</w:moveTo>`+run1("."))+
		tbl(tr(tc("", p(by("Ada", run1("cell")))), tc("", p(run1("plain"))))), nil)
	wantLines(t, d, "paragraph: Dear reader, the very reddish pendant worn here and there.",
		"insertion,hidden:inserted: Dear", "insertion,hidden:inserted: very red", "insertion,hidden:inserted: dish", "deletion,hidden:deleted: blue", "insertion,hidden:inserted: and there",
		"table: | cell | plain |/| --- | --- |", "insertion,hidden:inserted: cell")
	for i, want := range []string{"", "Ada", "Ada", "Bob", "Bob", "Bob"} {
		if got := d.Units[0].Blocks[i].Author; got != want {
			t.Errorf("block %d is by %q, want %q", i, got, want)
		}
	}
}

func TestHiddenRunsStandApart(t *testing.T) {
	styles := `<w:style w:type="character" w:styleId="Secret"><w:name w:val="secret"/><w:rPr><w:vanish/></w:rPr></w:style>`
	d := read(t, p(run1("Seen")+`<w:r><w:rPr><w:vanish/></w:rPr><w:t> one</w:t></w:r>`+run1(" text")+`<w:r><w:rPr><w:rStyle w:val="Secret"/></w:rPr><w:t>two</w:t></w:r>`+
		`<w:r><w:rPr><w:rStyle w:val="Secret"/><w:vanish w:val="0"/></w:rPr><w:t> more</w:t></w:r>`), map[string]string{"styles": styles})
	wantLines(t, d, "paragraph: Seen text more", "paragraph,hidden:run: one", "paragraph,hidden:run: two")
}

func TestLettersOfAPointAreHidden(t *testing.T) {
	d := read(t, p(run1("Seen")+`<w:r><w:rPr><w:sz w:val="2"/></w:rPr><w:t> one</w:t></w:r>`+`<w:r><w:rPr><w:sz w:val="3"/></w:rPr><w:t> small</w:t></w:r>`), nil)
	wantLines(t, d, "paragraph: Seen small", "paragraph,hidden:run: one")
}

func TestFormulaAloneIsABlock(t *testing.T) {
	d := read(t, p(`<m:oMathPara><m:oMath><m:r><m:t>a=b</m:t></m:r></m:oMath></m:oMathPara>`), nil)
	wantLines(t, d, "formula: $$/a=b/$$")
}

func TestInstructionWords(t *testing.T) {
	for in, want := range map[string][]string{
		` HYPERLINK "a b" \l x `: {"HYPERLINK", "a b", `\l`, "x"},
		`LINK "C:\\dir\\f.xls"`:  {"LINK", `C:\dir\f.xls`},
		`RD "\\\\host\\f \"x"`:   {"RD", `\\host\f "x`},
		``:                       nil,
		`X ""`:                   {"X", ""},
	} {
		if got := instructionWords(in); !slices.Equal(got, want) {
			t.Errorf("words of %q are %q, want %q", in, got, want)
		}
	}
}

func TestDeepNestingEndsAtTheLimit(t *testing.T) {
	d := read(t, p(run1("Before."))+strings.Repeat("<w:sdt><w:sdtContent>", 3000)+p(run1("deep"))+strings.Repeat("</w:sdtContent></w:sdt>", 3000), nil)
	if d.Evidence.Outcome != knowledge.Partial || d.Evidence.Reason != "limit:elements" {
		t.Errorf("outcome %s for %q", d.Evidence.Outcome, d.Evidence.Reason)
	}
}
