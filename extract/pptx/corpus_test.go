package pptx

import (
	"os"
	"path/filepath"
	"testing"

	"quire/extract/extracttest"
	"quire/extract/ooxml/ooxmltest"
)

// corpus returns the files of this format in the shared corpora, which lie beside
// the repository. The test is skipped where they do not.
func corpus(t *testing.T) []string {
	t.Helper()
	shared := os.Getenv("QUIRE_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	var files []string
	for _, dir := range []string{"pptx", filepath.Join("ico-gcs", "*")} {
		found, err := filepath.Glob(filepath.Join(shared, "corpora", dir, "*.pptx"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skipf("no pptx files in the shared corpora at %s", shared)
	}
	return files
}

func TestSharedCorpusIsReadAsItsTruths(t *testing.T) {
	const (
		floor = 0.99 // mean word F1
		files = 2    // that have a truth beside them
	)
	sum, n := 0.0, 0
	for _, f := range corpus(t) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		d := extracttest.Extract(t, New(), extracttest.Sample{Name: filepath.Base(f), Format: "pptx", Data: data})
		extracttest.Check(t, d)
		if t.Failed() {
			t.Fatalf("in %s", f)
		}
		for _, ending := range []string{".truth.txt", ".truth.md"} {
			truth, err := os.ReadFile(f + ending)
			if err != nil {
				continue
			}
			f1 := ooxmltest.WordF1(ooxmltest.Visible(d), string(truth))
			t.Logf("%.4f %s", f1, filepath.Base(f))
			sum += f1
			n++
		}
	}
	if n < files || sum/float64(n) < floor {
		t.Errorf("mean word F1 is %.4f over %d files, want %.2f over %d", sum/float64(max(n, 1)), n, floor, files)
	}
}
