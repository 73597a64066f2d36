// Package xlsx reads Office Open XML workbooks: XLSX, XLSM, XLTX and XLTM.
//
// It owns what a sheet is (cells and their displayed text, merged and hidden
// ranges, formulas, links, comments, validations, drawings), how rows become
// tables that read well (layout.go), and the units: a sheet, and below it one
// unit for every 60 rows of the sheet at fixed boundaries, so that an edit
// touches one of them. It refuses to know how a package is stored (extract/ooxml)
// and how a number format is written (numfmt).
//
// A worksheet is read twice and never held: once without its cells, for what
// stands behind them in the file but must be known before they are shown
// (frame.go), once for the cells, row by row (rows.go). Memory follows the
// shared strings and the rows of one unit.
//
// Order of use: New, then Extract.
package xlsx
