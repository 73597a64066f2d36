package main

import (
	"fmt"
	"strings"
)

// helveticaWidths are the advance widths of the characters from space to
// tilde, in thousandths of the font size, as the standard metrics give them.
var helveticaWidths = [...]int{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// otherWidth serves accented letters, the dash and the euro sign, which are
// about as wide as a digit.
const otherWidth = 556

// textWidth is the width of text set in Helvetica at size points.
func textWidth(text string, size float64) float64 {
	total := 0
	for _, r := range text {
		if r >= ' ' && r <= '~' {
			total += helveticaWidths[r-' ']
		} else {
			total += otherWidth
		}
	}
	return float64(total) * size / 1000
}

// wrap breaks text into lines that are no wider than width points.
func wrap(text string, size, width float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		longer := word
		if line != "" {
			longer = line + " " + word
		}
		if line != "" && textWidth(longer, size) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}

// pdfString writes text as a literal string in WinAnsi encoding.
func pdfString(text string) string {
	var b strings.Builder
	b.WriteByte('(')
	for _, c := range windows1252(text) {
		switch {
		case c == '(' || c == ')' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte(')')
	return b.String()
}
