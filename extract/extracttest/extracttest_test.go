package extracttest_test

import (
	"context"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/knowledge"
)

// lines is the smallest extractor there could be: a paragraph a line.
type lines struct{}

func (lines) Name() string      { return "lines" }
func (lines) Version() int      { return 1 }
func (lines) Formats() []string { return []string{"lines"} }

func (lines) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b, err := in.All(lim.Bytes)
	if err != nil {
		return err
	}
	u := extract.Unit{Name: "part1", Kind: knowledge.Part, Ordinal: 1, Locator: knowledge.Loc("lines", "1-9")}
	for l := range strings.SplitSeq(string(b), "\n") {
		u.Blocks = append(u.Blocks, extract.Text(l))
	}
	return sink.Unit(u)
}

func TestSuitePassesASoundExtractor(t *testing.T) {
	extracttest.Run(t, lines{}, extracttest.Sample{Name: "a.txt", Format: "lines", Data: []byte("one\n# two\n<!-- three -->\n" + strings.Repeat("four ", 900))})
}

func TestExtractReturnsTheDocument(t *testing.T) {
	d := extracttest.Extract(t, lines{}, extracttest.Sample{Format: "lines", Data: []byte("one\ntwo")})
	if got := d.UnitText(&d.Units[0]); got != "one\n\ntwo" {
		t.Errorf("text is %q", got)
	}
}

func TestCheckFindsDamage(t *testing.T) {
	tests := []struct {
		name   string
		damage func(d *knowledge.Document)
	}{
		{"a span past the end", func(d *knowledge.Document) { d.Units[0].Span[1] += 100 }},
		{"text that no block covers", func(d *knowledge.Document) { d.Units[0].Blocks = d.Units[0].Blocks[1:] }},
		{"a wrong digest", func(d *knowledge.Document) { d.Units[0].Passages[0].Digest = knowledge.DigestOf(nil) }},
		{"a passage beside its blocks", func(d *knowledge.Document) { d.Units[0].Passages[0].Span[1]--; d.Units[0].Blocks[1].Span[1] -= 3 }},
		{"a quotation of nothing", func(d *knowledge.Document) { d.Units[0].Context = []knowledge.Ref{{Text: "x", Unit: "part9"}} }},
		{"sums that do not close", func(d *knowledge.Document) { d.Evidence.Counts.Words++ }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := extracttest.Extract(t, lines{}, extracttest.Sample{Format: "lines", Data: []byte("one\ntwo and more")})
			tt.damage(d)
			var rec recorder
			extracttest.Check(&rec, d)
			if rec.errors == 0 {
				t.Error("the damage was not found")
			}
		})
	}
}

// recorder counts errors in the place of a test.
type recorder struct {
	testing.TB
	errors int
}

func (r *recorder) Helper()               {}
func (r *recorder) Error(...any)          { r.errors++ }
func (r *recorder) Errorf(string, ...any) { r.errors++ }
