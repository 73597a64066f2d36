package text

import (
	"strings"

	"quire/internal/lazy"
)

// nature is what kind of text a file holds as a whole, found by its beginning.
type nature uint8

const (
	mixed    nature = iota // each paragraph speaks for itself
	program                // source code: all of it is literal, definitions begin parts
	settings               // sections in brackets over lines "key = value"
)

// sampleBytes is how much of a text its nature is found by.
const sampleBytes = 64 << 10

// natureOf finds the nature of a text. Source code is a text of which more than
// two lines in five read as code and that defines or imports something, or three
// in five read as code; comments do not count.
func natureOf(s string) nature {
	s = s[:min(len(s), sampleBytes)]
	lines, codes, definitions, sections, keys := 0, 0, 0, 0, 0
	for s != "" {
		var l string
		l, s = cutLine(s)
		trimmed := strings.TrimSpace(l)
		if trimmed == "" || strings.HasPrefix(trimmed, "#") && !strings.HasPrefix(trimmed, "#include") || strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "*") || trimmed[0] == ';' {
			continue
		}
		lines++
		if definition(l) || imports().MatchString(l) {
			definitions++
		}
		switch {
		case section().MatchString(l):
			sections++
		case keyed().MatchString(l):
			keys++
		}
		if code(trimmed) {
			codes++
		}
	}
	switch {
	case sections >= 1 && keys >= 2 && (sections+keys)*10 >= lines*7:
		return settings
	case lines >= 5 && (codes*10 >= lines*4 && definitions > 0 || codes*10 >= lines*6):
		return program
	}
	return mixed
}

var (
	section = lazy.Regexp(`^\[{1,2}\s*([\w.:/ "'*-]+?)\s*\]{1,2}\s*([#;].*)?$`)
	keyed   = lazy.Regexp(`^\s*[\w."'/ -]{1,60}\s*[=:]`)
	imports = lazy.Regexp(`^\s*(import |from \S+ import |#include |using \w|package \w|require|use \w)`)
	defines = lazy.Regexp(`^((export|default|public|private|protected|internal|static|final|abstract|async|pub(\(\w+\))?|open|inline|extern|unsafe|sealed|data|declare) +)*` +
		`(func|def|class|interface|struct|enum|trait|impl|fn|function|type|module|namespace|object|protocol|sub|procedure|record|union)\b[ <(*$\w:]`)
	creates = lazy.Regexp(`(?i)^create +(or +replace +)?(temporary +|materialized +|unique +)*(table|view|function|procedure|trigger|type|index) `)
	calls   = lazy.Regexp(`^[A-Za-z_][\w *&:<>,~]* [*&]*[\w:~]+\([^;]*\)[ \w]*\{?$`)
	control = lazy.Regexp(`^(if|for|while|switch|else|do|try|catch|return|with|case|elif|when|until|foreach)\b`)
)

// definition reports whether a line that is not indented begins a definition: of
// a function, a class or type, a table of a database.
func definition(l string) bool {
	if l == "" || l[0] == ' ' || l[0] == '\t' || len(l) > 400 {
		return false
	}
	return defines().MatchString(l) || creates().MatchString(l) || calls().MatchString(l) && !control().MatchString(l)
}

// defined returns the line of a paragraph that defines something, comments and
// marks in front of it passed over; "" where it begins with something else.
func defined(lines []string) string {
	for _, l := range lines {
		trimmed := strings.TrimSpace(l)
		switch {
		case definition(l):
			return strings.TrimRight(trimmed, " {:(")
		case strings.HasPrefix(trimmed, "//"), strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, "/*"), strings.HasPrefix(trimmed, "*"), strings.HasPrefix(trimmed, "--"), strings.HasPrefix(trimmed, "@"), strings.HasPrefix(trimmed, `"""`):
		default:
			return ""
		}
	}
	return ""
}

var instant = lazy.Regexp(`^[\[(<]?(\d{4}[-/.]\d\d[-/.]\d\d[T ]\d\d:\d\d(?::\d\d)?|\d\d[-/.]\d\d[-/.]\d{4} \d\d:\d\d(?::\d\d)?|` +
	`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d)|^\S+ \S+ \S+ \[(\d\d/[A-Z][a-z][a-z]/\d{4}:\d\d:\d\d:\d\d)`)

// moment returns the date and time that a line of a log begins with, as it is
// written; "" where there is none.
func moment(l string) string {
	l = strings.TrimLeft(l, " \t")
	m := instant().FindStringSubmatch(l[:min(len(l), 200)])
	if m == nil {
		return ""
	}
	return m[1] + m[2]
}
