package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"strconv"
	"strings"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/requests"

	"quire/extract"
	"quire/knowledge"
)

const (
	// leastDPI and mostDPI bound the resolution that can be asked for.
	leastDPI, mostDPI = 10, 1200
)

// ErrNoPicture is returned by Render where the locator names no page of the
// document or no part of that page.
var ErrNoPicture = errors.New("no such place in the document")

// Render draws the page, or the box on it, that a locator of this package names,
// and returns it as PNG, dpi dots an inch. Comments and filled fields are drawn as
// a viewer shows them; hidden text is not. Only PDFium can draw. What is larger
// than the limit on pixels is an extract.LimitError. Typefaces that the file does not embed
// are replaced by those that PDFium brings along, which have no ideographs.
func (x *Extractor) Render(ctx context.Context, in extract.Input, at knowledge.Locator, dpi int, lim extract.Limits) ([]byte, error) {
	lim = lim.WithDefaults()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if dpi < leastDPI || dpi > mostDPI {
		return nil, fmt.Errorf("render at %d dots an inch: it takes %d to %d", dpi, leastDPI, mostDPI)
	}
	number, area, err := place(at)
	if err != nil {
		return nil, err
	}
	if in.Size > lim.Bytes {
		return nil, lim.Over("bytes")
	}
	src, err := x.engine.open(in, lim)
	if err != nil {
		return nil, err
	}
	defer src.close()
	s, ok := src.(*pdfiumSource)
	if !ok {
		return nil, fmt.Errorf("render: the engine %s cannot draw", x.name)
	}
	if number > s.count {
		return nil, fmt.Errorf("render page %d of %d: %w", number, s.count, ErrNoPicture)
	}
	return s.draw(number-1, area, dpi)
}

// place returns the page that a locator names, from 1, and the box on it, zero for
// all of it.
func place(at knowledge.Locator) (number int, area box, err error) {
	if number = at.Int("page"); number < 1 {
		return 0, box{}, fmt.Errorf("render %q: %w: it names no page", at, ErrNoPicture)
	}
	text := at.Get("bbox")
	if text == "" {
		return number, box{}, nil
	}
	var sides [4]int
	parts := strings.Split(text, ",")
	for i := range parts {
		v, err := strconv.Atoi(parts[i])
		if err != nil || len(parts) != len(sides) || abs(v) > maxCoordinate {
			return 0, box{}, fmt.Errorf("render %q: %w: a box has four numbers", at, ErrNoPicture)
		}
		sides[i] = v
	}
	area = box{sides[0], sides[1], sides[2], sides[3]}
	if area.empty() {
		return 0, box{}, fmt.Errorf("render %q: %w: the box is empty", at, ErrNoPicture)
	}
	return number, area, nil
}

// draw renders page n, from 0.
func (s *pdfiumSource) draw(n int, area box, dpi int) ([]byte, error) {
	loaded, err := s.lib.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: s.doc, Index: n})
	if err != nil {
		return nil, fmt.Errorf("load page %d: %w", n+1, err)
	}
	defer s.lib.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page})
	r := &pageReader{s: s, ref: requests.Page{ByReference: &loaded.Page}, page: &page{}}
	if err := r.readView(); err != nil {
		return nil, err
	}
	whole := box{0, 0, r.page.width, r.page.height}
	if area.isZero() {
		area = whole
	}
	if area = area.intersect(whole); area.isZero() {
		return nil, fmt.Errorf("render page %d: %w: the box lies outside of it", n+1, ErrNoPicture)
	}
	// The area is at most maxCoordinate wide: in thousandths of points, and 72000
	// of those are an inch.
	if (area.width()*dpi/72_000+1)*(area.height()*dpi/72_000+1) > s.lim.Pixels {
		return nil, s.lim.Over("pixels")
	}
	got, err := s.lib.RenderPageInDPI(&requests.RenderPageInDPI{
		Page: r.ref, DPI: dpi, RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT, RenderForm: true, Document: &s.doc,
		Crop: &requests.RenderPageCrop{
			X: float64(area.l) / 1000, Y: float64(area.t) / 1000,
			Width: float64(area.width()) / 1000, Height: float64(area.height()) / 1000,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("render page %d: %w", n+1, err)
	}
	defer got.Cleanup()
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&b, got.Result.RenderedImage); err != nil {
		return nil, fmt.Errorf("write the picture of page %d: %w", n+1, err)
	}
	return b.Bytes(), nil
}
