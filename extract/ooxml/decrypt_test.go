package ooxml

import (
	"bytes"
	"errors"
	"testing"

	"github.com/xuri/excelize/v2"

	"quire/extract"
)

func TestOpenTriesPasswords(t *testing.T) {
	book := excelize.NewFile()
	defer book.Close()
	plain, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	locked, err := excelize.Encrypt(plain.Bytes(), &excelize.Options{Password: "pässword 7"})
	if err != nil {
		t.Fatal(err)
	}
	in := extract.Input{ReaderAt: bytes.NewReader(locked), Size: int64(len(locked)), Name: "plan.xlsx", Format: "xlsx"}
	for _, list := range [][]string{nil, {"wrong", ""}} {
		in.Options.Passwords = list
		if _, err := Open(in, extract.DefaultLimits()); !errors.Is(err, extract.ErrEncrypted) {
			t.Errorf("with %q: %v", list, err)
		}
	}
	in.Options.Passwords = []string{"wrong", "pässword 7"}
	p, err := Open(in, extract.DefaultLimits())
	if err != nil || !p.Has("xl/workbook.xml") {
		t.Fatalf("with the password: %v", err)
	}
	in.ReaderAt = bytes.NewReader(locked[:len(locked)/2])
	in.Size = int64(len(locked) / 2)
	if _, err := Open(in, extract.DefaultLimits()); err == nil {
		t.Error("half of a file was opened")
	}
}
