// Package delimited reads tables whose cells stand between commas, semicolons,
// tabs or bars: CSV and TSV as programs and people write them.
//
// It owns which character divides cells, whether the first record is a header,
// and how records become row ranges of a fixed size. Bad quoting never loses a
// byte: a quotation mark that no other closes is text. It refuses to know types:
// a cell is the text that the file has.
package delimited
