package pdf

import (
	"fmt"
	"strings"

	"github.com/klippa-app/go-pdfium"
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

// formReader reads form fields. What PDFium needs for that is set up at the first
// field, as most documents have none.
type formReader struct {
	lib    pdfium.Pdfium
	doc    references.FPDF_DOCUMENT
	handle references.FPDF_FORMHANDLE
	state  int // 0 not tried, 1 ready, -1 not to be had
}

func newFormReader(lib pdfium.Pdfium, doc references.FPDF_DOCUMENT) *formReader {
	return &formReader{lib: lib, doc: doc}
}

// close gives back what reading fields needed; it must come before the document
// is closed.
func (f *formReader) close() {
	if f.state == 1 {
		f.lib.FPDFDOC_ExitFormFillEnvironment(&requests.FPDFDOC_ExitFormFillEnvironment{FormHandle: f.handle})
	}
	f.state = -1
}

func (f *formReader) ready() bool {
	if f.state == 0 {
		f.state = -1
		got, err := f.lib.FPDFDOC_InitFormFillEnvironment(&requests.FPDFDOC_InitFormFillEnvironment{
			Document: f.doc, FormFillInfo: idleForm(),
		})
		if err == nil {
			f.handle, f.state = got.FormHandle, 1
		}
	}
	return f.state == 1
}

// value returns "label: value" of a filled field, "" of an empty one.
func (f *formReader) value(ref references.FPDF_ANNOTATION) string {
	if !f.ready() {
		return ""
	}
	kind, err := f.lib.FPDFAnnot_GetFormFieldType(&requests.FPDFAnnot_GetFormFieldType{FormHandle: f.handle, Annotation: ref})
	if err != nil {
		return ""
	}
	value := ""
	switch kind.FormFieldType {
	case enums.FPDF_FORMFIELD_TYPE_PUSHBUTTON, enums.FPDF_FORMFIELD_TYPE_SIGNATURE:
		return ""
	case enums.FPDF_FORMFIELD_TYPE_CHECKBOX, enums.FPDF_FORMFIELD_TYPE_RADIOBUTTON:
		c, err := f.lib.FPDFAnnot_IsChecked(&requests.FPDFAnnot_IsChecked{FormHandle: f.handle, Annotation: ref})
		if err != nil || !c.IsChecked {
			return ""
		}
		value = "checked"
		e, err := f.lib.FPDFAnnot_GetFormFieldExportValue(&requests.FPDFAnnot_GetFormFieldExportValue{FormHandle: f.handle, Annotation: ref})
		if err == nil && e.Value != "" && kind.FormFieldType == enums.FPDF_FORMFIELD_TYPE_RADIOBUTTON {
			value = e.Value
		}
	default:
		v, err := f.lib.FPDFAnnot_GetFormFieldValue(&requests.FPDFAnnot_GetFormFieldValue{FormHandle: f.handle, Annotation: ref})
		if err != nil {
			return ""
		}
		value = v.FormFieldValue
	}
	if value = strings.TrimSpace(value); value == "" {
		return ""
	}
	if label := f.label(ref); label != "" {
		return label + ": " + value
	}
	return value
}

// label returns what a person is told about the field, else its name.
func (f *formReader) label(ref references.FPDF_ANNOTATION) string {
	tip, err := f.lib.FPDFAnnot_GetFormFieldAlternateName(&requests.FPDFAnnot_GetFormFieldAlternateName{FormHandle: f.handle, Annotation: ref})
	if err == nil && strings.TrimSpace(tip.FormFieldAlternateName) != "" {
		return knowledge.Line(strings.TrimRight(strings.TrimSpace(tip.FormFieldAlternateName), ":"), 200)
	}
	name, err := f.lib.FPDFAnnot_GetFormFieldName(&requests.FPDFAnnot_GetFormFieldName{FormHandle: f.handle, Annotation: ref})
	if err != nil {
		return ""
	}
	return knowledge.Line(name.FormFieldName, 200)
}
