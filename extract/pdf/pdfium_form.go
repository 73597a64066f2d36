package pdf

import (
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/structs"
)

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
