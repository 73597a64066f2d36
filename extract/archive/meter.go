package archive

import (
	"context"
	"io"

	"quire/extract"
)

// freeRatio is how much comes out of a decompressor before its ratio counts.
const freeRatio = 1 << 20

// meter counts what comes out of a decompressor. Past a limit, reading ends with
// a LimitError, behind the bytes that fit.
type meter struct {
	r      io.Reader
	lim    extract.Limits
	total  *int64       // out of all decompressors that share the limit
	stored func() int64 // bytes that went in so far, or will have gone in at the end
	out    int64
}

// Read implements io.Reader.
func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.out += int64(n)
	*m.total += int64(n)
	switch over := *m.total - m.lim.Inflated; {
	case over > 0:
		return max(n-int(over), 0), &extract.LimitError{Limit: "inflated", Max: m.lim.Inflated}
	case exceeds(m.out, m.stored(), m.lim.Ratio):
		return n, &extract.LimitError{Limit: "ratio", Max: m.lim.Ratio}
	}
	return n, err
}

// exceeds reports whether so much out of so little is past the ratio.
func exceeds(out, stored, ratio int64) bool { return out > freeRatio && out/ratio > stored }

// tally counts what goes into a decompressor.
type tally struct {
	r io.Reader
	n int64
}

// Read implements io.Reader.
func (t *tally) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	t.n += int64(n)
	return n, err
}

// watch remembers why the reading of a member ended, where that is not its end,
// to tell trouble with the member from trouble with the sink.
type watch struct {
	ctx context.Context
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (w *watch) Read(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if w.err = w.ctx.Err(); w.err != nil {
		return 0, w.err
	}
	n, err := w.r.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}
