package extract

import (
	"reflect"
	"testing"
)

// At the largest limits a document is read: no sum or multiple of them turns over.
func TestTheLargestLimitsAreMetByNothing(t *testing.T) {
	var l Limits
	v := reflect.ValueOf(&l).Elem()
	for i := range v.NumField() {
		v.Field(i).SetInt(Most)
	}
	l.Seconds, l.Total = MostSeconds, MostSeconds
	if err := l.Check(); err != nil {
		t.Fatal(err)
	}
	if n := 4 * int64(l.UnitBytes); n < 0 {
		t.Errorf("four units have %d bytes", n)
	}
	if n := l.records(); n < 0 {
		t.Errorf("records may have %d bytes", n)
	}
	if n := l.Text*8 + l.Inflated; n < 0 {
		t.Errorf("a worker may send %d bytes", n)
	}
}
