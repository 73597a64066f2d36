package archive

import (
	"context"
	"io"

	"quire/extract"
)

// New returns the extractor of archives and packed files.
func New() extract.Extractor { return extractor{} }

type extractor struct{}

func (extractor) Name() string      { return "archive" }
func (extractor) Version() int      { return 2 }
func (extractor) Formats() []string { return []string{"zip", "tar", "gz", "bz2"} }

// Extract delivers the members of the archive as children.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	lim = lim.WithDefaults()
	if in.Size > lim.Bytes {
		return &extract.LimitError{Limit: "bytes", Max: lim.Bytes}
	}
	src := &source{ReaderAt: in, size: in.Size}
	d := &delivery{ctx: ctx, lim: lim, sink: sink, src: src, entries: map[string]int{}, methods: map[string]bool{}}
	var err error
	switch in.Format {
	case "zip":
		err = d.zip()
	case "tar":
		err = d.tar(func() (io.Reader, error) { return src.reader(), nil })
	default:
		err = d.packed(in.Format)
	}
	return d.finish(err)
}

// source is the file. It remembers an error that is not its end: the readers
// above take any error for damage.
type source struct {
	io.ReaderAt
	size int64
	room int64 // bytes that may be read before it is a limit; 0 for any number
	err  error
}

// ReadAt implements io.ReaderAt.
func (s *source) ReadAt(p []byte, off int64) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.ReaderAt.ReadAt(p, off)
	if err != nil && err != io.EOF {
		s.err = err
	}
	if s.room > 0 {
		if s.room -= int64(n); s.room <= 0 {
			s.err = errRoom
			return 0, s.err
		}
	}
	return n, err
}

// reader reads the file from its start.
func (s *source) reader() *io.SectionReader { return io.NewSectionReader(s, 0, s.size) }
