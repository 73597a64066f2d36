package extract

import (
	"archive/zip"
	"bytes"
	"errors"
	"testing"
)

func zipWith(t *testing.T, method uint16, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i+1 < len(members); i += 2 {
		w, err := z.CreateHeader(&zip.FileHeader{Name: members[i], Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(members[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// An archive that was cut behind a member that is an archive itself is damaged, and
// is not taken for that member.
func TestCutArchiveIsNotTheArchiveInIt(t *testing.T) {
	inner := zipWith(t, zip.Deflate, "[Content_Types].xml", "<Types/>", "word/document.xml", "<document/>")
	outer := zipWith(t, zip.Store, "a.md", "# A", "b.docx", string(inner), "c.md", "# C")
	open := func(b []byte) error {
		zr, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return err
		}
		return CheckZip(bytes.NewReader(b), zr)
	}
	if err := open(outer); err != nil {
		t.Errorf("the whole archive: %v", err)
	}
	if err := open(append([]byte("#!/bin/sh\n"), inner...)); err != nil {
		t.Errorf("an archive behind a script: %v", err)
	}
	cut := outer[:bytes.Index(outer, inner)+len(inner)+20]
	if err := open(cut); !errors.Is(err, ErrDamaged) {
		t.Errorf("cut behind b.docx: %v", err)
	}
	if f := Detect(bytes.NewReader(cut), int64(len(cut)), "x.zip"); f.Name != "zip" {
		t.Errorf("the cut archive is taken for %s", f.Name)
	}
}
