//go:build unix && !linux

package worker

import "quire/extract"

// ceiling is nothing where address space cannot be measured.
type ceiling struct{}

func newCeiling(int64) *ceiling { return &ceiling{} }

func (*ceiling) prepare(x extract.Extractor, _ int64) error {
	if w, ok := x.(warmer); ok {
		return w.Warm()
	}
	return nil
}

func (*ceiling) grown(int64) bool { return false }
