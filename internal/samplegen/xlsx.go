package main

import (
	"fmt"
	"strings"
	"time"
)

// Cell formats, by their position in xlsxStyles.
const (
	plain = iota
	titleCell
	headerCell
	euros
	day
	percent
	totalEuros
)

// cell is one cell of a sheet: text, or a number with an optional formula
// whose cached value the number is.
type cell struct {
	text    string
	number  float64
	formula string
	format  int
	empty   bool
}

func text(s string) cell               { return cell{text: s} }
func header(s string) cell             { return cell{text: s, format: headerCell} }
func eur(amount float64) cell          { return cell{number: amount, format: euros} }
func formula(f string, v float64) cell { return cell{formula: f, number: v, format: euros} }
func total(f string, v float64) cell   { return cell{formula: f, number: v, format: totalEuros} }
func share(f string, v float64) cell   { return cell{formula: f, number: v, format: percent} }
func number(v float64) cell            { return cell{number: v} }
func blank() cell                      { return cell{empty: true} }
func sheetTitle(s string, n int) []cell {
	return append([]cell{{text: s, format: titleCell}}, blanks(n-1)...)
}

func blanks(n int) []cell {
	out := make([]cell, n)
	for i := range out {
		out[i] = blank()
	}
	return out
}

// date turns an ISO date into the serial number of the 1900 date system.
func date(iso string) cell {
	t, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		panic("sample date " + iso) // a typing error in this package
	}
	epoch := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)
	return cell{number: t.Sub(epoch).Hours() / 24, format: day}
}

// cellNote is a comment on a cell.
type cellNote struct {
	ref, author, text string
}

// sheet is one worksheet.
type sheet struct {
	name   string
	hidden bool
	widths []float64
	rows   [][]cell
	merges []string
	notes  []cellNote
}

// workbook is the content of an .xlsx file.
type workbook struct {
	about  properties
	sheets []sheet
}

func (w workbook) bytes() ([]byte, error) {
	strs := &sharedStrings{index: map[string]int{}}
	types := [][2]string{
		{"xl/workbook.xml", "officedocument.spreadsheetml.sheet.main"},
		{"xl/styles.xml", "officedocument.spreadsheetml.styles"},
		{"xl/sharedStrings.xml", "officedocument.spreadsheetml.sharedStrings"},
		{"docProps/core.xml", "package.core-properties"},
	}
	var parts []part
	var list strings.Builder
	var rels [][2]string
	for i, s := range w.sheets {
		n := i + 1
		file := fmt.Sprintf("sheet%d.xml", n)
		types = append(types, [2]string{"xl/worksheets/" + file, "officedocument.spreadsheetml.worksheet"})
		parts = append(parts, part{"xl/worksheets/" + file, s.xml(strs)})
		rels = append(rels, [2]string{"worksheet", "worksheets/" + file})
		state := ""
		if s.hidden {
			state = ` state="hidden"`
		}
		fmt.Fprintf(&list, `<sheet name="%s" sheetId="%d"%s r:id="rId%d"/>`, escape(s.name), n, state, n)
		if len(s.notes) > 0 {
			types = append(types, [2]string{fmt.Sprintf("xl/comments%d.xml", n), "officedocument.spreadsheetml.comments"})
			parts = append(parts, noteParts(n, s.notes)...)
		}
	}
	rels = append(rels, [2]string{"styles", "styles.xml"}, [2]string{"sharedStrings", "sharedStrings.xml"})
	lead := []part{
		contentTypes(types...),
		relationships("_rels/.rels", [2]string{"officeDocument", "xl/workbook.xml"}, [2]string{"core-properties", "docProps/core.xml"}),
		{"xl/workbook.xml", xmlHead + `<workbook ` + sheetNamespaces + `><sheets>` + list.String() + `</sheets></workbook>`},
		relationships("xl/_rels/workbook.xml.rels", rels...),
		{"xl/styles.xml", xlsxStyles},
		{"xl/sharedStrings.xml", strs.xml()},
		w.about.part(),
	}
	return pack(append(lead, parts...))
}
