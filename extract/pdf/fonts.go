package pdf

import (
	"slices"
	"strings"
)

// boldName reports whether a font's name says that it is bold.
func boldName(name string) bool {
	name = strings.ToLower(name)
	if strings.Contains(name, "mediaeval") {
		return false // an old-style face
	}
	return containsAny(name, "bold", "black", "heavy", "demi", "-bd", "-md", "cmbx", "medi")
}

// monoName reports whether a font's name says that it is a typewriter face.
func monoName(name string) bool {
	return containsAny(strings.ToLower(name), "courier", "mono", "consol", "typewriter", "cmtt", "menlo", "lettergothic")
}

func containsAny(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}
