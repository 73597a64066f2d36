package docx

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/extract/ooxml/ooxmltest"
	"quire/knowledge"
)

// parts of a document around a body, by the name of the part that is given.
func build(t testing.TB, body string, more map[string]string) []byte {
	t.Helper()
	root := func(name, content string) string {
		return "<w:" + name + ooxmltest.Namespaces + ">" + content + "</w:" + name + ">"
	}
	parts := map[string]string{
		"_rels/.rels":       ooxmltest.Rels("main", "officeDocument", "word/document.xml"),
		"word/document.xml": root("document", "<w:body>"+body+"</w:body>"),
	}
	rels := []string{}
	for _, name := range slices.Sorted(maps.Keys(more)) {
		content := more[name]
		switch name {
		case "styles", "numbering", "footnotes", "endnotes", "comments", "settings":
			parts["word/"+name+".xml"] = root(name, content)
			rels = append(rels, name, name, name+".xml")
		case "header1", "footer1":
			parts["word/"+name+".xml"] = root("hdr", content)
			rels = append(rels, name, strings.TrimSuffix(name, "1"), name+".xml")
		case "rels":
			for _, r := range strings.Split(content, ";") {
				rels = append(rels, strings.Split(r, "|")...)
			}
		default:
			parts[name] = content
		}
	}
	parts["word/_rels/document.xml.rels"] = ooxmltest.Rels(rels...)
	return ooxmltest.Zip(t, parts)
}

func read(t testing.TB, body string, more map[string]string) *knowledge.Document {
	t.Helper()
	d := extracttest.Extract(t, New(), extracttest.Sample{Name: "x.docx", Format: "docx", Data: build(t, body, more)})
	extracttest.Check(t, d)
	return d
}

// para is a paragraph of one run in a style.
func para(style, text string) string {
	return `<w:p><w:pPr><w:pStyle w:val="` + style + `"/></w:pPr>` + run1(text) + `</w:p>`
}

func run1(text string) string { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }

func p(content string) string { return "<w:p>" + content + "</w:p>" }

// lines prints the blocks of a document, one a line: kind, level, text.
func lines(d *knowledge.Document) []string {
	var out []string
	for i := range d.Units {
		u := &d.Units[i]
		text := d.UnitText(u)
		for k := range u.Blocks {
			b := &u.Blocks[k]
			md := text[b.Span[0]:b.Span[1]]
			s := string(b.Kind)
			for _, f := range b.Flags {
				s += "," + string(f)
			}
			out = append(out, s+": "+strings.ReplaceAll(md, "\n", "/"))
		}
	}
	return out
}

func wantLines(t *testing.T, d *knowledge.Document, want ...string) {
	t.Helper()
	if got := lines(d); !slices.Equal(got, want) {
		t.Errorf("blocks are\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

const headingStyles = `<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="house sub"/><w:basedOn w:val="berschrift2"/></w:style>` +
	`<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/><w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="loop"/><w:basedOn w:val="Loop"/></w:style>`

func TestConformance(t *testing.T) {
	extracttest.Run(t, New(), extracttest.Sample{Name: "rich.docx", Format: "docx", Data: rich(t)})
}

func TestSectionsFollowHeadings(t *testing.T) {
	d := read(t, para("Titel", "The plan")+p(run1("Before."))+para("berschrift1", "One  &amp; only")+p(run1("Text."))+para("Sub", "Deeper")+para("Loop", "End."),
		map[string]string{"styles": headingStyles})
	wantLines(t, d, "heading: # The plan", "paragraph: Before.", "heading: # One & only", "paragraph: Text.", "heading: ## Deeper", "paragraph: End.")
	want := []string{"sec1 heading=The plan", "sec2 heading=One %26 only", "sec3 heading=Deeper"}
	for i, u := range d.Units {
		if got := u.Name + " " + u.Locator.String(); got != want[i] {
			t.Errorf("unit is %q, want %q", got, want[i])
		}
	}
	if got := d.Units[2].Blocks[1].Locator.String(); got != "element=6" {
		t.Errorf("locator of the last block is %q", got)
	}
}

func TestHeadingLevelOfAnUndefinedStyleComesFromItsId(t *testing.T) {
	wantLines(t, read(t, para("Heading3", "Made by a program"), nil), "heading: ### Made by a program")
}

func TestDocumentWithoutHeadingsIsCut(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		b.WriteString(p(run1(fmt.Sprintf("%d %s", i, strings.Repeat("word ", 180)))))
	}
	d := read(t, b.String(), nil)
	if len(d.Units) < 3 || len(d.Units) > 5 {
		t.Fatalf("%d units of a text of %d bytes", len(d.Units), len(d.Text))
	}
	if got := d.Units[1].Locator.Get("element"); got == "" || got == "1" {
		t.Errorf("second unit begins at element %q", got)
	}
}

func TestLargeTableIsCutAtRows(t *testing.T) {
	row := "<w:tr>" + strings.Repeat("<w:tc>"+p(run1(strings.Repeat("cell ", 40)))+"</w:tc>", 5) + "</w:tr>"
	d := read(t, "<w:tbl>"+strings.Repeat(row, 2000)+"</w:tbl>", nil)
	if d.Evidence.Outcome != knowledge.Extracted || len(d.Units) < 2 {
		t.Errorf("outcome %s with %d units", d.Evidence.Outcome, len(d.Units))
	}
}

func TestWrongBytesAreDamaged(t *testing.T) {
	for name, data := range map[string][]byte{
		"text":             []byte("not an archive"),
		"other archive":    ooxmltest.Zip(t, map[string]string{"readme.txt": "hello"}),
		"missing document": ooxmltest.Zip(t, map[string]string{"_rels/.rels": ooxmltest.Rels("1", "officeDocument", "word/document.xml")}),
	} {
		err := New().Extract(context.Background(), ooxmltest.Input(data), extract.Limits{}, extract.NewAssembler(knowledge.Recipe{}, extract.Limits{}, nil, nil))
		if !errors.Is(err, extract.ErrDamaged) {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}

func TestDamagedDocumentIsPartial(t *testing.T) {
	data := ooxmltest.Zip(t, map[string]string{
		"_rels/.rels":       ooxmltest.Rels("1", "officeDocument", "word/document.xml"),
		"word/document.xml": "<w:document" + ooxmltest.Namespaces + "><w:body>" + p(run1("First.")) + p(run1("Second.")) + "<w:p><w:r><w:t>Cut o",
	})
	d := extracttest.Extract(t, New(), extracttest.Sample{Name: "x.docx", Format: "docx", Data: data})
	if d.Evidence.Outcome != knowledge.Partial || !strings.Contains(d.Text, "Second.") {
		t.Errorf("outcome %s, text %q", d.Evidence.Outcome, d.Text)
	}
}

func TestDamagedSidePartIsAnIssue(t *testing.T) {
	d := read(t, p(run1("Body.")), map[string]string{"rels": "n|footnotes|notes.xml;c|comments|gone.xml", "word/notes.xml": "<w:footnotes><oops"})
	if d.Evidence.Outcome != knowledge.Partial || len(d.Evidence.Issues) != 2 {
		t.Errorf("outcome %s, issues %+v", d.Evidence.Outcome, d.Evidence.Issues)
	}
}

func TestStrictEditionReadsTheSame(t *testing.T) {
	body := para("berschrift1", "Title") + p(run1("Text."))
	data := build(t, body, map[string]string{"styles": headingStyles})
	plain := extracttest.Extract(t, New(), extracttest.Sample{Format: "docx", Data: data})
	strict := map[string]string{}
	for name, content := range map[string]string{
		"_rels/.rels":                  ooxmltest.Rels("main", "officeDocument", "word/document.xml"),
		"word/document.xml":            "<w:document" + ooxmltest.Namespaces + "><w:body>" + body + "</w:body></w:document>",
		"word/styles.xml":              "<w:styles" + ooxmltest.Namespaces + ">" + headingStyles + "</w:styles>",
		"word/_rels/document.xml.rels": ooxmltest.Rels("styles", "styles", "styles.xml"),
	} {
		content = strings.ReplaceAll(content, "http://schemas.openxmlformats.org/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main")
		strict[name] = strings.ReplaceAll(content, "http://schemas.openxmlformats.org/officeDocument/2006/relationships", "http://purl.oclc.org/ooxml/officeDocument/relationships")
	}
	got := extracttest.Extract(t, New(), extracttest.Sample{Format: "docx", Data: ooxmltest.Zip(t, strict)})
	if got.Text != plain.Text {
		t.Errorf("strict text is %q, transitional %q", got.Text, plain.Text)
	}
}
