package knowledge

import (
	"path"
	"strings"
)

// MatchPath matches a pattern against a printed path. "*" stays within a folder,
// "**" crosses them; a pattern without "/" is tried on the last element.
func MatchPath(pattern, p string) bool {
	if !strings.Contains(pattern, "/") {
		ok, _ := path.Match(pattern, path.Base(p))
		return ok
	}
	return matchParts(strings.Split(pattern, "/"), strings.Split(p, "/"))
}

// matchParts matches element by element. Where it fails behind a "**", that takes one
// more: going back to the last one is enough, so that no pattern costs more than its
// length times that of the path.
func matchParts(pattern, p []string) bool {
	i, j := 0, 0
	deep, taken := -1, 0 // the last "**", and the first element that it does not stand for
	for j < len(p) {
		if i < len(pattern) && pattern[i] == "**" {
			deep, taken = i, j
			i++
			continue
		}
		if i < len(pattern) {
			if ok, _ := path.Match(pattern[i], p[j]); ok {
				i, j = i+1, j+1
				continue
			}
		}
		if deep < 0 {
			return false
		}
		taken++
		i, j = deep+1, taken
	}
	for i < len(pattern) && pattern[i] == "**" {
		i++
	}
	return i == len(pattern)
}

// ValidPattern reports whether MatchPath can match anything by a pattern.
func ValidPattern(pattern string) bool {
	for part := range strings.SplitSeq(pattern, "/") {
		if _, err := path.Match(part, "x"); err != nil {
			return false
		}
	}
	return pattern != ""
}
