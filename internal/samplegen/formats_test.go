package main

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func build(t *testing.T, f func() ([]byte, error)) []byte {
	t.Helper()
	body, err := f()
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestOfficePartsAreWellFormedAndDeclared(t *testing.T) {
	for name, f := range map[string]func() ([]byte, error){
		"minutes": boardMinutes, "budget": budgetWorkbook, "costs": costsLyon, "deck": launchDeck,
	} {
		t.Run(name, func(t *testing.T) {
			body := build(t, f)
			z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
			if err != nil {
				t.Fatal(err)
			}
			types := ""
			for i, member := range z.File {
				content := readMember(t, member)
				wellFormed(t, member.Name, content)
				if i == 0 {
					types = content
				}
				declared := strings.Contains(types, `"/`+member.Name+`"`)
				implied := strings.HasSuffix(member.Name, ".rels") || strings.HasSuffix(member.Name, ".vml")
				if i > 0 && !declared && !implied {
					t.Errorf("%s has no content type", member.Name)
				}
			}
		})
	}
}

func readMember(t *testing.T, f *zip.File) string {
	t.Helper()
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return string(content)
}

func wellFormed(t *testing.T, name, content string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(content))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

func TestDamagedMinutesAreNoLongerAZip(t *testing.T) {
	body := build(t, damagedMinutes)
	if !bytes.HasPrefix(body, []byte("PK\x03\x04")) {
		t.Error("the file does not begin like a zip")
	}
	if _, err := zip.NewReader(bytes.NewReader(body), int64(len(body))); err == nil {
		t.Error("the file opens as a zip")
	}
}

func TestPDFCrossReferencesPointAtTheirObjects(t *testing.T) {
	entry := regexp.MustCompile(`(?m)^(\d{10}) 00000 n `)
	for name, f := range map[string]func() ([]byte, error){"lease": leaseLyon, "scan": leaseGraz, "report": report} {
		t.Run(name, func(t *testing.T) {
			body := build(t, f)
			found := entry.FindAllSubmatch(body, -1)
			if len(found) < 5 {
				t.Fatalf("%d objects", len(found))
			}
			for i, m := range found {
				at, _ := strconv.Atoi(string(m[1]))
				want := strconv.Itoa(i+1) + " 0 obj\n"
				if !bytes.HasPrefix(body[at:], []byte(want)) {
					t.Errorf("object %d is not at offset %d", i+1, at)
				}
			}
		})
	}
}

func TestScanHoldsNoText(t *testing.T) {
	body := build(t, leaseGraz)
	if bytes.Contains(body, []byte("/Font")) || !bytes.Contains(body, []byte("/Subtype /Image")) {
		t.Error("the page should be one picture and nothing else")
	}
}

func TestEveryLetterOfTheScanIsDrawn(t *testing.T) {
	glyphs := loadGlyphs(glyphDrawings)
	for _, r := range leaseGrazText {
		if r != ' ' && r != '\n' && len(glyphs[r]) != 7 {
			t.Errorf("letter %q has %d rows, want 7", r, len(glyphs[r]))
		}
	}
}

func TestReplyCarriesTheWorkbookAndItsThread(t *testing.T) {
	m, err := mail.ReadMessage(bytes.NewReader(build(t, lyonAnswer)))
	if err != nil {
		t.Fatal(err)
	}
	if m.Header.Get("In-Reply-To") != questionID {
		t.Errorf("answers %s", m.Header.Get("In-Reply-To"))
	}
	_, parameters, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	parts := multipart.NewReader(m.Body, parameters["boundary"])
	for {
		p, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		names = append(names, p.FileName())
	}
	if !slices.Equal(names, []string{"", "costs-lyon.xlsx"}) {
		t.Errorf("parts %q", names)
	}
}

func TestSubjectWithAccentsIsAnEncodedWord(t *testing.T) {
	m, err := mail.ReadMessage(bytes.NewReader(build(t, openingLetter)))
	if err != nil {
		t.Fatal(err)
	}
	raw := m.Header.Get("Subject")
	plain, err := new(mime.WordDecoder).DecodeHeader(raw)
	if err != nil || !strings.HasPrefix(raw, "=?utf-8?q?") || !strings.HasPrefix(plain, "L’atelier de Lyon ouvre") {
		t.Errorf("subject %q, %q, %v", raw, plain, err)
	}
}
