package extract

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"
)

// zipOf makes an archive of alternating names and contents.
func zipOf(t testing.TB, members ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		f, err := w.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(members[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func ooxmlOf(t testing.TB, mainType, part string) string {
	t.Helper()
	return zipOf(t, "[Content_Types].xml", `<Types><Override PartName="/`+part+`" ContentType="application/vnd.`+mainType+`"/></Types>`, part, "<x/>")
}

// oleOf makes a compound file with these streams at its top level; names behind
// "/" lie in a storage below it.
func oleOf(names ...string) string {
	b := make([]byte, 512*3)
	le := binary.LittleEndian
	copy(b, oleSignature)
	le.PutUint16(b[30:], 9)
	le.PutUint32(b[44:], 1)
	le.PutUint32(b[48:], 1) // directory in sector 1
	le.PutUint32(b[76:], 0) // table in sector 0
	table, dir := b[512:1024], b[1024:1536]
	for i := range 128 {
		le.PutUint32(table[4*i:], 0xffffffff)
	}
	le.PutUint32(table[4:], 0xfffffffe)
	entry := func(i int, name string, right, child uint32) {
		e := dir[128*i : 128*i+128]
		for j, u := range utf16.Encode([]rune(name)) {
			le.PutUint16(e[2*j:], u)
		}
		le.PutUint16(e[64:], uint16(2*len(name)+2))
		le.PutUint32(e[68:], 0xffffffff)
		le.PutUint32(e[72:], right)
		le.PutUint32(e[76:], child)
	}
	const none = 0xffffffff
	entry(0, "Root Entry", none, 1)
	for i, name := range names {
		right, child := uint32(none), uint32(none)
		if inner, ok := strings.CutPrefix(name, "/"); ok {
			name = inner // hangs below the entry before it
			entry(i+1, name, none, none)
			continue
		}
		if i+1 < len(names) {
			if strings.HasPrefix(names[i+1], "/") {
				child = uint32(i + 2)
			} else {
				right = uint32(i + 2)
			}
		}
		entry(i+1, name, right, child)
	}
	return string(b)
}

func TestDetectChoosesByContent(t *testing.T) {
	odt := zipOf(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", "<x/>")
	docx := ooxmlOf(t, "openxmlformats-officedocument.wordprocessingml.document.main+xml", "word/document2.xml")
	mail := "Return-Path: <a@example.org>\r\nFrom: a@example.org\r\nSubject: x\r\n y\r\n\r\nbody\r\n"
	tests := []struct{ name, data, want string }{
		{"a.pdf", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "pdf"},
		{"a.txt", "%PDF-1.7\n", "pdf"},
		{"junk.pdf", "HTTP/1.1 200\r\n\r\n%PDF-1.4\n1 0 obj\n", "pdf"},
		{"about.txt", "A file begins with %PDF-1.4 and goes on.\n", "text"},
		{"a.pdf", "this is no PDF\n", "text"},
		{"a.docx", docx, "docx"},
		{"cut.docx", docx[:len(docx)-40], "docx"},
		{"front.docx", "PK\x03\x04" + docx, "docx"},
		{"a.xlsm", ooxmlOf(t, "ms-excel.sheet.macroEnabled.main+xml", "xl/workbook.xml"), "xlsx"},
		{"a.xlsx", ooxmlOf(t, "ms-excel.sheet.binary.macroEnabled.main", "xl/workbook.bin"), "xlsb"},
		{"a.zip", ooxmlOf(t, "openxmlformats-officedocument.presentationml.slideshow.main+xml", "ppt/presentation.xml"), "pptx"},
		{"old.docx", zipOf(t, "word/document.xml", "<x/>"), "docx"},
		{"a.odt", odt, "odt"},
		{"a.ods", zipOf(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet-template"), "ods"},
		{"a.epub", zipOf(t, "mimetype", "application/epub+zip\n", "META-INF/container.xml", ""), "epub"},
		{"a.zip", zipOf(t, "a/b.docx", docx, "word.txt", "x"), "zip"},
		{"empty.zip", zipOf(t), "zip"},
		{"a.doc", oleOf("WordDocument", "1Table", "Data"), "doc"},
		{"embeds.doc", oleOf("ObjectPool", "/Workbook"), "ole"},
		{"a.xls", oleOf("Workbook"), "xls"},
		{"a.ppt", oleOf("PowerPoint Document"), "ppt"},
		{"a", oleOf("__nameid_version1.0", "__properties_version1.0"), "msg"},
		{"a.docx", oleOf("EncryptionInfo", "EncryptedPackage"), "docx"},
		{"a.bin", oleOf("EncryptionInfo", "EncryptedPackage"), "encrypted-office"},
		{"cut.doc", oleOf("WordDocument")[:1200][:512] + strings.Repeat("\x00", 100) + "W\x00o\x00r\x00d\x00D\x00o\x00c\x00u\x00m\x00e\x00n\x00t\x00", "doc"},
		{"a.rtf", "{\\rtf1 x}", "rtf"},
		{"a.doc", "{\\rtf1 x}", "rtf"},
		{"a.bin", "7z\xbc\xaf\x27\x1c\x00\x04", "7z"},
		{"a.tgz", "\x1f\x8b\x08\x00", "gz"},
		{"a.eml", mail, "eml"},
		{"a.txt", mail, "eml"},
		{"a.mht", "MIME-Version: 1.0\nContent-Type: multipart/related\n\n", "mhtml"},
		{"a.mht", "To: a@b.c\nMIME-Version: 1.0\nContent-Type: multipart/related\n\n", "eml"},
		{"a", "From: <Saved by Blink>\nSnapshot-Content-Location: https://example.org/\nSubject: x\n\n", "mhtml"},
		{"a.tex", "\\section{One}\ntext", "latex"},
		{"a.tex", "no command", "text"},
		{"notes", "% draft\n\\documentclass{article}\n\\begin{document}\nx", "latex"},
		{"a.md", "\\documentclass{article}\n\\begin{document}\nx", "markdown"},
		{"a.mhtml", "no header at all\n\n", "text"},
		{"inbox", "From a@example.org Thu Jan  1 00:00:00 1970\n" + mail, "mbox"},
		{"sent", "From - \n" + mail, "mbox"},
		{"one.eml", "From a@example.org Thu Jan  1 00:00:00 1970\n" + mail, "eml"},
		{"letter.txt", "From: me\n\nDear you: this is a letter.\n", "text"},
		{"a.html", "<p>x", "html"},
		{"a", "<!DOCTYPE html>\n<title>x</title>", "html"},
		{"a.html", "no tag at all", "text"},
		{"a.php", "<html><?php ?></html>", "text"},
		{"a.md", "<div align=center>\n\n# Title\n", "markdown"},
		{"a.markdown", "x", "markdown"},
		{"a.xml", "<?xml version='1.0'?><!-- c --><a/>", "xml"},
		{"a.xml", "<?xml version='1.0'?><html xmlns='x'/>", "html"},
		{"a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "svg"},
		{"a.xml", "<?xml version='1.0'?>\n<FictionBook xmlns='x'/>", "fb2"},
		{"a.json", `{"a": [1]}`, "json"},
		{"a", `[1, {"b": 2}]`, "json"},
		{"a.json", "not json", "text"},
		{"a.txt", "{braces} are not data", "text"},
		{"a.log", "{\"a\":1}\n{\"a\":2}\n", "jsonl"},
		{"a.jsonl", "{\"a\":1}\n", "jsonl"},
		{"a.json", `{"cells": [], "nbformat": 4}`, "ipynb"},
		{"a.yml", "a: 1\n", "yaml"},
		{"a.csv", "one line", "csv"},
		{"a.tsv", "a\tb\n", "tsv"},
		{"a.dat", "a,b,c\n1,2,3\n4,5,6\n7,8,\"9,0\"\n1,1,1\n", "csv"},
		{"a.txt", "Dear all, as you know, it is late.\nSecond, third.\nFourth, fifth, sixth.\nx\ny\n", "text"},
		{"a.go", "package a\n", "text"},
		{"a.txt", "plain", "text"},
		{"utf16.txt", "\xff\xfeh\x00i\x00", "text"},
		{"a.txt", "\xc8\x85\x93\x93\x96\x40\xa6\x96\x99\x93\x84\x40\x88\x85\x93\x93\x96\x40\xa6\x96\x99\x93\x84", "text"},
		{"a.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "png"},
		{"a.jpg", "\xff\xd8\xff\xe0\x00\x10JFIF\x00", "jpeg"},
		{"a.mp4", "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom", "video"},
		{"a.exe", "MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00\xb8\x00", "executable"},
		{"a.txt", "\x00\x01\x02\x03\x04\x05", "unknown"},
		{"a.md", "", "markdown"},
		{"a", "", "text"},
		{"a.pdf", "", "empty"},
	}
	for _, tt := range tests {
		t.Run(tt.name+" as "+tt.want, func(t *testing.T) {
			got := Detect(strings.NewReader(tt.data), int64(len(tt.data)), tt.name)
			if got.Name != tt.want {
				t.Errorf("format is %q, want %q", got.Name, tt.want)
			}
			if got.Kind == "" {
				t.Errorf("format %q has no kind", got.Name)
			}
		})
	}
}

func TestDetectKnowsMetafiles(t *testing.T) {
	header := append([]byte{1, 0, 0, 0, 108, 0, 0, 0}, make([]byte, 32)...)
	emf := string(header) + " EMF\x00\x00\x01\x00" + strings.Repeat("\xff", 9000)
	for want, body := range map[string]string{"emf": emf, "wmf": "\xd7\xcd\xc6\x9a" + strings.Repeat("\xff", 9000)} {
		got := Detect(strings.NewReader(body), int64(len(body)), "picture.bin")
		if got.Name != want || got.Kind != "image" {
			t.Errorf("%s is taken for %+v", want, got)
		}
	}
}

func TestDetectFindsTarWithoutSignature(t *testing.T) {
	header := make([]byte, 1024)
	copy(header, "dir/file.txt")
	copy(header[100:], "0000644\x00")
	copy(header[148:], "        ")
	sum := 0
	for _, c := range header[:512] {
		sum += int(c)
	}
	copy(header[148:], []byte{'0' + byte(sum>>15&7), '0' + byte(sum>>12&7), '0' + byte(sum>>9&7), '0' + byte(sum>>6&7), '0' + byte(sum>>3&7), '0' + byte(sum&7), 0, ' '})
	if got := Detect(bytes.NewReader(header), 1024, "x"); got.Name != "tar" {
		t.Errorf("format is %q", got.Name)
	}
}

type brokenFile struct{}

func (brokenFile) ReadAt([]byte, int64) (int, error) { return 0, errors.New("broken") }

func TestDetectOfAnUnreadableFileIsUnknown(t *testing.T) {
	if got := Detect(brokenFile{}, 10, "a.txt"); got.Name != "unknown" {
		t.Errorf("format is %q", got.Name)
	}
}

func FuzzDetect(f *testing.F) {
	f.Add([]byte(zipOf(f, "mimetype", "application/epub+zip")), "a.epub")
	f.Add([]byte(oleOf("WordDocument", "ObjectPool", "/Workbook")), "a.doc")
	f.Add([]byte("From: a\nTo: b\n\n"), "a.eml")
	f.Add([]byte("{\"a\":1}\n{\"a\":2}\n"), "a")
	f.Add([]byte("<?xml version='1.0'?><a/>"), "a.xml")
	f.Fuzz(func(t *testing.T, b []byte, name string) {
		if got := Detect(bytes.NewReader(b), int64(len(b)), name); got.Name == "" || got.Kind == "" {
			t.Errorf("format is %+v", got)
		}
	})
}
