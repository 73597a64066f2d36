package pptx

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/extract/ooxml/ooxmltest"
	"quire/knowledge"
)

var update = flag.Bool("update", false, "write the golden output of this version")

// deck builds a presentation of slides; each is the content of its shape tree.
// more holds other parts by their full name; "rels1" are relationships of the
// first slide, "attrs1" attributes of its root, "presentation" relationships of
// the main part.
func deck(t testing.TB, slides []string, more map[string]string) []byte {
	t.Helper()
	tree := func(root, attrs, shapes, after string) string {
		return "<p:" + root + ooxmltest.Namespaces + attrs + "><p:cSld><p:spTree>" + shapes + "</p:spTree></p:cSld>" + after + "</p:" + root + ">"
	}
	parts := map[string]string{
		"_rels/.rels":               ooxmltest.Rels("1", "officeDocument", "ppt/presentation.xml"),
		"ppt/layout.xml":            tree("sldLayout", "", layoutShapes, ""),
		"ppt/_rels/layout.xml.rels": ooxmltest.Rels("1", "slideMaster", "master.xml"),
		"ppt/master.xml":            tree("sldMaster", "", masterShapes, `<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr></p:bodyStyle></p:txStyles>`),
	}
	list, rels := "", []string{}
	for i, s := range slides {
		n := fmt.Sprint(i + 1)
		list += `<p:sldId id="` + n + `" r:id="s` + n + `"/>`
		rels = append(rels, "s"+n, "slide", "slides/s"+n+".xml")
		parts["ppt/slides/s"+n+".xml"] = tree("sld", more["attrs"+n], s, "")
		own := []string{"l", "slideLayout", "../layout.xml"}
		if r := more["rels"+n]; r != "" {
			own = append(own, strings.FieldsFunc(r, func(c rune) bool { return c == '|' || c == ';' })...)
		}
		parts["ppt/slides/_rels/s"+n+".xml.rels"] = ooxmltest.Rels(own...)
	}
	if r := more["presentation"]; r != "" {
		rels = append(rels, strings.FieldsFunc(r, func(c rune) bool { return c == '|' || c == ';' })...)
	}
	parts["ppt/presentation.xml"] = `<p:presentation` + ooxmltest.Namespaces + `><p:sldIdLst>` + list + `</p:sldIdLst><p:sldSz cx="9000000" cy="6000000"/></p:presentation>`
	parts["ppt/_rels/presentation.xml.rels"] = ooxmltest.Rels(rels...)
	for name, content := range more {
		if strings.Contains(name, "/") {
			parts[name] = content
		}
	}
	return ooxmltest.Zip(t, parts)
}

const (
	layoutShapes = `<p:sp><p:nvSpPr><p:cNvPr id="1"/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="9000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>Click to edit the title</a:t></a:r></a:p></p:txBody></p:sp>` +
		`<p:sp><p:nvSpPr><p:cNvPr id="2"/><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="1200000"/><a:ext cx="4000000" cy="4000000"/></a:xfrm></p:spPr></p:sp>` +
		`<p:sp><p:nvSpPr><p:cNvPr id="3"/><p:nvPr><p:ph idx="2"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="4500000" y="1200000"/><a:ext cx="4000000" cy="4000000"/></a:xfrm></p:spPr></p:sp>`
	masterShapes = `<p:sp><p:nvSpPr><p:cNvPr id="9"/><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>Acme Ltd</a:t></a:r></a:p></p:txBody></p:sp>`
)

// sp is a shape: its id, placeholder, place "x y cx cy" in thousands of EMU and
// the paragraphs of its text.
func sp(id, ph, place, paragraphs string) string {
	if ph != "" {
		ph = "<p:ph " + ph + "/>"
	}
	return `<p:sp><p:nvSpPr><p:cNvPr id="` + id + `"/><p:nvPr>` + ph + `</p:nvPr></p:nvSpPr><p:spPr>` + xfrm("a", place) + `</p:spPr><p:txBody>` + paragraphs + `</p:txBody></p:sp>`
}

func xfrm(prefix, place string) string {
	f := strings.Fields(place)
	if len(f) != 4 {
		return ""
	}
	return fmt.Sprintf(`<%s:xfrm><a:off x="%s000" y="%s000"/><a:ext cx="%s000" cy="%s000"/></%s:xfrm>`, prefix, f[0], f[1], f[2], f[3], prefix)
}

// ap is a paragraph with properties.
func ap(pr, text string) string {
	return `<a:p>` + pr + `<a:r><a:t>` + text + `</a:t></a:r></a:p>`
}

func read(t testing.TB, slides []string, more map[string]string) *knowledge.Document {
	t.Helper()
	d := extracttest.Extract(t, New(), extracttest.Sample{Name: "x.pptx", Format: "pptx", Data: deck(t, slides, more)})
	extracttest.Check(t, d)
	return d
}

// lines prints the blocks of a unit, one a line, without what the master shows.
func lines(d *knowledge.Document, unit int) []string {
	var out []string
	u := &d.Units[unit]
	text := d.UnitText(u)
	for k := range u.Blocks {
		b := &u.Blocks[k]
		s := string(b.Kind)
		for _, f := range b.Flags {
			s += "," + string(f)
		}
		s += ": " + strings.ReplaceAll(text[b.Span[0]:b.Span[1]], "\n", "/")
		if s != "footer,furniture: Acme Ltd" {
			out = append(out, s)
		}
	}
	return out
}

func wantLines(t *testing.T, d *knowledge.Document, unit int, want ...string) {
	t.Helper()
	if got := lines(d, unit); !slices.Equal(got, want) {
		t.Errorf("blocks are\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func rich(t testing.TB) []byte {
	return deck(t, []string{
		sp("2", `type="title"`, "", ap("", "Results")) + sp("3", `idx="1"`, "", ap("", "first")+ap(`<a:pPr lvl="1"/>`, "nested")) + sp("4", `idx="2"`, "", ap(`<a:pPr><a:buNone/></a:pPr>`, "plain")),
		sp("2", "", "0 0 9000 800", `<a:p><a:r><a:rPr sz="3200"/><a:t>Second</a:t></a:r></a:p>`) + sp("5", "", "0 2000 9000 800", ap("", "Body")),
	}, map[string]string{
		"rels1":                 "n|notesSlide|../n.xml;e|package|../embeddings/b.xlsx",
		"ppt/n.xml":             `<p:notes` + ooxmltest.Namespaces + `><p:cSld><p:spTree>` + sp("3", `type="body"`, "", ap("", "Say hello.")) + sp("4", `type="sldNum"`, "", ap("", "1")) + `</p:spTree></p:cSld></p:notes>`,
		"ppt/embeddings/b.xlsx": "not really a workbook",
	})
}

func TestConformance(t *testing.T) {
	extracttest.Run(t, New(), extracttest.Sample{Name: "rich.pptx", Format: "pptx", Data: rich(t)})
}

func TestOutputOfThisVersionStaysTheSame(t *testing.T) {
	extracttest.Golden(t, New(), extracttest.Sample{Name: "rich.pptx", Format: "pptx", Data: rich(t)}, "rich", *update)
}

func TestWrongBytesAreDamaged(t *testing.T) {
	for name, data := range map[string][]byte{
		"text":          []byte("not an archive"),
		"other archive": ooxmltest.Zip(t, map[string]string{"readme.txt": "hello"}),
		"missing part":  ooxmltest.Zip(t, map[string]string{"_rels/.rels": ooxmltest.Rels("1", "officeDocument", "ppt/presentation.xml")}),
		"not XML":       ooxmltest.Zip(t, map[string]string{"_rels/.rels": ooxmltest.Rels("1", "officeDocument", "p.xml"), "p.xml": "oops"}),
	} {
		err := New().Extract(context.Background(), ooxmltest.Input(data), extract.Limits{}, extract.NewAssembler(knowledge.Recipe{}, extract.Limits{}, nil, nil))
		if !errors.Is(err, extract.ErrDamaged) {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}

func TestTooManySlidesMeetTheLimit(t *testing.T) {
	data := deck(t, []string{sp("2", "", "", ap("", "one")), sp("2", "", "", ap("", "two"))}, nil)
	lim := extract.Limits{Pages: 1}
	a := extract.NewAssembler(knowledge.Recipe{}, lim, func(s string) int { return len(s) }, nil)
	d := a.Finish(New().Extract(context.Background(), ooxmltest.Input(data), lim, a))
	if d.Evidence.Outcome != knowledge.Partial || d.Evidence.Reason != "limit:pages" || len(d.Units) != 1 {
		t.Errorf("outcome %s for %q with %d units", d.Evidence.Outcome, d.Evidence.Reason, len(d.Units))
	}
}

func FuzzSlide(f *testing.F) {
	f.Add(sp("2", `type="title"`, "", ap("", "T"))+sp("3", `idx="1"`, "1 2 3 4", ap(`<a:pPr lvl="1"><a:buAutoNum type="arabicPeriod"/></a:pPr>`, "x"))+
		`<p:grpSp><p:grpSpPr><a:xfrm><a:off x="1" y="1"/><a:ext cx="1" cy="1"/><a:chOff x="1" y="1"/><a:chExt cx="0" cy="9"/></a:xfrm></p:grpSpPr>`+sp("4", "", "9 9 9 9", ap("", "y"))+`</p:grpSp>`, layoutShapes)
	f.Fuzz(func(t *testing.T, shapes, layout string) {
		read(t, []string{shapes}, map[string]string{"ppt/layout.xml": "<p:sldLayout" + ooxmltest.Namespaces + "><p:cSld><p:spTree>" + layout + "</p:spTree></p:cSld></p:sldLayout>"})
	})
}

func TestASlideThatIsMissingKeepsItsNumber(t *testing.T) {
	data := deck(t, []string{"", "", ""}, map[string]string{"ppt/_rels/presentation.xml.rels": ooxmltest.Rels("s1", "slide", "slides/s1.xml", "s3", "slide", "slides/s3.xml")})
	d := extracttest.Extract(t, New(), extracttest.Sample{Name: "x.pptx", Format: "pptx", Data: data})
	extracttest.Check(t, d)
	if len(d.Units) != 3 {
		t.Fatalf("%d units", len(d.Units))
	}
	for i := range d.Units {
		if d.Units[i].Ordinal != i+1 {
			t.Errorf("unit %d has number %d", i+1, d.Units[i].Ordinal)
		}
	}
	if o := d.UnitOutcomes()[1]; o.Outcome != knowledge.Failed || o.Reason != "missing-part" {
		t.Errorf("the missing slide is %s (%s)", o.Outcome, o.Reason)
	}
}

func TestASecondListOfSlidesIsRead(t *testing.T) {
	d := read(t, []string{sp("2", "", "", ap("", "one")), sp("2", "", "", ap("", "two"))}, map[string]string{
		"ppt/presentation.xml": `<p:presentation` + ooxmltest.Namespaces + `><p:sldIdLst><p:sldId r:id="s1"/></p:sldIdLst><p:sldIdLst><p:sldId r:id="s2"/></p:sldIdLst></p:presentation>`,
	})
	if len(d.Units) != 2 {
		t.Fatalf("%d slides", len(d.Units))
	}
	wantLines(t, d, 1, "paragraph: two")
}
