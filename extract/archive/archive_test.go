package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/archive"
	"quire/extract/extracttest"
	"quire/knowledge"
)

var text = strings.Repeat("Every figure in this report was checked twice.\n", 40)

func TestExtractorConforms(t *testing.T) {
	tarball := tarOf(t, entry{name: "a.txt", body: text}, entry{name: "docs/b.md", body: "# b\n"})
	extracttest.Run(t, archive.New(),
		extracttest.Sample{Name: "a.zip", Format: "zip", Data: zipOf(t, entry{name: "a.txt", body: text}, entry{name: "docs/b.md", body: "# b\n"})},
		extracttest.Sample{Name: "a.tar", Format: "tar", Data: tarball},
		extracttest.Sample{Name: "a.tgz", Format: "gz", Data: gzipOf(t, "", tarball)},
		extracttest.Sample{Name: "a.txt.gz", Format: "gz", Data: gzipOf(t, "a.txt", []byte(text))},
		extracttest.Sample{Name: "a.tbz2", Format: "bz2", Data: unhex(t, bzip2Tar)},
		extracttest.Sample{Name: "a.txt.bz2", Format: "bz2", Data: unhex(t, bzip2Hello)})
}

func TestMembersAreChildren(t *testing.T) {
	files := []entry{{name: "a.txt", body: "one"}, {name: "docs/b.md", body: "four"}, {name: "a.txt", body: "again"}}
	want := `member=a.txt "a.txt" 3
member=docs/b.md "docs/b.md" 4
member=a.txt&element=2 "a.txt" 5
`
	tests := []struct {
		name, format string
		data         []byte
		want         string
	}{
		{"zip", "zip", zipOf(t, append([]entry{{name: "docs/"}}, files...)...), want},
		{"tar", "tar", tarOf(t, append([]entry{{name: "docs/", tar: tar.Header{Typeflag: tar.TypeDir}}}, files...)...), want},
		{"tar in gzip", "gz", gzipOf(t, "whatever.tar", tarOf(t, files...)), want},
		{"tar in bzip2", "bz2", unhex(t, bzip2Tar), "member=docs/a.txt \"docs/a.txt\" 6\n"},
		{"file in gzip", "gz", gzipOf(t, "notes.md", []byte("# n")), "member=notes.md \"notes.md\" 3\n"},
		{"file in gzip without a name", "gz", gzipOf(t, "", []byte("# n")), "member=content \"content\" 3\n"},
		{"file in bzip2", "bz2", unhex(t, bzip2Hello), "member=content \"content\" 6\n"},
		{"nothing in zip", "zip", zipOf(t), ""},
		{"nothing in tar", "tar", tarOf(t), ""},
		{"an empty file in gzip", "gz", gzipOf(t, "e", nil), "member=e \"e\" 0\n"},
		{"an archive in an archive", "zip", zipOf(t, entry{name: "in.zip", body: string(zipOf(t))}), "member=in.zip \"in.zip\" 22\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, sample(tt.format, tt.data), extract.Limits{})
			if err != nil {
				t.Error(err)
			}
			expect(t, d, tt.want)
			n := strings.Count(tt.want, "\n")
			if got := d.Evidence.Meta.Extra["members"]; n > 0 && got != fmt.Sprint(n) {
				t.Errorf("members is %q, want %d", got, n)
			}
		})
	}
}

// A name that ends in a slash makes a folder only of an entry without content.
func TestMemberNamedLikeAFolderIsRead(t *testing.T) {
	// The library writes no such entry: the names get their slash afterwards.
	raw := func(name string) entry {
		return entry{name: name, body: text, edit: func(*zip.FileHeader) {}}
	}
	tests := []struct {
		name    string
		entries []entry
		want    string
	}{
		{"alone", []entry{raw("notes~")}, fmt.Sprintf("member=notes \"notes\" %d\n", len(text))},
		{"beside a folder", []entry{{name: "docs/"}, raw("docs/a~"), {name: "b", body: "x"}}, fmt.Sprintf("member=docs/a \"docs/a\" %d\nmember=b \"b\" 1\n", len(text))},
		{"beside a file of the name", []entry{{name: "a", body: "x"}, raw("a~")}, fmt.Sprintf("member=a \"a\" 1\nmember=a&element=2 \"a\" %d\n", len(text))},
		{"with a backslash", []entry{raw(`docs\a\`)}, fmt.Sprintf("member=docs/a \"docs/a\" %d\n", len(text))},
		{"of slashes", []entry{raw("~~")}, fmt.Sprintf("member=unnamed \"unnamed\" %d\n", len(text))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := bytes.ReplaceAll(zipOf(t, tt.entries...), []byte("~"), []byte("/"))
			d, err := read(t, sample("zip", data), extract.Limits{})
			if err != nil {
				t.Error(err)
			}
			expect(t, d, tt.want)
		})
	}
}

func TestEntriesThatAreNoFilesAreReported(t *testing.T) {
	special := func(name string, flag byte) entry {
		return entry{name: name, tar: tar.Header{Typeflag: flag, Linkname: "/etc/passwd"}}
	}
	link := entry{name: "ln", body: "/etc/passwd", edit: func(h *zip.FileHeader) { h.SetMode(0o777 | 1<<27) }}
	tests := []struct {
		name, format string
		data         []byte
		want         string
	}{
		{"tar", "tar", tarOf(t, special("ln", tar.TypeSymlink), special("hard", tar.TypeLink), special("null", tar.TypeChar), special("pipe", tar.TypeFifo), entry{name: "a", body: "x"}),
			"member=a \"a\" 1\n! symlink note member=ln\n! hard-link note member=hard\n! special-file note member=null\n! special-file note member=pipe\n"},
		{"zip", "zip", zipOf(t, link, entry{name: "a", body: "x"}), "member=a \"a\" 1\n! symlink note member=ln\n"},
		{"what macOS adds", "zip", zipOf(t, entry{name: "a", body: "x"}, entry{name: "__MACOSX/._a", body: "x"}, entry{name: "d/.DS_Store", body: "x"}, entry{name: "d/my__MACOSX/.DS_Store.txt"}),
			"member=a \"a\" 1\nmember=d/my__MACOSX/.DS_Store.txt \"d/my__MACOSX/.DS_Store.txt\" 0\n! system-files note\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, sample(tt.format, tt.data), extract.Limits{})
			if err != nil {
				t.Error(err)
			}
			expect(t, d, tt.want)
		})
	}
}

func TestMembersThatCannotBeReadHaveAReason(t *testing.T) {
	locked := func(name string) entry {
		return entry{name: name, body: "x", edit: func(h *zip.FileHeader) { h.Flags |= 1 }}
	}
	method := func(name string, m uint16) entry {
		return entry{name: name, body: "x", edit: func(h *zip.FileHeader) { h.Method = m }}
	}
	wrongSum := entry{name: "sum", body: "x", edit: func(h *zip.FileHeader) { h.CRC32 = 7 }}
	lying := entry{name: "lying", body: "xyz", edit: func(h *zip.FileHeader) { h.UncompressedSize64 = 2 }}
	good := entry{name: "good", body: "x"}
	tests := []struct {
		name    string
		entries []entry
		want    string
		err     error
	}{
		{"one encrypted", []entry{locked("a"), good}, "member=a \"a\" encrypted\nmember=good \"good\" 1\n! encrypted error\n", nil},
		{"encrypted with AES", []entry{method("a", 99), good}, "member=a \"a\" encrypted\nmember=good \"good\" 1\n! encrypted error\n", nil},
		{"all encrypted", []entry{locked("a"), locked("b")}, "member=a \"a\" encrypted\nmember=b \"b\" encrypted\n! encrypted error\n", extract.ErrEncrypted},
		{"methods not read", []entry{method("a", 9), method("b", 77), good},
			"member=a \"a\" unsupported-method\nmember=b \"b\" unsupported-method\nmember=good \"good\" 1\n! unsupported-method error\n", nil},
		{"a wrong checksum", []entry{wrongSum, good}, "member=sum \"sum\" damaged\nmember=good \"good\" 1\n! damaged-member error member=sum\n", nil},
		{"more bytes than it says", []entry{lying, good}, "member=lying \"lying\" damaged\nmember=good \"good\" 1\n! damaged-member error member=lying\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, sample("zip", zipOf(t, tt.entries...)), extract.Limits{})
			if !errors.Is(err, tt.err) {
				t.Errorf("error %v, want %v", err, tt.err)
			}
			expect(t, d, tt.want)
		})
	}
}

func TestDirectoryThatNamesNoMemberLeavesTheOthers(t *testing.T) {
	data := zipOf(t, entry{name: "a", body: text}, entry{name: "b", body: "x"})
	data[0] = 'X' // of the first local header
	d, err := read(t, sample("zip", data), extract.Limits{})
	if err != nil {
		t.Error(err)
	}
	expect(t, d, "member=a \"a\" damaged\nmember=b \"b\" 1\n! damaged-member error member=a\n")
}

// What a directory does not say of its archive makes the archive partial.
func TestDirectoryThatHidesAMember(t *testing.T) {
	raw := func(name string) entry {
		return entry{name: name, body: text, edit: func(*zip.FileHeader) {}}
	}
	entryOf := func(data []byte, name string) []byte { // in the directory
		i := bytes.LastIndex(data, []byte(name)) - 46
		return data[i : i+46]
	}
	hidden := zipOf(t, raw("a"), raw("bbb"), raw("c"))
	copy(entryOf(hidden, "bbb")[42:], "\x00\x00\x00\x00") // where a lies
	short := zipOf(t, raw("a"), raw("bbb"))
	for _, at := range []int{20, 24} {
		copy(entryOf(short, "bbb")[at:], "\x05\x00\x00\x00")
	}
	copy(entryOf(short, "bbb")[16:], "\x00\x00\x00\x00") // no sum
	n := len(text)
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"not listed", hidden, fmt.Sprintf("member=a \"a\" %d\nmember=bbb \"bbb\" %d\nmember=c \"c\" %d\n! damaged error\n", n, n, n)},
		{"listed with fewer bytes", short, fmt.Sprintf("member=a \"a\" %d\nmember=bbb \"bbb\" 5\n! damaged error\n", n)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, sample("zip", tt.data), extract.Limits{})
			if !errors.Is(err, extract.ErrDamaged) || d.Evidence.Outcome != knowledge.Partial {
				t.Errorf("%s: %v", d.Evidence.Outcome, err)
			}
			expect(t, d, tt.want)
		})
	}
}

func TestZipMemberPackedByBzip2IsRead(t *testing.T) {
	e := entry{name: "a", body: string(unhex(t, bzip2Hello)), edit: func(h *zip.FileHeader) {
		h.Method, h.UncompressedSize64, h.CRC32 = 12, 6, 0x363a3020
	}}
	d, err := read(t, sample("zip", zipOf(t, e)), extract.Limits{})
	if err != nil {
		t.Error(err)
	}
	expect(t, d, "member=a \"a\" 6\n")
}

func TestDamagedArchiveGivesWhatCameBefore(t *testing.T) {
	whole := tarOf(t, entry{name: "a", body: "x"}, entry{name: "b", body: text})
	packed := gzipOf(t, "n", []byte(text))
	tests := []struct {
		name, format string
		data         []byte
		want         string
	}{
		{"tar cut in a member", "tar", whole[:1600], "member=a \"a\" 1\nmember=b \"b\" damaged\n! damaged-member error member=b\n! damaged error\n"},
		{"tar with a broken header", "tar", append(bytes.Clone(whole[:1024]), bytes.Repeat([]byte{7}, 1024)...), "member=a \"a\" 1\n! damaged error\n"},
		{"gzip cut in the file", "gz", packed[:len(packed)-9], "member=n \"n\" damaged\n! damaged-member error member=n\n! damaged error\n"},
		{"gzip cut in the header", "gz", packed[:6], "! damaged error\n"},
		{"bzip2 without content", "bz2", unhex(t, bzip2Hello)[:9], "! damaged error\n"},
		{"zip without directory", "zip", zipOf(t, entry{name: "a", body: text})[:60], "! damaged error\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, sample(tt.format, tt.data), extract.Limits{})
			if !errors.Is(err, extract.ErrDamaged) {
				t.Errorf("error %v, want %v", err, extract.ErrDamaged)
			}
			expect(t, d, tt.want)
		})
	}
}

func TestGzipMembersAreOneFile(t *testing.T) {
	two := append(gzipOf(t, "n", []byte("one ")), gzipOf(t, "m", []byte("two"))...)
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"joined", two, "member=n \"n\" 7\n"},
		{"with padding", append(bytes.Clone(two), make([]byte, 700)...), "member=n \"n\" 7\n"},
		{"with something else behind", append(bytes.Clone(two), "signature"...), "member=n \"n\" 7\n! trailing-data error\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, sample("gz", tt.data), extract.Limits{})
			trailing := strings.Contains(tt.want, "trailing-data")
			if (err != nil) != trailing || (d.Evidence.Outcome == knowledge.Partial) != trailing {
				t.Errorf("%s: %v", d.Evidence.Outcome, err)
			}
			expect(t, d, tt.want)
		})
	}
}

// What was unpacked to its end is kept, whatever is wrong behind it.
func TestWrongEndOfPackedDataKeepsTheContent(t *testing.T) {
	flip := func(data []byte, fromEnd int) []byte {
		data[len(data)-fromEnd] ^= 0x55
		return data
	}
	file := "member=content \"content\" 6\n"
	tests := []struct {
		name, format string
		data         []byte
		want         string
	}{
		{"sum of gzip", "gz", flip(gzipOf(t, "", []byte("hello\n")), 8), file + "! damaged error\n"},
		{"size of gzip", "gz", flip(gzipOf(t, "", []byte("hello\n")), 4), file + "! damaged error\n"},
		{"sum of a packed tar", "gz", flip(gzipOf(t, "", tarOf(t, entry{name: "a", body: "x"})), 8), "member=a \"a\" 1\n! damaged error\n"},
		{"sum of bzip2", "bz2", flip(unhex(t, bzip2Hello), 2), file + "! damaged error\n"},
		{"text behind bzip2", "bz2", append(unhex(t, bzip2Hello), "text"...), file + "! trailing-data error\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, sample(tt.format, tt.data), extract.Limits{})
			if err == nil || d.Evidence.Outcome != knowledge.Partial {
				t.Errorf("%s: %v", d.Evidence.Outcome, err)
			}
			expect(t, d, tt.want)
		})
	}
}

// What follows the end of a tar is read where it is a further archive, and said
// where it is something else.
func TestBytesBehindTheEndOfATar(t *testing.T) {
	one, two := tarOf(t, entry{name: "a", body: "x"}), tarOf(t, entry{name: "b", body: "xy"}, entry{name: strings.Repeat("long/", 30) + "\u00e9", body: "xyz"})
	latin := tarOf(t, entry{name: "caf\xe9.txt", body: "x", tar: tar.Header{Format: tar.FormatGNU}})
	long := strings.Repeat("long/", 30) + "\u00e9"
	joined := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	both := fmt.Sprintf("member=a \"a\" 1\nmember=b \"b\" 2\nmember=%s %q 3\n", knowledge.Loc("member", long).Get("member"), long)
	tests := []struct {
		name, format string
		data         []byte
		want         string
	}{
		{"a further archive", "tar", joined(one, two), both},
		{"padding between", "tar", joined(one, make([]byte, 9*512), two, make([]byte, 700)), both},
		{"a name that is not UTF-8 in it", "tar", joined(one, latin), "member=a \"a\" 1\nmember=caf\u00e9.txt \"caf\u00e9.txt\" 1\n"},
		{"packed together", "gz", gzipOf(t, "", joined(one, two)), both},
		{"packed apart", "gz", joined(gzipOf(t, "", one), gzipOf(t, "", two)), both},
		{"text", "tar", joined(one, []byte("the end")), "member=a \"a\" 1\n! trailing-data error\n"},
		{"a block of text", "tar", joined(one, []byte(text)), "member=a \"a\" 1\n! trailing-data error\n"},
		{"text in gzip", "gz", gzipOf(t, "", joined(one, []byte(text))), "member=a \"a\" 1\n! trailing-data error\n"},
		{"text behind the second", "tar", joined(one, two, []byte(text)), both + "! trailing-data error\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, sample(tt.format, tt.data), extract.Limits{})
			trailing := strings.Contains(tt.want, "trailing-data")
			if (err != nil) != trailing || (d.Evidence.Outcome == knowledge.Partial) != trailing {
				t.Errorf("%s: %v", d.Evidence.Outcome, err)
			}
			expect(t, d, tt.want)
		})
	}
}

// A folder of an incremental archive has a list of names for content; other content
// of a folder or a label is said.
func TestContentOfFoldersAndLabelsInATar(t *testing.T) {
	typed := func(flag byte, body string) []byte {
		return retyped(tarOf(t, entry{name: "d", body: body}, entry{name: "a", body: "x"}), flag)
	}
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"a list of names", typed('D', "Ya.txt\x00Db\x00\x00"), "member=a \"a\" 1\n"},
		{"an empty list", typed('D', "\x00"), "member=a \"a\" 1\n"},
		{"text in a folder", typed('D', "Yes, text"), "member=a \"a\" 1\n! special-file note member=d\n"},
		{"a label", typed('V', ""), "member=a \"a\" 1\n"},
		{"text in a label", typed('V', "text"), "member=a \"a\" 1\n! special-file note member=d\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, sample("tar", tt.data), extract.Limits{})
			if err != nil {
				t.Error(err)
			}
			expect(t, d, tt.want)
		})
	}
}

// retyped gives the first entry of a tar another type, with the sum that belongs to it.
func retyped(data []byte, flag byte) []byte {
	data[156] = flag
	copy(data[148:156], "        ")
	sum := 0
	for _, c := range data[:512] {
		sum += int(c)
	}
	copy(data[148:156], fmt.Sprintf("%06o\x00 ", sum))
	return data
}

// readError is what a failing disk says.
var errDisk = errors.New("input/output error")

type failing struct{ io.ReaderAt }

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errDisk }

func TestErrorOfTheFileIsNoDamage(t *testing.T) {
	for _, format := range archive.New().Formats() {
		in := sample(format, tarOf(t, entry{name: "a", body: "x"}))
		in.ReaderAt = failing{}
		if _, err := read(t, in, extract.Limits{}); !errors.Is(err, errDisk) {
			t.Errorf("%s: error %v, want %v", format, err, errDisk)
		}
	}
}

func TestSinkThatStopsEndsTheRun(t *testing.T) {
	stop := errors.New("stop")
	calls := 0
	a := extract.NewAssembler(knowledge.Recipe{}, extract.Limits{}, func(string) int { return 0 }, func(c knowledge.Child, _ io.Reader) (knowledge.Child, error) {
		calls++
		return c, stop
	})
	err := archive.New().Extract(context.Background(), sample("zip", zipOf(t, entry{name: "a"}, entry{name: "b"})), extract.Limits{}, a)
	if !errors.Is(err, stop) || calls != 1 {
		t.Errorf("error %v after %d children", err, calls)
	}
}

func BenchmarkExtract(b *testing.B) {
	var many []entry
	for i := range 1000 {
		many = append(many, entry{name: fmt.Sprintf("folder/file-%d.txt", i), body: text})
	}
	for format, data := range map[string][]byte{"zip": zipOf(b, many...), "tar": tarOf(b, many...), "gz": gzipOf(b, "", tarOf(b, many...))} {
		b.Run(format, func(b *testing.B) {
			b.SetBytes(int64(len(text) * len(many)))
			for b.Loop() {
				if d, err := read(b, sample(format, data), extract.Limits{}); err != nil || len(d.Evidence.Children) != len(many) {
					b.Fatal(err)
				}
			}
		})
	}
}

// zeros is n zero bytes as deflate packs them, at about 1000 to 1.
func zeros(t testing.TB, n int) string {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(make([]byte, n)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
