package extract

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"
)

// oleSignature begins every compound file of Microsoft Office before 2007, of
// Outlook, and around encrypted documents of later versions.
const oleSignature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// oleSectors bounds how many sectors of the directory are read: 8,192 entries at
// four a sector.
const oleSectors = 2048

// oleEntry is one entry of the directory: a name and the tree of its siblings.
type oleEntry struct {
	name               string
	left, right, child uint32
}

// oleFormat tells compound files apart by the streams at their top level; those
// of embedded documents lie deeper and must not count.
func oleFormat(in io.ReaderAt, size int64, head []byte, ext string) string {
	has := map[string]bool{}
	for _, name := range oleTopNames(oleDirectory(in, size, head)) {
		has[strings.ToLower(name)] = true
	}
	if len(has) == 0 {
		if f := oleByText(head); f != "encrypted-office" {
			return f
		}
		return lockedFormat(ext)
	}
	switch {
	case has["encryptedpackage"], has["encryptioninfo"]:
		return lockedFormat(ext)
	case has["worddocument"]:
		return "doc"
	case has["workbook"], has["book"]:
		return "xls"
	case has["powerpoint document"], has["pp97_dualstorage"], has["pp40"]:
		return "ppt"
	case has["__properties_version1.0"], has["__nameid_version1.0"]:
		return "msg"
	case has["visiodocument"]:
		return "visio"
	case has["quill"]:
		return "publisher"
	case has["hwpsummaryinformation"], has["fileheader"] && has["bodytext"]:
		return "hwp"
	}
	return "ole"
}

// lockedFormat is what is in an encrypted package by the ending of its name: only a
// password tells for sure.
func lockedFormat(ext string) string {
	if f := officeExtensions[ext]; f != "" {
		return f
	}
	return "encrypted-office"
}

var officeExtensions = map[string]string{
	"docx": "docx", "docm": "docx", "dotx": "docx", "dotm": "docx", "pptx": "pptx", "pptm": "pptx", "ppsx": "pptx", "ppsm": "pptx", "potx": "pptx",
	"xlsx": "xlsx", "xlsm": "xlsx", "xltx": "xlsx", "xltm": "xlsx",
}

// oleByText looks for stream names anywhere in head, for files whose directory
// cannot be reached: cut off or damaged ones.
func oleByText(head []byte) string {
	for _, s := range []struct{ name, format string }{
		{"EncryptedPackage", "encrypted-office"}, {"__properties_version1.0", "msg"}, {"WordDocument", "doc"},
		{"PowerPoint Document", "ppt"}, {"Workbook", "xls"},
	} {
		var wide []byte
		for _, c := range []byte(s.name) {
			wide = append(wide, c, 0)
		}
		if bytes.Contains(head, wide) {
			return s.format
		}
	}
	return "ole"
}

// oleDirectory reads the entries of the directory by following its sectors.
func oleDirectory(in io.ReaderAt, size int64, head []byte) []oleEntry {
	if len(head) < 512 {
		return nil
	}
	le := binary.LittleEndian
	shift := le.Uint16(head[30:])
	if shift != 9 && shift != 12 {
		return nil
	}
	sector := int64(1) << shift
	read := func(n uint32) []byte {
		at := (int64(n) + 1) * sector
		if at >= size {
			return nil
		}
		b := make([]byte, min(sector, size-at))
		got, _ := in.ReadAt(b, at)
		return b[:got]
	}
	// The table of sectors is itself in sectors, the first 109 of which the
	// header names; files with more are over 6 MB and have their directory in
	// reach of these in practice.
	next := func(n uint32) (uint32, bool) {
		perSector := uint32(sector / 4)
		i := n / perSector
		if i >= 109 {
			return 0, false
		}
		b := read(le.Uint32(head[76+4*i:]))
		at := int(n%perSector) * 4
		if len(b) < at+4 {
			return 0, false
		}
		return le.Uint32(b[at:]), true
	}
	var out []oleEntry
	for n, count := le.Uint32(head[48:]), 0; n < 0xfffffffa && count < oleSectors; count++ {
		b := read(n)
		for ; len(b) >= 128; b = b[128:] {
			out = append(out, oleParse(b[:128]))
		}
		var ok bool
		if n, ok = next(n); !ok {
			break
		}
	}
	return out
}

func oleParse(b []byte) oleEntry {
	le := binary.LittleEndian
	length := min(int(le.Uint16(b[64:])), 64)
	var units []uint16
	for i := 0; i+1 < length; i += 2 {
		if u := le.Uint16(b[i:]); u != 0 {
			units = append(units, u)
		}
	}
	return oleEntry{string(utf16.Decode(units)), le.Uint32(b[68:]), le.Uint32(b[72:]), le.Uint32(b[76:])}
}

// oleTopNames returns the names below the root entry, which is the first.
func oleTopNames(all []oleEntry) []string {
	if len(all) == 0 {
		return nil
	}
	seen := make([]bool, len(all))
	var names []string
	todo := []uint32{all[0].child}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if int64(n) >= int64(len(all)) || seen[n] {
			continue
		}
		seen[n] = true
		names = append(names, all[n].name)
		todo = append(todo, all[n].left, all[n].right)
	}
	return names
}
