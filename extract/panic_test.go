package extract

import (
	"errors"
	"testing"
)

func TestPanicsDoNotQuoteDocuments(t *testing.T) {
	recovered := func(f func()) (text string) {
		defer func() { text = PanicText(recover()) }()
		f()
		return ""
	}
	list := []int{1}
	for want, f := range map[string]func(){
		"a panic of type string":                              func() { panic("salary 7319246558") },
		"a panic of type *errors.errorString":                 func() { panic(errors.New("salary 7319246558")) },
		"runtime error: index out of range [3] with length 1": func() { list[len(list)+2]++ },
	} {
		if got := recovered(f); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
