package secrets

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// rule finds secrets of one kind. A rule of Find errs towards finding where a secret
// is announced ("password: …") and towards leaving where it is only guessed.
type rule struct {
	name string                          // a kind, as in [redacted:NAME]
	find func(text, lower string) []span // lower is text with its ASCII letters small
	// named says that a find is certain enough to refuse an identifier over it;
	// numbers that merely check out are not.
	named bool
}

// span is [start,end) in bytes.
type span [2]int

// Found is one secret in a text.
type Found struct {
	Kind string // the name of its rule
	Span [2]int // [start,end) in bytes of the text
}

// rules is the table of Find, in the order by which overlapping finds are named.
var rules = sync.OnceValue(func() []rule {
	return slices.Concat(credentialRules(), passwordRules(), numberRules())
})

// lazy compiles expr when it is first needed: most runs look for no secret and should
// not pay for the tables at their start.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// Find returns the secrets of a text for redaction, in order and without overlap. What
// was redacted before is none.
func Find(text string) []Found {
	lower := asciiLower(text)
	var all []candidate
	for i, r := range rules() {
		for _, s := range r.find(text, lower) {
			all = append(all, candidate{s, i})
		}
	}
	return merge(text, all, func(i int) string { return rules()[i].name })
}

// candidate is one find and the place of its rule in a table.
type candidate struct {
	at   span
	rule int
}

// merge makes one secret of finds that overlap, named by the first of their rules.
func merge(text string, all []candidate, name func(rule int) string) []Found {
	all = slices.DeleteFunc(all, func(c candidate) bool { return c.at[0] >= c.at[1] || isMarker(text[c.at[0]:c.at[1]]) })
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Or(a.at[0]-b.at[0], a.rule-b.rule) })
	var out []Found
	for i := 0; i < len(all); {
		start, end, rule := all[i].at[0], all[i].at[1], all[i].rule
		for i++; i < len(all) && all[i].at[0] < end; i++ {
			end, rule = max(end, all[i].at[1]), min(rule, all[i].rule)
		}
		out = append(out, Found{name(rule), [2]int{start, end}})
	}
	return out
}

// isMarker reports whether a find begins with the mark of an earlier redaction.
func isMarker(s string) bool {
	return strings.HasPrefix(strings.TrimLeft(s, "\"'`*_\\("), "[redacted:")
}

// Credential reports whether a rule that is not about bare numbers finds anything in s.
func Credential(s string) bool {
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
		b[i] = lowerByte(c)
	}
	return string(b)
}

func lowerByte(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
