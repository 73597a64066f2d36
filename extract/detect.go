package extract

import (
	"bytes"
	"io"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"quire/extract/charset"
)

// Format is what Detect says of a file.
type Format struct {
	Name string // registry name: pdf, markdown, encrypted-office … or unknown
	Kind string // a short word for people: document, spreadsheet, image, archive …
}

// headBytes is how much of the beginning of a file Detect looks at.
const headBytes = 64 << 10

// Detect returns the format of a file. Its content decides; name, which may be
// empty, chooses among formats that look alike, as CSV, Markdown and plain text
// do. A file that cannot be read is unknown.
func Detect(in io.ReaderAt, size int64, name string) Format {
	ext := extension(name)
	if size <= 0 {
		return named(emptyFormat(ext))
	}
	head := make([]byte, min(size, headBytes))
	n, err := in.ReadAt(head, 0)
	head = head[:n]
	if n == 0 || err != nil && err != io.EOF {
		return named("unknown")
	}
	if f := byMagic(in, size, head, ext); f != "" {
		return named(f)
	}
	if charset.Text(head) {
		text, _, _ := charset.Decode(head, "")
		return named(textFormat(text, ext, int64(n) < size))
	}
	return binaryFormat(head)
}

// extension returns the lower-case ending of a file name without its dot.
func extension(name string) string {
	if i := strings.LastIndexAny(name, "/\\"); i >= 0 {
		name = name[i+1:]
	}
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return ""
	}
	return strings.ToLower(name[i+1:])
}

// emptyFormat is the format of a file without a byte: text, in the format its
// name says, or nothing that anyone reads.
func emptyFormat(ext string) string {
	if f := textExtensions[ext]; f != "" {
		return f
	}
	if ext == "" || codeExtensions[ext] {
		return "text"
	}
	return "empty"
}

// magics are signatures at fixed places that settle the format by themselves.
var magics = []struct {
	at     int
	sign   string
	format string
}{
	{0, "{\\rtf", "rtf"},
	{0, "7z\xbc\xaf\x27\x1c", "7z"},
	{0, "\x1f\x8b", "gz"},
	{0, "BZh", "bz2"},
	{0, "\xfd7zXZ\x00", "xz"},
	{0, "\x28\xb5\x2f\xfd", "zstd"},
	{0, "Rar!\x1a\x07", "rar"},
	{0, "\x1f\x9d", "z"},
	{0, "!<arch>\n", "ar"},
	{0, "MSCF\x00\x00\x00\x00", "cab"},
	{257, "ustar", "tar"},
	{0, "\x78\x9f\x3e\x22", "tnef"},
	{0, "!BDN", "pst"},
	{60, "BOOKMOBI", "mobi"},
	{0, "\xffWPC", "wordperfect"},
	{0, "\x31\xbe\x00\x00\x00\xab", "write"},
	{0, "\xdb\xa5\x2d\x00", "word2"},
	{0, "\x09\x00\x04\x00", "xls"}, // BIFF2, 3 and 4: no compound file around them
	{0, "\x09\x02\x06\x00", "xls"},
	{0, "\x09\x04\x06\x00", "xls"},
	{0, "SQLite format 3\x00", "sqlite"},
	{0, "PAR1", "parquet"},
	{0, "\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d", "onenote"},
	{0, "bplist00", "plist"},
	{0, "%!PS", "postscript"},
	{0, "\xc5\xd0\xd3\xc6", "postscript"},
	{0, "AT&TFORM", "djvu"},
	{0, "\x7fELF", "executable"},
	{40, " EMF\x00\x00\x01\x00", "emf"},
	{0, "\xd7\xcd\xc6\x9a", "wmf"},
}

// byMagic recognises formats by their signatures and looks into the two that
// many formats share, ZIP and OLE. "" means that none is there.
func byMagic(in io.ReaderAt, size int64, head []byte, ext string) string {
	if isPDF(head) {
		return "pdf"
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06")) {
		return zipFormat(in, size, head, ext)
	}
	if bytes.HasPrefix(head, []byte(oleSignature)) {
		return oleFormat(in, size, head, ext)
	}
	for _, m := range magics {
		if len(head) >= m.at+len(m.sign) && string(head[m.at:m.at+len(m.sign)]) == m.sign {
			return m.format
		}
	}
	if oldTar(head) {
		return "tar"
	}
	return ""
}

// isPDF reports whether head begins a PDF. Readers accept up to a kilobyte of
// something else before the signature; a text that merely writes about PDF is
// told apart by the object that must follow.
func isPDF(head []byte) bool {
	i := bytes.Index(head[:min(len(head), 1024+8)], []byte("%PDF-"))
	return i == 0 || i > 0 && len(head) > i+6 && head[i+5] >= '1' && head[i+5] <= '2' && head[i+6] == '.' &&
		bytes.Contains(head[i:], []byte(" obj"))
}

// oldTar recognises archives older than the ustar signature by the checksum of
// the first header.
func oldTar(head []byte) bool {
	if len(head) < 512 || head[0] == 0 {
		return false
	}
	want, digits := 0, 0
	for _, c := range head[148:156] {
		if c >= '0' && c <= '7' {
			want = want*8 + int(c-'0')
			digits++
		} else if c != ' ' && c != 0 {
			return false
		}
	}
	sum := 0
	for i, c := range head[:512] {
		if i >= 148 && i < 156 {
			c = ' '
		}
		sum += int(c)
	}
	return digits > 3 && sum == want
}

// binaryFormat names what is neither text nor one of the containers above.
func binaryFormat(head []byte) Format {
	mime := mimetype.Detect(head[:min(len(head), 3072)]).String()
	mime, _, _ = strings.Cut(mime, ";")
	family, sub, _ := strings.Cut(mime, "/")
	switch family {
	case "image":
		sub = strings.TrimPrefix(strings.TrimPrefix(sub, "x-"), "vnd.")
		if sub == "x-icon" || sub == "microsoft.icon" || sub == "icon" {
			sub = "ico"
		}
		return Format{Name: sub, Kind: "image"}
	case "video", "audio":
		return Format{Name: family, Kind: family}
	case "font":
		return Format{Name: "font", Kind: "font"}
	}
	switch sub {
	case "ogg":
		return Format{Name: "audio", Kind: "audio"}
	case "x-elf", "x-object", "x-executable", "x-sharedlib", "x-coredump", "vnd.microsoft.portable-executable", "x-mach-binary",
		"wasm", "x-java-applet", "x-msdownload":
		return named("executable")
	case "vnd.ms-fontobject", "x-font-ttf":
		return named("font")
	}
	return named("unknown")
}
