package docx

import (
	"strings"
	"testing"
)

// sized is a paragraph of type in half points.
func sized(size, text string) string {
	return p(`<w:r><w:rPr><w:sz w:val="` + size + `"/></w:rPr><w:t>` + text + `</w:t></w:r>`)
}

// shapesWith is a run with a drawing of text boxes, each with that content.
func shapesWith(contents ...string) string {
	var b strings.Builder
	for _, c := range contents {
		b.WriteString(`<wps:wsp><wps:txbx><w:txbxContent>` + c + `</w:txbxContent></wps:txbx></wps:wsp>`)
	}
	return `<w:r><w:drawing><wp:anchor>` + b.String() + `</wp:anchor></w:drawing></w:r>`
}

func TestBoxThatHoldsATitleIsAHeading(t *testing.T) {
	styles := headingStyles + `<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>` +
		`<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:sz w:val="48"/></w:rPr></w:style>` +
		`<w:style w:type="paragraph" w:styleId="Big"><w:name w:val="banner"/><w:rPr><w:sz w:val="60"/></w:rPr></w:style>`
	for name, c := range map[string]struct{ in, want string }{
		"large type":             {p(shapesWith(sized("54", "Foreword")) + run1("Text.")), "heading: # Foreword; paragraph: Text."},
		"smaller than heading 1": {p(shapesWith(sized("36", "Foreword")) + run1("Text.")), "heading: ## Foreword; paragraph: Text."},
		"two lines":              {p(shapesWith(sized("54", "Core needs –") + sized("54", "the 5 aspects"))), "heading: # Core needs – the 5 aspects"},
		"style of a heading":     {p(shapesWith(para("berschrift2", "Part"))), "heading: ## Part"},
		"large style":            {p(shapesWith(para("Big", "Banner"))), "heading: # Banner"},
		"body type":              {p(shapesWith(sized("24", "Foreword"))), "text-box: Foreword"},
		"mixed type":             {p(shapesWith(sized("54", "Reach") + sized("22", "how many"))), "text-box: Reach/how many"},
		"sentence":               {p(shapesWith(sized("54", "We did it."))), "text-box: We did it."},
		"quotation":              {p(shapesWith(sized("54", "“We did it”"))), "text-box: “We did it”"},
		"figure":                 {p(shapesWith(sized("54", "75 %"))), "text-box: 75 %"},
		"anchored further on":    {p(run1("Text.") + shapesWith(sized("54", "Aside"))), "paragraph: Text.; text-box: Aside"},
		"one of many":            {p(shapesWith(sized("54", "Reach"), sized("54", "Views"), sized("54", "Sales"))), "text-box: Reach; text-box: Views; text-box: Sales"},
		"in a table":             {tbl(tr(tc("", p(shapesWith(sized("54", "Boxed")))), tc("", p(run1("x"))))), "table: |  | x |/| --- | --- |; text-box: Boxed"},
		"list":                   {p(shapesWith(sized("54", strings.Repeat("long ", 30)))), "text-box: " + strings.TrimSpace(strings.Repeat("long ", 30))},
	} {
		d := read(t, c.in, map[string]string{"styles": styles})
		if got := strings.Join(lines(d), "; "); got != c.want {
			t.Errorf("%s: blocks are %q, want %q", name, got, c.want)
		}
	}
}
