package interaction

import (
	"regexp"
	"strings"
	"sync"

	"quire/knowledge/secrets"
)

// Redact replaces every secret that package secrets knows by [redacted:KIND] and
// returns how many it replaced. What was redacted before is left as it is.
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

func redactOnce(text string) (string, int) {
	found := secrets.Find(text)
	if len(found) == 0 {
		return text, 0
	}
	var b strings.Builder
	last := 0
	for _, f := range found {
		b.WriteString(text[last:f.Span[0]])
		b.WriteString("[redacted:" + f.Kind + "]")
		last = f.Span[1]
	}
	b.WriteString(text[last:])
	return b.String(), len(found)
}

// terminalCodes are the escape sequences of a terminal, pasted with its output.
var terminalCodes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-_])`)
})

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
