package pptx

import (
	"testing"

	"quire/extract/ooxml/ooxmltest"
	"quire/knowledge"
)

func TestSlidesComeInTheOrderOfThePresentation(t *testing.T) {
	d := read(t, []string{sp("2", "", "", ap("", "one")), sp("2", "", "", ap("", "two"))}, map[string]string{
		"ppt/presentation.xml": `<p:presentation` + ooxmltest.Namespaces + `><p:sldIdLst><p:sldId r:id="s2"/><p:sldId r:id="none"/><p:sldId r:id="s1"/></p:sldIdLst></p:presentation>`,
	})
	wantLines(t, d, 0, "paragraph: two")
	wantLines(t, d, 2, "paragraph: one")
	if u := d.Units[2]; u.Name != "slide3" || u.Locator.String() != "slide=3" {
		t.Errorf("the slide behind a missing one is %s at %s", u.Name, u.Locator)
	}
	if len(d.Evidence.Issues) != 1 || d.Evidence.Outcome != knowledge.Partial {
		t.Errorf("outcome %s, issues %+v", d.Evidence.Outcome, d.Evidence.Issues)
	}
}

func TestTitleComesFirst(t *testing.T) {
	d := read(t, []string{sp("3", `idx="1"`, "", ap("", "body")) + sp("7", `type="title"`, "0 5000 900 900", ap("", "The")+ap("", "title"))}, nil)
	wantLines(t, d, 0, "heading: # The title", "list-item: - body")
	if u := d.Units[0]; u.Title != "The title" || u.Blocks[0].Locator.String() != "slide=1&shape=7" {
		t.Errorf("title %q at %s", u.Title, u.Blocks[0].Locator)
	}
}

func TestASlideNumberInATextIsWrittenOut(t *testing.T) {
	field := `<a:p><a:r><a:t>Slide </a:t></a:r><a:fld type="slidenum"><a:t>‹#›</a:t></a:fld></a:p>`
	wantLines(t, read(t, []string{"", sp("3", "", "0 5500 900 300", field)}, nil), 1, "paragraph: Slide 2")
	first := map[string]string{
		"ppt/presentation.xml": `<p:presentation firstSlideNum="5"` + ooxmltest.Namespaces + `><p:sldIdLst><p:sldId r:id="s1"/></p:sldIdLst></p:presentation>`,
	}
	wantLines(t, read(t, []string{sp("3", "", "0 5500 900 300", field)}, first), 0, "paragraph: Slide 5")
}

func TestRaisedDigitsKeepTheirMeaning(t *testing.T) {
	at := func(baseline, text string) string {
		return `<a:r><a:rPr baseline="` + baseline + `"/><a:t>` + text + `</a:t></a:r>`
	}
	text := "<a:p>" + at("0", "10") + at("30000", "2") + at("30%", "3") + at("0", " H") + at("-25000", "2") + at("0", "O") + "</a:p>"
	wantLines(t, read(t, []string{sp("3", "", "0 5500 900 300", text)}, nil), 0, "paragraph: 10^23 H2O")
}

func TestLargeLineAtTheTopIsATitle(t *testing.T) {
	big := `<a:p><a:r><a:rPr sz="2800"/><a:t>Looks like one</a:t></a:r></a:p>`
	wantLines(t, read(t, []string{sp("3", "", "0 3000 900 900", ap("", "body")) + sp("4", "", "0 100 900 500", big)}, nil), 0, "heading: # Looks like one", "paragraph: body")
	two := `<a:p><a:r><a:rPr sz="2000"/><a:t>Sciences</a:t></a:r></a:p>`
	wantLines(t, read(t, []string{"", sp("3", "", "0 3000 900 900", ap("", "body")) + sp("4", "", "0 100 900 500", two+two)}, nil), 1, "heading: # Sciences Sciences", "paragraph: body")
	wantLines(t, read(t, []string{"", sp("4", "", "0 100 900 500", two+two+two)}, nil), 1, "paragraph: Sciences", "paragraph: Sciences", "paragraph: Sciences")
	wantLines(t, read(t, []string{"", sp("3", "", "0 300 900 900", ap("", "body")) + sp("4", "", "0 4000 900 500", big)}, nil), 1, "paragraph: body", "paragraph: Looks like one")
}

func TestPromptsOfTheLayoutNeverAppear(t *testing.T) {
	d := read(t, []string{sp("2", `type="title"`, "", "<a:p/>") + sp("3", `idx="1"`, "", ap("", "body"))}, nil)
	wantLines(t, d, 0, "list-item: - body")
}

func TestBulletsComeFromTheNearestStyle(t *testing.T) {
	auto := `<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>`
	d := read(t, []string{sp("3", `idx="1"`, "", ap("", "of the master")+ap(`<a:pPr lvl="1"/>`, "below")+ap(`<a:pPr><a:buNone/></a:pPr>`, "none")+
		ap(auto, "one")+ap(`<a:pPr lvl="1"><a:buAutoNum type="alphaLcParenBoth"/></a:pPr>`, "a")+ap(auto, "two")+ap("", "break")+ap(auto, "again")+
		ap(`<a:pPr><a:buAutoNum type="romanUcPeriod" startAt="4"/></a:pPr>`, "four")) + sp("5", "", "0 5500 900 300", ap("", "text box"))}, nil)
	wantLines(t, d, 0, "list-item: - of the master", "list-item:   - below", "paragraph: none", "list-item: 1. one", "list-item:   - (a) a", "list-item: 2. two",
		"list-item: - break", "list-item: 1. again", "list-item: - IV. four", "paragraph: text box")
}

func TestFootersAreFurnitureAtTheEnd(t *testing.T) {
	number := `<a:p><a:fld type="slidenum"><a:t>4</a:t></a:fld></a:p>`
	d := read(t, []string{sp("2", `type="ftr"`, "0 0 9 9", ap("", "Secret")) + sp("3", "", "0 0 9 9", number) + sp("4", "", "0 5000 9 9", ap("", "body"))}, nil)
	wantLines(t, d, 0, "paragraph: body", "footer,furniture: Secret", "footer,furniture: 4")
}

func TestFixedTextOfTheMasterAppearsOnce(t *testing.T) {
	d := read(t, []string{sp("2", "", "", ap("", "one")), sp("2", "", "", ap("", "two"))}, nil)
	if n := len(d.Units[0].Blocks) + len(d.Units[1].Blocks); n != 3 {
		t.Errorf("%d blocks, want 2 of the slides and 1 of the master", n)
	}
}

func TestWhatIsHiddenIsFlagged(t *testing.T) {
	hidden := `<p:sp><p:nvSpPr><p:cNvPr id="8" hidden="1"/></p:nvSpPr><p:txBody>` + ap("", "unseen") + `</p:txBody></p:sp>`
	d := read(t, []string{hidden + sp("3", "", "20000 0 900 900", ap("", "beside"))}, map[string]string{"attrs1": ` show="0"`})
	wantLines(t, d, 0, "paragraph,hidden:off-slide: beside", "paragraph,hidden:shape: unseen")
	if !knowledge.HasFlag(d.Units[0].Flags, knowledge.Hidden) {
		t.Errorf("flags of the slide are %v", d.Units[0].Flags)
	}
}

func TestTablesKeepTheirSpans(t *testing.T) {
	cell := func(attrs, text string) string {
		return `<a:tc` + attrs + `><a:txBody>` + ap("", text) + `</a:txBody></a:tc>`
	}
	d := read(t, []string{`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="6"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>` +
		`<a:tr>` + cell(` gridSpan="2"`, "wide") + cell(` hMerge="1"`, "") + `</a:tr><a:tr>` + cell(` rowSpan="99"`, "a") + cell("", "b") + `</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`}, nil)
	wantLines(t, d, 0, "table: | wide |  |/| --- | --- |/| a | b |")
	if b := d.Units[0].Blocks[0]; b.HeaderRows != 1 || len(b.Merges) != 1 || b.Merges[0] != [4]int{0, 0, 1, 2} {
		t.Errorf("header rows %d, merges %v", b.HeaderRows, b.Merges)
	}
}

func TestCellsKeepTheirLists(t *testing.T) {
	auto, bullet := `<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>`, `<a:pPr><a:buChar char="-"/></a:pPr>`
	d := read(t, []string{`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="6"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody>` +
		ap("", "Plain") + ap(auto, "one") + ap(auto, "two") + `</a:txBody></a:tc><a:tc><a:txBody>` + ap(bullet, "item") + ap(`<a:pPr><a:buNone/></a:pPr>`, "none") +
		`</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`}, nil)
	wantLines(t, d, 0, "table: | Plain<br>1. one<br>2. two | • item<br>none |/| --- | --- |")
}

func TestNotesAndCommentsFollowTheSlide(t *testing.T) {
	d := read(t, []string{sp("2", "", "", ap("", "body"))}, map[string]string{
		"rels1":        "n|notesSlide|../n.xml;c|comments|../c.xml;d|comments|../m.xml",
		"presentation": "a|commentAuthors|a.xml;b|authors|b.xml",
		"ppt/n.xml":    `<p:notes` + ooxmltest.Namespaces + `><p:cSld><p:spTree>` + sp("3", `type="body"`, "", ap("", "Say hello.")) + sp("4", `type="sldNum"`, "", ap("", "1")) + `</p:spTree></p:cSld></p:notes>`,
		"ppt/a.xml":    `<p:cmAuthorLst` + ooxmltest.Namespaces + `><p:cmAuthor id="0" name="Ada"/></p:cmAuthorLst>`,
		"ppt/b.xml":    `<p188:authorLst` + ooxmltest.Namespaces + `><p188:author id="{B}" name="Ben"/></p188:authorLst>`,
		"ppt/c.xml":    `<p:cmLst` + ooxmltest.Namespaces + `><p:cm authorId="0" dt="2024-03-01T10:00:00"><p:text>Old style</p:text></p:cm></p:cmLst>`,
		"ppt/m.xml": `<p188:cmLst` + ooxmltest.Namespaces + `><p188:cm authorId="{B}" created="2024-03-02T10:00:00Z"><p188:replyLst><p188:reply authorId="{B}"><p188:txBody>` + ap("", "Reply") +
			`</p188:txBody></p188:reply></p188:replyLst><p188:txBody>` + ap("", "New style") + `</p188:txBody></p188:cm></p188:cmLst>`,
	})
	wantLines(t, d, 0, "paragraph: body", "note: Say hello.", "comment: Old style", "comment: New style", "comment: Reply")
	if b := d.Units[0].Blocks; b[2].Author != "Ada" || b[2].Date != "2024-03-01" || b[3].Author != "Ben" || b[3].Date != "2024-03-02T10:00:00Z" {
		t.Errorf("comments are by %q on %q and %q on %q", b[2].Author, b[2].Date, b[3].Author, b[3].Date)
	}
}

func TestPicturesLinksAndEmbeddedFiles(t *testing.T) {
	pic := func(descr string) string {
		return `<p:pic><p:nvPicPr><p:cNvPr id="5" descr="` + descr + `"><a:hlinkClick r:id="h"/></p:cNvPr></p:nvPicPr></p:pic>`
	}
	d := read(t, []string{pic("A bridge") + pic(`C:\my pictures\a.jpg`)}, map[string]string{
		"rels1": "h|hyperlink|https://example.org/;e|package|../embeddings/b.xlsx", "ppt/embeddings/b.xlsx": "book",
	})
	wantLines(t, d, 0, "image: A bridge")
	if d.Units[0].Counts.Images != 2 || len(d.Units[0].Links) != 2 || d.Units[0].Links[0].Target != "https://example.org/" {
		t.Errorf("%d images, links %+v", d.Units[0].Counts.Images, d.Units[0].Links)
	}
	if len(d.Evidence.Children) != 1 || d.Evidence.Children[0].Member.String() != "member=ppt/embeddings/b.xlsx" {
		t.Errorf("children are %+v", d.Evidence.Children)
	}
}

func TestWhatASlideLoadsFromElsewhereIsShownOnce(t *testing.T) {
	film := `<p:pic><p:nvPicPr><p:cNvPr id="5"/><p:nvPr><a:videoFile r:link="v"/></p:nvPr></p:nvPicPr></p:pic>`
	d := read(t, []string{film + sp("2", "", "", ap("", "one")), sp("2", "", "", ap("", "two"))}, map[string]string{
		"rels1":                     "v|video|https://example.org/film.mp4;c|chart|../c.xml;h|hyperlink|https://example.org/",
		"rels2":                     "v|video|https://example.org/film.mp4",
		"ppt/c.xml":                 `<c:chartSpace` + ooxmltest.Namespaces + `/>`,
		"ppt/_rels/c.xml.rels":      ooxmltest.Rels("x", "oleObject", "file:///C://data//book.xlsx"),
		"ppt/_rels/layout.xml.rels": ooxmltest.Rels("1", "slideMaster", "master.xml", "2", "image", "https://example.net/pixel.gif"),
	})
	wantLines(t, d, 0, "paragraph: one", "field: video https://example.org/film.mp4", "field: image https://example.net/pixel.gif", "field: oleObject file:///C://data//book.xlsx")
	wantLines(t, d, 1, "paragraph: two")
	if len(d.Evidence.Issues) != 3 {
		t.Errorf("issues are %+v", d.Evidence.Issues)
	}
}

func TestChartsKeepTheirAlternativeText(t *testing.T) {
	d := read(t, []string{`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="6" descr="Sales rose"/></p:nvGraphicFramePr><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></p:graphicFrame>`}, map[string]string{
		"rels1":     "c|chart|../c.xml",
		"ppt/c.xml": `<c:chartSpace` + ooxmltest.Namespaces + `><c:chart><c:plotArea><c:ser><c:tx><c:v>Sum</c:v></c:tx><c:cat><c:pt idx="0"><c:v>North</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>5</c:v></c:pt></c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`,
	})
	wantLines(t, d, 0, "table: |  | North |/| --- | --- |/| Sum | 5 |", "image: Sales rose")
}
