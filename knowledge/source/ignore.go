package source

import (
	"slices"
	"strings"
)

// Ignore is a stack of ignore files in gitignore syntax. The zero value and nil
// exclude nothing. It is never changed after it was made, so walks may share it.
type Ignore struct {
	levels []ignoreLevel // outermost folder first
}

// ignoreLevel is one ignore file: its patterns hold below base only.
type ignoreLevel struct {
	base     string // "" or a folder with its final slash
	patterns []ignorePattern
}

type ignorePattern struct {
	text     string // as written, for reports
	negated  bool   // begins with "!": includes again
	dirOnly  bool   // ends with "/": folders only
	anchored bool   // holds a slash: matched from base, not against the last name
	glob     glob
}

// ParseIgnore reads one ignore file. base is the slash-separated folder that its
// patterns are relative to, "" for the root of the walk. Lines that can match
// nothing are kept out; no line is an error, as in git.
func ParseIgnore(base, text string) *Ignore {
	level := ignoreLevel{base: strings.Trim(base, "/")}
	if level.base != "" {
		level.base += "/"
	}
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if p, ok := parseIgnoreLine(line); ok {
			level.patterns = append(level.patterns, p)
		}
	}
	return &Ignore{levels: []ignoreLevel{level}}
}

// With returns ig with the patterns of child on top: they decide before those
// of ig, as an ignore file in a deeper folder does.
func (ig *Ignore) With(child *Ignore) *Ignore {
	switch {
	case ig == nil:
		return child
	case child == nil:
		return ig
	}
	return &Ignore{levels: slices.Concat(ig.levels, child.levels)}
}

// Match reports whether the path is excluded and by which pattern, as written.
// The path is slash-separated from the root of the walk, and none of its parent
// folders is excluded: what lies in an excluded folder cannot be included again,
// so a walk never gets there. A path that a pattern includes again has
// excluded false and that pattern; one that no pattern is about has "".
func (ig *Ignore) Match(path string, isDir bool) (excluded bool, pattern string) {
	if ig == nil {
		return false, ""
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	for i := len(ig.levels) - 1; i >= 0; i-- {
		level := &ig.levels[i]
		below, ok := strings.CutPrefix(path, level.base)
		if !ok || below == "" {
			continue
		}
		for j := len(level.patterns) - 1; j >= 0; j-- { // the last one decides
			p := &level.patterns[j]
			if p.dirOnly && !isDir {
				continue
			}
			subject := name
			if p.anchored {
				subject = below
			}
			if p.glob.match(subject) {
				return !p.negated, p.text
			}
		}
	}
	return false, ""
}

// parseIgnoreLine reads one line; ok is false for blanks, comments and patterns
// that cannot match any path.
func parseIgnoreLine(line string) (p ignorePattern, ok bool) {
	if line == "" || line[0] == '#' {
		return p, false
	}
	line = trimUnescapedSpaces(line)
	p.text = line
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return p, false
	}
	p.glob, ok = compileGlob(line)
	return p, ok
}

// trimUnescapedSpaces drops spaces at the end of line; one behind a backslash
// stays, and so does a tab.
func trimUnescapedSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = min(i+1, len(line))
	}
	return line[:end]
}
