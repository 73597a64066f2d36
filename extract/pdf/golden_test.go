package pdf

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"quire/extract/extracttest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestOutputOfThisVersion keeps what a version writes: who changes the output
// raises the version of both engines, so that stored evidence is made anew.
func TestOutputOfThisVersion(t *testing.T) {
	b := article()
	p := b.page()
	for r, row := range [][]string{{"Fruit", "Price"}, {"Apples", "1.20"}, {"Pears", "2.40"}, {"Plums", "3.10"}} {
		p.text(70, 120+float64(r)*20, 10, row[0]).text(190, 120+float64(r)*20, 10, row[1])
	}
	p.annot("<</Type/Annot/Subtype/Text/Rect[300 700 320 720]/Contents(Please check)/T(Ada)/M(D:20240102030405Z)>>")
	for _, x := range engines() {
		t.Run(x.Name(), func(t *testing.T) {
			got := extracttest.Extract(t, x, sample(b)).Text
			file := filepath.Join("testdata", fmt.Sprintf("article.%s.%d.md", x.Name(), x.Version()))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the output of version %d changed; raise the version and run with -update. Got:\n%s", x.Version(), got)
			}
		})
	}
}
