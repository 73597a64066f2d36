package pdf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/extract/extracttest"
	"quire/knowledge"
)

// page makes a document of one page.
func onePage(draw func(p *buildPage)) extracttest.Sample {
	b := newBuild()
	draw(b.page())
	return sample(b)
}

func TestReadingOrder(t *testing.T) {
	left := []string{"Left one is a line of running text", "left two goes on with the same text", "left three is still in this column", "left four comes to the end here."}
	right := []string{"Right one is a line of other text", "right two goes on with that text", "right three is still in its column", "right four comes to the end there."}
	column := func(p *buildPage, x, y float64, lines []string) { p.lines(x, y, 10, 12, lines...) }
	tests := []struct {
		name string
		draw func(p *buildPage)
		want []string
	}{
		{"two columns under a title", func(p *buildPage) {
			p.bold(180, 60, 20, "A title over both columns")
			column(p, 60, 100, left)
			column(p, 320, 100, right)
		}, []string{"A title over both columns", strings.Join(left, " "), strings.Join(right, " ")}},
		{"two columns that were written line by line", func(p *buildPage) {
			for k := range 2 {
				for i := range left {
					y := 100 + float64(k*4+i)*12
					p.text(60, y, 10, left[i]).text(320, y, 10, right[i])
				}
			}
		}, []string{strings.Join(left, " ") + " " + strings.Join(left, " "), strings.Join(right, " ") + " " + strings.Join(right, " ")}},
		{"boxes that were drawn in any order", func(p *buildPage) {
			column(p, 320, 100, right)
			column(p, 60, 100, left)
		}, []string{strings.Join(left, " "), strings.Join(right, " ")}},
		{"columns above a drawn area and text in it", func(p *buildPage) {
			column(p, 60, 100, left)
			column(p, 320, 100, right)
			p.raw("0.9 g 50 500 500 160 re f 0 g")
			p.text(60, 200, 10, "Short head").text(60, 220, 10, "Something that goes all the way across both of the columns above it, in one line")
			p.text(60, 270, 10, "Second head")
		}, []string{strings.Join(left, " "), strings.Join(right, " "), "Short head", "Something that goes all the way across both of the columns above it, in one line", "Second head"}},
		{"a head below a drawn area with columns in it", func(p *buildPage) {
			p.raw("0.9 g 50 640 500 110 re f 0 g")
			p.lines(60, 110, 10, 12, "Around it", "goes this").lines(60, 160, 10, 12, "and also", "goes that")
			p.lines(320, 110, 10, 12, "First box", "has this").lines(320, 160, 10, 12, "Next box", "has that")
			p.text(60, 230, 10, "Head").text(60, 250, 10, "Something that goes all the way across what was drawn above it, in one line")
		}, []string{"Around it goes this", "and also goes that", "First box has this", "Next box has that", "Head", "Something that goes all the way across what was drawn above it, in one line"}},
		{"a sentence that goes on in the next column", func(p *buildPage) {
			column(p, 60, 100, []string{"Left one is a line of running text", "left two goes on with the same text", "left three is in this column and is"})
			column(p, 320, 100, []string{"followed by a line of the other one", "right two goes on with that text", "right three is still in its column", "right four comes to the end there."})
		}, []string{"Left one is a line of running text left two goes on with the same text left three is in this column and is followed by a line of the other one right two goes on with that text right three is still in its column right four comes to the end there."}},
		{"a page drawn from bottom to top", func(p *buildPage) {
			p.text(60, 300, 10, "Below at last.").text(60, 200, 10, "Above at first.")
		}, []string{"Above at first.", "Below at last."}},
	}
	for _, tt := range tests {
		for _, x := range engines() {
			t.Run(tt.name+"/"+x.Name(), func(t *testing.T) {
				var got []string
				for _, b := range blocksOf(t, x, onePage(tt.draw)) {
					_, text, _ := strings.Cut(b, ": ")
					got = append(got, text)
				}
				wantLines(t, got, tt.want...)
			})
		}
	}
}

func TestParagraphs(t *testing.T) {
	tests := []struct {
		name string
		draw func(p *buildPage)
		want []string
	}{
		{"white space parts them", func(p *buildPage) {
			p.lines(60, 100, 11, 14, "The first has two lines of some", "length that belong together.", "", "The second begins after a gap", "and has two lines as well.")
		}, []string{"paragraph: The first has two lines of some length that belong together.", "paragraph: The second begins after a gap and has two lines as well."}},
		{"an indent parts them", func(p *buildPage) {
			p.lines(60, 100, 11, 14, "The first has some lines of a length", "that belong together and end here.")
			p.text(80, 128, 11, "An indented line begins the second").lines(60, 142, 11, 14, "paragraph, which goes on below it,", "and a third line shows the margin.")
		}, []string{"paragraph: The first has some lines of a length that belong together and end here.",
			"paragraph: An indented line begins the second paragraph, which goes on below it, and a third line shows the margin."}},
		{"a dash in a sentence begins no item", func(p *buildPage) {
			p.lines(60, 100, 11, 14, "The text has a line that is as wide as it", "\x96 with a dash at the start of the next", "and it ends in a third line of text.")
		}, []string{"paragraph: The text has a line that is as wide as it – with a dash at the start of the next and it ends in a third line of text."}},
		{"a hyphen stays that the word has elsewhere", func(p *buildPage) {
			p.lines(60, 100, 11, 14, "Questions of the open-domain kind, in a line", "that is broken, are questions of the Open-", "domain kind, and others are hyphen-", "ated by the program that set them.")
		}, []string{"paragraph: Questions of the open-domain kind, in a line that is broken, are questions of the Open-domain kind, and others are hyphenated by the program that set them."}},
		{"one short line is no verse", func(p *buildPage) {
			p.lines(60, 100, 11, 14, "The text has a first line that is as wide as the page", "and a second that is not", "at all as wide, then a third one that is as wide as it", "and a fourth line of the same text.")
		}, []string{"paragraph: The text has a first line that is as wide as the page and a second that is not at all as wide, then a third one that is as wide as it and a fourth line of the same text."}},
		{"bold words go over the end of a line", func(p *buildPage) {
			p.raw("BT /F1 11 Tf 1 0 0 1 60 700 Tm (The first line is regular until it says ) Tj /F2 11 Tf (the GCS) Tj ET")
			p.raw("BT /F2 11 Tf 1 0 0 1 60 686 Tm (Evaluation Framework of this year and) Tj /F1 11 Tf ( ends.) Tj ET")
		}, []string{"paragraph: The first line is regular until it says the GCS Evaluation Framework of this year and ends."}},
		{"addresses are no headings", func(p *buildPage) {
			p.bold(60, 100, 16, "Mail us at: help@example.org").lines(60, 140, 11, 14, "The text of the page is longer than the", "line that stands above it.")
		}, []string{"paragraph: Mail us at: help@example.org", "paragraph: The text of the page is longer than the line that stands above it."}},
		{"a heading in two weights is one", func(p *buildPage) {
			p.bold(60, 100, 20, "Core requirements \x96").text(60, 124, 20, "the five aspects").lines(60, 160, 11, 14, "The text of the page is longer than the", "lines that stand above it, by some words.")
		}, []string{"heading1: Core requirements – the five aspects", "paragraph: The text of the page is longer than the lines that stand above it, by some words."}},
		{"numbered items keep their numbers", func(p *buildPage) {
			p.lines(60, 100, 11, 14, "1. First thing", "2. Second thing", "3. Third thing")
		}, []string{"list-item: 1. First thing", "list-item: 2. Second thing", "list-item: 3. Third thing"}},
		{"an item has lines that hang", func(p *buildPage) {
			p.text(60, 100, 11, "\x95").text(75, 100, 11, "The first item has two lines and").text(75, 114, 11, "the second hangs below the first")
			p.text(60, 128, 11, "\x95").text(75, 128, 11, "The second item")
			p.text(60, 142, 11, "Text after the list at the margin, long enough.")
		}, []string{"list-item: - The first item has two lines and the second hangs below the first", "list-item: - The second item",
			"paragraph: Text after the list at the margin, long enough."}},
		{"items of an inner list are items", func(p *buildPage) {
			p.lines(60, 100, 11, 14, "1. The first item", "2. The second item").lines(90, 128, 11, 14, "a) one below it", "b) another one", "c) and a last one").text(60, 170, 11, "3. The third item")
		}, []string{"list-item: 1. The first item", "list-item: 2. The second item", "list-item: - a) one below it", "list-item: - b) another one", "list-item: - c) and a last one", "list-item: 3. The third item"}},
		{"an item after an inner list is one", func(p *buildPage) {
			p.lines(60, 100, 11, 14, "1. The first item", "2. The second item").lines(90, 128, 11, 14, "\x95 one below it", "\x95 another one").lines(60, 156, 11, 14, "3. The third item", "4. The fourth item")
		}, []string{"list-item: 1. The first item", "list-item: 2. The second item", "list-item: - one below it", "list-item: - another one", "list-item: 3. The third item", "list-item: 4. The fourth item"}},
		{"a large first letter belongs to its word", func(p *buildPage) {
			p.bold(60, 130, 36, "O").lines(90, 115, 10, 12, "nce upon a time there was a king who lived in a castle on a hill", "and he had three sons who all wanted to be king after him one day")
			p.text(60, 139, 10, "but only one could be and so they fought for it all of their lives.")
		}, []string{"paragraph: Once upon a time there was a king who lived in a castle on a hill and he had three sons who all wanted to be king after him one day but only one could be and so they fought for it all of their lives."}},
		{"bold lines of their own are headings", func(p *buildPage) {
			p.bold(60, 100, 11, "Scope").lines(60, 120, 11, 14, "This text is not bold and long enough to be", "the running text of this small page, it ends here.")
		}, []string{"heading1: Scope", "paragraph: This text is not bold and long enough to be the running text of this small page, it ends here."}},
		{"raised characters stay on their line", func(p *buildPage) {
			p.raw("BT /F1 12 Tf 1 0 0 1 60 700 Tm (E = mc) Tj .66 0 0 .66 98 705 Tm (2) Tj 1 0 0 1 102.5 700 Tm ( holds.) Tj ET")
		}, []string{"paragraph: E = mc^2 holds."}},
		{"text drawn twice is read once", func(p *buildPage) {
			p.text(60, 100, 11, "Shadowed letters").text(60.3, 100.3, 11, "Shadowed letters")
		}, []string{"paragraph: Shadowed letters"}},
		{"text outside the page is left out", func(p *buildPage) {
			p.text(60, 100, 11, "Inside").text(60, -200, 11, "outside")
		}, []string{"paragraph: Inside"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { wantLines(t, blocksOf(t, warmed(), onePage(tt.draw)), tt.want...) })
	}
}

func TestTables(t *testing.T) {
	cells := [][]string{{"Fruit", "Price", "Sold"}, {"Apples", "1.20", "300"}, {"Pears", "2.40", "150"}, {"Plums", "3.10", "75"}}
	fill := func(p *buildPage) {
		for r, row := range cells {
			for c, s := range row {
				p.text(70+float64(c)*120, 120+float64(r)*20, 10, s)
			}
		}
	}
	tests := []struct {
		name string
		draw func(p *buildPage)
		want string
	}{
		{"in columns without lines", fill, "Fruit\tPrice\tSold\nApples\t1.20\t300\nPears\t2.40\t150\nPlums\t3.10\t75"},
		{"inside a grid", func(p *buildPage) {
			fill(p)
			for i := range 5 {
				p.rule(60, 106+float64(i)*20, 420, 106+float64(i)*20)
			}
			for i := range 4 {
				p.rule(60+float64(i)*120, 106, 60+float64(i)*120, 186)
			}
		}, "Fruit\tPrice\tSold\nApples\t1.20\t300\nPears\t2.40\t150\nPlums\t3.10\t75"},
		{"with cells of several lines inside a grid", func(p *buildPage) {
			p.lines(70, 120, 10, 12, "A cell with", "two lines").text(190, 126, 10, "one line")
			p.text(70, 160, 10, "Next row").lines(190, 154, 10, 12, "also two", "lines here")
			for i := range 3 {
				p.rule(60, 106+float64(i)*35, 300, 106+float64(i)*35)
				p.rule(60+float64(i)*120, 106, 60+float64(i)*120, 176)
			}
		}, "A cell with two lines\tone line\nNext row\talso two lines here"},
		{"with a cell across two columns", func(p *buildPage) {
			p.text(70, 120, 10, "Across both of them").text(70, 140, 10, "Left").text(190, 140, 10, "Right")
			for i := range 3 {
				p.rule(60, 106+float64(i)*20, 300, 106+float64(i)*20)
			}
			p.rule(60, 106, 60, 146).rule(300, 106, 300, 146).rule(180, 126, 180, 146)
		}, "Across both of them\t\nLeft\tRight"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			wantLines(t, blocksOf(t, warmed(), onePage(tt.draw)), "table: "+tt.want)
		})
	}
}

func TestATableHeadOnEveryPageIsNoFurniture(t *testing.T) {
	b := newBuild()
	for i := range 4 {
		p := b.page()
		for r := range 5 {
			y := 60 + float64(r)*14
			if r == 0 {
				p.text(60, y, 10, "Name").text(200, y, 10, "Amount").text(300, y, 10, "Year")
				continue
			}
			p.text(60, y, 10, fmt.Sprintf("Row %c%c", 'A'+i, 'A'+r)).text(200, y, 10, fmt.Sprint(100*i+r)).text(300, y, 10, "1999")
		}
	}
	d := extracttest.Extract(t, warmed(), sample(b))
	for i := range d.Units {
		if text := d.UnitText(&d.Units[i]); !strings.HasPrefix(text, "| Name | Amount | Year |") {
			t.Errorf("%s is %q", d.Units[i].Name, text)
		}
	}
}

func TestFurnitureIsToldInLongDocumentsToo(t *testing.T) {
	b := newBuild()
	for i := range lookahead + 20 {
		p := b.page()
		p.text(60, 40, 9, "Annual report").text(290, 815, 9, fmt.Sprintf("Page %d of 120", i+1))
		p.lines(60, 120, 11, 14, fmt.Sprintf("Words of page number %d that are found nowhere else", i+1), "and a second line of them.")
	}
	d := extracttest.Extract(t, warmed(), sample(b))
	for i := range d.Units {
		u := &d.Units[i]
		if len(u.Blocks) != 3 || !knowledge.HasFlag(u.Blocks[0].Flags, knowledge.Furniture) || !knowledge.HasFlag(u.Blocks[2].Flags, knowledge.Furniture) {
			t.Fatalf("%s has the blocks %+v", u.Name, u.Blocks)
		}
	}
}

func TestRotatedPagesReadUpright(t *testing.T) {
	// The same text, drawn so that each rotation shows it upright at 100,100.
	draw := map[int]string{
		0:   "1 0 0 1 100 742",
		90:  "0 1 -1 0 100 100",
		180: "-1 0 0 -1 495 100",
		270: "0 -1 1 0 495 742",
	}
	for turn, matrix := range draw {
		t.Run(fmt.Sprint(turn), func(t *testing.T) {
			b := newBuild()
			p := b.page()
			p.extra = fmt.Sprintf("/Rotate %d", turn)
			p.raw("BT /F1 12 Tf %s Tm (Upright text) Tj ET", matrix)
			d := extracttest.Extract(t, warmed(), sample(b))
			wantLines(t, describe(d), "paragraph: Upright text")
			var l, top, r, bottom int
			if _, err := fmt.Sscanf(d.Units[0].Blocks[0].Locator.Get("bbox"), "%d,%d,%d,%d", &l, &top, &r, &bottom); err != nil {
				t.Fatal(err)
			}
			if l < 99_000 || l > 102_000 || bottom < 99_000 || bottom > 104_000 || r-l < 50_000 || bottom-top > 13_000 {
				t.Errorf("it lies at %d,%d,%d,%d", l, top, r, bottom)
			}
		})
	}
}

func TestTextInOtherDirectionsComesAfterTheText(t *testing.T) {
	got := blocksOf(t, warmed(), onePage(func(p *buildPage) {
		p.raw("BT /F1 24 Tf 0 1 -1 0 30 200 Tm (Up the margin) Tj ET")
		p.raw("BT /F1 12 Tf 0.7 0.7 -0.7 0.7 200 200 Tm (Across) Tj ET")
		p.lines(60, 100, 11, 14, "The text of the page is longer than the", "words that stand at its side.")
	}))
	wantLines(t, got, "paragraph: The text of the page is longer than the words that stand at its side.",
		"paragraph: Up the margin", "paragraph: Across")
}

func TestHiddenTextIsFlagged(t *testing.T) {
	got := blocksOf(t, warmed(), onePage(func(p *buildPage) {
		p.text(60, 100, 11, "Seen")
		p.raw("BT /F1 11 Tf 3 Tr 1 0 0 1 60 700 Tm (Not drawn) Tj 0 Tr ET")
		p.raw("1 g BT /F1 11 Tf 1 0 0 1 60 650 Tm (White on white) Tj ET 0 g")
		p.raw("0 g 50 590 300 30 re f 1 g BT /F1 11 Tf 1 0 0 1 60 600 Tm (White on black) Tj ET 0 g")
		p.raw("BT /F1 0.5 Tf 1 0 0 1 60 550 Tm (Too small) Tj ET")
		p.raw("0 G 50 490 300 30 re S 1 g BT /F1 11 Tf 1 0 0 1 60 500 Tm (White in a frame) Tj ET 0 g")
		p.raw("q /Clear gs BT /F1 11 Tf 1 0 0 1 60 450 Tm (Clear as glass) Tj ET Q")
	}))
	wantLines(t, got, "paragraph: Seen", "paragraph hidden:invisible: Not drawn", "paragraph hidden:white: White on white",
		"paragraph: White on black", "paragraph hidden:tiny: Too small",
		"paragraph hidden:white: White in a frame", "paragraph hidden:invisible: Clear as glass")
}

func TestScansAskForTextRecognition(t *testing.T) {
	tests := []struct {
		name string
		draw func(p *buildPage)
		want bool
	}{
		{"a picture of the whole page", func(p *buildPage) { p.picture(0, 0, 595, 842) }, true},
		{"a picture with a page number", func(p *buildPage) { p.picture(0, 0, 595, 700).text(290, 800, 10, "17") }, true},
		{"a picture with its text behind it", func(p *buildPage) {
			p.raw("BT /F1 11 Tf 3 Tr 1 0 0 1 60 700 Tm (The words of the scan, recognised) Tj 0 Tr ET").picture(0, 0, 595, 842)
		}, false},
		{"a logo over text", func(p *buildPage) { p.picture(60, 20, 80, 40).text(60, 100, 11, "Some words of text stand here.") }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := extracttest.Extract(t, warmed(), onePage(tt.draw))
			if got := knowledge.HasFlag(d.Units[0].Flags, knowledge.NeedsOCR); got != tt.want {
				t.Errorf("needs-ocr is %v; issues %+v", got, d.Evidence.Issues)
			}
			for _, b := range d.Units[0].Blocks {
				if knowledge.HasFlag(b.Flags, knowledge.Hidden) {
					t.Errorf("block %+v is hidden", b)
				}
			}
		})
	}
}

func TestAnnotationsFieldsAndLinks(t *testing.T) {
	s := onePage(func(p *buildPage) {
		p.text(60, 100, 11, "See the site")
		p.annot("<</Type/Annot/Subtype/Link/Rect[55 735 150 760]/A<</S/URI/URI(https://example.org/)>>>>")
		p.annot("<</Type/Annot/Subtype/Text/Rect[300 700 320 720]/Contents(Please check)/T(Ada)/M(D:20240102030405Z)>>")
		p.annot("<</Type/Annot/Subtype/Widget/FT/Tx/T(city)/TU(City of birth)/V(Paris)/Rect[60 600 200 620]>>")
		p.annot("<</Type/Annot/Subtype/Widget/FT/Tx/T(empty)/Rect[60 560 200 580]>>")
	})
	for _, x := range engines() {
		t.Run(x.Name(), func(t *testing.T) {
			d := extracttest.Extract(t, x, s)
			wantLines(t, describe(d), "paragraph: See the site", "field: City of birth: Paris", "annotation: Please check")
			u := d.Units[0]
			if b := u.Blocks[2]; b.Author != "Ada" || b.Date != "2024-01-02T03:04:05Z" {
				t.Errorf("the annotation is by %q of %q", b.Author, b.Date)
			}
			if want := []knowledge.Link{{Text: "See the site", Target: "https://example.org/"}}; !slices.Equal(u.Links, want) {
				t.Errorf("links are %+v", u.Links)
			}
		})
	}
}

func TestFieldsSayWhatAPersonSees(t *testing.T) {
	const look = "/AP<</N<</On<<>>/Off<<>>>>>>"
	field := func(y int, entries string) string {
		return fmt.Sprintf("<</Type/Annot/Subtype/Widget/F 4/Rect[60 %d 200 %d]%s>>", y, y+12, entries)
	}
	s := onePage(func(p *buildPage) {
		p.text(60, 40, 11, "A form")
		p.annot(field(700, "/FT/Btn/T(agree)/TU(I agree)/V/On/AS/On"+look))
		p.annot(field(680, "/FT/Btn/T(refuse)/V/Off/AS/Off"+look))
		p.annot(field(660, "/FT/Btn/Ff 49152/T(sex)/V/Female/AS/Female/AP<</N<</Female<<>>/Off<<>>>>>>"))
		p.annot(field(640, "/FT/Btn/Ff 65536/T(push)/AS/On"+look))
		p.annot(field(620, "/FT/Ch/Ff 131072/T(colour)/V(g)/Opt[[(r)(Red)][(g)(Green)]]"))
		p.annot(field(600, "/FT/Ch/Ff 2097152/T(many)/V[(One)(Three)]/Opt[(One)(Two)(Three)]"))
		p.annot(field(580, "/FT/Ch/Ff 393216/T(typed)/V(Mauve)/Opt[(Red)(Green)]"))
	})
	for _, x := range engines() {
		t.Run(x.Name(), func(t *testing.T) {
			wantLines(t, blocksOf(t, x, s), "paragraph: A form", "field: I agree: checked", "field: sex: Female",
				"field: colour: Green", "field: many: One, Three", "field: typed: Mauve")
		})
	}
}

func TestTheOutlineMakesHeadings(t *testing.T) {
	b := newBuild()
	for i := range 2 {
		b.page().lines(60, 100, 11, 14, fmt.Sprintf("Part %d of it", i+1)).lines(60, 140, 11, 14, "Text of the same size as the heading, which only", "the outline knows to be one.")
	}
	b.outline = [][2]any{{"Part 1 of it", 0}, {"Part 2 of it", 1}}
	for _, x := range engines() {
		got := blocksOf(t, x, sample(b))
		if len(got) != 4 || got[0] != "heading1: Part 1 of it" || got[2] != "heading1: Part 2 of it" {
			t.Errorf("%s: %q", x.Name(), got)
		}
	}
}

func TestARunningHeaderThatNamesTheChapterIsFurniture(t *testing.T) {
	b := newBuild()
	for i := range 12 {
		p := b.page()
		if i%2 == 0 {
			p.text(60, 40, 9, "A handbook of many things").text(500, 40, 9, fmt.Sprint(i*3))
		} else {
			p.text(60, 40, 9, fmt.Sprint(i*3)).text(300, 40, 9, "On the matter of "+string(rune('A'+i)))
		}
		p.lines(60, 120, 11, 14, fmt.Sprintf("Words of page number %d that are found nowhere else", i+1), "and a second line of them.")
	}
	// A line of the text that stands as high, but right above other text.
	b.page().lines(60, 40, 9, 11, "A page of small type begins up here", "and goes on below with more text", "until it ends.")
	d := extracttest.Extract(t, warmed(), sample(b))
	for i := range d.Units[:12] {
		u := &d.Units[i]
		if len(u.Blocks) != 2 || !knowledge.HasFlag(u.Blocks[0].Flags, knowledge.Furniture) || u.Blocks[1].Kind != knowledge.Paragraph {
			t.Errorf("%s is %q", u.Name, d.UnitText(u))
		}
	}
	if last := &d.Units[12]; len(last.Blocks) != 1 || knowledge.HasFlag(last.Blocks[0].Flags, knowledge.Furniture) {
		t.Errorf("%s is %q", last.Name, d.UnitText(last))
	}
}
