package pptx

import (
	"strings"
	"testing"
)

// typed is a paragraph of type in hundredths of a point.
func typed(size, text string) string {
	return `<a:p><a:r><a:rPr sz="` + size + `"/><a:t>` + text + `</a:t></a:r></a:p>`
}

func TestCoverWithoutATitlePlaceholder(t *testing.T) {
	for name, c := range map[string]struct {
		in   string
		want []string
	}{
		"largest type wherever it stands": {
			sp("2", "", "0 100 900 300", typed("1800", "Ministry of Tea")) + sp("3", "", "0 3000 900 900", typed("4000", "Annual")+typed("3200", "review")+typed("2000", "by Ada")),
			[]string{"heading: # Annual review", "paragraph: Ministry of Tea", "paragraph: by Ada"},
		},
		"type of the shape's own style": {
			`<p:sp><p:nvSpPr><p:cNvPr id="2"/></p:nvSpPr><p:txBody><a:lstStyle><a:lvl1pPr><a:defRPr sz="4400"/></a:lvl1pPr></a:lstStyle>` + ap("", "Annual review") + `</p:txBody></p:sp>` + sp("3", "", "", ap("", "by Ada")),
			[]string{"heading: # Annual review", "paragraph: by Ada"},
		},
		"in a group":           {`<p:grpSp>` + sp("3", "", "0 3000 900 900", typed("4000", "Annual review")) + `</p:grpSp>` + sp("4", "", "0 5000 9 9", ap("", "by Ada")), []string{"heading: # Annual review", "paragraph: by Ada"}},
		"all of one size":      {sp("3", "", "0 3000 900 900", typed("2400", "One")+typed("2400", "Two")), []string{"paragraph: One", "paragraph: Two"}},
		"nothing large":        {sp("3", "", "0 3000 900 900", typed("1800", "One")+typed("1200", "Two")), []string{"paragraph: One", "paragraph: Two"}},
		"a figure":             {sp("3", "", "0 3000 900 900", typed("6000", "75 %")+typed("1200", "of all")), []string{"paragraph: 75 %", "paragraph: of all"}},
		"large further down":   {sp("3", "", "0 3000 900 900", typed("1200", "One")+typed("4000", "Two")), []string{"paragraph: One", "paragraph: Two"}},
		"too much for a cover": {sp("3", "", "0 3000 900 900", typed("4000", "One")+strings.Repeat(typed("1200", "more"), 10)), append([]string{"paragraph: One"}, strings.Split(strings.Repeat("paragraph: more;", 10), ";")[:10]...)},
	} {
		t.Run(name, func(t *testing.T) { wantLines(t, read(t, []string{c.in}, nil), 0, c.want...) })
	}
}
