package numfmt

import (
	"testing"

	"github.com/xuri/excelize/v2"
)

// TestAgreesWithExcelize compares with another implementation on formats that it
// is known to show right: a second opinion on what the tables above claim.
func TestAgreesWithExcelize(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	codes := []string{
		"0", "0.00", "#,##0", "#,##0.00", "0%", "0.00%", "0.00E+00", "yyyy-mm-dd", "dd/mm/yyyy", "d-mmm-yy", "mmm-yy",
		"h:mm AM/PM", "h:mm:ss", "[h]:mm:ss", "mm:ss", "yyyy-mm-dd hh:mm:ss", "dddd, d mmmm yyyy", "0.000", "00000",
		`0" pcs"`, `#,##0.00;(#,##0.00)`, `[Red]0.0`, `0.0;-0.0;0.0`,
	}
	values := []float64{0, 1, 1.5, 12.345, 0.125, 1234567.891, 45292.75, 36526.123456, 59, 61}
	compared := 0
	for _, code := range codes {
		style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &code})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			if code == "[h]:mm:ss" && v > 100_000 {
				continue // more nanoseconds than it can count
			}
			if err := f.SetCellValue("Sheet1", "A1", v); err != nil {
				t.Fatal(err)
			}
			if err := f.SetCellStyle("Sheet1", "A1", "A1", style); err != nil {
				t.Fatal(err)
			}
			want, err := f.GetCellValue("Sheet1", "A1")
			if err != nil {
				t.Fatal(err)
			}
			if got := Parse(code).Number(v, false); got != want {
				t.Errorf("%q of %v shows %q, excelize has %q", code, v, got, want)
			}
			compared++
		}
	}
	if compared < 200 {
		t.Errorf("only %d values were compared", compared)
	}
}
