package retrieval

import (
	"slices"
	"testing"

	"quire/knowledge"
)

func TestLookNamesWhatTextDoesNotCarry(t *testing.T) {
	image := knowledge.Block{Kind: knowledge.Image}
	logo := knowledge.Block{Kind: knowledge.Image, Flags: []knowledge.Flag{knowledge.Furniture}}
	for name, c := range map[string]struct {
		typ    string
		tier   knowledge.Tier
		unit   knowledge.Unit
		rec    knowledge.Passage
		want   []string
		render bool
	}{
		"plain":            {typ: "pdf"},
		"scan":             {typ: "pdf", unit: knowledge.Unit{Flags: []knowledge.Flag{knowledge.NeedsOCR}}, want: []string{"scan"}, render: true},
		"garbled passage":  {typ: "pdf", rec: knowledge.Passage{Flags: []knowledge.Flag{knowledge.Garbled}}, want: []string{"garbled"}, render: true},
		"counted picture":  {typ: "pptx", unit: knowledge.Unit{Counts: knowledge.Counts{Images: 1}}, want: []string{"image"}},
		"picture of block": {typ: "docx", unit: knowledge.Unit{Blocks: []knowledge.Block{logo, image}}, want: []string{"image"}},
		"logo alone":       {typ: "docx", unit: knowledge.Unit{Blocks: []knowledge.Block{logo}, Counts: knowledge.Counts{Images: 1}}},
		"an overlay":       {typ: "overlay", tier: knowledge.AuthoredTier, unit: knowledge.Unit{Counts: knowledge.Counts{Images: 1}}},
	} {
		c.unit.Name, c.unit.Digest, c.unit.Locator = "p1", knowledge.DigestOf(nil), knowledge.Loc("page", "1")
		l := look(&cachedUnit{source: &knowledge.Source{ID: "qaaaaaaaaaaaa", Type: c.typ, Tier: c.tier}, unit: &c.unit}, &c.rec)
		switch {
		case l == nil && c.want == nil:
		case l == nil || !slices.Equal(l.For, c.want):
			t.Errorf("%s: got %+v, want %v", name, l, c.want)
		case (l.Render != "") != c.render || (l.Open != "") == c.render:
			t.Errorf("%s: render %q, open %q", name, l.Render, l.Open)
		}
	}
}
