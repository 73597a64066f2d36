package main

import (
	"bytes"
	"fmt"
	"strings"
)

// A4 in points, and the measures of the page.
const (
	pageWidth    = 595.0
	pageHeight   = 842.0
	pageMargin   = 64.0
	columnGutter = 26.0
	titleSize    = 20.0
	headingSize  = 13.0
	headerSize   = 8.5
)

// pageStyle is what differs between the typeset samples.
type pageStyle struct {
	columns  int
	bodySize float64
	header   string // running header, empty for none
	footer   string // running footer with the page number and the page count as verbs
}

// typesetter places blocks into columns and pages, top to bottom.
type typesetter struct {
	style    pageStyle
	pages    []*bytes.Buffer
	outline  []outlineEntry
	column   int
	y        float64 // baseline of the line placed last
	topOfRun float64 // where columns of the current page begin
}

func (t *typesetter) width() float64 {
	inner := pageWidth - 2*pageMargin
	return (inner - columnGutter*float64(t.style.columns-1)) / float64(t.style.columns)
}

func (t *typesetter) left() float64 {
	return pageMargin + float64(t.column)*(t.width()+columnGutter)
}

func (t *typesetter) newPage() {
	t.pages = append(t.pages, &bytes.Buffer{})
	t.column, t.y = 0, pageHeight-pageMargin
	t.topOfRun = t.y
	if t.style.header != "" {
		t.show("F1", headerSize, pageMargin, pageHeight-40, t.style.header)
	}
}

// room moves to the next column or page when height points do not fit.
func (t *typesetter) room(height float64) {
	if t.y-height >= pageMargin {
		return
	}
	if t.column+1 < t.style.columns {
		t.column++
		t.y = t.topOfRun
		return
	}
	t.newPage()
}

func (t *typesetter) show(font string, size, x, y float64, text string) {
	fmt.Fprintf(t.pages[len(t.pages)-1], "BT /%s %.1f Tf 1 0 0 1 %.2f %.2f Tm %s Tj ET\n",
		font, size, x, y, pdfString(text))
}

// lines sets text below the current height and leaves after points of space.
func (t *typesetter) lines(font string, size, width, after float64, text string) {
	for _, line := range wrap(text, size, width) {
		t.room(size * 1.35)
		t.y -= size * 1.35
		t.show(font, size, t.left(), t.y, line)
	}
	t.y -= after
}

func (t *typesetter) place(b block) {
	switch b.kind {
	case pageBreak:
		t.newPage()
	case title:
		t.mark(b.text)
		t.lines("F2", titleSize, pageWidth-2*pageMargin, 14, b.text)
		t.topOfRun = t.y
	case heading:
		t.room(headingSize*1.35 + 3*t.style.bodySize*1.35)
		t.y -= 6
		t.mark(b.text)
		t.lines("F2", headingSize, t.width()*0.94, 3, b.text)
	case table:
		t.table(b.rows)
	case paragraph:
		t.lines("F1", t.style.bodySize, t.width(), 7, b.text)
	}
}

func (t *typesetter) mark(heading string) {
	t.outline = append(t.outline, outlineEntry{heading, len(t.pages) - 1, t.y})
}

// table sets rows in equal columns, the header in bold above a rule.
func (t *typesetter) table(rows [][]string) {
	size := t.style.bodySize
	t.room(size * 1.6 * float64(len(rows)))
	step := t.width() / float64(len(rows[0]))
	for i, row := range rows {
		t.y -= size * 1.5
		font := "F1"
		if i == 0 {
			font = "F2"
		}
		for c, cell := range row {
			t.show(font, size, t.left()+float64(c)*step, t.y, cell)
		}
		if i == 0 {
			fmt.Fprintf(t.pages[len(t.pages)-1], "0.6 w %.2f %.2f m %.2f %.2f l S\n",
				t.left(), t.y-3, t.left()+t.width(), t.y-3)
		}
	}
	t.y -= 12
}

// typeset turns prose into a PDF with an outline and running footers.
func typeset(source string, style pageStyle, about pdfInfo) []byte {
	t := &typesetter{style: style}
	t.newPage()
	for _, b := range parseProse(source) {
		t.place(b)
	}
	f := &pdfFile{}
	tree := f.reserve()
	fonts := f.add("<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>" +
		" /F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >> >> >>")
	var pages []int
	var kids strings.Builder
	for i, content := range t.pages {
		foot := fmt.Sprintf(style.footer, i+1, len(t.pages))
		x := (pageWidth - textWidth(foot, headerSize)) / 2
		fmt.Fprintf(content, "BT /F1 %.1f Tf 1 0 0 1 %.2f 36.00 Tm %s Tj ET\n", headerSize, x, pdfString(foot))
		stream := f.stream("", content.Bytes())
		page := f.add("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %g %g] /Resources %d 0 R /Contents %d 0 R >>",
			tree, pageWidth, pageHeight, fonts, stream)
		pages = append(pages, page)
		fmt.Fprintf(&kids, "%d 0 R ", page)
	}
	f.set(tree, "<< /Type /Pages /Kids [%s] /Count %d >>", strings.TrimSpace(kids.String()), len(pages))
	marks := f.outline(t.outline, pages)
	catalog := f.add("<< /Type /Catalog /Pages %d 0 R /Outlines %d 0 R /PageMode /UseOutlines /Lang (en) >>", tree, marks)
	return f.bytes(catalog, f.info(about))
}
