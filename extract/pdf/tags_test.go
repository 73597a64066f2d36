package pdf

import (
	"fmt"
	"slices"
	"testing"

	"quire/extract/extracttest"
	"quire/knowledge"
)

func TestStructureMakesHeadings(t *testing.T) {
	b := newBuild()
	p := b.page()
	p.marked("H2", 0, func(p *buildPage) { p.lines(60, 100, 11, 14, "A heading of two lines in the", "size of the text") })
	p.marked("P", 1, func(p *buildPage) {
		p.lines(60, 128, 11, 14, "The text right below it has some lines of", "the same size and the same weight.")
	})
	b.tags = []element{{"H2", "", 0, 0}, {"P", "", 0, 1}}
	wantLines(t, blocksOf(t, warmed(), sample(b)),
		"heading2: A heading of two lines in the size of the text",
		"paragraph: The text right below it has some lines of the same size and the same weight.")
}

func TestStructureTellsWhatAPictureShows(t *testing.T) {
	b := newBuild()
	p := b.page()
	p.marked("P", 0, func(p *buildPage) { p.text(60, 100, 11, "See the picture below.") })
	p.marked("Figure", 1, func(p *buildPage) { p.picture(100, 200, 50, 40) })
	p.picture(300, 200, 50, 40)
	b.tags = []element{{"P", "", 0, 0}, {"Figure", "A map of the harbour", 0, 1}}
	d := extracttest.Extract(t, warmed(), sample(b))
	wantLines(t, describe(d), "paragraph: See the picture below.", "image: A map of the harbour")
	u := &d.Units[0]
	if got := u.Blocks[1].Locator.String(); got != "page=1&bbox=100000,200000,150000,240000" {
		t.Errorf("the picture is at %s", got)
	}
	if u.Counts.Images != 2 {
		t.Errorf("%d pictures are counted", u.Counts.Images)
	}
}

func TestArtifactsInTheMarginsAreFurniture(t *testing.T) {
	b := newBuild()
	for i := range 2 {
		p := b.page()
		p.marked("Artifact", -1, func(p *buildPage) { p.text(60, 40, 9, fmt.Sprintf("Only here: %c", 'A'+i)) })
		p.marked("P", 0, func(p *buildPage) { p.text(60, 200, 11, fmt.Sprintf("Text of page %d, a whole line of it.", i+1)) })
		p.marked("Artifact", -1, func(p *buildPage) { p.text(60, 400, 11, "Drawn in the middle") })
		b.tags = append(b.tags, element{"P", "", i, 0})
	}
	b.tags = append(b.tags, element{"H1", "", 1, 1}) // one without content
	got := blocksOf(t, warmed(), sample(b))
	wantLines(t, got[:3], "header furniture: Only here: A", "paragraph: Text of page 1, a whole line of it.", "paragraph: Drawn in the middle")
}

func TestStructureThatTellsNothingIsNotAskedForEver(t *testing.T) {
	b := newBuild()
	for i := range fewTold + 2 {
		p := b.page()
		kind := "P"
		if i == fewTold+1 {
			kind = "H1"
		}
		p.marked(kind, 0, func(p *buildPage) { p.lines(60, 200, 11, 14, fmt.Sprintf("Words of page %d", i)) })
		p.marked("P", 1, func(p *buildPage) { p.text(60, 214, 11, "More of it.") })
		b.tags = append(b.tags, element{kind, "", i, 0}, element{"P", "", i, 1})
	}
	d := extracttest.Extract(t, warmed(), sample(b))
	if slices.ContainsFunc(d.Units, func(u knowledge.Unit) bool { return u.Blocks[0].Kind == knowledge.Heading }) {
		t.Error("the last page's heading was asked for")
	}
	b.tags[0].kind = "H1"
	d = extracttest.Extract(t, warmed(), sample(b))
	if d.Units[0].Blocks[0].Kind != knowledge.Heading || d.Units[fewTold+1].Blocks[0].Kind != knowledge.Heading {
		t.Error("a structure that has headings was given up")
	}
}

func TestPageLabelsAreInTheMetadata(t *testing.T) {
	b := newBuild()
	for range 4 {
		b.page().text(60, 200, 11, "Text")
	}
	b.labels = "0<</S/r>>2<</S/D>>"
	if got := extracttest.Extract(t, warmed(), sample(b)).Evidence.Meta.Extra["page_labels"]; got != "1=i 3=1" {
		t.Errorf("labels are %q", got)
	}
	b.labels = ""
	if got, ok := extracttest.Extract(t, warmed(), sample(b)).Evidence.Meta.Extra["page_labels"]; ok {
		t.Errorf("a document without labels has %q", got)
	}
}

func TestCharactersWithoutAMeaningAreCounted(t *testing.T) {
	tests := []struct {
		known, unknown int
		code           string
	}{
		{190, 10, "unmapped-glyphs"},
		{10, 30, "garbled"},
		{10, 12, "unmapped-glyphs"}, // numbers that all are characters
		{990, 1, ""},
	}
	for _, tt := range tests {
		d := extracttest.Extract(t, warmed(), onePage(func(p *buildPage) {
			for i := 0; i < tt.known; i += 10 {
				p.text(60, 200+float64(i/10)*6, 5, "abcdefghij")
			}
			for i := range tt.unknown {
				code := 33 + i%90
				if tt.unknown == 30 {
					code = 20 + i
				}
				p.raw("BT /F3 5 Tf 1 0 0 1 300 %d Tm <0041%04X> Tj ET", 600-i*6, code)
			}
		}))
		var codes []string
		for _, i := range d.Evidence.Issues {
			codes = append(codes, i.Code)
		}
		if tt.code == "" && len(codes) > 0 || tt.code != "" && !slices.Contains(codes, tt.code) {
			t.Errorf("%d of %d unknown: issues are %q", tt.unknown, tt.known+tt.unknown, codes)
		}
		if garbled := knowledge.HasFlag(d.Units[0].Flags, knowledge.Garbled); garbled != (tt.code == "garbled") {
			t.Errorf("%d of %d unknown: garbled is %v", tt.unknown, tt.known+tt.unknown, garbled)
		}
	}
}
