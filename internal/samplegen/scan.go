package main

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
)

var (
	//go:embed text/glyphs.txt
	glyphDrawings string
	//go:embed text/lease-graz.txt
	leaseGrazText string
)

// The scan is A4 at 75 dots an inch, typed with glyphs of 5 by 7 dots.
const (
	scanWidth   = 620
	scanHeight  = 877
	dotSize     = 2
	advance     = 6 * dotSize
	lineAdvance = 12 * dotSize
	paper       = 236
	ink         = 62
)

// picture is a grayscale image, one byte a pixel, row by row.
type picture struct {
	pixels []byte
}

// dot darkens a pixel; a point outside is ignored. Each row is shifted by the
// slight slant a sheet has when it lies askew on the glass.
func (p *picture) dot(x, y int, tone byte) {
	x += y / 110
	if x >= 0 && x < scanWidth && y >= 0 && y < scanHeight {
		p.pixels[y*scanWidth+x] = min(tone, p.pixels[y*scanWidth+x])
	}
}

func (p *picture) square(x, y, size int, tone byte) {
	for dy := range size {
		for dx := range size {
			p.dot(x+dx, y+dy, tone)
		}
	}
}

// typeLine sets one line of capitals, each letter a little lighter or darker
// than the last, as a worn ribbon prints.
func (p *picture) typeLine(x, y int, line string, glyphs map[rune][]string) {
	for i, r := range []rune(line) {
		tone := byte(ink + i*7%30)
		for row, bits := range glyphs[r] {
			for column, bit := range bits {
				if bit == '#' {
					p.square(x+i*advance+column*dotSize, y+row*dotSize, dotSize, tone)
				}
			}
		}
	}
}

// signature draws a wavy line that runs out to the right.
func (p *picture) signature(x, y int, speed float64) {
	for i := range 130 {
		t := float64(i)
		height := 16 * math.Exp(-t/70) * math.Sin(t*speed)
		p.square(x+i, y+int(math.Round(height)), 2, 88)
	}
}

// loadGlyphs reads the drawings: a letter, then seven rows of five dots.
func loadGlyphs(drawings string) map[rune][]string {
	glyphs := map[rune][]string{}
	for _, line := range strings.Split(strings.TrimSpace(drawings), "\n") {
		fields := strings.Fields(line)
		glyphs[[]rune(fields[0])[0]] = fields[1:]
	}
	return glyphs
}

func drawLease() *picture {
	p := &picture{pixels: make([]byte, scanWidth*scanHeight)}
	for i := range p.pixels {
		p.pixels[i] = paper
	}
	glyphs := loadGlyphs(glyphDrawings)
	y := 96
	for _, line := range strings.Split(strings.TrimSpace(leaseGrazText), "\n") {
		p.typeLine(62, y, line, glyphs)
		y += lineAdvance
	}
	p.signature(64, y+30, 0.31)
	p.signature(352, y+26, 0.43)
	for i := range 160 { // dust on the glass
		p.dot(i*i*37%scanWidth, (i*i*i+i*59)%scanHeight, 150)
	}
	for row := range scanHeight { // the dark edge of the open lid
		p.dot(scanWidth-12, row, 176)
		p.dot(scanWidth-11, row, 140)
	}
	return p
}

// leaseGraz is a page that is only a picture: without recognition of the
// letters there is no text in it.
func leaseGraz() ([]byte, error) {
	f := &pdfFile{}
	tree := f.reserve()
	image := f.stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8",
		scanWidth, scanHeight), drawLease().pixels)
	content := f.stream("", fmt.Appendf(nil, "q %g 0 0 %g 0 0 cm /Im1 Do Q\n", pageWidth, pageHeight))
	page := f.add("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %g %g] /Resources << /XObject << /Im1 %d 0 R >> >> /Contents %d 0 R >>",
		tree, pageWidth, pageHeight, image, content)
	f.set(tree, "<< /Type /Pages /Kids [%d 0 R] /Count 1 >>", page)
	catalog := f.add("<< /Type /Catalog /Pages %d 0 R >>", tree)
	return f.bytes(catalog, f.info(pdfInfo{"Scan", "", "Copy shop Jakominiplatz", "D:20260206091500Z"})), nil
}
