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

func matchParts(pattern, p []string) bool {
	if len(pattern) == 0 {
		return len(p) == 0
	}
	if pattern[0] == "**" {
		for i := range len(p) + 1 {
			if matchParts(pattern[1:], p[i:]) {
				return true
			}
		}
		return false
	}
	if len(p) == 0 {
		return false
	}
	ok, _ := path.Match(pattern[0], p[0])
	return ok && matchParts(pattern[1:], p[1:])
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
