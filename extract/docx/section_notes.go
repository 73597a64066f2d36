package docx

import (
	"bytes"
	"io"

	"quire/extract/ooxml"
)

// sectionNotes reads how the sections of the body number their notes. A section
// says so only at its end, so the body is read once more; most say nothing.
func (d *document) sectionNotes() error {
	if len(d.footnotes.byID)+len(d.endnotes.byID) == 0 || !d.mentions("footnotePr", "endnotePr") {
		return nil
	}
	s, err := d.pkg.Stream(d.main)
	if err != nil {
		return err
	}
	defer s.Close()
	for { // what ails the part is met again where it is read
		n, err := s.Next()
		if err != nil || n != nil && n.Name == "w:sectPr" && s.Fill(n) != nil {
			break
		}
		if n != nil && n.Name == "w:sectPr" {
			d.footnotes.own = append(d.footnotes.own, settingsOf(n.Kid("w:footnotePr")))
			d.endnotes.own = append(d.endnotes.own, settingsOf(n.Kid("w:endnotePr")))
		}
	}
	d.footnotes.section(0)
	d.endnotes.section(0)
	return d.ctx.Err()
}

// mentions reports whether the bytes of the main part hold one of the words.
func (d *document) mentions(words ...string) bool {
	r, err := d.pkg.Reader(d.main)
	if err != nil {
		return false
	}
	defer r.Close()
	const overlap = 32
	buf := make([]byte, 64<<10)
	kept := 0
	for {
		n, err := io.ReadFull(r, buf[kept:])
		for _, w := range words {
			if bytes.Contains(buf[:kept+n], []byte(w)) {
				return true
			}
		}
		if err != nil {
			return false
		}
		kept = copy(buf, buf[len(buf)-overlap:])
	}
}

// endSection counts a section that ends with the element n.
func (d *document) endSection(n *ooxml.Node) {
	if n.Name == "w:p" && n.Kid("w:pPr", "w:sectPr") != nil {
		d.section++
		d.footnotes.section(d.section)
		d.endnotes.section(d.section)
	}
}
