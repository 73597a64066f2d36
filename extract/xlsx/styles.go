package xlsx

import (
	"strconv"

	"quire/extract/ooxml"
	"quire/extract/xlsx/numfmt"
)

// styles are the cell formats of a workbook, as far as they bear on reading.
type styles struct {
	cells []cellStyle
}

type cellStyle struct {
	format *numfmt.Format // nil: General
	code   string         // that it was parsed from
	bold   bool
}

// of returns the style of that index; cells without one have the first.
func (s *styles) of(i int) cellStyle {
	if i < 0 || i >= len(s.cells) {
		return cellStyle{}
	}
	return s.cells[i]
}

// readStyles reads a style part; root may be nil.
func readStyles(root *ooxml.Node) *styles {
	codes := map[int]string{}
	for _, n := range all(kid(root, "numFmts"), "numFmt") {
		codes[n.Int("numFmtId", -1)] = n.Attr("formatCode")
	}
	var bold []bool
	for _, n := range all(kid(root, "fonts"), "font") {
		bold = append(bold, kid(n, "b").On("val"))
	}
	formats := map[string]*numfmt.Format{}
	s := &styles{}
	for _, n := range all(kid(root, "cellXfs"), "xf") {
		var c cellStyle
		if font := n.Int("fontId", -1); font >= 0 && font < len(bold) {
			c.bold = bold[font]
		}
		c.code = codeOf(n.Int("numFmtId", 0), codes)
		c.format = formatOf(c.code, formats)
		s.cells = append(s.cells, c)
	}
	return s
}

// codeOf returns the format code of a number, "" for General. One below 164 that
// the workbook also defines means what the workbook says, but for those that stand
// for the system's own date.
func codeOf(id int, codes map[int]string) string {
	code, own := codes[id]
	if builtin, ok := numfmt.Builtin(id); ok && (!own || id == 14 || id == 22) {
		code = builtin
	}
	if code == "General" {
		return ""
	}
	return code
}

// formatOf parses each format code once.
func formatOf(code string, formats map[string]*numfmt.Format) *numfmt.Format {
	if code == "" {
		return nil
	}
	f, ok := formats[code]
	if !ok {
		f = numfmt.Parse(code)
		formats[code] = f
	}
	return f
}

// display returns the text of a number in a cell of this style.
func (c cellStyle) display(raw string, date1904 bool) (text string, v float64, ok bool) {
	v, err := strconv.ParseFloat(raw, 64)
	if err != nil {
		return raw, 0, false
	}
	if c.format == nil {
		return numfmt.General(v), v, true
	}
	return c.format.Number(v, date1904), v, true
}
