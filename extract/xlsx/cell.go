package xlsx

import (
	"strconv"
	"strings"
	"time"

	"quire/extract/xlsx/numfmt"
	"quire/knowledge"
)

// cell is a non-empty cell as it is shown.
type cell struct {
	row, col int
	text     string
	kind     cellKind
	layer    layer
	bold     bool
	formula  *knowledge.CellFormula
	stored   string // its value, where text does not tell it
	format   string // number format of that value
}

// cellKind is what the value of a cell is.
type cellKind uint8

const (
	words cellKind = iota
	number
	date
	other // truth values and errors
)

// layer says why a cell is not seen on the sheet.
type layer uint8

const (
	visible      layer = iota
	hiddenRow          // its row is hidden or filtered out
	hiddenColumn       // its column is hidden
	hiddenMerge        // a merged cell covers it
	hiddenFormat       // its number format shows nothing
	layers
)

var layerFlags = [layers]knowledge.Flag{
	hiddenRow: "hidden:row", hiddenColumn: "hidden:column", hiddenMerge: "hidden:merge", hiddenFormat: "hidden:format",
}

// show turns a cell of the file into one that is shown; ok is false where there
// is nothing to show.
func (b *workbook) show(raw *rawCell, row int) (c cell, ok bool) {
	style := b.styles.of(raw.style)
	c = cell{row: row, col: raw.col, bold: style.bold}
	b.value(&c, raw, style)
	if raw.formula != "" {
		at := raw.shared
		if at == "" {
			at = cellName(row, raw.col)
		}
		c.formula = &knowledge.CellFormula{Range: at, Text: "=" + strings.TrimSpace(raw.formula)}
		if !raw.hasValue { // written by a program that does not calculate
			c.text, c.kind = c.formula.Text, other
		}
	}
	if strings.TrimSpace(c.text) == "" {
		return c, false
	}
	return c, true
}

// value sets text and kind of c.
func (b *workbook) value(c *cell, raw *rawCell, style cellStyle) {
	switch raw.kind {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(raw.value))
		if err != nil { // no index after all: shown as it stands
			c.words(raw.value, style)
			return
		}
		c.words(b.strings.at(i), style)
	case "str", "inlineStr":
		c.words(unescape(raw.value), style)
	case "b":
		c.kind = other
		switch strings.TrimSpace(raw.value) {
		case "1", "true":
			c.text = "TRUE"
		case "0", "false":
			c.text = "FALSE"
		default: // no truth value after all: shown as it stands
			c.text = raw.value
		}
	case "e":
		c.text, c.kind = raw.value, other
	case "d":
		c.iso(strings.TrimSpace(raw.value), style)
	default:
		c.number(strings.TrimSpace(raw.value), style, b.date1904)
	}
}

func (c *cell) words(s string, style cellStyle) {
	c.text = s
	if style.format != nil {
		c.text = style.format.Text(s)
	}
	if c.text == "" && strings.TrimSpace(s) != "" {
		c.text, c.layer = s, hiddenFormat
	}
}

func (c *cell) number(raw string, style cellStyle, date1904 bool) {
	text, v, ok := style.display(raw, date1904)
	c.text = text
	if !ok {
		return // no number after all: shown as it stands
	}
	c.kind = number
	if style.format.IsDate() {
		c.kind = date
	}
	if text == "" && v != 0 {
		c.text, c.layer = numfmt.General(v), hiddenFormat
	}
	if c.stored = stored(v, c.text, c.kind == date, date1904); c.stored != "" {
		c.format = style.code
	}
}

// iso shows a date that is stored in words.
func (c *cell) iso(raw string, style cellStyle) {
	c.text, c.kind = raw, date
	for _, form := range []string{"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05", "2006-01-02"} {
		t, err := time.Parse(form, raw)
		if err != nil {
			continue
		}
		if style.format.IsDate() {
			days := t.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24
			c.text = style.format.Number(days, false)
		}
		return
	}
}

// hyperlink returns the address of a HYPERLINK formula that has it in words.
func (c *cell) hyperlink() string {
	const call = `=HYPERLINK("`
	if c.formula == nil || len(c.formula.Text) < len(call) || !strings.EqualFold(c.formula.Text[:len(call)], call) {
		return ""
	}
	target, _, _ := strings.Cut(c.formula.Text[len(call):], `"`)
	return target
}
