package pdf

import (
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/structs"
)

const (
	// maxSegments bounds the points of one path that are read: a table may be one
	// path, a map is none that matters.
	maxSegments = 800
	// maxPoints bounds the points that are read on one page.
	maxPoints = 20_000
)

// path notes a drawn shape. A thin one is a line, of any other the straight edges
// along the page count.
func (r *pageReader) path(ref references.FPDF_PAGEOBJECT, m affine, area box) {
	white := r.whiteOnly(ref)
	if thin(area) {
		r.page.addPath(area, white)
		return
	}
	r.page.addShape(area, white)
	n, err := r.s.lib.FPDFPath_CountSegments(&requests.FPDFPath_CountSegments{PageObject: ref})
	if err != nil || n.Count > maxSegments || r.points+n.Count > maxPoints {
		return
	}
	r.points += n.Count
	if own, err := r.s.lib.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: ref}); err == nil {
		m = affineOf(own.Matrix).then(m)
	}
	r.edges(ref, m, n.Count)
}

// edges walks along a path.
func (r *pageReader) edges(ref references.FPDF_PAGEOBJECT, m affine, count int) {
	var start, last [2]int
	for i := range count {
		seg, err := r.s.lib.FPDFPath_GetPathSegment(&requests.FPDFPath_GetPathSegment{PageObject: ref, Index: i})
		if err != nil {
			return
		}
		kind, err := r.s.lib.FPDFPathSegment_GetType(&requests.FPDFPathSegment_GetType{PathSegment: seg.PathSegment})
		if err != nil {
			return
		}
		at, err := r.s.lib.FPDFPathSegment_GetPoint(&requests.FPDFPathSegment_GetPoint{PathSegment: seg.PathSegment})
		if err != nil {
			return
		}
		var here [2]int
		here[0], here[1] = m.point(r.view, float64(at.X), float64(at.Y))
		switch kind.Type {
		case enums.FPDF_SEGMENT_MOVETO:
			start = here
		case enums.FPDF_SEGMENT_LINETO:
			r.page.addEdge(last, here)
		}
		last = here
		if c, err := r.s.lib.FPDFPathSegment_GetClose(&requests.FPDFPathSegment_GetClose{PathSegment: seg.PathSegment}); err == nil && c.IsClose {
			r.page.addEdge(here, start)
			last = start
		}
	}
}

func affineOf(m structs.FPDF_FS_MATRIX) affine {
	return affine{float64(m.A), float64(m.B), float64(m.C), float64(m.D), float64(m.E), float64(m.F)}
}
