package extracttest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"quire/extract"
)

// Golden compares the text that x makes of s with testdata/NAME-vVERSION.md of
// the calling package, so that changed output under an old version fails. update
// writes the file instead.
func Golden(t *testing.T, x extract.Extractor, s Sample, name string, update bool) {
	t.Helper()
	d := Extract(t, x, s)
	path := filepath.Join("testdata", fmt.Sprintf("%s-v%d.md", name, x.Version()))
	if update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(d.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read golden output: %v (run with -update)", err)
	}
	if d.Text != string(want) {
		t.Errorf("output changed under version %d; raise the version and run with -update\n%s", x.Version(), d.Text)
	}
}
