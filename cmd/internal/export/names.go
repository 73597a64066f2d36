package export

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxNameBytes bounds one part of a file's name: with the id behind it every file system
// takes it, and a bundle can lie some folders deep.
const maxNameBytes = 80

// fileName returns the name of a document's file below a folder of the bundle: the parts
// of its path, made safe for every file system, and its id, so that no two of them meet
// even where case does not count.
func fileName(folder, printed, id string) string {
	parts := strings.Split(printed, "/")
	for i := range parts {
		parts[i] = safePart(parts[i])
	}
	return path.Join(folder, path.Join(parts...)) + "." + id + ".md"
}

// reserved are the names that Windows keeps for devices, whatever follows a dot.
var reserved = map[string]bool{"con": true, "prn": true, "aux": true, "nul": true, "conin$": true, "conout$": true}

// safePart makes one part of a path safe: a character that some file system refuses or
// that means something in a link becomes an underscore, a part that is nothing but dots
// or the name of a device begins with one, and a long one is cut.
func safePart(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError || strings.ContainsRune(`<>:"\|?*%#`, r) {
			r = '_'
		}
		if b.Len()+utf8.RuneLen(r) > maxNameBytes {
			break
		}
		b.WriteRune(r)
	}
	out := strings.TrimRight(b.String(), ". ")
	stem, _, _ := strings.Cut(strings.ToLower(out), ".")
	device := len(stem) == 4 && (strings.HasPrefix(stem, "com") || strings.HasPrefix(stem, "lpt")) && stem[3] >= '0' && stem[3] <= '9'
	if out == "" || strings.HasPrefix(out, ".") || strings.HasPrefix(out, " ") || reserved[stem] || device {
		out = "_" + out
	}
	return out
}
