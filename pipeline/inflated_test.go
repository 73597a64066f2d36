package pipeline

import (
	"archive/zip"
	"bytes"
	"fmt"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

// Archives in archives are opened until all that came out of the file together is
// over the limit; what is left then has an outcome and a reason.
func TestInflatedBytesCountAtAllDepths(t *testing.T) {
	inner := func(n int) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := range 4 {
			f, err := z.Create(fmt.Sprintf("text%d.txt", i))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(f, "archive %d text %d ", n, i)
			for range 3000 {
				fmt.Fprintf(f, "%d ", n*i)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for n := range 10 {
		f, err := z.Create(fmt.Sprintf("inner%d.zip", n))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(f, inner(n))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	w.write("outer.zip", b.String())
	whole := w.sync(nil)
	if whole.Children.Total != 50 || whole.Outcomes[knowledge.Failed] != 0 {
		t.Fatalf("without a limit: %d children, %v", whole.Children.Total, whole.Outcomes)
	}
	limited := w.sync(func(o *Options) { o.Limits = extract.Limits{Inflated: 100_000} })
	failed := 0
	for _, p := range limited.Problems {
		if p.Code == "limit:inflated" {
			failed++
		}
	}
	if failed == 0 || limited.Outcomes[knowledge.Extracted] < 5 || limited.Children.Total < 20 {
		t.Errorf("with a limit: %d are over it, outcomes %v", failed, limited.Outcomes)
	}
	w.sync(func(o *Options) { o.Limits = extract.Limits{Inflated: 100_000}; o.Clean = true })
	w.validate()
}
