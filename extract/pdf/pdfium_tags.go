package pdf

import (
	"strings"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

const (
	// maxElements bounds the structure elements of one page that are looked at.
	maxElements = 1_000
	// maxTagDepth bounds how deep they may lie in each other.
	maxTagDepth = 60
	// fewTold is how many pages, from the first one on, may have neither a heading nor
	// a figure in the structure before it is not asked any more: loading it costs a
	// fifth of the time of a document.
	fewTold = 8
	// minTold is the count once there was one: it is always asked then.
	minTold = -1 << 30
)

// pageTags is what the structure of a tagged document says of one page.
type pageTags struct {
	texts   map[int]tag // by marked content
	figures map[int]int // marked content to its place in page.figures, from 1
	last    int         // element counted last
}

// readTags walks the structure tree of the page. Tables are left out: which cells
// they have is seen from the page, and they can have very many elements.
func (r *pageReader) readTags() {
	if !r.s.tagged || r.s.untold >= fewTold {
		return
	}
	got, err := r.s.lib.FPDF_StructTree_GetForPage(&requests.FPDF_StructTree_GetForPage{Page: r.ref})
	if err != nil {
		return
	}
	defer r.s.lib.FPDF_StructTree_Close(&requests.FPDF_StructTree_Close{StructTree: got.StructTree})
	count, err := r.s.lib.FPDF_StructTree_CountChildren(&requests.FPDF_StructTree_CountChildren{StructTree: got.StructTree})
	if err != nil {
		return
	}
	r.tags = &pageTags{texts: map[int]tag{}, figures: map[int]int{}}
	r.s.untold++
	for i := range min(count.Count, maxElements) {
		child, err := r.s.lib.FPDF_StructTree_GetChildAtIndex(&requests.FPDF_StructTree_GetChildAtIndex{StructTree: got.StructTree, Index: i})
		if err == nil {
			r.element(child.StructElement, tag{}, 0, 0, 1)
		}
	}
}

// element notes what a structure element and those in it say of marked content.
// now is the tag that holds around it, figure the figure it is in, sections the
// number of sections.
func (r *pageReader) element(ref references.FPDF_STRUCTELEMENT, now tag, figure, sections, depth int) {
	lib := r.s.lib
	if r.tags.last++; r.tags.last > maxElements || depth > maxTagDepth {
		return
	}
	kind := ""
	if k, err := lib.FPDF_StructElement_GetType(&requests.FPDF_StructElement_GetType{StructElement: ref}); err == nil {
		kind = k.Type
	}
	switch kind {
	case "Table":
		return
	case "Sect", "Art", "Part":
		sections++
	case "Figure", "Formula":
		figure = r.figure(ref, figure)
	}
	if level := headingTag(kind, sections); level > 0 {
		now, r.s.untold = tag{element: r.tags.last, level: level}, minTold
	} else if now.level == 0 {
		now = tag{element: r.tags.last}
	}
	count, err := lib.FPDF_StructElement_CountChildren(&requests.FPDF_StructElement_CountChildren{StructElement: ref})
	if err != nil {
		return
	}
	for i := range min(count.Count, maxElements) {
		if child, err := lib.FPDF_StructElement_GetChildAtIndex(&requests.FPDF_StructElement_GetChildAtIndex{StructElement: ref, Index: i}); err == nil {
			r.element(child.StructElement, now, figure, sections, depth+1)
			continue
		}
		id, err := lib.FPDF_StructElement_GetChildMarkedContentID(&requests.FPDF_StructElement_GetChildMarkedContentID{StructElement: ref, Index: i})
		if err != nil || id.ChildMarkedContentID < 0 {
			continue
		}
		r.tags.texts[id.ChildMarkedContentID] = now
		if figure > 0 {
			r.tags.figures[id.ChildMarkedContentID] = figure
		}
	}
}

// headingTag returns the level of a heading element, 0 for any other.
func headingTag(kind string, sections int) int {
	switch {
	case kind == "Title":
		return 1
	case kind == "H":
		return min(max(sections, 1), 6)
	case len(kind) == 2 && kind[0] == 'H' && '1' <= kind[1] && kind[1] <= '6':
		return int(kind[1] - '0')
	}
	return 0
}

// figure notes a picture with a text that says what it shows, and returns its
// number; around is that of the picture it is part of.
func (r *pageReader) figure(ref references.FPDF_STRUCTELEMENT, around int) int {
	alt, err := r.s.lib.FPDF_StructElement_GetAltText(&requests.FPDF_StructElement_GetAltText{StructElement: ref})
	if err != nil || strings.TrimSpace(alt.AltText) == "" {
		return around
	}
	r.s.untold = minTold
	r.page.figures = append(r.page.figures, figure{text: strings.TrimSpace(alt.AltText)})
	return len(r.page.figures)
}

// mark returns the marked content that a drawn object belongs to, -1 for none.
func (r *pageReader) mark(ref references.FPDF_PAGEOBJECT) int {
	if r.tags == nil {
		return -1
	}
	id, err := r.s.lib.FPDFPageObj_GetMarkedContentID(&requests.FPDFPageObj_GetMarkedContentID{PageObject: ref})
	if err != nil {
		return -1
	}
	return id.MarkedContentID
}

// tagOf returns what the structure says of a text object.
func (r *pageReader) tagOf(ref references.FPDF_PAGEOBJECT) tag {
	id := r.mark(ref)
	if id >= 0 {
		return r.tags.texts[id]
	}
	return tag{artifact: r.tags != nil && r.isArtifact(ref)}
}

// isArtifact reports whether an object is marked as no part of the document's
// text, as page numbers are.
func (r *pageReader) isArtifact(ref references.FPDF_PAGEOBJECT) bool {
	count, err := r.s.lib.FPDFPageObj_CountMarks(&requests.FPDFPageObj_CountMarks{PageObject: ref})
	if err != nil {
		return false
	}
	for i := range min(count.Count, 8) {
		m, err := r.s.lib.FPDFPageObj_GetMark(&requests.FPDFPageObj_GetMark{PageObject: ref, Index: uint64(i)})
		if err != nil {
			return false
		}
		name, err := r.s.lib.FPDFPageObjMark_GetName(&requests.FPDFPageObjMark_GetName{PageObjectMark: m.Mark})
		if err == nil && name.Name == "Artifact" {
			return true
		}
	}
	return false
}

// drawn adds an object to the area of the figure that it belongs to.
func (r *pageReader) drawn(ref references.FPDF_PAGEOBJECT, area box) {
	if r.tags == nil || len(r.tags.figures) == 0 {
		return
	}
	if n := r.tags.figures[r.mark(ref)]; n > 0 {
		f := &r.page.figures[n-1]
		f.box = f.box.union(area.intersect(box{0, 0, r.page.width, r.page.height}))
	}
}
