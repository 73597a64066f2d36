package ooxml

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// Real files of both ways give what another library makes of them. It brings files of its
// own along.
func TestRealPackagesAreDecrypted(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/xuri/excelize/v2").Output()
	theirs := filepath.Join(strings.TrimSpace(string(out)), "test")
	if err != nil {
		t.Log("the files of the other library are not at hand: ", err)
	}
	shared := filepath.Join("..", "..", "..", "shared", "corpora")
	for _, c := range []struct{ dir, name, password, want string }{
		{theirs, "encryptAES.xlsx", "password", "*ooxml.standard"},
		{theirs, "encryptSHA1.xlsx", "password", "*ooxml.agile"},
		{theirs, "encryptSHA512.xlsx", "password", "*ooxml.agile"},
		{shared, "pptx/tika__testPPT_protected_passtika.pptx", "tika", "*ooxml.standard"},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, err := os.ReadFile(filepath.Join(c.dir, c.name))
			if err != nil {
				t.Skip("not at hand: ", err)
			}
			p, how, err := readLocked(raw)
			if err != nil || fmt.Sprintf("%T", how) != c.want {
				t.Fatalf("got %T, %v", how, err)
			}
			if _, err := how.open(utf16le("wrong"), p); !errors.Is(err, errPassword) {
				t.Errorf("with a wrong password: %v", err)
			}
			got, err := how.open(utf16le(c.password), p)
			if err != nil {
				t.Fatal(err)
			}
			want, err := excelize.Decrypt(raw, &excelize.Options{Password: c.password})
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(got, []byte("PK")) || !bytes.Equal(got, want[:min(len(got), len(want))]) {
				t.Errorf("%d bytes, the other reader has %d, and they differ", len(got), len(want))
			}
		})
	}
}

func TestDamagedPackagesAreRefused(t *testing.T) {
	plain := bytes.Repeat([]byte("PK34"), 3000)
	locked, err := excelize.Encrypt(plain, &excelize.Options{Password: "x"})
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(locked); at += 4001 {
		bad := bytes.Clone(locked)
		bad[at] ^= 0xff
		if p, how, err := readLocked(bad); err == nil { // an answer or an error, but no panic
			_, _ = how.open(utf16le("x"), p)
		}
	}
	for _, info := range []string{"", "<encryption/>", `<encryption><keyData hashAlgorithm="SHA512" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" keyBits="256" saltValue="AAAA"/>` +
		`<keyEncryptors><keyEncryptor><p:encryptedKey xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password" spinCount="4000000000"/></keyEncryptor></keyEncryptors></encryption>`} {
		if _, err := readAgile([]byte(info)); err == nil {
			t.Errorf("accepted %q", info)
		}
	}
}
