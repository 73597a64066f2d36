package extract

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"strings"
)

// Limits of what Detect reads of a ZIP: enough for the directory of any office
// document, and little of an archive of a million files.
const (
	zipDirectoryBytes = 4 << 20
	zipTailBytes      = 64<<10 + 22 + 20 // longest comment, end record, ZIP64 locator
	zipPartBytes      = 1 << 20
)

// zipMember is where a member of interest lies.
type zipMember struct {
	offset int64
	packed int64
}

// zipNames reads the directory at the end of an archive, as far as the limit
// reaches. It is empty where there is none: the archive is cut off.
func zipNames(in io.ReaderAt, size int64) map[string]zipMember {
	tail := make([]byte, min(size, zipTailBytes))
	if n, err := in.ReadAt(tail, size-int64(len(tail))); n < len(tail) && err != nil {
		return nil
	}
	end := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if end < 0 || len(tail)-end < 22 {
		return nil
	}
	length := int64(binary.LittleEndian.Uint32(tail[end+12:]))
	start := int64(binary.LittleEndian.Uint32(tail[end+16:]))
	// What the directory says of its place is wrong where something was put in
	// front of the archive; it always ends at the end record.
	shift := int64(0)
	if at := size - int64(len(tail)) + int64(end) - length; start != 0xffffffff && at > start {
		shift = at - start
		start = at
		first := make([]byte, 30+256)
		if n, _ := in.ReadAt(first, 0); zipFirstName(first[:n]) != "" {
			return nil // the directory of an archive inside this one: see CheckZip
		}
	}
	if start == 0xffffffff {
		if start, length = zip64Directory(in, tail[:end]); length == 0 {
			return nil
		}
	}
	if start < 0 || start >= size || length <= 0 {
		return nil
	}
	dir := make([]byte, min(length, zipDirectoryBytes, size-start))
	n, _ := in.ReadAt(dir, start)
	return zipEntries(dir[:n], shift)
}

func zip64Directory(in io.ReaderAt, beforeEnd []byte) (start, length int64) {
	if len(beforeEnd) < 20 {
		return 0, 0
	}
	locator := beforeEnd[len(beforeEnd)-20:]
	if !bytes.HasPrefix(locator, []byte("PK\x06\x07")) {
		return 0, 0
	}
	record := make([]byte, 56)
	at := int64(binary.LittleEndian.Uint64(locator[8:]))
	if at < 0 {
		return 0, 0
	}
	if n, _ := in.ReadAt(record, at); n < len(record) || !bytes.HasPrefix(record, []byte("PK\x06\x06")) {
		return 0, 0
	}
	return int64(binary.LittleEndian.Uint64(record[48:])), int64(binary.LittleEndian.Uint64(record[40:]))
}

// zipEntries reads entries of a directory; shift is added to the places they name.
func zipEntries(dir []byte, shift int64) map[string]zipMember {
	names := map[string]zipMember{}
	for len(dir) >= 46 && bytes.HasPrefix(dir, []byte("PK\x01\x02")) {
		le := binary.LittleEndian
		name, extra, comment := int(le.Uint16(dir[28:])), int(le.Uint16(dir[30:])), int(le.Uint16(dir[32:]))
		if len(dir) < 46+name {
			break
		}
		key := strings.ReplaceAll(string(dir[46:46+name]), "\\", "/")
		names[key] = zipMember{int64(le.Uint32(dir[42:])) + shift, int64(le.Uint32(dir[20:]))}
		dir = dir[min(len(dir), 46+name+extra+comment):]
	}
	return names
}

// zipLocalNames finds member names by the headers in front of the members.
func zipLocalNames(head []byte) map[string]zipMember {
	names := map[string]zipMember{}
	for at := 0; ; {
		i := bytes.Index(head[at:], []byte("PK\x03\x04"))
		if i < 0 || len(head)-at-i < 30 {
			return names
		}
		at += i
		h := head[at:]
		le := binary.LittleEndian
		if n := int(le.Uint16(h[26:])); len(h) >= 30+n {
			names[string(h[30:30+n])] = zipMember{int64(at), int64(le.Uint32(h[18:]))}
		}
		at += 4
	}
}

// zipRead returns the first limit bytes of a member that is stored or deflated.
func zipRead(in io.ReaderAt, m zipMember, limit int64) []byte {
	h := make([]byte, 30)
	if n, _ := in.ReadAt(h, m.offset); n < len(h) || !bytes.HasPrefix(h, []byte("PK\x03\x04")) {
		return nil
	}
	le := binary.LittleEndian
	from := m.offset + 30 + int64(le.Uint16(h[26:])) + int64(le.Uint16(h[28:]))
	packed := m.packed
	if packed == 0 {
		packed = zipPartBytes // written as a stream: the size stands behind the data
	}
	var r io.Reader = io.NewSectionReader(in, from, packed)
	switch le.Uint16(h[8:]) {
	case 0:
	case 8:
		r = flate.NewReader(r)
	default:
		return nil
	}
	b, _ := io.ReadAll(io.LimitReader(r, limit)) // what could be read is looked at
	return b
}
