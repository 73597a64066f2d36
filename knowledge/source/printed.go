package source

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Printed returns the one form in which a path below a root is shown, stored and
// sorted: the root's name, "/", the path in NFC with its case kept. Bytes that
// are not UTF-8 and characters that would break a line are percent-encoded.
func Printed(root, p string) string {
	return root + "/" + encodePath(norm.NFC.String(p), false)
}

// PrintedAll prints the paths of one root, each differently. Where two paths would
// print alike (the same name composed and decomposed) the later ones, bytewise,
// have their characters beyond ASCII percent-encoded; where even that is the name
// of another file, percent signs are encoded until it is not.
func PrintedAll(root string, paths []string) []string {
	out := make([]string, len(paths))
	taken := make(map[string]bool, len(paths))
	for i, p := range paths {
		out[i] = Printed(root, p)
		if taken[out[i]] {
			out[i] = root + "/" + encodePath(p, true)
		}
		for taken[out[i]] {
			out[i] = root + "/" + strings.ReplaceAll(out[i][len(root)+1:], "%", "%25")
		}
		taken[out[i]] = true
	}
	return out
}

func encodePath(p string, all bool) string {
	plain := true
	for i := 0; i < len(p) && plain; i++ {
		plain = p[i] >= ' ' && p[i] < 0x7f
	}
	if plain {
		return p
	}
	var b strings.Builder
	for i := 0; i < len(p); {
		r, n := utf8.DecodeRuneInString(p[i:])
		bad := r == utf8.RuneError && n == 1 || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) ||
			r == '\u2028' || r == '\u2029' || invisible(r) || all && r >= utf8.RuneSelf
		for _, c := range []byte(p[i : i+n]) {
			if bad {
				fmt.Fprintf(&b, "%%%02X", c)
			} else {
				b.WriteByte(c)
			}
		}
		i += n
	}
	return b.String()
}

// invisible reports characters that show nothing and join nothing: two names that
// differ in them look alike.
func invisible(r rune) bool { return r == '\u200B' || r == '\u2060' || r == '\uFEFF' || r == '\u00AD' }
