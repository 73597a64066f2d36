package docx

import (
	"strings"
	"testing"
)

func TestLargeTypeMakesAHeading(t *testing.T) {
	body := sized("22", strings.Repeat("Plain words of the body go here. ", 10))
	styles := `<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/><w:rPr><w:sz w:val="22"/></w:rPr></w:style>` +
		`<w:style w:type="paragraph" w:styleId="toc1"><w:name w:val="toc 1"/><w:rPr><w:sz w:val="40"/></w:rPr></w:style>`
	numbering := outline + lvl("0", "decimal", "%1.", "") + `</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`
	numbered := `<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:rPr><w:sz w:val="40"/></w:rPr><w:t>Results</w:t></w:r></w:p>`
	for in, want := range map[string]string{
		sized("40", "Case study 1 – Reach"): "heading: # Case study 1 – Reach",
		numbered:                            "heading: # 1. Results",
		sized("30", "Case study 1 – Reach"): "paragraph: Case study 1 – Reach",
		sized("40", "We reached them."):     "paragraph: We reached them.",
		sized("40", "2019–20"):              "paragraph: 2019–20",
		para("toc1", "Results 4"):           "paragraph: Results 4",
		p(`<w:r><w:rPr><w:sz w:val="40"/></w:rPr><w:t>A</w:t></w:r>` + run1("nd")): "paragraph: And",
		tbl(tr(tc("", sized("40", "Cell")), tc("", p(run1("x"))))):                 "table: | Cell | x |/| --- | --- |",
	} {
		d := read(t, body+in, map[string]string{"styles": styles, "numbering": numbering})
		if got := lines(d)[1]; got != want {
			t.Errorf("block is %q, want %q", got, want)
		}
	}
}

func TestTypeThatTheBodyHasIsNotLarge(t *testing.T) {
	body := sized("40", strings.Repeat("A poster is set in large type. ", 10))
	d := read(t, body+sized("40", "Bring your own cup"), nil)
	if got := lines(d)[1]; got != "paragraph: Bring your own cup" {
		t.Errorf("block is %q", got)
	}
}

func TestWhatIsAnchoredInAHeadingStandsBelowIt(t *testing.T) {
	box := shapesWith(tbl(tr(tc("", p(run1("a"))), tc("", p(run1("b"))))))
	d := read(t, `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>`+box+run1("Readership")+`</w:p>`+p(run1("Source: ABC")), nil)
	wantLines(t, d, "heading: # Readership", "table: | a | b |/| --- | --- |", "paragraph: Source: ABC")
}
