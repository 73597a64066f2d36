package extracttest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"testing"
	"time"

	"quire/extract"
	"quire/knowledge"
)

// patience is how long one extraction of a small sample may take before it
// counts as hung: far beyond what a loaded machine needs.
const patience = 60 * time.Second

// guarded calls f and ends the test where f panics or does not come back.
func guarded(t testing.TB, f func() error) error {
	t.Helper()
	type result struct {
		err      error
		panicked string
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if p := recover(); p != nil {
				r.panicked = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
			done <- r
		}()
		r.err = f()
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case r := <-done:
		if r.panicked != "" {
			t.Fatalf("extraction panics: %s", r.panicked)
		}
		return r.err
	case <-timer.C:
		t.Fatalf("extraction has not come back after %s", patience)
	}
	return nil
}

// cuts is how many truncations of one sample are tried.
const cuts = 96

// truncated extracts beginnings of the sample: the first and last lengths one by
// one, those between in even steps. What is delivered must be sound each time.
func truncated(t *testing.T, x extract.Extractor, s Sample) {
	for _, n := range lengths(len(s.Data)) {
		d, _ := run(t, context.Background(), x, s.cut(n).input(), nil)
		Check(t, d)
		if t.Failed() {
			t.Fatalf("with the first %d of %d bytes", n, len(s.Data))
		}
	}
}

func lengths(size int) []int {
	var out []int
	step := max(1, size/cuts)
	for n := 0; n < size; n++ {
		if n < cuts/6 || size-n <= cuts/6 || n%step == 0 {
			out = append(out, n)
		}
	}
	return out
}

var errBroken = errors.New("read error for the test")

// brokenReader fails on every read that touches a byte from limit on.
type brokenReader struct {
	io.ReaderAt
	limit int64
}

func (r brokenReader) ReadAt(p []byte, off int64) (int, error) {
	if off >= r.limit {
		return 0, errBroken
	}
	if off+int64(len(p)) > r.limit {
		n, _ := r.ReaderAt.ReadAt(p[:r.limit-off], off)
		return n, errBroken
	}
	return r.ReaderAt.ReadAt(p, off)
}

// unreadable extracts a sample whose second half cannot be read.
func unreadable(t *testing.T, x extract.Extractor, s Sample) {
	in := s.input()
	in.ReaderAt = brokenReader{in.ReaderAt, in.Size / 2}
	d, err := run(t, context.Background(), x, in, nil)
	Check(t, d)
	if err != nil {
		return
	}
	for _, i := range d.Evidence.Issues {
		if i.Severity == knowledge.Error {
			return
		}
	}
	t.Error("a file that cannot be read to its end gives neither an error nor an issue of severity error")
}

var errStop = errors.New("sink stops for the test")

// stopSink refuses every unit.
type stopSink struct {
	extract.Sink
	refused *int
}

func (s stopSink) Unit(extract.Unit) error {
	*s.refused++
	return errStop
}

// stopped checks that the first error of the sink ends the extraction.
func stopped(t *testing.T, x extract.Extractor, s Sample) {
	refused := 0
	_, err := run(t, context.Background(), x, s.input(), func(to extract.Sink) extract.Sink { return stopSink{to, &refused} })
	switch {
	case refused > 1:
		t.Errorf("%d units were delivered after the sink refused one", refused-1)
	case refused == 1 && !errors.Is(err, errStop):
		t.Errorf("the sink's error comes back as %v", err)
	}
}
