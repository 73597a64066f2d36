// Package numfmt shows cell values as a spreadsheet number format says.
//
// It owns the format language of spreadsheets ("#,##0.00;(#,##0.00)",
// "yyyy-mm-dd", "[>999]0.0,\"K\""), the built-in format numbers and the two date
// systems. It refuses to know what a workbook is: callers hand it a format code
// and a value and get the text a person sees in the cell, with "." and "," as
// separators and in English, but for months and days that the format names another
// language for. What the format leaves to the locale of the reader
// (the system's short date, say) is shown in ISO form.
//
// Order of use: Parse a code once (Builtin has those that files name by number
// only), then call Number or Text for each value.
package numfmt
