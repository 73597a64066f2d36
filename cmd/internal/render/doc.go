// Package render writes answers and reports. Its files are the only ones that
// write to stdout. Every string that came from a document or a path passes
// through Printer.Line or a fence, so that none can break a line, move a cursor
// or pass for something quire said.
package render
