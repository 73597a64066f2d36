package ooxmltest

import (
	"os"
	"path/filepath"
	"testing"

	"quire/extract"
	"quire/extract/extracttest"
)

// Corpus returns the files of a format in the shared corpora, which lie beside
// the repository. The test is skipped where they do not.
func Corpus(t *testing.T, format string) []string {
	t.Helper()
	shared := os.Getenv("QUIRE_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	var files []string
	for _, dir := range []string{format, filepath.Join("ico-gcs", "*")} {
		found, err := filepath.Glob(filepath.Join(shared, "corpora", dir, "*."+format))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skipf("no %s files in the shared corpora at %s", format, shared)
	}
	return files
}

// ReadCorpus extracts each file of Corpus, checks the document, and compares it
// with the truth beside the file where there is one. It fails where the mean word
// F1 is below floor or fewer than files have a truth.
func ReadCorpus(t *testing.T, x extract.Extractor, format string, floor float64, files int) {
	t.Helper()
	sum, n := 0.0, 0
	for _, f := range Corpus(t, format) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		d := extracttest.Extract(t, x, extracttest.Sample{Name: filepath.Base(f), Format: format, Data: data})
		extracttest.Check(t, d)
		if t.Failed() {
			t.Fatalf("in %s", f)
		}
		for _, ending := range []string{".truth.txt", ".truth.md"} {
			truth, err := os.ReadFile(f + ending)
			if err != nil {
				continue
			}
			f1 := WordF1(Visible(d), string(truth))
			t.Logf("%.4f %s", f1, filepath.Base(f))
			sum += f1
			n++
		}
	}
	if n < files || sum/float64(n) < floor {
		t.Errorf("mean word F1 is %.4f over %d files, want %.2f over %d", sum/float64(max(n, 1)), n, floor, files)
	}
}
