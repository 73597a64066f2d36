package docx

import "testing"

func lvl(i, format, text, more string) string {
	return `<w:lvl w:ilvl="` + i + `"><w:start w:val="1"/><w:numFmt w:val="` + format + `"/>` + more + `<w:lvlText w:val="` + text + `"/></w:lvl>`
}

func item(num, level, text string) string {
	return `<w:p><w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="` + num + `"/></w:numPr></w:pPr>` + run1(text) + `</w:p>`
}

const outline = `<w:abstractNum w:abstractNumId="0">`

func TestNumbersAreThoseOnThePage(t *testing.T) {
	numbering := outline + lvl("0", "decimal", "%1.", "") + lvl("1", "lowerLetter", "%2)", "") + lvl("2", "decimal", "%1.%2.%3", "<w:isLgl/>") + `</w:abstractNum>` +
		`<w:abstractNum w:abstractNumId="1">` + lvl("0", "bullet", "\uf0b7", "") + `</w:abstractNum>` +
		`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>` +
		`<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>` +
		`<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>`
	d := read(t, item("1", "0", "one")+item("1", "1", "a")+item("1", "1", "b")+item("1", "2", "legal")+item("1", "0", "two")+item("1", "1", "a again")+
		item("2", "0", "bullet")+item("1", "0", "three")+item("3", "0", "seven")+item("3", "0", "eight")+item("0", "0", "no list")+item("99", "0", "unknown list"),
		map[string]string{"numbering": numbering})
	wantLines(t, d, "list-item: 1. one", "list-item:   - a) a", "list-item:   - b) b", "list-item:     - 1.2.1 legal", "list-item: 2. two", "list-item:   - a) a again",
		"list-item: - bullet", "list-item: 3. three", "list-item: 7. seven", "list-item: 8. eight", "paragraph: no list", "paragraph: unknown list")
}

func TestLevelPassedOverCountsAsBegun(t *testing.T) {
	numbering := outline + lvl("0", "decimal", "%1.", "") + lvl("1", "decimal", "%1.%2.", "") + `</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`
	d := read(t, item("1", "1", "below")+item("1", "0", "top"), map[string]string{"numbering": numbering})
	wantLines(t, d, "list-item:   - 1.1. below", "list-item: 2. top")
}

func TestLevelMayGoOnPastHigherOnes(t *testing.T) {
	numbering := outline + lvl("0", "upperRoman", "%1", "") + lvl("1", "decimal", "%2.", `<w:lvlRestart w:val="0"/>`) + `</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`
	d := read(t, item("1", "0", "a")+item("1", "1", "b")+item("1", "0", "c")+item("1", "1", "d"), map[string]string{"numbering": numbering})
	wantLines(t, d, "list-item: - I a", "list-item:   1. b", "list-item: - II c", "list-item:   2. d")
}

func TestNumbersOfStyles(t *testing.T) {
	styles := `<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr></w:style>` +
		`<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="1"/></w:pPr></w:style>` +
		`<w:style w:type="numbering" w:styleId="Chain"><w:name w:val="chain"/><w:pPr><w:numPr><w:numId w:val="5"/></w:numPr></w:pPr></w:style>`
	numbering := outline + lvl("0", "decimal", "%1", `<w:pStyle w:val="H1"/>`) + lvl("1", "decimal", "%1.%2", `<w:pStyle w:val="H2"/>`) + `</w:abstractNum>` +
		`<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Chain"/></w:abstractNum>` +
		`<w:abstractNum w:abstractNumId="2">` + lvl("0", "lowerRoman", "(%1)", "") + `</w:abstractNum>` +
		`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="5"><w:abstractNumId w:val="2"/></w:num>`
	d := read(t, para("H1", "Start")+para("H2", "Detail")+item("4", "0", "linked")+para("H1", "Next"), map[string]string{"styles": styles, "numbering": numbering})
	wantLines(t, d, "heading: # 1 Start", "heading: ## 1.1 Detail", "list-item: - (i) linked", "heading: # 2 Next")
}
