package archive

import (
	"archive/zip"
	"compress/bzip2"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"quire/extract"
	"quire/knowledge"
)

// directoryBytes bounds what is read of the directory of a ZIP: it lies in
// memory whole, at about ten times its size. A directory of as many members as
// the limit allows, with long names, takes a tenth of it.
const directoryBytes = 64 << 20

var errRoom = errors.New("the directory is too large")

// Methods of packing in a ZIP that are read.
const (
	stored   = 0
	deflated = 8
	bzipped  = 12
)

// methodNames are those of the others.
var methodNames = map[uint16]string{
	1: "shrink", 2: "reduce", 3: "reduce", 4: "reduce", 5: "reduce", 6: "implode", 9: "deflate64", 10: "dcl-implode", 14: "lzma",
	20: "zstd", 93: "zstd", 94: "mp3", 95: "xz", 96: "jpeg", 97: "wavpack", 98: "ppmd",
}

// zip delivers the members of a ZIP archive in the order of its directory.
func (d *delivery) zip() error {
	d.src.room = directoryBytes
	zr, err := zip.NewReader(d.src, d.src.size)
	d.src.room = 0
	switch {
	case errors.Is(d.src.err, errRoom):
		return &extract.LimitError{Limit: "members", Max: int64(d.lim.Members)}
	case d.src.err != nil:
		return d.src.err
	case err != nil && !errors.Is(err, zip.ErrInsecurePath): // names open nothing here
		return fmt.Errorf("open archive: %w: %w", extract.ErrDamaged, err)
	}
	if err := extract.CheckZip(d.src, zr); err != nil {
		return fmt.Errorf("open archive: %w", err)
	}
	zr.RegisterDecompressor(bzipped, func(r io.Reader) io.ReadCloser { return io.NopCloser(bzip2.NewReader(r)) })
	names := zipNames(zr.File)
	for i, f := range zr.File {
		if err := d.entry(); err != nil {
			return err
		}
		if err := d.zipEntry(f, names[i]); err != nil {
			return err
		}
	}
	err = extract.CheckZipMembers(d.src, zr)
	switch {
	case d.src.err != nil:
		return d.src.err
	case err != nil:
		return d.beside(fmt.Errorf("read archive: %w", err))
	}
	return nil
}

func (d *delivery) zipEntry(f *zip.File, name string) error {
	mode := f.Mode()
	slash := strings.HasSuffix(name, "/")
	if slash && f.UncompressedSize64 > 0 {
		// A file for all its name. The library gives no content of an entry that is
		// named like a folder.
		file := *f
		name = strings.TrimRight(name, "/")
		file.Name = name
		f, slash = &file, false
	}
	switch {
	case slash, mode.IsDir() && f.UncompressedSize64 == 0:
		return nil // a folder
	case addedBySystem(name):
		return d.system(name)
	case mode&fs.ModeSymlink != 0:
		return d.left("symlink", name, "a symbolic link is not followed")
	case mode&(fs.ModeDevice|fs.ModeNamedPipe|fs.ModeSocket) != 0:
		return d.left("special-file", name, "the entry is no file: a device, a pipe or a socket")
	}
	return d.zipMember(f, d.member(name))
}

func (d *delivery) zipMember(f *zip.File, c knowledge.Child) error {
	const encryptedFlag, aes = 1, 99
	// The directory's size is what the reader of a member lets out at most.
	size := int64(min(f.UncompressedSize64, 1<<62))
	packed := min(int64(min(f.CompressedSize64, 1<<62)), d.src.size)
	switch {
	case f.Flags&encryptedFlag != 0, f.Method == aes:
		return d.refuse(c, encrypted)
	case f.Method != stored && f.Method != deflated && f.Method != bzipped:
		name := methodNames[f.Method]
		if name == "" {
			name = fmt.Sprintf("method %d", f.Method)
		}
		d.methods[name] = true
		return d.refuse(c, unsupported)
	case size > d.lim.Inflated-d.inflated:
		return d.overLimit(c, "inflated", d.lim.Inflated)
	case exceeds(size, packed, d.lim.Ratio):
		return d.overLimit(c, "ratio", d.lim.Ratio)
	}
	rc, err := f.Open()
	if d.src.err != nil {
		return d.src.err
	}
	if err != nil {
		return d.refuse(c, damaged)
	}
	defer rc.Close()
	return d.deliver(c, &meter{r: rc, lim: d.lim, total: &d.inflated, stored: func() int64 { return packed }})
}

// zipNames returns the names of all entries. An entry says that its name is
// UTF-8 by a flag or by a second name in an extra field; else all names that
// look otherwise decide together, and the code page of the first PCs is read
// where they cannot.
func zipNames(files []*zip.File) []string {
	names := make([]string, len(files))
	var unsaid []string
	for i, f := range files {
		name, said := f.Name, f.Flags&0x800 != 0
		if unicode, ok := unicodePath(f); ok {
			name, said = unicode, true
		}
		if names[i] = name; !said || !utf8.ValidString(name) {
			unsaid = append(unsaid, name)
		}
	}
	decoded := decodeNames(unsaid, charmap.CodePage437)
	for i, name := range names {
		if s, ok := decoded[name]; ok {
			name = s
		}
		names[i] = strings.ReplaceAll(name, `\`, "/") // old Windows programs write their own separator
	}
	return names
}

// unicodePath returns the name in the Unicode path extra field of Info-ZIP. It
// counts only while it belongs to the name beside it, which a program that does
// not know the field may have changed.
func unicodePath(f *zip.File) (string, bool) {
	const unicodePathID, head = 0x7075, 5
	le := binary.LittleEndian
	for extra := f.Extra; len(extra) >= 4; {
		id, n := le.Uint16(extra), int(le.Uint16(extra[2:]))
		extra = extra[4:]
		if n > len(extra) {
			break
		}
		field := extra[:n]
		extra = extra[n:]
		if id == unicodePathID && n > head && field[0] == 1 && le.Uint32(field[1:]) == crc32.ChecksumIEEE([]byte(f.Name)) && utf8.Valid(field[head:]) {
			return string(field[head:]), true
		}
	}
	return "", false
}
