package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"quire/extract/ooxml/ooxmltest"
)

// The canaries are text of documents that no report may repeat: a word and a
// number, since parsers quote the two in different errors.
const (
	canaryWord   = "zqxcanary"
	canaryNumber = "7319246558"
)

// canaries holds a document of each format with the canaries where text stands.
func canaries(t *testing.T) map[string]string {
	w, n := canaryWord, canaryNumber
	content := func(part, kind string) string {
		return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/` + part + `" ContentType="application/vnd.openxmlformats-officedocument.` + kind + `.main+xml"/></Types>`
	}
	word := string(ooxmltest.Zip(t, map[string]string{
		"[Content_Types].xml": content("word/document.xml", "wordprocessingml.document"), "_rels/.rels": ooxmltest.Rels("r1", "officeDocument", "word/document.xml"),
		"word/document.xml": `<w:document` + ooxmltest.Namespaces + `><w:body><w:p><w:r><w:t>The ` + w + ` earns ` + n + `.</w:t></w:r></w:p></w:body></w:document>`,
	}))
	badWord := string(ooxmltest.Zip(t, map[string]string{
		"[Content_Types].xml": content("word/document.xml", "wordprocessingml.document"), "_rels/.rels": ooxmltest.Rels("r1", "officeDocument", "word/document.xml"),
		"word/document.xml": `<w:document` + ooxmltest.Namespaces + `><w:body><w:p><w:r><w:t>The ` + w + `</` + w + `><` + n,
	}))
	sheet := string(ooxmltest.Zip(t, map[string]string{
		"[Content_Types].xml": content("xl/workbook.xml", "spreadsheetml.sheet"), "_rels/.rels": ooxmltest.Rels("r1", "officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml":            `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Pay" sheetId="1" r:id="s1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": ooxmltest.Rels("s1", "worksheet", "worksheets/sheet1.xml"),
		"xl/worksheets/sheet1.xml":   `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="` + w + `"><c r="A1" t="inlineStr"><is><t>` + w + `</t></is></c><c r="` + w + n + `" s="` + w + `"><v>` + n + w + `</v></c></row></sheetData></worksheet>`,
	}))
	slides := string(ooxmltest.Zip(t, map[string]string{
		"[Content_Types].xml": content("ppt/presentation.xml", "presentationml.presentation"), "_rels/.rels": ooxmltest.Rels("r1", "officeDocument", "ppt/presentation.xml"),
		"ppt/presentation.xml":            `<p:presentation` + ooxmltest.Namespaces + `><p:sldIdLst><p:sldId id="` + w + `" r:id="s1"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels": ooxmltest.Rels("s1", "slide", "slides/slide1.xml"),
		"ppt/slides/slide1.xml":           `<p:sld` + ooxmltest.Namespaces + `><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>` + w + n + `</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
	}))
	stream := "BT /F1 12 Tf 72 700 Td (The " + w + " earns " + n + ") Tj ET"
	pdf := "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n" +
		fmt.Sprintf("4 0 obj<</Length %d>>stream\n%s\nendstream endobj\n", len(stream), stream) + "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R/Size 6>>\n%%EOF\n"
	mail := "From: a@example.org\nTo: b@example.org\nSubject: pay\nDate: Mon, 2 Mar 2026 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nThe " + w + " earns " + n + ".\n--x\nContent-Type: application/json; name=pay.json\nContent-Disposition: attachment; filename=pay.json\n\n{\"" + w + "\": " + n + "\n--x--\n"
	return map[string]string{
		"a.md": "---\npay: [" + w + "\n---\n# Pay\n\nThe " + w + " earns " + n + ".\n", "a.txt": "The " + w + " earns " + n + ".\n\xff\xfe", "a.html": "<html><head><meta charset=" + w + "></head><body><p>The " + w + "<" + w + " " + n + "</body>",
		"a.csv": "name,pay\n" + w + ",\"" + n + "\nx\"" + w + "\",2\n", "a.json": `{"` + w + `": ` + n + `, "x": "` + w + `"}`, "bad.json": `{"` + w + `": ` + n + w + `}`, "dup.json": `{"` + w + `": 1, "` + w + `": ` + n + `} ` + w,
		"a.jsonl": `{"` + w + `": ` + n + "}\n" + w + "\n", "a.yaml": w + ": " + n + "\n", "bad.yaml": "a: *" + w + "\nb: !!" + w + " x\n" + w + ": : " + n + "\n", "tab.yaml": w + ":\n\t- " + n + "\n", "dup.yaml": w + ": 1\n" + w + ": 2\n<<: " + w + "\n",
		"a.xml": "<pay><" + w + " a='" + n + "'>" + w + "</" + w + "></pay>", "bad.xml": "<pay><" + w + ">" + n + "</pay>&" + w + ";", "charset.xml": "<?xml version='1.0' encoding='" + w + "'?><pay>" + n + "</pay>", "version.xml": "<?xml version='" + n + "'?><pay>" + w + "</pay>",
		"a.tex": "\\documentclass{article}\\begin{document}The " + w + " earns " + n + " \\" + w + "{\\end{document}", "a.ipynb": `{"cells":[{"cell_type":"markdown","source":["` + w + ` ` + n + `"]},{"cell_type":` + n + `,"source":` + n + `}],"nbformat":4,"metadata":{}}`,
		"bad.ipynb": `{"cells":[` + n + `],"nbformat":` + n + `,"metadata":{"title":` + n + `}}`, "a.eml": mail, "bad.eml": "From: a@example.org\n" + w + " " + n + "\nContent-Type: " + w + "; " + n + "\nContent-Transfer-Encoding: " + w + "\nDate: " + w + "\n\n" + w + "\n",
		"a.mbox": "From a@example.org Mon Mar  2 10:00:00 2026\n" + mail + "\nFrom " + w + "\n" + w + "\n", "a.pdf": pdf, "a.docx": word, "bad.docx": badWord, "a.xlsx": sheet, "a.pptx": slides,
		"a.zip": string(ooxmltest.Zip(t, map[string]string{"pay.json": `{"` + w + `": ` + n, "pay.md": w + " " + n, "pay.docx": badWord})),
	}
}

// damaged returns versions of a file that are cut short or have foreign bytes.
func damaged(name, data string) map[string]string {
	out := map[string]string{name: data}
	for i, at := range []int{len(data) / 3, len(data) * 2 / 3, len(data) - 9} {
		if at > 4 {
			out[fmt.Sprintf("cut%d-%s", i, name)] = data[:at]
			out[fmt.Sprintf("bytes%d-%s", i, name)] = data[:at] + "\x00\xff<\"{" + data[at+4:]
		}
	}
	return out
}

// What documents say stays out of reports, errors and logs, however broken the
// documents are.
func TestReportsDoNotRepeatDocuments(t *testing.T) {
	base := t.TempDir()
	ws := filepath.Join(base, "ws")
	files := map[string]string{}
	for name, data := range canaries(t) {
		for as, d := range damaged(name, data) {
			files["corpus/"+as] = d
		}
	}
	writeFiles(t, base, files)
	for _, args := range [][]string{
		{"sync", "--corpus", filepath.Join(base, "corpus")}, {"sync", "--clean", "--json"}, {"sync", "--retry-failed"}, {"status"}, {"status", "--json"}, {"validate"}, {"validate", "--json"},
	} {
		out, _ := quireHere(t, base, nil, append(args, "-C", ws)...)
		if args[0] == "sync" && !strings.Contains(out, "published") && !strings.Contains(out, "nothing changed") {
			t.Fatalf("quire %v: %s", args, out)
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(out, "},{", "},\n{"), "\n") {
			if strings.Contains(strings.ToLower(line), canaryWord) || strings.Contains(line, canaryNumber) {
				t.Errorf("quire %v repeats a document: %s", args, line)
			}
		}
	}
	out, _ := quireHere(t, base, nil, "retrieve", "-C", ws, "--limit", "50", canaryWord)
	for _, name := range []string{"a.md", "a.txt", "a.json", "a.yaml", "a.xml", "a.eml", "a.docx", "a.xlsx", "a.pptx", "a.pdf", "a.zip"} {
		if !strings.Contains(out, "corpus/"+name) && !strings.Contains(out, name) {
			t.Logf("the canary of %s is not among the first results", name)
		}
	}
	if n := strings.Count(out, "\n│ "); n < 20 {
		t.Errorf("only %d lines of canaries were read at all: the corpus is not what it should be\n%s", n, out)
	}
}
