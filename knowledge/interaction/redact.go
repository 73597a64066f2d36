package interaction

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// rule finds secrets of one kind. A rule errs towards redacting where a secret is
// announced ("password: …") and towards leaving where it is only guessed.
type rule struct {
	name string                          // as in [redacted:NAME]
	find func(text, lower string) []span // lower is text with its ASCII letters small
	// named says that a find is certain enough to refuse an identifier over it;
	// numbers that merely check out are not.
	named bool
}

// span is [start,end) in bytes.
type span [2]int

// rules is the table, in the order by which overlapping finds are named.
var rules = sync.OnceValue(func() []rule {
	return slices.Concat(credentialRules(), passwordRules(), numberRules())
})

// lazy compiles expr when it is first needed: most runs redact nothing and should
// not pay for the table at their start.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// Redact replaces every secret that the rules know by [redacted:RULE] and returns
// how many it replaced. What was redacted before is left as it is.
func Redact(text string) (string, int) {
	text = undisguised(text)
	total := 0
	// Cutting a secret out can bring a keyword next to another: a second pass
	// finds it. Each pass removes text, and two suffice for all but built examples.
	for range 4 {
		clean, n := redactOnce(text)
		if n == 0 {
			break
		}
		text, total = clean, total+n
	}
	return text, total
}

// found is one secret and the place of its rule in the table.
type found struct {
	at   span
	rule int
}

func redactOnce(text string) (string, int) {
	lower := asciiLower(text)
	var all []found
	for i, r := range rules() {
		for _, s := range r.find(text, lower) {
			if s[0] < s[1] && !isMarker(text[s[0]:s[1]]) {
				all = append(all, found{s, i})
			}
		}
	}
	if len(all) == 0 {
		return text, 0
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Or(a.at[0]-b.at[0], a.rule-b.rule) })
	var b strings.Builder
	last, n := 0, 0
	for i := 0; i < len(all); n++ {
		start, end, name := all[i].at[0], all[i].at[1], all[i].rule
		for i++; i < len(all) && all[i].at[0] < end; i++ { // overlapping finds are one secret
			end, name = max(end, all[i].at[1]), min(name, all[i].rule)
		}
		b.WriteString(text[last:start])
		b.WriteString("[redacted:" + rules()[name].name + "]")
		last = end
	}
	b.WriteString(text[last:])
	return b.String(), n
}

// isMarker reports whether a find begins with the mark of an earlier redaction.
func isMarker(s string) bool {
	return strings.HasPrefix(strings.TrimLeft(s, "\"'`*_\\("), "[redacted:")
}

// holdsCredential reports whether a rule that is not about bare numbers finds
// anything in s.
func holdsCredential(s string) bool {
	lower := asciiLower(s)
	return slices.ContainsFunc(rules(), func(r rule) bool {
		return r.named && len(r.find(s, lower)) > 0
	})
}

// mentions reports whether lower holds one of the words: a search that spares
// most texts the regular expressions.
func mentions(lower string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(lower, w) })
}

// asciiLower keeps every byte in its place, which strings.ToLower does not.
func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// terminalCodes are the escape sequences of a terminal, pasted with its output.
var terminalCodes = lazy(`\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-_])`)

// undisguised takes out what shows nothing and hides a keyword from the rules:
// terminal codes and characters without width.
func undisguised(text string) string {
	if strings.ContainsRune(text, 0x1b) {
		text = terminalCodes().ReplaceAllString(text, "")
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case '\u00AD', '\u200B', '\u2060', '\uFEFF', 0x1b:
			return -1
		}
		return r
	}, text)
}
