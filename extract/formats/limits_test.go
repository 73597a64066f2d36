package formats

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

// tripping is a file that meets a limit.
type tripping struct {
	limit, format string
	data          []byte
	low           extract.Limits
	high          extract.Limits // with which it is read further; zero for the defaults
}

// elsewhere are the limits that no single extractor keeps, and whose test does.
var elsewhere = map[string]string{
	"depth":   "pipeline: containers in containers are files of their own",
	"pixels":  "extract/pdf: TestRenderRefusals",
	"seconds": "extract/worker",
	"memory":  "extract/worker",
	"total":   "extract/worker",
}

func fixtures(t *testing.T) []tripping {
	const head = "From: a@example.org\nSubject: s\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
	attached := head + "--b\n\ntext\n" + strings.Repeat("--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=a.bin\n\nx\n", 3) + "--b--\n"
	files := map[string]string{"a.txt": "one", "b.txt": "a second text", "c.txt": "three"}
	return []tripping{
		{"bytes", "text", []byte("one\n\ntwo\n"), extract.Limits{Bytes: 5}, extract.Limits{}},
		{"bytes", "html", []byte("<p>one<p>two"), extract.Limits{Bytes: 6}, extract.Limits{}},
		{"bytes", "eml", []byte(attached), extract.Limits{Bytes: 5}, extract.Limits{}},
		{"bytes", "pdf", onePDF("BT /F 9 Tf 10 10 Td (a word) Tj ET"), extract.Limits{Bytes: 5}, extract.Limits{}},
		{"inflated", "zip", zipFile(t, files), extract.Limits{Inflated: 5}, extract.Limits{}},
		{"inflated", "docx", docxFile(t, strings.Repeat("<w:p><w:r><w:t>word</w:t></w:r></w:p>", 50)), extract.Limits{Inflated: 900}, extract.Limits{}},
		{"ratio", "zip", zipFile(t, map[string]string{"a": strings.Repeat("a", 3<<20)}), extract.Limits{}, extract.Limits{Ratio: 10_000}},
		{"ratio", "docx", docxFile(t, strings.Repeat("<w:p><w:r><w:t>word</w:t></w:r></w:p>", 60_000)), extract.Limits{Ratio: 10}, extract.Limits{Ratio: 10_000}},
		{"members", "zip", zipFile(t, files), extract.Limits{Members: 2}, extract.Limits{}},
		{"members", "docx", docxFile(t, "<w:p><w:r><w:t>word</w:t></w:r></w:p>"), extract.Limits{Members: 2}, extract.Limits{}},
		{"members", "mbox", []byte(strings.Repeat("From a@b.c Thu Jan  1 00:00:00 2026\nFrom: a@b.c\n\nx\n\n", 3)), extract.Limits{Members: 2}, extract.Limits{}},
		{"attachments", "eml", []byte(attached), extract.Limits{Attachments: 1}, extract.Limits{}},
		{"parts", "eml", []byte(attached), extract.Limits{Parts: 2}, extract.Limits{}},
		{"nesting", "eml", []byte(multiparts(6)), extract.Limits{Nesting: 4}, extract.Limits{}},
		{"body", "eml", []byte("Subject: s\n\n" + strings.Repeat("word ", 500)), extract.Limits{Body: 100}, extract.Limits{}},
		{"elements", "docx", docxFile(t, strings.Repeat("<w:tbl><w:tr><w:tc>", 20)+"<w:p><w:r><w:t>in</w:t></w:r></w:p>"+strings.Repeat("</w:tc></w:tr></w:tbl>", 20)), extract.Limits{Elements: 30}, extract.Limits{}},
		{"nodes", "html", []byte(strings.Repeat("<p>word", 100)), extract.Limits{Nodes: 50}, extract.Limits{}},
		{"nodes", "docx", docxFile(t, "<w:p>"+strings.Repeat("<w:r><w:t>w</w:t></w:r>", 50)+"</w:p>"), extract.Limits{Nodes: 50}, extract.Limits{}},
		{"attributes", "docx", docxFile(t, "<w:p "+numbers(` a%d="1"`, 50)+"><w:r><w:t>word</w:t></w:r></w:p>"), extract.Limits{Attributes: 40}, extract.Limits{}},
		{"attributes", "xlsx", xlsxFile(t, `<row><c `+numbers(` a%d="1"`, 50)+`><v>1</v></c></row>`), extract.Limits{Attributes: 40}, extract.Limits{}},
		{"attributes", "html", []byte("<img src=x.png " + numbers(" a%d=1", 50) + " alt='a word'>"), extract.Limits{Attributes: 40}, extract.Limits{}},
		{"pages", "pdf", onePDF("BT /F 9 Tf 10 10 Td (a word) Tj ET", "BT /F 9 Tf 10 10 Td (another) Tj ET"), extract.Limits{Pages: 1}, extract.Limits{}},
		{"glyphs", "pdf", onePDF("BT /F 9 Tf 10 10 Td (a few words) Tj ET"), extract.Limits{Glyphs: 5}, extract.Limits{}},
		{"objects", "pdf", onePDF("BT /F 9 Tf 10 10 Td (a word) Tj ET " + numbers("q 20 0 0 20 50 %d00 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q ", 6)), extract.Limits{Objects: 3}, extract.Limits{}},
		{"cells", "csv", []byte("a,b\n1,2\n3,4\n"), extract.Limits{Cells: 4}, extract.Limits{}},
		{"cells", "jsonl", []byte("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n"), extract.Limits{Cells: 2}, extract.Limits{}},
		{"cells", "xlsx", xlsxFile(t, strings.Repeat("<row><c><v>1</v></c></row>", 5)), extract.Limits{Cells: 1}, extract.Limits{}},
		{"rows", "csv", []byte("a,b\n1,2\n3,4\n"), extract.Limits{Rows: 2}, extract.Limits{}},
		{"rows", "jsonl", []byte("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n"), extract.Limits{Rows: 2}, extract.Limits{}},
		{"rows", "xlsx", xlsxFile(t, strings.Repeat("<row><c><v>1</v></c></row>", 5)), extract.Limits{Rows: 1}, extract.Limits{}},
		{"columns", "csv", []byte("a,b,c\n1,2,3\n"), extract.Limits{Columns: 2}, extract.Limits{}},
		{"text", "text", []byte("one\n\ntwo\n"), extract.Limits{Text: 5}, extract.Limits{}},
		{"text", "markdown", []byte("one\n\ntwo\n"), extract.Limits{Text: 5}, extract.Limits{}},
		{"unit_bytes", "xlsx", xlsxFile(t, "<row>"+strings.Repeat("<c><v>1234567</v></c>", 100)+"</row>"), extract.Limits{UnitBytes: 600}, extract.Limits{}},
		{"units", "markdown", []byte("# a\n\n# b\n\n# c\n"), extract.Limits{Units: 2}, extract.Limits{}},
		{"blocks", "markdown", []byte("# a\n\nx\n\n# b\n\ny\n\nz\n"), extract.Limits{Blocks: 3}, extract.Limits{}},
	}
}

// TestEveryLimitIsMet holds that a file meets each limit, and that with the limit
// raised more of the file is read: without it nothing would hold the file back.
func TestEveryLimitIsMet(t *testing.T) {
	var met []string
	registry := Registry("")
	for i, f := range fixtures(t) {
		met = append(met, f.limit)
		t.Run(fmt.Sprintf("%d %s of %s", i, f.limit, f.format), func(t *testing.T) {
			low, codes := readWith(t, registry, f, f.low)
			if !slices.Contains(codes, "limit:"+f.limit) {
				t.Errorf("issues %q, want limit:%s", codes, f.limit)
			}
			high, codes := readWith(t, registry, f, f.high)
			if slices.ContainsFunc(codes, func(c string) bool { return strings.HasPrefix(c, "limit:") }) {
				t.Errorf("issues %q with the limit raised", codes)
			}
			if high <= low {
				t.Errorf("%d bytes and children are read within the limit, %d beyond it", low, high)
			}
		})
	}
	for _, l := range extract.AllLimits() {
		if !slices.Contains(met, l.Name) && elsewhere[l.Name] == "" {
			t.Errorf("no file meets the limit %s", l.Name)
		}
	}
}

// readWith returns how much is read of a file, in bytes of text, pictures and
// children, and the issue codes.
func readWith(t *testing.T, registry *extract.Registry, f tripping, lim extract.Limits) (amount int, codes []string) {
	t.Helper()
	x := registry.For(f.format, extract.Options{})
	in := extract.Input{ReaderAt: bytes.NewReader(f.data), Size: int64(len(f.data)), Format: f.format}
	a := extract.NewAssembler(knowledge.Recipe{Format: f.format}, lim, func(s string) int { return len(s) / 4 }, nil)
	d := a.Finish(x.Extract(context.Background(), in, lim, a))
	amount = d.Evidence.Counts.Chars + d.Evidence.Counts.Images
	for _, c := range d.Evidence.Children {
		if c.Reason == "" {
			amount += 1 + int(c.Size)
		}
	}
	for _, i := range d.Evidence.Issues {
		codes = append(codes, i.Code)
	}
	return amount, codes
}

func numbers(piece string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, piece, i)
	}
	return b.String()
}

func multiparts(depth int) string {
	var b strings.Builder
	b.WriteString("Subject: s\n")
	for i := range depth {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	return b.String() + "\nthe innermost text\n"
}

func zipFile(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	for name, body := range files {
		w, err := zw.Create(name)
		if err == nil {
			_, err = w.Write([]byte(body))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

func office(t *testing.T, main, kind string, parts map[string]string) []byte {
	t.Helper()
	parts["[Content_Types].xml"] = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/` + main + `" ContentType="application/vnd.openxmlformats-officedocument.` + kind + `.main+xml"/></Types>`
	parts["_rels/.rels"] = relationship("officeDocument", main)
	return zipFile(t, parts)
}

func relationship(kind, target string) string {
	return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + relations + "/" + kind + `" Target="` + target + `"/></Relationships>`
}

func docxFile(t *testing.T, body string) []byte {
	return office(t, "word/document.xml", "wordprocessingml.document", map[string]string{
		"word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + body + `</w:body></w:document>`,
	})
}

func xlsxFile(t *testing.T, rows string) []byte {
	const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	return office(t, "xl/workbook.xml", "spreadsheetml.sheet", map[string]string{
		"xl/workbook.xml":            `<workbook xmlns="` + main + `" xmlns:r="` + relations + `"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": relationship("worksheet", "worksheets/sheet1.xml"),
		"xl/worksheets/sheet1.xml":   `<worksheet xmlns="` + main + `"><sheetData>` + rows + `</sheetData></worksheet>`,
	})
}

// onePDF makes a PDF of one page for each content.
func onePDF(contents ...string) []byte {
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
	kids := ""
	for _, c := range contents {
		n := len(objects) + 1
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 3 0 R >> >> /Contents %d 0 R >>", n+1),
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(c), c))
		kids += fmt.Sprintf("%d 0 R ", n)
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids, len(contents))
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}
