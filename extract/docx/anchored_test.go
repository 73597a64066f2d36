package docx

import (
	"testing"

	"quire/extract/ooxml/ooxmltest"
)

func textBox(text string) string {
	inside := `<w:txbxContent>` + p(run1(text)) + `</w:txbxContent>`
	return `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="1" descr=""/><wps:wsp><wps:txbx>` + inside +
		`</wps:txbx></wps:wsp></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>` + inside + `</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
}

func picture(alt string) string {
	return `<w:r><w:drawing><wp:inline><wp:docPr id="1" descr="` + alt + `"/><pic:pic><pic:blipFill><a:blip r:embed="i"/></pic:blipFill></pic:pic></wp:inline></w:drawing></w:r>`
}

func TestTheDescriptionOfATextBoxIsKept(t *testing.T) {
	box := func(alt string) string {
		return `<w:r><w:drawing><wp:anchor><wp:docPr id="1" descr="` + alt + `"/><wps:wsp><wps:txbx><w:txbxContent>` + p(run1("Call us now")) + `</w:txbxContent></wps:txbx></wps:wsp></wp:anchor></w:drawing></w:r>`
	}
	d := read(t, p(box("A yellow sign with a telephone number")+run1("Body"))+p(run1("More")+box("Call us  now")), nil)
	wantLines(t, d, "text-box: Call us now", "meta: A yellow sign with a telephone number", "paragraph: Body", "paragraph: More", "text-box: Call us now")
}

func TestTextBoxesAppearOnce(t *testing.T) {
	d := read(t, p(textBox("Above")+run1("Body"))+p(run1("Second")+textBox("Beside")), nil)
	wantLines(t, d, "text-box: Above", "paragraph: Body", "paragraph: Second", "text-box: Beside")
}

func TestPicturesGiveTheirAlternativeText(t *testing.T) {
	d := read(t, p(picture("A red bridge"))+p(run1("x")+picture("")+picture("photo.jpg")), nil)
	wantLines(t, d, "image: A red bridge", "paragraph: x")
	if got := d.Evidence.Counts.Images; got != 3 {
		t.Errorf("%d images counted, want 3", got)
	}
}

func TestNotesFollowTheParagraphThatCitesThem(t *testing.T) {
	note := func(kind, id, text string) string {
		return `<w:` + kind + ` w:id="` + id + `">` + p(`<w:r><w:`+kind+`Ref/></w:r>`+run1(text)) + `</w:` + kind + `>`
	}
	d := read(t, p(run1("One")+`<w:r><w:footnoteReference w:id="2"/></w:r>`+run1(" two")+`<w:r><w:endnoteReference w:id="1"/></w:r>`)+
		p(run1("Last")+`<w:r><w:footnoteReference w:id="3"/></w:r>`), map[string]string{
		"footnotes": `<w:footnote w:type="separator" w:id="0">` + p("") + `</w:footnote>` + note("footnote", "2", "first") + note("footnote", "3", "second") + note("footnote", "9", "never cited"),
		"endnotes":  note("endnote", "1", "at the end"),
	})
	wantLines(t, d, "paragraph: One[1] two[i]", "note: [1] first", "note: [i] at the end", "paragraph: Last[2]", "note: [2] second", "note,hidden:uncited: never cited")
}

func TestCommentsFollowTheirAnchor(t *testing.T) {
	comment := func(id, text string) string {
		return `<w:comment w:id="` + id + `" w:author="Ada" w:date="2024-03-01T10:00:00Z">` + p(run1(text)) + `</w:comment>`
	}
	d := read(t, p(`<w:commentRangeStart w:id="1"/>`+run1("Claim")+`<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>`)+p(run1("Next")),
		map[string]string{"comments": comment("1", "Really?") + comment("5", "Lost")})
	wantLines(t, d, "paragraph: Claim", "comment: Really?", "paragraph: Next", "comment: Lost")
	if b := d.Units[0].Blocks[1]; b.Author != "Ada" || b.Date != "2024-03-01T10:00:00Z" {
		t.Errorf("the comment is by %q on %q", b.Author, b.Date)
	}
}

func TestHeadersAndFootersAppearOnceAsFurniture(t *testing.T) {
	d := read(t, para("Heading1", "A")+para("Heading1", "B"), map[string]string{"header1": p(run1("Acme")) + p(textBox("boxed")), "footer1": p(run1("Acme")) + p(run1("Acme"))})
	wantLines(t, d, "heading: # A", "footer,furniture: Acme", "header,furniture: Acme", "header,furniture: boxed", "heading: # B")
}

func TestEmbeddedFilesAreChildren(t *testing.T) {
	d := read(t, p(run1("x"))+`<w:altChunk r:id="c"/>`, map[string]string{
		"rels":                        "e|package|embeddings/b.xlsx;c|aFChunk|../chunk.html;g|package|embeddings/gone.xlsx",
		"word/embeddings/b.xlsx":      "book",
		"word/embeddings/object1.bin": "object",
		"chunk.html":                  "<p>chunk</p>",
	})
	want := []string{"member=chunk.html", "member=word/embeddings/b.xlsx", "member=word/embeddings/object1.bin"}
	if len(d.Evidence.Children) != len(want) {
		t.Fatalf("children are %+v", d.Evidence.Children)
	}
	for i, c := range d.Evidence.Children {
		if c.Member.String() != want[i] || c.Digest == "" {
			t.Errorf("child %d is %+v, want %s", i, c, want[i])
		}
	}
}

func TestChartsAndDiagramsAreRead(t *testing.T) {
	d := read(t, p(`<w:r><w:drawing><wp:inline><wp:docPr id="1" descr="A chart"/><c:chart r:id="c"/></wp:inline></w:drawing></w:r>`)+
		p(`<w:r><w:drawing><wp:inline><dgm:relIds r:dm="d"/></wp:inline></w:drawing></w:r>`), map[string]string{
		"rels":       "c|chart|c.xml;d|diagramData|d.xml",
		"word/c.xml": `<c:chartSpace` + ooxmltest.Namespaces + `><c:chart><c:plotArea><c:ser><c:tx><c:v>Sum</c:v></c:tx><c:cat><c:pt idx="0"><c:v>North</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>5</c:v></c:pt></c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`,
		"word/d.xml": `<dgm:dataModel` + ooxmltest.Namespaces + `><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Step</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>`,
	})
	wantLines(t, d, "image: A chart", "table: |  | North |/| --- | --- |/| Sum | 5 |", "list-item: - Step")
}

func TestNoteThatCitesItselfEnds(t *testing.T) {
	d := read(t, p(run1("x")+`<w:r><w:footnoteReference w:id="1"/></w:r>`), map[string]string{
		"footnotes": `<w:footnote w:id="1">` + p(run1("self")+`<w:r><w:footnoteReference w:id="1"/></w:r>`) + `</w:footnote>`,
	})
	wantLines(t, d, "paragraph: x[1]", "note: [1] self")
}

func TestNotesAreNumberedAsTheirSectionSays(t *testing.T) {
	note := func(id string) string {
		return `<w:footnote w:id="` + id + `">` + p(run1("note "+id)) + `</w:footnote>`
	}
	ref := func(id string) string { return p(run1("x") + `<w:r><w:footnoteReference w:id="` + id + `"/></w:r>`) }
	pr := func(s string) string { return `<w:sectPr><w:footnotePr>` + s + `</w:footnotePr></w:sectPr>` }
	d := read(t, ref("1")+ref("2")+p(`<w:pPr>`+pr(`<w:numFmt w:val="upperLetter"/><w:numStart w:val="3"/>`)+`</w:pPr>`)+
		ref("3")+p(`<w:pPr>`+pr("")+`</w:pPr>`)+ref("4")+pr(`<w:numFmt w:val="lowerRoman"/><w:numRestart w:val="eachSect"/>`),
		map[string]string{"footnotes": note("1") + note("2") + note("3") + note("4")})
	wantLines(t, d, "paragraph: x[C]", "note: [C] note 1", "paragraph: x[D]", "note: [D] note 2", "paragraph: x[5]", "note: [5] note 3", "paragraph: x[i]", "note: [i] note 4")
}
