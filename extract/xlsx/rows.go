package xlsx

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"quire/extract"
)

// rawRow is a row as the file has it.
type rawRow struct {
	number int
	hidden bool
	cells  []rawCell
}

// rawCell is a cell as the file has it.
type rawCell struct {
	col, style int
	kind       string // "s", "str", "inlineStr", "b", "e", "d", "n" or ""
	value      string
	hasValue   bool
	formula    string // without "="
	shared     string // the cells that share it or that it fills
}

// rowReader turns the tags of a worksheet into rows.
type rowReader struct {
	emit  func(*rawRow) error
	row   rawRow
	last  int // number of the last row
	col   int // column of the last cell of the row
	cell  rawCell
	item  itemText
	text  strings.Builder
	in    string // element inside the cell whose text is gathered: v, f or is
	data  bool   // inside sheetData
	inRow bool   // inside a row
	open  bool   // inside a cell
}

// readRows calls emit for each row that has cells or is hidden, in the order of
// the file. The row is good until emit returns. A part that ends too early is
// damaged.
func readRows(r io.Reader, lim extract.Limits, emit func(*rawRow) error) error {
	s := newScanner(r, lim)
	rr := rowReader{emit: emit}
	for {
		tok, err := s.next()
		if err == io.EOF {
			return fmt.Errorf("read cells: %w: the sheet has no end", extract.ErrDamaged)
		}
		if err != nil {
			return err
		}
		switch e := tok.(type) {
		case xml.StartElement:
			if err := rr.start(&e); err != nil {
				return err
			}
		case xml.EndElement:
			if err := rr.end(e.Name.Local); err != nil {
				return err
			}
			if len(s.open) == 0 {
				return s.damage()
			}
		case xml.CharData:
			rr.chars(e)
		}
	}
}

func (r *rowReader) start(e *xml.StartElement) error {
	switch e.Name.Local {
	case "sheetData":
		r.data = true
	case "row":
		if r.data {
			return r.startRow(e)
		}
	case "c":
		if r.data {
			return r.startCell(e)
		}
	case "v", "f", "is":
		if r.open && r.in == "" {
			r.in = e.Name.Local
			r.text.Reset()
			r.item.reset()
			if r.in == "f" {
				r.cell.shared = attr(e, "ref")
			}
		}
	default:
		if r.in == "is" {
			r.item.start(e)
		}
	}
	return nil
}

func (r *rowReader) startRow(e *xml.StartElement) error {
	if err := r.endRow(); err != nil { // cells before it that stand in no row
		return err
	}
	r.row.number = r.last + 1
	if n, ok := parseRow(attr(e, "r")); ok {
		r.row.number = n
	}
	r.row.hidden = isTrue(attr(e, "hidden")) && !folded(attr(e, "outlineLevel"))
	r.last, r.col, r.inRow = r.row.number, 0, true
	return nil
}

// folded reports whether a row or column belongs to an outline: where it is not
// shown it is folded, with a mark beside it to unfold it, not hidden.
func folded(outlineLevel string) bool { return outlineLevel != "" && outlineLevel != "0" }

// startCell places the cell; one without a reference follows the one before it.
// One outside of all rows makes the row that its reference names.
func (r *rowReader) startCell(e *xml.StartElement) error {
	if n, _, ok := parseRef(attr(e, "r")); !r.inRow && (len(r.row.cells) == 0 || ok && n != r.last) {
		if err := r.endRow(); err != nil {
			return err
		}
		if !ok {
			n = r.last + 1
		}
		r.row.number, r.row.hidden, r.last, r.col = n, false, n, 0
	}
	r.cell = rawCell{col: r.col + 1}
	for i := range e.Attr {
		switch v := e.Attr[i].Value; e.Attr[i].Name.Local {
		case "r":
			if _, c, ok := parseRef(v); ok {
				r.cell.col = c
			}
		case "s":
			r.cell.style, _ = strconv.Atoi(v)
		case "t":
			r.cell.kind = v
		}
	}
	r.col = r.cell.col
	r.open, r.in = true, ""
	return nil
}

func (r *rowReader) chars(b []byte) {
	switch r.in {
	case "v", "f":
		r.text.Write(b)
	case "is":
		r.item.chars(b)
	}
}

func (r *rowReader) end(name string) error {
	switch name {
	case "sheetData": // a sheet may have another one
		err := r.endRow()
		r.data = false
		return err
	case "row":
		if r.data {
			return r.endRow()
		}
	case "c":
		if r.open && r.col <= maxCol && len(r.row.cells) < maxCol && (r.cell.hasValue || r.cell.formula != "") {
			r.row.cells = append(r.row.cells, r.cell)
		}
		r.open, r.in = false, ""
	case r.in:
		switch name {
		case "v":
			r.cell.value, r.cell.hasValue = r.text.String(), true
		case "f":
			r.cell.formula = r.text.String()
		case "is":
			r.cell.value, r.cell.hasValue = r.item.text.String(), true
		}
		r.in = ""
	default:
		if r.in == "is" {
			r.item.end(name)
		}
	}
	return nil
}

func (r *rowReader) endRow() error {
	r.inRow = false
	if r.row.number > maxRow || len(r.row.cells) == 0 && !r.row.hidden {
		return nil
	}
	err := r.emit(&r.row)
	r.row.cells, r.row.hidden = r.row.cells[:0], false
	return err
}
