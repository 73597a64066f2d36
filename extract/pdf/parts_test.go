package pdf

import (
	"slices"
	"testing"
)

func TestPDFDates(t *testing.T) {
	tests := []struct{ in, want string }{
		{"D:20240131120000+02'00'", "2024-01-31T10:00:00Z"},
		{"D:20240131120000-0530", "2024-01-31T17:30:00Z"},
		{"D:20240131120000Z", "2024-01-31T12:00:00Z"},
		{"D:20240131120000Z00'00'", "2024-01-31T12:00:00Z"},
		{"20240131120000", "2024-01-31"}, // no zone: the time of day says nothing
		{"D:20240131", "2024-01-31"},
		{"D:202401", "2024-01"},
		{"D:2024", "2024"},
		{"D:20241331120000Z", ""},
		{"D:00000000000000Z", ""},
		{"yesterday", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := pdfDate(tt.in); got != tt.want {
			t.Errorf("pdfDate(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestPasswordsAreAlsoTriedAsPrepared(t *testing.T) {
	got := passwordForms([]string{"plain", "I\u00ADX", "ª"})
	if want := []string{"plain", "I\u00ADX", "IX", "ª", "a"}; !slices.Equal(got, want) {
		t.Errorf("forms are %q, want %q", got, want)
	}
}

func TestListMarkers(t *testing.T) {
	tests := []struct {
		in, marker string
		bullet     bool
	}{
		{"• text", "•", true},
		{"•text", "•", true},
		{"- text", "-", true},
		{"-text", "", false},
		{"1. text", "1.", false},
		{"12) text", "12)", false},
		{"(a) text", "(a)", false},
		{"iv. text", "iv.", false},
		{"2019. The year", "", false},
		{"1.2 Section", "", false},
		{"Mr. Smith", "", false},
		{"(see) text", "", false},
		{"1.", "", false},
		{"", "", false},
	}
	for _, tt := range tests {
		marker, bullet := splitMarker(tt.in)
		if marker != tt.marker || bullet != tt.bullet {
			t.Errorf("splitMarker(%q) = %q, %v, want %q, %v", tt.in, marker, bullet, tt.marker, tt.bullet)
		}
	}
}

func TestLinesJoin(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  string
	}{
		{"with a space", []string{"one", "two"}, "one two"},
		{"without the hyphen of the line", []string{"com\x02", "pile"}, "compile"},
		{"with the hyphen before a number", []string{"IEEE\x02", "754"}, "IEEE-754"},
		{"with the hyphen before a capital", []string{"Anglo\x02", "Saxon"}, "Anglo-Saxon"},
		{"without a soft hyphen", []string{"com\u00AD", "pile"}, "compile"},
		{"without a space between ideographs", []string{"漢字", "仮名"}, "漢字仮名"},
		{"with hyphens inside a line settled", []string{"a\x02b and A\x02B"}, "ab and A-B"},
		{"with a hard hyphen kept", []string{"well-", "known"}, "well-known"},
		{"with a space after a dash", []string{"and -", "then"}, "and - then"},
		{"with the parts of an address", []string{"see https://example.org/", "a/long/path.html and", "more"}, "see https://example.org/a/long/path.html and more"},
		{"with the hyphen of an address", []string{"www.example.org/open\x02", "licence/"}, "www.example.org/open-licence/"},
		{"with the dot of an address", []string{"https://www.", "example.org is"}, "https://www.example.org is"},
		{"with a space after a whole address", []string{"https://example.org/", "Read it"}, "https://example.org/ Read it"},
		{"with a space after an address that ends the sentence", []string{"https://example.org/a.", "It is"}, "https://example.org/a. It is"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var j joiner
			for _, l := range tt.lines {
				j.add(l, false)
			}
			if got := j.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestMarginKeysLeaveNumbersOut(t *testing.T) {
	tests := []struct {
		in, key string
		number  int
	}{
		{"Page 12 of 30", "Page # of #", 12},
		{"7", "#", 7},
		{"xiv", "#", 14},
		{"mild", "mild", -1},
		{"Annual report", "Annual report", -1},
	}
	for _, tt := range tests {
		key, number, ok := marginKey(tt.in)
		if key != tt.key || number != tt.number || !ok {
			t.Errorf("marginKey(%q) = %q, %d, %v", tt.in, key, number, ok)
		}
	}
}

func TestFramesMapThereAndBack(t *testing.T) {
	a := box{10, 20, 110, 40}
	for w := east; w <= oblique; w++ {
		f := frame{600, 800, w}
		if got := f.out(f.in(a)); got != a {
			t.Errorf("way %d: %v comes back as %v", w, a, got)
		}
		width, height := f.size()
		if b := f.in(a); b.l < 0 || b.t < 0 || b.r > width || b.b > height {
			t.Errorf("way %d: %v lies outside of %d by %d", w, b, width, height)
		}
	}
}

func TestViewsTurnAndCrop(t *testing.T) {
	tests := []struct {
		turn int
		want box
	}{
		{0, box{10_000, 170_000, 30_000, 180_000}},
		{1, box{20_000, 10_000, 30_000, 30_000}},
		{2, box{70_000, 20_000, 90_000, 30_000}},
		{3, box{170_000, 70_000, 180_000, 90_000}},
	}
	for _, tt := range tests {
		v := newView(50, 100, 150, 300, tt.turn)
		if got := v.rect(60, 120, 80, 130); got != tt.want {
			t.Errorf("turn %d: %v, want %v", tt.turn, got, tt.want)
		}
	}
	if got := milli(1e300); got != maxCoordinate {
		t.Errorf("an endless coordinate is %d", got)
	}
}

func TestTurnedTextKeepsItsWay(t *testing.T) {
	for turn := range 4 {
		v := newView(0, 0, 100, 100, turn)
		// What stands upright on the displayed page ran against the rotation.
		dirs := [][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
		if got := v.way(dirs[turn][0], dirs[turn][1]); got != east {
			t.Errorf("turn %d: way %d", turn, got)
		}
	}
	if got := newView(0, 0, 1, 1, 0).way(1, 1); got != oblique {
		t.Errorf("a slope is way %d", got)
	}
}

func TestRightToLeftLigaturesAreTurned(t *testing.T) {
	place := box{0, 0, 1000, 1000}
	glyphsOf := func(s string) *page {
		p := &page{}
		for _, r := range s {
			p.glyphs = append(p.glyphs, glyph{r: r, box: place})
		}
		return p
	}
	for in, want := range map[string]string{
		"\u0644\u0627":       "\u0644\u0627",       // lam, alef: in order
		"\u0627\u0644":       "\u0644\u0627",       // turned around
		"\u064A\u0628\u062D": "\u062D\u0628\u064A", // three letters of one glyph
	} {
		p := glyphsOf(in)
		p.turnLigatures()
		if got := characters(p.glyphs); got != want {
			t.Errorf("%+q becomes %+q, want %+q", in, got, want)
		}
	}
}

func TestColumnsOfIdeographsReadDown(t *testing.T) {
	p := &page{width: 100_000, height: 200_000, fonts: []font{{}}, runs: []run{{size: 10_000}}, spaced: true}
	column := func(x int, s string) {
		for i, r := range []rune(s) {
			p.glyphs = append(p.glyphs, glyph{r: r, box: box{x, 10_000 + i*10_000, x + 10_000, 20_000 + i*10_000}})
		}
	}
	column(80_000, "春眠不覚暁処")
	column(60_000, "処々聞啼鳥夜")
	flows := p.flows()
	if len(flows) != 1 || flows[0].frame.way != south {
		t.Fatalf("flows are %+v", flows)
	}
	var j joiner
	for _, l := range lines(flows[0].segments) {
		j.add(l.text(), false)
	}
	if got := j.String(); got != "春眠不覚暁処処々聞啼鳥夜" {
		t.Errorf("it reads %s", got)
	}
}

func TestVowelSignsStandBehindTheirLetters(t *testing.T) {
	p := &page{runs: []run{{size: 12_000}}}
	add := func(r rune, l, right int) {
		p.glyphs = append(p.glyphs, glyph{r: r, box: box{l, 0, right, 8_000}})
	}
	add('\u064A', 217_308, 220_632)
	add(' ', 210_108, 210_108) // PDFium's
	add('\u064B', 208_512, 210_516)
	add('\u0636', 207_108, 217_656)
	add('\u0627', 204_852, 207_492)
	p.attachMarks()
	if got := characters(p.glyphs); got != "\u064A\u0636\u064B\u0627" {
		t.Errorf("it reads %+q", got)
	}
	// In order already, with a word before it.
	p.glyphs = nil
	add('\u0646', 240_000, 244_000)
	add(' ', 230_000, 233_000)
	add('\u0628', 210_000, 220_000)
	add('\u064B', 213_000, 216_000)
	add('\u0627', 204_852, 207_492)
	p.attachMarks()
	if got := characters(p.glyphs); got != "\u0646 \u0628\u064B\u0627" {
		t.Errorf("what was in order reads %+q", got)
	}
}

func TestLatinWordsEndWhereRightToLeftScriptBegins(t *testing.T) {
	p := &page{width: 600_000, height: 800_000, fonts: []font{{}}, runs: []run{{size: 12_000, y: 112_000}}, spaced: true}
	right := 300_000
	word := func(s string, ltr bool) {
		rs := []rune(s)
		for i, r := range rs {
			l := right - (i+1)*6_000
			if ltr {
				l = right - (len(rs)-i)*6_000
			}
			p.glyphs = append(p.glyphs, glyph{r: r, box: box{l, 104_000, l + 6_000, 112_000}})
		}
		right -= len(rs) * 6_000
	}
	word("\u0627\u0644\u0642\u0627\u0644\u0642\u0648", false)
	right -= 3_000
	p.glyphs = append(p.glyphs, glyph{r: ' ', box: box{right, 104_000, right + 3_000, 112_000}})
	word("abc", true)
	word("\u0645\u0646", false)
	var j joiner
	for _, l := range lines(p.flows()[0].segments) {
		j.add(l.text(), false)
	}
	if got := j.String(); got != "\u0627\u0644\u0642\u0627\u0644\u0642\u0648 abc \u0645\u0646" {
		t.Errorf("it reads %+q", got)
	}
}

func TestFlatGlyphsOfAMissingTypefaceAreNotTiny(t *testing.T) {
	p := &page{width: 600_000, height: 800_000, fonts: []font{{}}, runs: []run{{size: 24_000, y: 72_000}, {size: 500, y: 90_000}}, spaced: true}
	for i, r := range "abcd" {
		p.glyphs = append(p.glyphs, glyph{r: r, box: box{72_000 + i*24_000, 71_976, 96_000 + i*24_000, 72_000}})
		p.glyphs = append(p.glyphs, glyph{r: r, run: 1, box: box{72_000 + i*300, 89_700, 72_300 + i*300, 90_000}})
	}
	p.settleRuns()
	if p.runs[0].hidden != "" || p.runs[1].hidden != "tiny" {
		t.Errorf("the runs are hidden as %q and %q", p.runs[0].hidden, p.runs[1].hidden)
	}
}

func TestPageLabelsArePrintedAsRuns(t *testing.T) {
	tests := []struct {
		in   []string
		want string
	}{
		{[]string{"i", "ii", "iii", "iv", "1", "2", "3"}, "1=i 5=1"},
		{[]string{"Cover", "1", "2", "A-1", "A-2", "B-1"}, "1=Cover 2=1 4=A-1 6=B-1"},
		{[]string{"IX", "X", "XI", "12"}, "1=IX 4=12"},
		{[]string{"1", "2", "3"}, ""},
		{[]string{"7", "8"}, "1=7"},
		{[]string{"a", "", "a"}, "1=a 3=a"},
		{nil, ""},
	}
	for _, tt := range tests {
		if got := pageLabels(tt.in); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.in, got, tt.want)
		}
	}
}
