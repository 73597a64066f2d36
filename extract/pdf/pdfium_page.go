package pdf

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/responses"
)

// pageReader reads one page that is loaded in PDFium.
type pageReader struct {
	s    *pdfiumSource
	ref  requests.Page
	view view
	page *page
	// points counts the corners of paths that were read.
	points int
	tags   *pageTags // nil where the document is not tagged
	// fielded says that the page has fields and they were made known.
	fielded bool
	// fontIndex maps what PDFium says of a font to its place in page.fonts.
	fontIndex map[font]int32
}

func (s *pdfiumSource) readPage(n int) (*page, error) {
	loaded, err := s.lib.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: s.doc, Index: n})
	if err != nil {
		return nil, fmt.Errorf("load the page: %w", err)
	}
	defer s.lib.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page})
	r := &pageReader{
		s: s, ref: requests.Page{ByReference: &loaded.Page},
		page: &page{spaced: true}, fontIndex: map[font]int32{},
	}
	if err := r.readView(); err != nil {
		return nil, err
	}
	r.readTags()
	if err := r.readText(); err != nil {
		return nil, err
	}
	if err := r.readObjects(); err != nil {
		r.page.trouble = "pictures and lines: " + err.Error()
	}
	if err := r.readAnnotations(loaded.Page); err != nil {
		r.page.trouble = "annotations: " + err.Error()
	}
	r.page.settleWhite()
	return r.page, nil
}

func (r *pageReader) readView() error {
	area, err := r.s.lib.FPDF_GetPageBoundingBox(&requests.FPDF_GetPageBoundingBox{Page: r.ref})
	if err != nil {
		return fmt.Errorf("read the size of the page: %w", err)
	}
	turn, err := r.s.lib.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: r.ref})
	if err != nil {
		return fmt.Errorf("read the rotation of the page: %w", err)
	}
	b := area.Rect
	r.view = newView(float64(b.Left), float64(b.Bottom), float64(b.Right), float64(b.Top), int(turn.PageRotation))
	r.page.width, r.page.height = r.view.size()
	return nil
}

// readText reads all characters, then what is the same for a whole run of them.
func (r *pageReader) readText() error {
	lib := r.s.lib
	text, err := lib.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: r.ref})
	if err != nil {
		return fmt.Errorf("read the text of the page: %w", err)
	}
	defer lib.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: text.TextPage})
	count, err := lib.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: text.TextPage})
	if err != nil {
		return fmt.Errorf("count the characters of the page: %w", err)
	}
	if count.Count <= 0 {
		return nil
	}
	if count.Count > r.s.lim.Glyphs {
		return fmt.Errorf("%w: it has %d characters: %w", errPage, count.Count, r.s.lim.Over("glyphs"))
	}
	got, err := lib.GetPageTextStructured(&requests.GetPageTextStructured{Page: r.ref, Mode: requests.GetPageTextStructuredModeChars})
	if err != nil {
		return fmt.Errorf("read the characters of the page: %w", err)
	}
	rects, err := r.rects(text.TextPage, count.Count)
	if err != nil {
		return err
	}
	return r.collect(text.TextPage, got.Chars, rects)
}

// rects returns the areas that PDFium's text objects cover, in their order. Runs
// are found by them: asking for the font of each character costs twice the time.
func (r *pageReader) rects(text references.FPDF_TEXTPAGE, count int) ([]responses.FPDFText_GetRect, error) {
	n, err := r.s.lib.FPDFText_CountRects(&requests.FPDFText_CountRects{TextPage: text, Count: count})
	if err != nil {
		return nil, fmt.Errorf("count the runs of the page: %w", err)
	}
	rects := make([]responses.FPDFText_GetRect, 0, max(n.Count, 0))
	for i := range n.Count {
		got, err := r.s.lib.FPDFText_GetRect(&requests.FPDFText_GetRect{TextPage: text, Index: i})
		if err != nil {
			return nil, fmt.Errorf("read run %d of the page: %w", i, err)
		}
		rects = append(rects, *got)
	}
	return rects, nil
}

// collect makes glyphs of characters. PDFium forms a rectangle from consecutive
// characters of one text object, so a new run begins where a character leaves
// the current rectangle.
func (r *pageReader) collect(text references.FPDF_TEXTPAGE, chars []*responses.GetPageTextStructuredChar, rects []responses.FPDFText_GetRect) error {
	p := r.page
	p.glyphs = make([]glyph, 0, len(chars))
	next, current := 0, int32(-1)
	suspect := false // the run has characters without a meaning
	for i := 0; i < len(chars); i++ {
		c := chars[i]
		ch, wide, err := r.character(text, i, c.Text)
		if err != nil {
			return err
		}
		pos := c.PointPosition
		if visible := ch > ' ' && ch != '\u00A0' || ch == softHyphen; visible && (current < 0 || next == 0 || !within(rects[next-1], pos)) {
			// One or two rectangles may belong to nothing but white space.
			for k := next; k < min(next+8, len(rects)); k++ {
				if within(rects[k], pos) {
					next = k + 1
					break
				}
			}
			if current, err = r.newRun(text, i); err != nil {
				return err
			}
			suspect = r.guessed(text, i)
		}
		if current < 0 {
			if ch == ' ' || ch == '\r' || ch == '\n' {
				continue
			}
			if current, err = r.newRun(text, i); err != nil {
				return err
			}
		}
		guessed := suspect && r.guessed(text, i)
		if wide {
			i++
		}
		p.glyphs = append(p.glyphs, glyph{r: ch, run: current, box: r.view.rect(pos.Left, pos.Bottom, pos.Right, pos.Top), guessed: guessed})
	}
	return nil
}

// guessed reports whether the font of a character does not tell what it is. It is
// asked for the first of a run, and for the others where that one is.
func (r *pageReader) guessed(text references.FPDF_TEXTPAGE, i int) bool {
	e, err := r.s.lib.FPDFText_HasUnicodeMapError(&requests.FPDFText_HasUnicodeMapError{TextPage: text, Index: i})
	return err == nil && e.HasUnicodeMapError
}

func within(rect responses.FPDFText_GetRect, c responses.CharPosition) bool {
	const slack = 1e-3
	return min(c.Left, c.Right) >= min(rect.Left, rect.Right)-slack && max(c.Left, c.Right) <= max(rect.Left, rect.Right)+slack &&
		min(c.Bottom, c.Top) >= min(rect.Bottom, rect.Top)-slack && max(c.Bottom, c.Top) <= max(rect.Bottom, rect.Top)+slack
}

// character returns the character at i. Those beyond the basic plane come as two
// surrogates, which only the plain call gives as they are; wide says that i+1
// belongs to it.
func (r *pageReader) character(text references.FPDF_TEXTPAGE, i int, s string) (ch rune, wide bool, err error) {
	if s == "" {
		return unmapped, false, nil
	}
	for _, c := range s {
		ch = c
	}
	if ch != '\uFFFD' {
		return ch, false, nil
	}
	high, err := r.s.lib.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: text, Index: i})
	if err != nil {
		return 0, false, fmt.Errorf("read character %d of the page: %w", i, err)
	}
	if !utf16.IsSurrogate(rune(high.Unicode)) {
		return unmapped, false, nil
	}
	low, err := r.s.lib.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: text, Index: i + 1})
	if err != nil {
		return unmapped, false, nil
	}
	if ch = utf16.DecodeRune(rune(high.Unicode), rune(low.Unicode)); ch == '\uFFFD' {
		return unmapped, false, nil
	}
	return ch, true, nil
}

// newRun reads what holds for the run that begins with character i.
func (r *pageReader) newRun(text references.FPDF_TEXTPAGE, i int) (int32, error) {
	lib, p := r.s.lib, r.page
	u := run{}
	size, err := lib.FPDFText_GetFontSize(&requests.FPDFText_GetFontSize{TextPage: text, Index: i})
	if err != nil {
		return 0, fmt.Errorf("read the font size of character %d: %w", i, err)
	}
	scale := 1.0
	if m, err := lib.FPDFText_GetMatrix(&requests.FPDFText_GetMatrix{TextPage: text, Index: i}); err == nil {
		c, d := float64(m.Matrix.C), float64(m.Matrix.D)
		scale = math.Sqrt(float64(c*c) + float64(d*d))
		u.way = r.view.way(float64(m.Matrix.A), float64(m.Matrix.B))
	}
	u.size = milli(math.Abs(float64(size.FontSize * scale)))
	if o, err := lib.FPDFText_GetCharOrigin(&requests.FPDFText_GetCharOrigin{TextPage: text, Index: i}); err == nil {
		u.x, u.y = r.view.point(o.X, o.Y)
	}
	if c, err := lib.FPDFText_GetFillColor(&requests.FPDFText_GetFillColor{TextPage: text, Index: i}); err == nil {
		if c.A == 0 {
			u.hidden = "invisible"
		}
		u.white = c.R >= 253 && c.G >= 253 && c.B >= 253
	}
	if o, err := lib.FPDFText_GetTextObject(&requests.FPDFText_GetTextObject{TextPage: text, Index: i}); err == nil {
		mode, err := lib.FPDFTextObj_GetTextRenderMode(&requests.FPDFTextObj_GetTextRenderMode{PageObject: o.TextObject})
		if err == nil && mode.TextRenderMode == 3 {
			u.hidden = "invisible"
		}
		u.tag = r.tagOf(o.TextObject)
		u.white = u.white && err == nil && (mode.TextRenderMode == 0 || mode.TextRenderMode == 4)
	}
	u.font = r.font(text, i)
	p.runs = append(p.runs, u)
	return int32(len(p.runs) - 1), nil
}

// Font flags of a font descriptor.
const (
	flagFixedPitch = 1 << 0
	flagForceBold  = 1 << 18
)

func (r *pageReader) font(text references.FPDF_TEXTPAGE, i int) int32 {
	f := font{}
	if info, err := r.s.lib.FPDFText_GetFontInfo(&requests.FPDFText_GetFontInfo{TextPage: text, Index: i}); err == nil {
		f.name = strings.ToValidUTF8(info.FontName, "")
		f.mono = info.Flags&flagFixedPitch != 0 || monoName(f.name)
		f.bold = info.Flags&flagForceBold != 0
	}
	f.bold = f.bold || boldName(f.name)
	if k, ok := r.fontIndex[f]; ok {
		return k
	}
	r.page.fonts = append(r.page.fonts, f)
	k := int32(len(r.page.fonts) - 1)
	r.fontIndex[f] = k
	return k
}
