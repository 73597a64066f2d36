package extract

import (
	"context"
	"errors"
	"io"

	"quire/knowledge"
)

// Extractor reads one or more formats.
type Extractor interface {
	// Name names the reader and is part of the recipe: "markdown", "pdfium".
	Name() string
	// Version is raised whenever the output for any input changes.
	Version() int
	// Formats are the registry names it reads: "pdf", "docx".
	Formats() []string
	// Extract delivers the document to sink in reading order. It obeys ctx
	// between units, stays within lim, and returns an error only where nothing
	// (more) can be read: ErrEncrypted, ErrDamaged, a LimitError, ctx.Err() or an
	// error of the sink. Trouble with a part is sink.Issue.
	Extract(ctx context.Context, in Input, lim Limits, sink Sink) error
}

// Input is the file: its bytes, and a name as a hint of its kind.
type Input struct {
	io.ReaderAt
	Size    int64  // bytes
	Name    string // base name or member name; may be empty; never used to open anything
	Format  string // registry name that Detect chose
	Options Options
}

// Reader returns a reader of the whole file from its start.
func (in Input) Reader() *io.SectionReader { return io.NewSectionReader(in, 0, in.Size) }

// All reads the whole file. A file over max bytes is a LimitError.
func (in Input) All(max int64) ([]byte, error) {
	if in.Size > max {
		return nil, &LimitError{Limit: "bytes", Max: max}
	}
	b := make([]byte, in.Size)
	n, err := in.ReadAt(b, 0)
	if err == io.EOF && int64(n) == in.Size {
		err = nil
	}
	return b[:n], err
}

// Options are what a user may choose about reading; all of them change output
// and are part of the recipe.
type Options struct {
	PDFEngine string   // "pdfium" (default) or "ledongthuc"
	Passwords []string // tried in turn on encrypted files; never in the recipe
	Draw      Draw     // for an extractor that draws: what to draw
}

// Draw is a place to draw instead of reading it.
type Draw struct {
	At  knowledge.Locator // a page, and a box on it where only that is wanted
	DPI int               // dots an inch
}

// Recipe prints the options that bear on a format; "" where all are default.
func (o Options) Recipe(format string) string {
	if format == "pdf" && o.PDFEngine != "" && o.PDFEngine != "pdfium" {
		return "pdf.engine=" + o.PDFEngine
	}
	return ""
}

// Sink takes what an extractor reads, in reading order. Its methods return an
// error when the extractor must stop (a limit, a cancelled run).
type Sink interface {
	// Meta delivers what the document says of itself; at most once.
	Meta(m knowledge.Metadata) error
	// Unit delivers a unit. A unit with Parent comes after that parent.
	Unit(u Unit) error
	// Child delivers an embedded document. r is read before Child returns; the
	// digest and size of c are filled in by the sink. A child whose bytes cannot be
	// had is delivered with a Reason and a nil r.
	Child(c knowledge.Child, r io.Reader) error
	// Issue records trouble with a part of the document.
	Issue(i knowledge.Issue) error
}

// PartSink is a Sink that also takes what became of parts that are neither units nor
// children. Use Part, which asks for it.
type PartSink interface {
	Part(n knowledge.PartNote) error
}

// Part tells sink what became of a part of the original that is neither a unit nor a
// child: a header whose text stands in a section, the other form of a mail's text.
// outcome is Excluded where the part was left out, with the reason.
func Part(sink Sink, at knowledge.Locator, outcome knowledge.Outcome, reason string) error {
	if s, ok := sink.(PartSink); ok {
		return s.Part(knowledge.PartNote{At: at, Outcome: outcome, Reason: reason})
	}
	return nil
}

// Errors that an extractor returns when nothing can be read. Wrap them with what
// was found.
var (
	ErrEncrypted = errors.New("encrypted")
	ErrDamaged   = errors.New("damaged")
)
