package cli

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/extract/ooxml/ooxmltest"
)

// plantedToken and its like are secrets by their form alone: nobody issued them.
const (
	plantedToken    = "ghp_" + "Zq3xV7bN1mK9" + "pR5tW2yH8dJ4" + "sL6fG0cA9uEi"
	plantedPassword = "Zr4&hollow9Tq"
	plantedCard     = "4929 4212 3460 0821"
	plantedIBAN     = "DE02 1203 0000 0000 2020 51"
)

// planted is a document that holds secrets, and where they stand in it.
type planted struct {
	name, data string
	finds      []find
}

type find struct{ path, what, locator string }

const (
	aToken    = "a GitHub token"
	aPassword = "a password"
	aCard     = "a card number"
	anIBAN    = "a bank account"
)

// plantedFiles holds a document of each format with a secret in it.
func plantedFiles(t *testing.T) []planted {
	content := func(part, kind string) string {
		return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/` + part + `" ContentType="application/vnd.openxmlformats-officedocument.` + kind + `.main+xml"/></Types>`
	}
	word := string(ooxmltest.Zip(t, map[string]string{
		"[Content_Types].xml": content("word/document.xml", "wordprocessingml.document"), "_rels/.rels": ooxmltest.Rels("r1", "officeDocument", "word/document.xml"),
		"word/document.xml": `<w:document` + ooxmltest.Namespaces + `><w:body><w:p><w:r><w:t>Deploy with ` + plantedToken[:20] + `</w:t></w:r><w:r><w:t>` + plantedToken[20:] + ` today.</w:t></w:r></w:p></w:body></w:document>`,
	}))
	sheet := string(ooxmltest.Zip(t, map[string]string{
		"[Content_Types].xml": content("xl/workbook.xml", "spreadsheetml.sheet"), "_rels/.rels": ooxmltest.Rels("r1", "officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml":            `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Access" sheetId="1" r:id="s1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": ooxmltest.Rels("s1", "worksheet", "worksheets/sheet1.xml"),
		"xl/worksheets/sheet1.xml": `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` +
			`<row r="1"><c r="A1" t="inlineStr"><is><t>User</t></is></c><c r="B1" t="inlineStr"><is><t>Password</t></is></c></row>` +
			`<row r="2"><c r="A2" t="inlineStr"><is><t>anna</t></is></c><c r="B2" t="inlineStr"><is><t>changed yearly</t></is></c></row>` +
			`<row r="3"><c r="A3" t="inlineStr"><is><t>bert</t></is></c><c r="B3" t="inlineStr"><is><t>` + strings.ReplaceAll(plantedPassword, "&", "&amp;") + `</t></is></c></row></sheetData></worksheet>`,
	}))
	slides := string(ooxmltest.Zip(t, map[string]string{
		"[Content_Types].xml": content("ppt/presentation.xml", "presentationml.presentation"), "_rels/.rels": ooxmltest.Rels("r1", "officeDocument", "ppt/presentation.xml"),
		"ppt/presentation.xml":            `<p:presentation` + ooxmltest.Namespaces + `><p:sldIdLst><p:sldId id="256" r:id="s1"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels": ooxmltest.Rels("s1", "slide", "slides/slide1.xml"),
		"ppt/slides/slide1.xml":           `<p:sld` + ooxmltest.Namespaces + `><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Token ` + plantedToken + `</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
	}))
	stream := "BT /F1 12 Tf 72 700 Td (Pay with " + plantedCard + " until May) Tj ET"
	pdf := "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n" +
		fmt.Sprintf("4 0 obj<</Length %d>>stream\n%s\nendstream endobj\n", len(stream), stream) + "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R/Size 6>>\n%%EOF\n"
	mail := "From: a@example.org\nTo: b@example.org\nSubject: access\nDate: Mon, 2 Mar 2026 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nTransfer it to " + plantedIBAN + ".\n--x\nContent-Type: text/plain; name=env.txt\nContent-Disposition: attachment; filename=env.txt\n\nDB_PASSWORD=" + plantedPassword + "\n--x--\n"
	one := func(name, data, what, locator string) planted {
		return planted{name, data, []find{{name, what, locator}}}
	}
	return []planted{
		one("a.md", "# Access\n\nNothing.\n\nThe password: "+plantedPassword+"\n", aPassword, "lines=5-5"),
		one("fm.md", "---\ntitle: x\napi_token: "+plantedToken+"\n---\n# Access\n\nNothing.\n", aToken, ""),
		one("link.md", "# Access\n\nSee [the hook](https://x:"+plantedToken+"@example.org/a).\n", aToken, ""),
		one("code.md", "# Access\n\n```\nexport TOKEN="+plantedToken+"\n```\n", aToken, "lines=3-5"),
		one("a.txt", "Access\n\npassword="+plantedPassword+"\n", aPassword, "lines="),
		one("a.html", "<html><body><h1>Access</h1><p>Use "+plantedToken+" here.</p><table><tr><td>IBAN</td><td>"+plantedIBAN+"</td></tr></table></body></html>", aToken, "element="),
		one("a.csv", "user,password\nanna,none\nbert,"+plantedPassword+"\n", aPassword, "lines="),
		one("a.json", `{"service":{"name":"x","token":"`+plantedToken+`"}}`, aToken, ""),
		one("a.jsonl", `{"user":"a","card":"4929421234600821"}`+"\n", aCard, ""),
		one("a.yaml", "db:\n  user: x\n  password: "+plantedPassword+"\n", aPassword, ""),
		one("a.xml", "<c><user>x</user><token>"+plantedToken+"</token></c>", aToken, ""),
		one("a.tex", "\\documentclass{article}\\begin{document}The token is "+strings.ReplaceAll(plantedToken, "_", "\\_")+".\\end{document}", aToken, ""),
		one("a.ipynb", `{"cells":[{"cell_type":"code","metadata":{},"outputs":[],"source":["TOKEN = '`+plantedToken+`'"]}],"nbformat":4,"nbformat_minor":5,"metadata":{}}`, aToken, ""),
		one("a.docx", word, aToken, "element="),
		one("a.xlsx", sheet, aPassword, "sheet=Access&range=B3"),
		one("a.pptx", slides, aToken, "slide=1"),
		one("a.pdf", pdf, aCard, "page=1"),
		{"a.eml", mail, []find{{"a.eml", anIBAN, "part=1"}, {"a.eml!/env.txt", aPassword, "lines=1"}}},
		{"a.mbox", "From a@example.org Mon Mar  2 10:00:00 2026\n" + mail + "\n", []find{{"a.mbox!/msg-1.eml", anIBAN, "part=1"}}},
		{"a.zip", string(ooxmltest.Zip(t, map[string]string{"keys/prod.txt": "token: " + plantedToken + "\n", "deep/a.docx": word})), []find{{"a.zip!/keys/prod.txt", aToken, "lines="}, {"a.zip!/deep/a.docx", aToken, "element="}}},
	}
}

// validated is the JSON of a validate.
type validated struct {
	Findings []struct{ Rule, Severity, Path, Address, Message, Locator, Fingerprint string }
}

// A secret planted in each format is found where it stands, and neither it nor anything
// that gives it away is in any output, log, baseline or fingerprint.
func TestPlantedSecretsAreFoundAndNeverPrinted(t *testing.T) {
	base := t.TempDir()
	ws := filepath.Join(base, "ws")
	files := map[string]string{}
	all := plantedFiles(t)
	for _, p := range all {
		files["corpus/"+p.name] = p.data
	}
	writeFiles(t, base, files)
	said := map[string]string{}
	for _, args := range [][]string{
		{"sync", "--corpus", filepath.Join(base, "corpus"), "--progress", "plain"}, {"validate"}, {"validate", "--format", "sarif"}, {"validate", "--format", "junit"},
		{"validate", "--write-baseline", filepath.Join(base, "known.json")}, {"validate", "--baseline", filepath.Join(base, "known.json")}, {"validate", "--json"}, {"status"}, {"coverage"},
	} {
		out, _ := quireHere(t, base, nil, append(args, "-C", ws)...)
		said[strings.Join(args, " ")] = out
	}
	baseline, err := os.ReadFile(filepath.Join(base, "known.json"))
	if err != nil {
		t.Fatal(err)
	}
	said["the baseline"] = string(baseline)
	var v validated
	out := said["validate --json"]
	if err := json.Unmarshal([]byte(out[strings.Index(out, "{"):]), &v); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	for _, p := range all {
		for _, want := range p.finds {
			n := 0
			for _, f := range v.Findings {
				if f.Path == "corpus/"+want.path && (f.Rule == "QV801" || f.Rule == "QV802") && strings.HasPrefix(f.Message, want.what) && strings.HasPrefix(f.Locator, want.locator) {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%s: %d findings of %s at %q in %+v", want.path, n, want.what, want.locator, inFile(v, want.path))
			}
		}
	}
	for _, secret := range []string{plantedToken, plantedPassword, plantedCard, plantedIBAN} {
		sum := sha256.Sum256([]byte(secret))
		for what, text := range said {
			for _, part := range append(pieces(secret), hex.EncodeToString(sum[:])[:12], base64.StdEncoding.EncodeToString(sum[:])[:12]) {
				if strings.Contains(text, part) {
					t.Errorf("%s holds %q, which tells of %q", what, part, secret)
				}
			}
		}
	}
}

// pieces are parts of a secret that its form does not give away: eight characters at a
// time behind the prefix that all tokens have.
func pieces(secret string) []string {
	secret = strings.TrimPrefix(secret, "ghp_")
	var out []string
	for i := 0; i+8 <= len(secret); i++ {
		out = append(out, secret[i:i+8])
	}
	return out
}

func inFile(v validated, path string) (out []string) {
	for _, f := range v.Findings {
		if f.Path == "corpus/"+path {
			out = append(out, f.Rule+" "+f.Message)
		}
	}
	return out
}
