package extracttest

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

// Sample is a sound document that the extractor must read without an error.
type Sample struct {
	Name    string // file name, as a hint of the format
	Format  string // registry name
	Data    []byte
	Options extract.Options
}

func (s Sample) input() extract.Input {
	return extract.Input{
		ReaderAt: bytes.NewReader(s.Data), Size: int64(len(s.Data)),
		Name: s.Name, Format: s.Format, Options: s.Options,
	}
}

// cut returns s with its first n bytes only.
func (s Sample) cut(n int) Sample {
	s.Data = s.Data[:n:n]
	return s
}

// Run checks x on each sample. Samples should be small, at best under 100 KB:
// each is extracted about a hundred times.
func Run(t *testing.T, x extract.Extractor, samples ...Sample) {
	t.Helper()
	if x.Name() == "" || x.Version() < 1 || len(x.Formats()) == 0 {
		t.Errorf("extractor %q has version %d and formats %q", x.Name(), x.Version(), x.Formats())
	}
	if len(samples) == 0 {
		t.Fatal("no samples")
	}
	for _, s := range samples {
		t.Run(s.Format+"/"+s.Name, func(t *testing.T) {
			if !slices.Contains(x.Formats(), s.Format) {
				t.Errorf("format %s is not among %q", s.Format, x.Formats())
			}
			t.Run("holds the invariants", func(t *testing.T) { sound(t, x, s) })
			t.Run("gives the same evidence twice", func(t *testing.T) { repeats(t, x, s) })
			t.Run("obeys a cancelled context", func(t *testing.T) { cancelled(t, x, s) })
			t.Run("hands on the error of the sink", func(t *testing.T) { stopped(t, x, s) })
			t.Run("survives truncation", func(t *testing.T) { truncated(t, x, s) })
			t.Run("reports a failing reader", func(t *testing.T) { unreadable(t, x, s) })
		})
	}
}

// Extract returns the document that x makes of s. Errors of x are in the
// document's outcome and issues, as in a real run.
func Extract(t testing.TB, x extract.Extractor, s Sample) *knowledge.Document {
	t.Helper()
	d, _ := run(t, context.Background(), x, s.input(), nil)
	return d
}

// run extracts in and finishes the document. A panic or a hang of x ends the
// test. wrap, where it is not nil, stands between x and the assembler.
func run(t testing.TB, ctx context.Context, x extract.Extractor, in extract.Input, wrap func(extract.Sink) extract.Sink) (*knowledge.Document, error) {
	t.Helper()
	recipe := knowledge.Recipe{Format: in.Format, Extractor: extract.Label(x), Options: in.Options.Recipe(in.Format)}
	if sum, _, err := knowledge.DigestReader(in.Reader()); err == nil {
		recipe.Content = sum
	}
	a := extract.NewAssembler(recipe, extract.Limits{}, countTokens, nil)
	var sink extract.Sink = a
	if wrap != nil {
		sink = wrap(a)
	}
	err := guarded(t, func() error { return x.Extract(ctx, in, extract.DefaultLimits(), sink) })
	return a.Finish(err), err
}

// countTokens stands in for the o200k vocabulary, which tests need not load.
func countTokens(s string) int { return len(s) / 4 }

func sound(t *testing.T, x extract.Extractor, s Sample) {
	d, err := run(t, context.Background(), x, s.input(), nil)
	if err != nil {
		t.Errorf("a sound sample gives the error %v", err)
	}
	Check(t, d)
}

func repeats(t *testing.T, x extract.Extractor, s Sample) {
	one, two := Extract(t, x, s), Extract(t, x, s)
	if one.Text != two.Text {
		t.Error("two runs give different text")
	}
	if !bytes.Equal(encode(t, one), encode(t, two)) {
		t.Error("two runs give different evidence")
	}
}

func encode(t testing.TB, d *knowledge.Document) []byte {
	t.Helper()
	b, err := knowledge.EncodeEvidence(d)
	if err != nil {
		t.Fatalf("encode evidence: %v", err)
	}
	return b
}

func cancelled(t *testing.T, x extract.Extractor, s Sample) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := run(t, ctx, x, s.input(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error under a cancelled context is %v, want %v", err, context.Canceled)
	}
}
