package knowledge

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Sweeps read the string fields of a row off its line without decoding it, by the first
// field of a name. No record inside a row may have one of those names, or a row that
// leaves the field out is taken to say what is said inside it.
func TestRecordsInsideARowLeaveTheNamesOfItsFieldsAlone(t *testing.T) {
	swept := strings.Fields("id path parent member type outcome reason recipe evidence knowledge title date kind language tier about content")
	checked := 0
	var look func(at reflect.Type, inside string)
	look = func(at reflect.Type, inside string) {
		for at.Kind() == reflect.Pointer || at.Kind() == reflect.Slice || at.Kind() == reflect.Map {
			at = at.Elem()
		}
		if at.Kind() != reflect.Struct {
			return
		}
		for i := range at.NumField() {
			f := at.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if inside != "" && f.Type.Kind() == reflect.String {
				checked++
				if slices.Contains(swept, name) {
					t.Errorf("%s.%s is written %q, as a field of the row is", inside, f.Name, name)
				}
			}
			look(f.Type, strings.TrimPrefix(inside+"."+f.Name, "."))
		}
	}
	look(reflect.TypeFor[Source](), "")
	if checked < 5 {
		t.Fatalf("only %d fields inside a row were found", checked)
	}
}
