package secrets

import (
	"slices"
	"strings"
)

func passwordRules() []rule {
	return []rule{{name: "password", find: findPasswords, named: true}}
}

func findPasswords(text, lower string) []span {
	var out []span
	for _, a := range announcements() {
		covered := 0
		a.each(lower, func(start, end int) {
			if start < covered {
				return
			}
			forms := a.forms()
			if isOption(lower[:start]) {
				forms = compiled().option
			}
			if s, ok := valueAfter(text, end, forms); ok {
				out = append(out, s)
				if s[1]-end > reach { // all of it is a secret: no need to look for more inside
					covered = s[1]
				}
			}
			if s, ok := saidBefore(text, start); ok {
				out = append(out, s)
			}
		})
	}
	return out
}

// reach is how far from its announcement a value is looked for, in bytes. It keeps
// the work of a text in proportion to its length, whatever the text.
const reach = 512

// valueAfter returns the value that one of the forms finds behind end. One that
// goes on beyond reach goes on to its next space, or line where it holds spaces.
func valueAfter(text string, end int, forms []findValue) (span, bool) {
	after := text[end:min(len(text), end+reach)]
	for _, find := range forms {
		s, ok := find(after)
		if !ok {
			continue
		}
		if from := end + s[1]; s[1] == len(after) {
			stop := " \t\n"
			if strings.ContainsAny(after[s[0]:s[1]], " \t") {
				stop = "\n"
			}
			if i := strings.IndexAny(text[from:], stop); i >= 0 {
				s[1] += i
			} else {
				s[1] = len(text) - end
			}
		}
		return trimmed(text, end+s[0], end+s[1]), true
	}
	return span{}, false
}

// isOption reports whether before ends with the dashes of a command's option.
func isOption(before string) bool {
	bare := strings.TrimRight(before, "-")
	return len(bare) < len(before) && (bare == "" || strings.ContainsAny(bare[len(bare)-1:], " \t\n"))
}

// saidBefore finds X in "X is my password", where end is where the announcement
// begins.
func saidBefore(text string, end int) (span, bool) {
	whole, skipped := text, max(0, end-reach)
	text = text[skipped:]
	words := wordsBefore(text, end-skipped, 5)
	for i := range words { // from the announcement back; two adjectives may come between
		if i > 2 || i+2 >= len(words) {
			break
		}
		whose := strings.ToLower(text[words[i][0]:words[i][1]])
		mine := slices.Contains([]string{"my", "our", "mein", "unser", "mon", "notre", "mi", "nuestra"}, whose)
		theirs := slices.Contains([]string{"the", "your", "das", "dein", "le", "la"}, whose)
		is := strings.ToLower(text[words[i+1][0]:words[i+1][1]])
		if !mine && !theirs || !slices.Contains([]string{"is", "was", "ist", "war", "est", "es"}, is) {
			continue
		}
		at := words[i+2]
		value := text[at[0]:at[1]]
		if acceptGuessed("", value) || mine && acceptSaid("", value) {
			from := skipped + at[0]
			if at[0] == 0 { // the word may begin before our reach
				from = strings.LastIndexAny(whole[:from], " \t\n") + 1
			}
			return span{from, skipped + at[1]}, true
		}
	}
	return span{}, false
}

// wordsBefore returns up to n words that stand before end, the last one first.
func wordsBefore(text string, end, n int) []span {
	var out []span
	for len(out) < n {
		to := len(strings.TrimRight(text[:end], " \t\n"))
		from := strings.LastIndexAny(text[:to], " \t\n") + 1
		if from >= to {
			break
		}
		out = append(out, span{from, to})
		end = from
	}
	return out
}

// trimmed leaves a sentence its closing punctuation.
func trimmed(text string, start, end int) span {
	return span{start, start + len(strings.TrimRight(text[start:end], ".,;) \t\r"))}
}
