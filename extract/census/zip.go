package census

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"quire/knowledge"
)

// zipEntry is one entry of the directory at the end of an archive.
type zipEntry struct {
	name   string
	locked bool
	method uint16
	size   int64 // unpacked
	packed int64
	at     int64
}

const maxDirectory = 64 << 20 // bytes

var errNoDirectory = errors.New("no directory at the end of the archive")

// directory reads the directory of an archive.
func directory(r io.ReaderAt, size int64) ([]zipEntry, error) {
	dir, shift, err := directoryBytes(r, size)
	if err != nil {
		return nil, err
	}
	var out []zipEntry
	le := binary.LittleEndian
	for len(dir) >= 46 && le.Uint32(dir) == 0x02014b50 {
		name, extra, comment := int(le.Uint16(dir[28:])), int(le.Uint16(dir[30:])), int(le.Uint16(dir[32:]))
		if len(dir) < 46+name+extra {
			return out, errNoDirectory
		}
		e := zipEntry{
			name: string(dir[46 : 46+name]), locked: le.Uint16(dir[8:])&1 != 0, method: le.Uint16(dir[10:]),
			size: int64(le.Uint32(dir[24:])), packed: int64(le.Uint32(dir[20:])), at: int64(le.Uint32(dir[42:])),
		}
		e.wide(dir[46+name : 46+name+extra])
		e.at += shift
		if out = append(out, e); len(out) > maxParts {
			return nil, errTooLarge
		}
		dir = dir[min(len(dir), 46+name+extra+comment):]
	}
	return out, nil
}

// wide reads the sizes of entries past 4 GB.
func (e *zipEntry) wide(extra []byte) {
	le := binary.LittleEndian
	for len(extra) >= 4 {
		id, n := le.Uint16(extra), int(le.Uint16(extra[2:]))
		if extra = extra[4:]; n > len(extra) {
			return
		}
		field := extra[:n]
		extra = extra[n:]
		if id != 1 {
			continue
		}
		take := func(v *int64) {
			if len(field) >= 8 {
				*v, field = int64(le.Uint64(field)), field[8:]
			}
		}
		if e.size == 0xffffffff {
			take(&e.size)
		}
		if e.packed == 0xffffffff {
			take(&e.packed)
		}
		if e.at == 0xffffffff {
			take(&e.at)
		}
	}
}

// directoryBytes returns the directory and by how much the places it names are off,
// because something was put in front of the archive.
func directoryBytes(r io.ReaderAt, size int64) (dir []byte, shift int64, err error) {
	tail := make([]byte, min(size, 22+65535+20))
	if n, err := r.ReadAt(tail, size-int64(len(tail))); n < len(tail) && err != nil {
		return nil, 0, err
	}
	le := binary.LittleEndian
	end := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if end < 0 || len(tail)-end < 22 {
		return nil, 0, errNoDirectory
	}
	length, start := int64(le.Uint32(tail[end+12:])), int64(le.Uint32(tail[end+16:]))
	stop := size - int64(len(tail)) + int64(end)
	if end >= 20 && le.Uint32(tail[end-20:]) == 0x07064b50 {
		record := make([]byte, 56)
		at := int64(le.Uint64(tail[end-12:]))
		if n, _ := r.ReadAt(record, at); n == 56 && le.Uint32(record) == 0x06064b50 {
			length, start, stop = int64(le.Uint64(record[40:])), int64(le.Uint64(record[48:])), at
		}
	}
	if length > maxDirectory {
		return nil, 0, errTooLarge
	}
	if at := stop - length; at > start && at >= 0 {
		start, shift = at, at-start
	}
	if start < 0 || length < 0 || start > size {
		return nil, 0, errNoDirectory
	}
	dir = make([]byte, min(length, size-start))
	_, err = io.ReadFull(io.NewSectionReader(r, start, size-start), dir)
	return dir, shift, err
}

// open returns the content of an entry that is stored or deflated.
func (e *zipEntry) open(r io.ReaderAt) (io.Reader, error) {
	h := make([]byte, 30)
	if n, err := r.ReadAt(h, e.at); n < len(h) {
		return nil, err
	}
	le := binary.LittleEndian
	body := io.NewSectionReader(r, e.at+30+int64(le.Uint16(h[26:]))+int64(le.Uint16(h[28:])), e.packed)
	switch {
	case e.locked:
		return nil, errEncrypted
	case e.method == 0:
		return body, nil
	case e.method == 8:
		return flate.NewReader(body), nil
	}
	return nil, errors.New("unknown method")
}

// zipMembers names the files in an archive. What is named like a folder and has
// content is a file.
func zipMembers(r io.ReaderAt, size int64) ([]knowledge.Expected, error) {
	all, err := directory(r, size)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range all {
		name := strings.ReplaceAll(strings.ToValidUTF8(e.name, "\uFFFD"), `\`, "/")
		if !strings.HasSuffix(name, "/") || e.size > 0 {
			names = append(names, strings.TrimRight(name, "/"))
		}
	}
	return []knowledge.Expected{named(knowledge.MemberPart, names)}, nil
}
