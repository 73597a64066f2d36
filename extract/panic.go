package extract

import (
	"fmt"
	"runtime"
)

// PanicText says what a recovered panic was without the words of a document: the
// text of an error of the runtime, which names types and numbers only, and of any
// other value no more than its type.
func PanicText(p any) string {
	if err, ok := p.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("a panic of type %T", p)
}
