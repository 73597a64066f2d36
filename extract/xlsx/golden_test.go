package xlsx

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden output of this version")

// TestOutputBelongsToItsVersion fails where output changes under a version that
// evidence was stored with. Raise the version, then run with -update.
func TestOutputBelongsToItsVersion(t *testing.T) {
	got := read(t, everything()).Text
	golden := filepath.Join("testdata", fmt.Sprintf("everything-v%d.md", New().Version()))
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "the text", got, string(want))
}
