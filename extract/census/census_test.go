package census

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
)

func of(data, format string) knowledge.Census {
	return Of(strings.NewReader(data), int64(len(data)), format)
}

// found prints a census: "page 2; member 2 a b".
func found(c knowledge.Census) string {
	if c.Reason != "" {
		return "not counted: " + c.Reason
	}
	var out []string
	for _, e := range c.Parts {
		s := fmt.Sprintf("%s %d", e.Kind, e.N)
		for _, at := range e.At {
			s += " " + at
		}
		for _, r := range e.Lines {
			s += fmt.Sprintf(" %d-%d", r[0], r[1])
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func zipped(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func tarred(t testing.TB, headers ...*tar.Header) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range headers {
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(bytes.Repeat([]byte("x"), int(h.Size))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// retyped gives the first entry of a tar another type, with the sum that belongs to it.
func retyped(tape string, flag byte) string {
	data := []byte(tape)
	data[156] = flag
	copy(data[148:156], "        ")
	sum := 0
	for _, c := range data[:tarBlock] {
		sum += int(c)
	}
	copy(data[148:156], fmt.Sprintf("%06o\x00 ", sum))
	return string(data)
}

func packed(t testing.TB, data string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(data))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rels makes a list of relationships of pairs of type and target.
func rels(pairs ...string) string {
	s := `<Relationships xmlns="r">`
	for i := 0; i < len(pairs); i += 2 {
		s += fmt.Sprintf(`<Relationship Id="r%d" Type="http://x/%s" Target="%s"/>`, i, pairs[i], pairs[i+1])
	}
	return s + `</Relationships>`
}

func types(pairs ...string) string {
	s := `<Types><Default Extension="xml" ContentType="application/xml"/>`
	for i := 0; i < len(pairs); i += 2 {
		s += fmt.Sprintf(`<Override PartName="/%s" ContentType="application/vnd.%s"/>`, pairs[i], pairs[i+1])
	}
	return s + `</Types>`
}

func samples(t testing.TB) map[string][3]string {
	long := strings.Repeat("deep/", 40) + "end.txt"
	tape := tarred(t, &tar.Header{Name: "dir/", Typeflag: tar.TypeDir}, &tar.Header{Name: "dir/a.txt", Typeflag: tar.TypeReg, Size: 700},
		&tar.Header{Name: long, Typeflag: tar.TypeReg, Size: 3}, &tar.Header{Name: "link", Linkname: "dir/a.txt", Typeflag: tar.TypeSymlink})
	return map[string][3]string{
		"zip":            {"zip", zipped(t, "a.txt", "one", "dir/", "", "dir/b.txt", "two"), "member 2 a.txt dir/b.txt"},
		"zip, slashes":   {"zip", strings.ReplaceAll(zipped(t, "a.txt", "one", "dir/", "", "b.txt~", "two"), "~", "/"), "member 2 a.txt b.txt"},
		"zip, prefixed":  {"zip", "#!/bin/sh\n" + zipped(t, "a.txt", "one"), "member 1 a.txt"},
		"zip, cut":       {"zip", zipped(t, "a.txt", "one")[:40], "not counted: damaged"},
		"tar":            {"tar", tape, "member 3 dir/a.txt " + long + " link"},
		"tar, packed":    {"gz", packed(t, tape), "member 3 dir/a.txt " + long + " link"},
		"tar, joined":    {"tar", tape + tarred(t, &tar.Header{Name: "b", Typeflag: tar.TypeReg, Size: 1}) + "text", "member 4 dir/a.txt " + long + " link b"},
		"tar, trailing":  {"tar", tape + strings.Repeat("text", 200), "member 3 dir/a.txt " + long + " link"},
		"tar, label":     {"tar", retyped(tarred(t, &tar.Header{Name: "v", Typeflag: tar.TypeReg, Size: 600}, &tar.Header{Name: "b", Typeflag: tar.TypeReg, Size: 1}), 'V'), "member 2 v b"},
		"packed file":    {"gz", packed(t, "hello"), "member 1 content"},
		"text":           {"text", "hello", "document 1"},
		"rows":           {"csv", "a,b\n1,2\n\n,,\n3,4", "line 3 1-2 5-5"},
		"rows, hint":     {"csv", "sep=;\r\na;b\r\n1;2\r\n", "line 2 2-3"},
		"rows, wide":     {"csv", "\xff\xfea\x00\n\x00b\x00", "line 2 1-2"},
		"message":        {"eml", "Subject: x\n\nbody", "mail-part 1 1"},
		"mail, nested":   {"eml", nestedMail, "mail-part 4 1.1 1.2 2 3"},
		"mail, no end":   {"eml", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo", "mail-part 2 1 2"},
		"mail, behind":   {"eml", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b--\nfooter\n--b--\n--b\n\ntwo\n--b--\n", "mail-part 2 1 2"},
		"mail, empty":    {"eml", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\n--b\n--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n--c--\n--b--\n", "mail-part 1 1"},
		"mail, key":      {"eml", "Content-Type: multipart/mixed; xboundary=z; boundary=b\n\n--b\n\none\n--b\n\ntwo\n--b--\n", "mail-part 2 1 2"},
		"mailbox":        {"mbox", "From a Mon Jan  1 10:00:00 2024\nSubject: x\n\n>From here\nFrom me to you\n\nFrom b Tue Jan  2 11:00:00 2024\nSubject: y\n\nz\n", "message 2"},
		"docx":           {"docx", docx(t), "package-part 4 word/document.xml word/embeddings/o.bin word/footnotes.xml word/header1.xml"},
		"pptx":           {"pptx", pptx(t), "slide 2; package-part 1 ppt/notesSlides/notesSlide1.xml"},
		"xlsx":           {"xlsx", xlsx(t), "sheet 2 Plan & costs Data; package-part 1 xl/comments1.xml"},
		"locked office":  {"docx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "not counted: encrypted"},
		"pdf":            {"pdf", plainPDF, "page 2; attachment 1"},
		"pdf, changed":   {"pdf", plainPDF + "2 0 obj\n<</Type/Pages/Kids[4 0 R]/Count 1>>\nendobj\ntrailer\n<</Root 1 0 R>>\n", "page 1; attachment 1"},
		"pdf, packed":    {"pdf", packedPDF(t), "page 3"},
		"pdf, with /AF":  {"pdf", strings.Replace(strings.Replace(plainPDF, "/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>>>", "/AF[6 0 R 7 0 R]", 1), "trailer", "7 0 obj\n<</EF<</F 8 0 R>>>>\nendobj\n8 0 obj\n<</Length 1>>\nstream\nx\nendstream\nendobj\ntrailer", 1), "page 2; attachment 2"},
		"pdf, lost tree": {"pdf", strings.ReplaceAll(plainPDF, "/Root", "/Rood"), "page 2; attachment 1"},
		"pdf in a pdf":   {"pdf", strings.Replace(plainPDF, "attached", plainPDF, 1), "page 2; attachment 1"},
		"no pdf":         {"pdf", "%PDF-1.4\nnothing", "not counted: damaged"},
	}
}

const nestedMail = `Content-Type: multipart/mixed;
	boundary="out er"

preamble
--out er
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain

a
--inner
Content-Type: text/html

b
--inner--
--out er
Content-Type: message/rfc822

Content-Type: multipart/mixed; boundary=other

--other

c
--other--
--out er

d
--out er--
epilogue
`

// A trailing comment of the first page holds what looks like an object.
const plainPDF = `%PDF-1.7
1 0 obj
<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>>>>>
endobj
2 0 obj
<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>
endobj
3 0 obj
<</Type/Page/Parent 2 0 R/Contents 5 0 R/Title(an \) 9 0 obj)>>
endobj
4 0 obj
<</Type/Page/Parent 2 0 R/Annots[<</Subtype/FileAttachment/FS 6 0 R>>]>>
endobj
5 0 obj
<</Length 8>>
stream
attached
endstream
endobj
6 0 obj
<</Type/Filespec/EF<</F 5 0 R>>>>
endobj
trailer
<</Root 1 0 R/Size 7>>
`

func packedPDF(t testing.TB) string {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 3>>", "<</Type/Pages/Kids[4 0 R 5 0 R]/Count 2>>", "<</Type/Page>>", "<</Type/Page>>", "<</Type/Page>>"}
	head, body := "", ""
	for i, o := range objects {
		head += fmt.Sprintf("%d %d ", i+1, len(body))
		body += o + " "
	}
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(head + body))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%%PDF-1.7\n8 0 obj\n<</Type/ObjStm/N %d/First %d/Length %d/Filter/FlateDecode>>\nstream\r\n%s\nendstream\nendobj\n9 0 obj\n<</Type/XRef/Root 1 0 R/Length 0>>\nstream\n\nendstream\nendobj\n",
		len(objects), len(head), b.Len(), b.String())
}

func docx(t testing.TB) string {
	return zipped(t, "[Content_Types].xml", types("word/document.xml", "openxmlformats-officedocument.wordprocessingml.document.main+xml",
		"word/header1.xml", "x.wordprocessingml.header+xml", "word/header2.xml", "x.wordprocessingml.header+xml", "word/footnotes.xml", "x.wordprocessingml.footnotes+xml",
		"word/styles.xml", "x.wordprocessingml.styles+xml"),
		"_rels/.rels", rels("officeDocument", "word/document.xml"), "word/document.xml", "<d/>", "word/header1.xml", "<h/>", "word/header2.xml", "<h/>",
		"word/footnotes.xml", "<f/>", "word/styles.xml", "<s/>", "word/embeddings/o.bin", "x",
		// nothing refers to header2
		"word/_rels/document.xml.rels", rels("header", "header1.xml", "footnotes", "/word/footnotes.xml", "styles", "styles.xml", "oleObject", "embeddings/o.bin"))
}

func pptx(t testing.TB) string {
	// The slides in sections are the same ones again.
	show := `<p:presentation xmlns:p="p" xmlns:q="q"><p:sldIdLst><p:sldId/><p:sldId/></p:sldIdLst><p:extLst><p:ext><q:sectionLst><q:section><q:sldIdLst><q:sldId/><q:sldId/></q:sldIdLst></q:section></q:sectionLst></p:ext></p:extLst></p:presentation>`
	return zipped(t, "[Content_Types].xml", types("ppt/notesSlides/notesSlide1.xml", "x.presentationml.notesSlide+xml"),
		"_rels/.rels", rels("officeDocument", "ppt/show.xml"), "ppt/show.xml", show, "ppt/slides/slide1.xml", "<s/>", "ppt/notesSlides/notesSlide1.xml", "<n/>",
		"ppt/slides/_rels/slide1.xml.rels", rels("notesSlide", "../notesSlides/notesSlide1.xml"))
}

func xlsx(t testing.TB) string {
	return zipped(t, "[Content_Types].xml", types("xl/comments1.xml", "x.spreadsheetml.comments+xml"), "_rels/.rels", rels("officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml", `<workbook><sheets><sheet name="Plan &amp; costs"/><sheet name="Data"/></sheets></workbook>`,
		"xl/comments1.xml", "<c/>", "xl/worksheets/_rels/sheet1.xml.rels", rels("comments", "../comments1.xml"))
}

func TestPartsAreCounted(t *testing.T) {
	for name, s := range samples(t) {
		if got := found(of(s[1], s[0])); got != s[2] {
			t.Errorf("%s: %s, want %s", name, got, s[2])
		}
	}
}

func TestManyRunsOfRowsAreOneDocument(t *testing.T) {
	data := strings.Repeat("a,b\n\n", maxRuns+1)
	if got := found(of(data, "csv")); got != "document 1" {
		t.Error(got)
	}
}

// A file that makes one large object the target of many references costs a bounded
// amount of work.
func TestReferencesAreFollowedWithinBounds(t *testing.T) {
	f := &pdfFile{objects: map[int]pdfObject{1: {body: []byte("[" + strings.Repeat("0 ", 1000) + "]")}}, work: maxWork + 1}
	if f.get(pdfRef(1)) != nil || !f.large {
		t.Error("the bound does not hold")
	}
}

func FuzzOf(f *testing.F) {
	formats := []string{"pdf", "zip", "tar", "gz", "docx", "pptx", "xlsx", "eml", "mbox", "csv"}
	for _, s := range samples(f) {
		if i := slices.Index(formats, s[0]); i >= 0 {
			f.Add([]byte(s[1]), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, i uint8) {
		// count, not Of, which would hide a panic.
		parts, err := count(bytes.NewReader(data), int64(len(data)), formats[int(i)%len(formats)])
		for _, e := range parts {
			if err == nil && (e.N < len(e.At) || e.N < len(e.Lines)) {
				t.Errorf("%+v", e)
			}
		}
	})
}
