package pdf

import (
	"fmt"
	"strings"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"quire/knowledge"
)

// readAnnotations reads links, comments and form fields of the page.
func (r *pageReader) readAnnotations(ref references.FPDF_PAGE) error {
	lib := r.s.lib
	count, err := lib.FPDFPage_GetAnnotCount(&requests.FPDFPage_GetAnnotCount{Page: r.ref})
	if err != nil {
		return fmt.Errorf("count them: %w", err)
	}
	defer func() {
		if r.fielded {
			r.s.form.leave(r.ref)
		}
	}()
	for i := range min(count.Count, maxAnnots) {
		got, err := lib.FPDFPage_GetAnnot(&requests.FPDFPage_GetAnnot{Page: r.ref, Index: i})
		if err != nil {
			continue
		}
		r.annotation(got.Annotation)
		if _, err := lib.FPDFPage_CloseAnnot(&requests.FPDFPage_CloseAnnot{Annotation: got.Annotation}); err != nil {
			return fmt.Errorf("close one: %w", err)
		}
	}
	return nil
}

// hiddenAnnotation are the flags hidden and no-view.
const hiddenAnnotation = 1<<1 | 1<<5

func (r *pageReader) annotation(ref references.FPDF_ANNOTATION) {
	kind, err := r.s.lib.FPDFAnnot_GetSubtype(&requests.FPDFAnnot_GetSubtype{Annotation: ref})
	if err != nil {
		return
	}
	n := note{kind: knowledge.Annotation}
	if b, err := r.s.lib.FPDFAnnot_GetRect(&requests.FPDFAnnot_GetRect{Annotation: ref}); err == nil {
		n.box = r.view.rect(float64(b.Rect.Left), float64(b.Rect.Bottom), float64(b.Rect.Right), float64(b.Rect.Top))
	}
	if f, err := r.s.lib.FPDFAnnot_GetFlags(&requests.FPDFAnnot_GetFlags{Annotation: ref}); err == nil {
		n.hidden = int(f.Flags)&hiddenAnnotation != 0
	}
	switch kind.Subtype {
	case enums.FPDF_ANNOT_SUBTYPE_LINK:
		if target := r.linkTarget(ref); target != "" {
			r.page.links = append(r.page.links, link{target, n.box})
		}
		return
	case enums.FPDF_ANNOT_SUBTYPE_POPUP: // shows the text of the comment it belongs to
		return
	case enums.FPDF_ANNOT_SUBTYPE_WIDGET:
		if !r.fielded {
			r.fielded = true
			r.s.form.enter(r.ref)
		}
		n.kind, n.text = knowledge.Field, r.s.form.value(ref)
	case enums.FPDF_ANNOT_SUBTYPE_FILEATTACHMENT:
		r.file(ref)
		fallthrough
	default:
		n.text = r.value(ref, "Contents")
		n.author = r.value(ref, "T")
		if n.date = pdfDate(r.value(ref, "M")); n.date == "" {
			n.date = pdfDate(r.value(ref, "CreationDate"))
		}
	}
	if strings.TrimSpace(n.text) != "" {
		r.page.notes = append(r.page.notes, n)
	}
}

// file notes a file that hangs on the page.
func (r *pageReader) file(ref references.FPDF_ANNOTATION) {
	got, err := r.s.lib.FPDFAnnot_GetFileAttachment(&requests.FPDFAnnot_GetFileAttachment{Document: r.s.doc, Annotation: ref})
	if err != nil {
		return
	}
	a := attachment{}
	r.s.describe(got.Attachment, &a)
	r.page.files = append(r.page.files, a)
}

func (r *pageReader) value(ref references.FPDF_ANNOTATION, key string) string {
	v, err := r.s.lib.FPDFAnnot_GetStringValue(&requests.FPDFAnnot_GetStringValue{Annotation: ref, Key: key})
	if err != nil {
		return ""
	}
	return v.Value
}

func (r *pageReader) linkTarget(ref references.FPDF_ANNOTATION) string {
	lib := r.s.lib
	l, err := lib.FPDFAnnot_GetLink(&requests.FPDFAnnot_GetLink{Annotation: ref})
	if err != nil {
		return ""
	}
	a, err := lib.FPDFLink_GetAction(&requests.FPDFLink_GetAction{Link: l.Link})
	if err != nil || a.Action == nil {
		return ""
	}
	u, err := lib.FPDFAction_GetURIPath(&requests.FPDFAction_GetURIPath{Document: r.s.doc, Action: *a.Action})
	if err != nil || u.URIPath == nil {
		return ""
	}
	return *u.URIPath
}
