// Package lazy puts off work that most processes never need: a package's variables are
// made before main in every one of them, also in those that ask for something else.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles expr the first time it is called. It panics then
// where expr is none.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
