package pdf

import (
	"fmt"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// maxFormDepth bounds groups inside groups of drawing operations.
const maxFormDepth = 6

// readObjects notes pictures and drawn shapes. Of shapes only those matter that
// can rule a table or lie beneath white text.
func (r *pageReader) readObjects() error {
	lib := r.s.lib
	count, err := lib.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: r.ref})
	if err != nil {
		return fmt.Errorf("count them: %w", err)
	}
	left := r.s.lim.Objects
	for i := 0; i < count.Count && left > 0; i++ {
		got, err := lib.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: r.ref, Index: i})
		if err != nil {
			continue
		}
		if err := r.object(got.PageObject, identity, 0, &left); err != nil {
			return err
		}
	}
	r.page.crowded = left <= 0
	r.page.unseen = r.page.unseen || r.page.crowded
	return nil
}

// object notes one object; m maps its coordinates to those of the page.
func (r *pageReader) object(ref references.FPDF_PAGEOBJECT, m affine, depth int, left *int) error {
	if *left--; *left < 0 {
		return nil
	}
	kind, err := r.s.lib.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: ref})
	if err != nil {
		return fmt.Errorf("read the kind of one: %w", err)
	}
	switch kind.Type {
	case enums.FPDF_PAGEOBJ_IMAGE, enums.FPDF_PAGEOBJ_PATH, enums.FPDF_PAGEOBJ_SHADING:
		b, err := r.s.lib.FPDFPageObj_GetBounds(&requests.FPDFPageObj_GetBounds{PageObject: ref})
		if err != nil {
			return nil
		}
		area := m.bounds(r.view, float64(b.Left), float64(b.Bottom), float64(b.Right), float64(b.Top))
		if depth == 0 {
			r.drawn(ref, area)
		}
		switch kind.Type {
		case enums.FPDF_PAGEOBJ_IMAGE:
			r.page.addImage(area)
		case enums.FPDF_PAGEOBJ_PATH:
			r.path(ref, m, area)
		default:
			r.page.addShape(area, false)
		}
	case enums.FPDF_PAGEOBJ_FORM:
		return r.group(ref, m, depth, left)
	}
	return nil
}

// group notes the objects of a group, which are in its own coordinates.
func (r *pageReader) group(ref references.FPDF_PAGEOBJECT, m affine, depth int, left *int) error {
	lib := r.s.lib
	if depth >= maxFormDepth {
		return nil
	}
	n, err := lib.FPDFFormObj_CountObjects(&requests.FPDFFormObj_CountObjects{PageObject: ref})
	if err != nil {
		return nil
	}
	if own, err := lib.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: ref}); err == nil {
		m = affineOf(own.Matrix).then(m)
	}
	for i := 0; i < n.Count && *left > 0; i++ {
		got, err := lib.FPDFFormObj_GetObject(&requests.FPDFFormObj_GetObject{PageObject: ref, Index: uint64(i)})
		if err != nil {
			continue
		}
		if err := r.object(got.PageObject, m, depth+1, left); err != nil {
			return err
		}
	}
	return nil
}

// whiteOnly reports whether a shape only paints white, like the background that
// some printers put under a page, or no area at all, like a frame. It is asked only where there is white text.
func (r *pageReader) whiteOnly(ref references.FPDF_PAGEOBJECT) bool {
	if !r.page.hasWhite() {
		return false
	}
	mode, err := r.s.lib.FPDFPath_GetDrawMode(&requests.FPDFPath_GetDrawMode{PageObject: ref})
	if err != nil {
		return false
	}
	if mode.FillMode == enums.FPDF_FILLMODE_NONE {
		return true
	}
	if mode.Stroke {
		return false
	}
	c, err := r.s.lib.FPDFPageObj_GetFillColor(&requests.FPDFPageObj_GetFillColor{PageObject: ref})
	return err == nil && c.FillColor.R >= 253 && c.FillColor.G >= 253 && c.FillColor.B >= 253
}
