package archive_test

import (
	"archive/tar"
	"archive/zip"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"

	"quire/extract"
)

func TestNamesAreDecoded(t *testing.T) {
	tests := []struct {
		name string
		enc  encoding.Encoding
		want []string
	}{
		{"code page 437", charmap.CodePage437, []string{"Übersicht.xlsx", "Tschüß.txt"}},
		{"one name of code page 437", charmap.CodePage437, []string{"Tschüß.txt"}},
		{"code page 852", charmap.CodePage852, []string{"Příloha č. 1.doc", "Smlouva ž.pdf"}},
		{"code page 866", charmap.CodePage866, []string{"Документы/отчёт.doc", "план.xls"}},
		{"windows-1252", charmap.Windows1252, []string{"Angebot für Müller.docx"}},
		{"Shift JIS", japanese.ShiftJIS, []string{"文章1.txt", "新規/表.doc", "plain.txt"}},
		{"GBK", simplifiedchinese.GBK, []string{"合同.doc", "附件一.xls"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var entries []entry
			for _, name := range tt.want {
				raw, err := tt.enc.NewEncoder().String(name)
				if err != nil {
					t.Fatal(err)
				}
				entries = append(entries, named(raw, "x"))
			}
			checkNames(t, "zip", zipOf(t, entries...), tt.want)
		})
	}
}

func checkNames(t *testing.T, format string, data []byte, want []string) {
	t.Helper()
	d, err := read(t, sample(format, data), extract.Limits{})
	if err != nil {
		t.Error(err)
	}
	var got []string
	for _, c := range d.Evidence.Children {
		if got = append(got, c.Name); c.Member.Get("member") != c.Name {
			t.Errorf("member %s has the name %q", c.Member, c.Name)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("names %q, want %q", got, want)
	}
}

func TestNamesThatSayHowTheyAreEncodedAreBelieved(t *testing.T) {
	field := func(name string, sum uint32) []byte {
		b := binary.LittleEndian.AppendUint16(nil, 0x7075)
		b = binary.LittleEndian.AppendUint16(b, uint16(5+len(name)))
		b = binary.LittleEndian.AppendUint32(append(b, 1), sum)
		return append(b, name...)
	}
	with := func(raw string, extra []byte) entry {
		return entry{name: raw, body: "x", edit: func(h *zip.FileHeader) { h.NonUTF8, h.Extra = true, extra }}
	}
	raw := "Tsch\x81\xe1.txt"
	tests := []struct {
		name string
		in   entry
		want string
	}{
		{"the flag", entry{name: "größe.txt", body: "x"}, "größe.txt"},
		{"no flag, but UTF-8", named("größe.txt", "x"), "größe.txt"},
		{"the Unicode path", with("gr__e.txt", field("größe.txt", crc32.ChecksumIEEE([]byte("gr__e.txt")))), "größe.txt"},
		{"a Unicode path of another name", with(raw, field("other.txt", 7)), "Tschüß.txt"},
		{"a Unicode path that is cut off", with("a.txt", []byte{0x75, 0x70, 99, 0, 1}), "a.txt"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkNames(t, "zip", zipOf(t, tt.in), []string{tt.want}) })
	}
}

func TestNamesAreTextAndNothingElse(t *testing.T) {
	long := strings.Repeat("d/", 120) + "end.docx"
	names := []string{"/etc/passwd", "../../up.txt", "C:/x.txt", "a&b=c#d.txt", "unnamed"}
	d, err := read(t, sample("zip", zipOf(t, entry{name: "/etc/passwd"}, entry{name: "../../up.txt"}, entry{name: `C:\x.txt`}, entry{name: "a&b=c#d.txt"}, entry{name: ""}, entry{name: long})), extract.Limits{})
	if err != nil || len(d.Evidence.Children) != len(names)+1 {
		t.Fatalf("%v\n%s", err, show(d))
	}
	for i, want := range names {
		if got := d.Evidence.Children[i].Name; got != want {
			t.Errorf("name %q, want %q", got, want)
		}
	}
	last := d.Evidence.Children[len(names)]
	if !strings.HasPrefix(last.Name, "…") || !strings.HasSuffix(last.Name, "/end.docx") || last.Member.Get("member") != long {
		t.Errorf("a long name is %q at %s", last.Name, last.Member)
	}
}

func TestNamesOfOldTarArchivesDecideTogether(t *testing.T) {
	want := []string{"отчёт.doc", "Документы/план.xls"}
	var entries []entry
	for _, name := range want {
		raw, err := charmap.KOI8R.NewEncoder().String(name)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, entry{name: raw, body: "x", tar: tar.Header{Format: tar.FormatGNU}})
	}
	data := tarOf(t, entries...)
	checkNames(t, "tar", data, want)
	checkNames(t, "gz", gzipOf(t, "", data), want)
}

func TestGzipHeaderGivesTheName(t *testing.T) {
	for in, want := range map[string]string{"größe.txt": "größe.txt", "gr\u00c3\u00b6\u00c3\u009fe.txt": "größe.txt", "a/b.txt": "a/b.txt"} {
		checkNames(t, "gz", gzipOf(t, in, []byte("x")), []string{want})
	}
}
