package xlsx

import (
	"context"
	"fmt"

	"quire/extract"
	"quire/extract/ooxml"
)

// version is raised whenever the output for any input changes.
// 1: first.
// 2: charts cite the cells they are drawn from; tables leave out empty rows and
// columns; what hangs on cells follows its table; stored values are kept.
// 3: damaged parts are read on: further sheetData, cells of one place, cells in no
// row; tags that do not match are an issue; members that the directory of the package
// hides are said.
const version = 3

type extractor struct{}

// New returns the extractor of Office Open XML workbooks.
func New() extract.Extractor { return extractor{} }

// Name implements extract.Extractor.
func (extractor) Name() string { return "xlsx" }

// Version implements extract.Extractor.
func (extractor) Version() int { return version }

// Formats implements extract.Extractor. Workbooks with macros and templates are
// of the same format.
func (extractor) Formats() []string { return []string{"xlsx"} }

// Extract implements extract.Extractor.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) (err error) {
	defer func() {
		if p := recover(); p != nil { // the decryption of a third party met what it cannot bear
			err = fmt.Errorf("read workbook: %w: %s", extract.ErrDamaged, extract.PanicText(p))
		}
	}()
	if err := ctx.Err(); err != nil {
		return err
	}
	lim = lim.WithDefaults()
	pkg, err := ooxml.Open(in, lim)
	if err != nil {
		return err
	}
	r := &run{delivery: delivery{sink: sink, reported: map[string]bool{}}, ctx: ctx, lim: lim}
	if err := sink.Meta(pkg.Metadata()); err != nil {
		return err
	}
	if r.book, err = openWorkbook(pkg, &r.delivery, lim); err != nil {
		return err
	}
	for i := range r.book.sheets {
		if err := r.extractSheet(i); err != nil {
			return err
		}
	}
	if err := r.appendix(); err != nil {
		return err
	}
	if err := pkg.Children(ctx, sink); err != nil {
		return err
	}
	return r.verdict(r.cells > 0)
}
