package docx

import (
	"strings"
	"testing"

	"quire/extract/ooxml/ooxmltest"
)

func TestWhatADocumentLoadsFromElsewhereIsShownOnce(t *testing.T) {
	linked := `<w:r><w:drawing><wp:inline><wp:docPr id="1" descr="Our logo"/><pic:pic><pic:blipFill><a:blip r:embed="i" r:link="pic"/></pic:blipFill></pic:pic></wp:inline></w:drawing></w:r>`
	d := read(t,
		p(run1("Sales: ")+fieldRuns(` LINK Excel.Sheet.8 "https://example.org/book.xlsx" "Sheet1!R1C1" \a \f 0 `, "42")+run1(" items."))+
			p(fieldRuns(` INCLUDETEXT "\\\\server\\share\\terms.docx" \* MERGEFORMAT `, "Terms"))+
			p(run1("Logo")+linked)+p(run1("Again")+linked)+
			p(`<w:subDoc r:id="sub"/>`)+`<w:altChunk r:id="chunk"/>`+
			p(run1("Pasted")+fieldRuns(` INCLUDEPICTURE "cid:image001@mail" `, "x"))+
			p(fieldRuns(` DDEAUTO cmd.exe "/k calc.exe" `, "Update")),
		map[string]string{
			"rels":                         "pic|image|https://example.org/logo.png;sub|subDocument|https://example.org/part.docx;chunk|aFChunk|https://example.org/chunk.html;web|webSettings|web.xml",
			"settings":                     `<w:attachedTemplate r:id="t"/>`,
			"word/_rels/settings.xml.rels": ooxmltest.Rels("t", "attachedTemplate", "https://example.org/house.dotm"),
			"header1":                      p(`<w:r><w:pict><v:shape><v:imagedata r:id="h"/></v:shape></w:pict></w:r>` + run1("Acme")),
			"word/_rels/header1.xml.rels":  ooxmltest.Rels("h", "image", "https://example.net/pixel.gif"),
			"word/web.xml":                 `<w:webSettings` + ooxmltest.Namespaces + `/>`,
			"word/_rels/web.xml.rels":      ooxmltest.Rels("f", "frame", "https://example.org/frame.htm"),
		})
	wantLines(t, d,
		"paragraph: Sales: 42 items.", "field: LINK Excel.Sheet.8 https://example.org/book.xlsx Sheet1!R1C1",
		"paragraph: Terms", `field: INCLUDETEXT \\server\share\terms.docx`,
		"paragraph: Logo", "image: Our logo/https://example.org/logo.png", "paragraph: Again", "image: Our logo",
		"field: subDocument https://example.org/part.docx", "field: aFChunk https://example.org/chunk.html",
		"paragraph: Pastedx", "paragraph: Update", "field: DDEAUTO cmd.exe /k calc.exe",
		"meta: image https://example.net/pixel.gif", "meta: attachedTemplate https://example.org/house.dotm", "meta: frame https://example.org/frame.htm",
		"header,furniture: Acme")
	kinds := ""
	for _, i := range d.Evidence.Issues {
		kinds += i.Detail
	}
	for _, want := range []string{"(LINK)", "(INCLUDETEXT)", "(image)", "(subDocument)", "(aFChunk)", "(DDEAUTO)", "(attachedTemplate)", "(frame)"} {
		if strings.Count(kinds, want) != 1 {
			t.Errorf("issues name %s %d times: %s", want, strings.Count(kinds, want), kinds)
		}
	}
}

func TestTemplateOnTheDiskOfTheAuthorIsAProperty(t *testing.T) {
	d := read(t, p(run1("Text.")), map[string]string{
		"settings":                     `<w:attachedTemplate r:id="t"/>`,
		"word/_rels/settings.xml.rels": ooxmltest.Rels("t", "attachedTemplate", "file:///C:/Users/ada/house.dotm"),
	})
	wantLines(t, d, "paragraph: Text.")
	if got := d.Evidence.Meta.Extra["attached-template"]; got != "file:///C:/Users/ada/house.dotm" {
		t.Errorf("the property is %q", got)
	}
	if len(d.Evidence.Issues) > 0 {
		t.Errorf("issues are %+v", d.Evidence.Issues)
	}
}

func TestDeletedFieldLoadsNothing(t *testing.T) {
	del := `<w:del w:author="Ada"><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:delInstrText> INCLUDETEXT "https://example.org/x" </w:delInstrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:delText>gone</w:delText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:del>`
	wantLines(t, read(t, p(run1("Kept")+del), nil), "paragraph: Kept", "deletion,hidden:deleted: gone")
}
