package pdf

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

func drawing(t *testing.T, x *Extractor, b *build, at knowledge.Locator, dpi int, passwords ...string) (image.Image, error) {
	t.Helper()
	data := b.bytes()
	in := extract.Input{ReaderAt: bytes.NewReader(data), Size: int64(len(data)), Format: "pdf", Options: extract.Options{Passwords: passwords}}
	got, err := x.Render(context.Background(), in, at, dpi, extract.Limits{})
	if err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	return img, nil
}

// dark reports whether the picture is dark at a place.
func dark(img image.Image, x, y int) bool {
	r, g, b, _ := img.At(x, y).RGBA()
	return r+g+b < 3*0x4000
}

func squares() *build {
	b := newBuild()
	b.page().text(60, 100, 11, "Nothing to see")
	b.page().raw("100 642 72 100 re f") // 100 to 172 across, 100 to 200 down
	return b
}

func TestRenderDrawsThePage(t *testing.T) {
	img, err := drawing(t, warmed(), squares(), knowledge.Loc("page", "2"), 72)
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Size(); got != image.Pt(595, 842) {
		t.Errorf("the picture is %v", got)
	}
	if !dark(img, 136, 150) || dark(img, 136, 90) || dark(img, 90, 150) || dark(img, 180, 150) {
		t.Error("the square is not at its place")
	}
}

func TestRenderDrawsABox(t *testing.T) {
	img, err := drawing(t, warmed(), squares(), knowledge.Loc("page", "2", "bbox", "90000,100000,162000,208000"), 144)
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Size(); got != image.Pt(144, 216) {
		t.Errorf("the picture is %v", got)
	}
	if dark(img, 10, 100) || !dark(img, 30, 100) || !dark(img, 140, 190) || dark(img, 140, 208) {
		t.Error("the square is not at its place")
	}
}

func TestRenderedPlaceIsThatOfTheLocatorOnTurnedAndCroppedPages(t *testing.T) {
	for _, turn := range []string{"0", "90", "180", "270"} {
		b := squares()
		b.pages[1].extra = "/CropBox[50 400 300 800]/Rotate " + turn
		b.pages[1].text(200, 200, 30, "Word")
		s := sample(b)
		in := extract.Input{ReaderAt: bytes.NewReader(s.Data), Size: int64(len(s.Data)), Format: "pdf"}
		a := extract.NewAssembler(knowledge.Recipe{}, extract.Limits{}, func(string) int { return 1 }, nil)
		d := a.Finish(warmed().Extract(context.Background(), in, extract.Limits{}, a))
		at := d.Units[1].Blocks[0].Locator
		img, err := drawing(t, warmed(), b, at, 72)
		if err != nil {
			t.Fatal(err)
		}
		black, all := 0, 0
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				if all++; dark(img, x, y) {
					black++
				}
			}
		}
		if black*20 < all || black*2 > all { // letters, not white and not the square
			t.Errorf("turned by %s: %d of %d dots are dark at %s", turn, black, all, at)
		}
	}
}

func TestRenderNeedsThePassword(t *testing.T) {
	b := squares()
	b.password = "sesame"
	if _, err := drawing(t, warmed(), b, knowledge.Loc("page", "1"), 30); !errors.Is(err, extract.ErrEncrypted) {
		t.Errorf("without the password the error is %v", err)
	}
	if img, err := drawing(t, warmed(), b, knowledge.Loc("page", "2"), 72, "sesame"); err != nil || !dark(img, 136, 150) {
		t.Errorf("with the password the error is %v", err)
	}
}

func TestRenderRefusesWhatCannotBeDrawn(t *testing.T) {
	huge := newBuild()
	huge.page()
	huge.pages[0].width, huge.pages[0].height = 14400, 14400
	tests := []struct {
		name string
		b    *build
		at   knowledge.Locator
		dpi  int
		want error
	}{
		{"no page", squares(), knowledge.Locator{}, 72, ErrNoPicture},
		{"a page that is not there", squares(), knowledge.Loc("page", "3"), 72, ErrNoPicture},
		{"a box beside the page", squares(), knowledge.Loc("page", "1", "bbox", "600000,0,700000,10000"), 72, ErrNoPicture},
		{"an empty box", squares(), knowledge.Loc("page", "1", "bbox", "5000,5000,5000,9000"), 72, ErrNoPicture},
		{"a box of three sides", squares(), knowledge.Loc("page", "1", "bbox", "1,2,3"), 72, ErrNoPicture},
		{"too many dots an inch", squares(), knowledge.Loc("page", "1"), 5000, nil},
		{"no dots at all", squares(), knowledge.Loc("page", "1"), 0, nil},
		{"too many dots", huge, knowledge.Loc("page", "1"), 72, &extract.LimitError{Limit: "pixels", Max: int64(extract.DefaultLimits().Pixels)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := drawing(t, warmed(), tt.b, tt.at, tt.dpi)
			var limit, wanted *extract.LimitError
			switch {
			case err == nil:
				t.Error("it was drawn")
			case errors.As(tt.want, &wanted):
				if !errors.As(err, &limit) || *limit != *wanted {
					t.Errorf("the error is %v", err)
				}
			case tt.want != nil && !errors.Is(err, tt.want):
				t.Errorf("the error is %v", err)
			}
		})
	}
	if _, err := drawing(t, Ledongthuc(), squares(), knowledge.Loc("page", "1"), 72); err == nil {
		t.Error("the Go engine drew something")
	}
}
