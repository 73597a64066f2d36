package pdf

import (
	"strings"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/structs"

	"quire/knowledge"
)

const (
	// ticked is the value of a box with a tick in it.
	ticked = "checked"
	// maxOptions bounds the options of one list that are looked at.
	maxOptions = 2_000
)

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

// enter makes the fields of a page known: buttons have no state before. leave must
// follow before the page is closed.
func (f *formReader) enter(page requests.Page) {
	if f.ready() {
		f.lib.FORM_OnAfterLoadPage(&requests.FORM_OnAfterLoadPage{Page: page, FormHandle: f.handle})
	}
}

func (f *formReader) leave(page requests.Page) {
	if f.state == 1 {
		f.lib.FORM_OnBeforeClosePage(&requests.FORM_OnBeforeClosePage{Page: page, FormHandle: f.handle})
	}
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
		value = f.choice(ref, kind.FormFieldType == enums.FPDF_FORMFIELD_TYPE_RADIOBUTTON)
	case enums.FPDF_FORMFIELD_TYPE_COMBOBOX, enums.FPDF_FORMFIELD_TYPE_LISTBOX:
		if value = f.options(ref); value == "" { // typed in, or not among the options
			value = f.entry(ref)
		}
	default:
		value = f.entry(ref)
	}
	if value = strings.TrimSpace(value); value == "" {
		return ""
	}
	if label := f.label(ref); label != "" {
		return label + ": " + value
	}
	return value
}

// entry returns the text that a field holds.
func (f *formReader) entry(ref references.FPDF_ANNOTATION) string {
	v, err := f.lib.FPDFAnnot_GetFormFieldValue(&requests.FPDFAnnot_GetFormFieldValue{FormHandle: f.handle, Annotation: ref})
	if err != nil {
		return ""
	}
	return v.FormFieldValue
}

// choice returns what a button that can be ticked says: "checked", or what a radio
// button stands for; "" where it is not ticked.
func (f *formReader) choice(ref references.FPDF_ANNOTATION, radio bool) string {
	c, err := f.lib.FPDFAnnot_IsChecked(&requests.FPDFAnnot_IsChecked{FormHandle: f.handle, Annotation: ref})
	if err != nil || !c.IsChecked {
		return ""
	}
	if radio {
		e, err := f.lib.FPDFAnnot_GetFormFieldExportValue(&requests.FPDFAnnot_GetFormFieldExportValue{FormHandle: f.handle, Annotation: ref})
		if err == nil && strings.TrimSpace(e.Value) != "" {
			return e.Value
		}
	}
	return ticked
}

// options returns the chosen options of a list as a person sees them.
func (f *formReader) options(ref references.FPDF_ANNOTATION) string {
	count, err := f.lib.FPDFAnnot_GetOptionCount(&requests.FPDFAnnot_GetOptionCount{FormHandle: f.handle, Annotation: ref})
	if err != nil {
		return ""
	}
	var chosen []string
	for i := range min(count.OptionCount, maxOptions) {
		on, err := f.lib.FPDFAnnot_IsOptionSelected(&requests.FPDFAnnot_IsOptionSelected{FormHandle: f.handle, Annotation: ref, Index: i})
		if err != nil || !on.IsOptionSelected {
			continue
		}
		l, err := f.lib.FPDFAnnot_GetOptionLabel(&requests.FPDFAnnot_GetOptionLabel{FormHandle: f.handle, Annotation: ref, Index: i})
		if err == nil && strings.TrimSpace(l.OptionLabel) != "" {
			chosen = append(chosen, strings.TrimSpace(l.OptionLabel))
		}
	}
	return strings.Join(chosen, ", ")
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

// idleForm is what PDFium must be able to call while it reads form fields. None
// of it does anything: nothing is drawn, no timer runs, no action is carried out.
func idleForm() structs.FPDF_FORMFILLINFO {
	return structs.FPDF_FORMFILLINFO{
		FFI_Invalidate:   func(references.FPDF_PAGE, float64, float64, float64, float64) {},
		FFI_SetCursor:    func(enums.FXCT) {},
		FFI_SetTimer:     func(int, func(int)) int { return 0 },
		FFI_KillTimer:    func(int) {},
		FFI_GetLocalTime: func() structs.FPDF_SYSTEMTIME { return structs.FPDF_SYSTEMTIME{} },
		FFI_GetPage:      func(references.FPDF_DOCUMENT, int) *references.FPDF_PAGE { return nil },
		FFI_GetRotation: func(references.FPDF_PAGE) enums.FPDF_PAGE_ROTATION {
			return enums.FPDF_PAGE_ROTATION_NONE
		},
		FFI_ExecuteNamedAction: func(string) {},
	}
}
