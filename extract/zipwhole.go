package extract

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// CheckZip reports an archive whose directory is not its own: the file begins with a
// member that its directory does not list. That is what is left where the end was cut
// off behind a member that is an archive itself, or where the directory is empty.
func CheckZip(in io.ReaderAt, zr *zip.Reader) error {
	head := make([]byte, 30+256)
	if n, _ := in.ReadAt(head, 0); zipFirstName(head[:n]) == "" {
		return nil // something stands in front of the archive, as in one that extracts itself
	}
	first := int64(30) + int64(binary.LittleEndian.Uint16(head[26:])) + int64(binary.LittleEndian.Uint16(head[28:]))
	for _, f := range zr.File {
		if at, err := f.DataOffset(); err == nil && at == first {
			return nil
		}
	}
	if len(zr.File) == 0 {
		return fmt.Errorf("%w: its directory is empty, and there are members in it", ErrDamaged)
	}
	return fmt.Errorf("%w: its directory is missing; what stands at the end is that of an archive inside it", ErrDamaged)
}

// CheckZipMembers reports what an archive holds beyond its directory: a member that is
// not listed, and one that has more bytes than are listed for it. What the directory
// does list can be read all the same. Whatever else stands between members is no
// fault: descriptors, padding, signatures.
func CheckZipMembers(in io.ReaderAt, zr *zip.Reader) error {
	type member struct {
		*zip.File
		body int64
	}
	var members []member
	for _, f := range zr.File {
		if at, err := f.DataOffset(); err == nil { // else its reader will say so
			members = append(members, member{f, at})
		}
	}
	slices.SortStableFunc(members, func(a, b member) int { return cmp.Compare(a.body, b.body) })
	var end int64 // of the members so far
	marks := 0
	for i, m := range members {
		from := end
		if i == 0 { // what stands in front of the first may be a program, and anything in it
			from = max(0, m.body-zipHeadBytes)
		}
		var own zipHead
		err := zipHeads(in, from, m.body, func(h zipHead) error {
			switch {
			case h.body == m.body:
				own = h
			case i > 0 && h.hides(m.body):
				return unlisted(h)
			case marks == maxZipMarks:
				return fmt.Errorf("%w: it is full of marks of members that its directory does not list", ErrDamaged)
			default:
				marks++
			}
			return nil
		})
		switch {
		case err != nil:
			return err
		case own.packed > m.CompressedSize64, own.size > m.UncompressedSize64:
			return fmt.Errorf("%w: its directory lists %d bytes of %q, which has %d", ErrDamaged, m.UncompressedSize64, own.name, own.size)
		}
		end = max(end, m.body+int64(min(m.CompressedSize64, 1<<62-1)))
	}
	if len(members) == 0 {
		return nil
	}
	return zipHeads(in, end, 1<<62, func(h zipHead) error {
		if marks++; h.hides(1<<62) || marks > maxZipMarks {
			return unlisted(h)
		}
		return nil
	})
}

func unlisted(h zipHead) error {
	return fmt.Errorf("%w: its directory does not list the member %q, which was not read", ErrDamaged, h.name)
}

const localSignature = "PK\x03\x04"

// zipHeadBytes is the longest header in front of a member.
const zipHeadBytes = 30 + 2*65535

// maxZipMarks bounds what looks like a header and is none. Two in an honest archive are
// rare; each costs a read.
const maxZipMarks = 1000

// zipHead is the header in front of a member. Sizes are 0 where they stand behind it.
type zipHead struct {
	name         string
	body         int64 // where the content begins
	size, packed uint64
	streamed     bool // the sizes stand behind the content
	sound        bool // its fields are those that programs write
}

// hides reports whether it stands in front of content that ends before a place. Bytes
// that look like a header by chance do not.
func (h zipHead) hides(before int64) bool {
	if !h.sound || h.body > before || h.packed > uint64(before-h.body) {
		return false
	}
	return h.packed > 0 || h.streamed && !strings.HasSuffix(h.name, "/")
}

var errEndOfMembers = errors.New("the directory begins")

// zipHeads calls f for each header in a range, which ends where the directory begins.
func zipHeads(in io.ReaderAt, from, to int64, f func(zipHead) error) error {
	chunk := make([]byte, min(64<<10, max(0, to-from)))
	for from < to {
		n, _ := in.ReadAt(chunk[:min(int64(len(chunk)), to-from)], from)
		err := signatures(chunk[:n], func(i int, what string) error {
			if what != localSignature {
				return errEndOfMembers
			}
			if h, ok := readZipHead(in, from+int64(i)); ok {
				return f(h)
			}
			return nil
		})
		if errors.Is(err, errEndOfMembers) || err == nil && n < 4 {
			return nil
		}
		if err != nil {
			return err
		}
		from += int64(n) - 3 // a signature may lie across
	}
	return nil
}

// signatures calls f for the signatures of headers and of the directory.
func signatures(b []byte, f func(at int, what string) error) error {
	for at := 0; ; at += 2 {
		i := bytes.Index(b[at:], []byte("PK"))
		if i < 0 {
			return nil
		}
		if at += i; len(b)-at < 4 {
			return nil
		}
		switch what := string(b[at : at+4]); what {
		case localSignature, "PK\x01\x02", "PK\x05\x06", "PK\x06\x06":
			if err := f(at, what); err != nil {
				return err
			}
		}
	}
}

func readZipHead(in io.ReaderAt, at int64) (zipHead, bool) {
	b := make([]byte, 30)
	if n, _ := in.ReadAt(b, at); n < len(b) {
		return zipHead{}, false
	}
	const unused, streamed = 0xd780, 8 // flags
	le := binary.LittleEndian
	flags, method := le.Uint16(b[6:]), le.Uint16(b[8:])
	rest := make([]byte, int(le.Uint16(b[26:]))+int(le.Uint16(b[28:])))
	if n, _ := in.ReadAt(rest, at+30); n < len(rest) {
		return zipHead{}, false
	}
	name, extra := rest[:le.Uint16(b[26:])], rest[le.Uint16(b[26:]):]
	h := zipHead{name: string(name), body: at + 30 + int64(len(rest)), streamed: flags&streamed != 0}
	h.sound = len(name) > 0 && !strings.ContainsFunc(h.name, unicode.IsControl) && b[4] <= 63 && flags&unused == 0 && method < 100
	if !h.streamed {
		h.packed, h.size = uint64(le.Uint32(b[18:])), uint64(le.Uint32(b[22:]))
	}
	if h.packed == 0xffffffff || h.size == 0xffffffff {
		h.size, h.packed = zip64Sizes(extra)
	}
	return h, true
}

// zip64Sizes reads both sizes, as they stand in front of a member.
func zip64Sizes(extra []byte) (size, packed uint64) {
	le := binary.LittleEndian
	for len(extra) >= 4 {
		id, n := le.Uint16(extra), int(le.Uint16(extra[2:]))
		if extra = extra[4:]; n > len(extra) {
			break
		}
		if id == 1 && n >= 16 {
			return le.Uint64(extra), le.Uint64(extra[8:])
		}
		extra = extra[n:]
	}
	return 0, 0
}
