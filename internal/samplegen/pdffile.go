package main

import (
	"bytes"
	"fmt"
)

// pdfFile collects numbered objects and writes them with a classic
// cross-reference table, the oldest form, which every reader understands.
type pdfFile struct {
	objects [][]byte
}

// reserve returns the number of an object whose body follows later.
func (f *pdfFile) reserve() int {
	f.objects = append(f.objects, nil)
	return len(f.objects)
}

func (f *pdfFile) set(number int, format string, args ...any) {
	f.objects[number-1] = fmt.Appendf(nil, format, args...)
}

func (f *pdfFile) add(format string, args ...any) int {
	n := f.reserve()
	f.set(n, format, args...)
	return n
}

// stream adds a compressed stream; entries are further dictionary entries.
func (f *pdfFile) stream(entries string, data []byte) int {
	packed := zlibStream(data)
	return f.add("<< %s /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", entries, len(packed), packed)
}

func (f *pdfFile) bytes(catalog, info int) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(f.objects))
	for i, body := range f.objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(f.objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n",
		len(f.objects)+1, catalog, info, start)
	return b.Bytes()
}

// pdfInfo is what the document information dictionary says.
type pdfInfo struct {
	title, author, producer string
	created                 string // PDF date, D:YYYYMMDDHHmmSSZ
}

func (f *pdfFile) info(i pdfInfo) int {
	return f.add("<< /Title %s /Author %s /Producer %s /CreationDate (%s) >>",
		pdfString(i.title), pdfString(i.author), pdfString(i.producer), i.created)
}

// outlineEntry is one bookmark: a heading, the page it is on and its height.
type outlineEntry struct {
	title string
	page  int // index into the pages
	top   float64
}

// outline writes a flat list of bookmarks and returns its root object.
func (f *pdfFile) outline(entries []outlineEntry, pages []int) int {
	root := f.reserve()
	first := len(f.objects) + 1
	for i, e := range entries {
		links := ""
		if i > 0 {
			links += fmt.Sprintf(" /Prev %d 0 R", first+i-1)
		}
		if i < len(entries)-1 {
			links += fmt.Sprintf(" /Next %d 0 R", first+i+1)
		}
		f.add("<< /Title %s /Parent %d 0 R%s /Dest [%d 0 R /XYZ 0 %.1f null] >>",
			pdfString(e.title), root, links, pages[e.page], e.top)
	}
	f.set(root, "<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>",
		first, first+len(entries)-1, len(entries))
	return root
}
