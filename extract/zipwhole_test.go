package extract

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
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

// rawZip writes members with their sizes in front, and gives the place of each local
// header and of each entry of the directory.
func rawZip(t *testing.T, pad string, names ...string) (b []byte, local, central []int) {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, name := range names {
		body := "text of " + name
		h := &zip.FileHeader{Name: name, Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(body)), CompressedSize64: uint64(len(body)), UncompressedSize64: uint64(len(body))}
		if pad != "" {
			h.Extra = fmt.Appendf(nil, "\x35\xd9%c\x00%s", len(pad), pad)
		}
		w, err := z.CreateRaw(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	b = buf.Bytes()
	all := func(signature string) (at []int) {
		for i := range b {
			if bytes.HasPrefix(b[i:], []byte(signature)) {
				at = append(at, i)
			}
		}
		return at
	}
	return b, all(localSignature), all("PK\x01\x02")
}

// unlist takes entry i out of the directory and leaves its member.
func unlist(b []byte, central []int, i int) []byte {
	end := bytes.LastIndex(b, []byte("PK\x05\x06"))
	next := end
	if i+1 < len(central) {
		next = central[i+1]
	}
	length := next - central[i]
	out := append(bytes.Clone(b[:central[i]]), b[next:]...)
	tail := out[end-length:]
	le := binary.LittleEndian
	for _, at := range []int{8, 10} {
		le.PutUint16(tail[at:], le.Uint16(tail[at:])-1)
	}
	le.PutUint32(tail[12:], le.Uint32(tail[12:])-uint32(length))
	return out
}

// between puts bytes in front of the directory.
func between(b []byte, central []int, what string) []byte {
	out := append(append(bytes.Clone(b[:central[0]]), what...), b[central[0]:]...)
	end := bytes.LastIndex(out, []byte("PK\x05\x06"))
	binary.LittleEndian.PutUint32(out[end+16:], uint32(central[0]+len(what)))
	return out
}

func TestMembersThatADirectoryHides(t *testing.T) {
	check := func(b []byte) error {
		t.Helper()
		zr, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckZip(bytes.NewReader(b), zr); err != nil {
			return err
		}
		return CheckZipMembers(bytes.NewReader(b), zr)
	}
	three, local, central := rawZip(t, "", "a.txt", "b.txt", "c.txt")
	le := binary.LittleEndian
	less := bytes.Clone(three)
	le.PutUint32(less[central[1]+20:], 5)
	le.PutUint32(less[central[1]+24:], 5)
	unsaid := bytes.Clone(three) // sizes in the directory alone
	copy(unsaid[local[1]+18:], make([]byte, 8))
	one, _, oneDir := rawZip(t, "", "a.txt")
	padded, _, _ := rawZip(t, strings.Repeat("\x00", 90), "a.txt", "b.txt")
	streamed := zipWith(t, zip.Deflate, "a.txt", "text", "d/", "", "b.txt", "text")
	nested := zipWith(t, zip.Store, "in.zip", string(three), "b.txt", "text", "last.zip", string(three))
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"all listed", three, ""},
		{"none listed", unlist(one, oneDir, 0), "directory is empty"},
		{"the first is not listed", unlist(three, central, 0), "directory is missing"},
		{"one between is not listed", unlist(three, central, 1), `does not list the member "b.txt"`},
		{"the last is not listed", unlist(three, central, 2), `does not list the member "c.txt"`},
		{"behind a program", append([]byte("#!/bin/sh\n"), unlist(three, central, 1)...), `does not list the member "b.txt"`},
		{"fewer bytes than it has", less, `lists 5 bytes of "b.txt", which has 13`},
		{"sizes in the directory alone", unsaid, ""},
		{"sizes behind the members", streamed, ""},
		{"archives in it", nested, ""},
		{"behind an archive in a program", append([]byte("MZ"+string(one)), three...), ""},
		{"padding in front of the members", padded, ""},
		{"a signature in front of the directory", between(three, central, "APK Sig Block 42 PK\x03\x04"+strings.Repeat("\xff", 200)), ""},
		{"nothing in it", zipWith(t, zip.Store), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := check(tt.data)
			if (err != nil) != (tt.want != "") || err != nil && (!errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}
