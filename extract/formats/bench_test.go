package formats_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"quire/extract"
	"quire/extract/formats"
	"quire/knowledge"
)

// BenchmarkExtract reads the documents of the sample corpus in this process, by
// format. PDFium is warm but for the first iteration.
func BenchmarkExtract(b *testing.B) {
	files, err := filepath.Glob("../../sample-corpus/documents/*/*")
	if err != nil || len(files) < 15 {
		b.Fatalf("%d documents found: %v", len(files), err)
	}
	reg := formats.Registry("")
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			b.Fatal(err)
		}
		info, err := f.Stat()
		if err != nil {
			b.Fatal(err)
		}
		format := extract.Detect(f, info.Size(), filepath.Base(name)).Name
		x := reg.For(format, extract.Options{})
		if x == nil {
			f.Close()
			continue
		}
		b.Run(fmt.Sprintf("%s/%s", format, filepath.Base(name)), func(b *testing.B) {
			b.SetBytes(info.Size())
			for b.Loop() {
				in := extract.Input{ReaderAt: f, Size: info.Size(), Name: filepath.Base(name), Format: format}
				a := extract.NewAssembler(knowledge.Recipe{}, extract.Limits{}, func(s string) int { return len(s) / 4 }, nil)
				a.Finish(x.Extract(context.Background(), in, extract.DefaultLimits(), a))
			}
		})
		f.Close()
	}
}

// Every format that is read names one default extractor, and each extractor is
// found by its name.
func TestEveryFormatHasAReader(t *testing.T) {
	reg := formats.Registry("")
	if len(reg.Formats()) < 12 {
		t.Fatalf("only %v are read", reg.Formats())
	}
	for _, f := range reg.Formats() {
		x := reg.For(f, extract.Options{})
		if x == nil || reg.Named(x.Name()) == nil || x.Version() < 1 {
			t.Errorf("%s has no reader of a name and version", f)
		}
	}
	if x := reg.For("pdf", extract.Options{PDFEngine: "ledongthuc"}); x == nil || x.Name() != "ledongthuc" {
		t.Errorf("the second PDF engine is %v", x)
	}
}
