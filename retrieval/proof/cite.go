package proof

import (
	"strings"

	"quire/knowledge"
)

// citer finds the citations of an answer: addresses, links, and the marks of notes.
type citer struct {
	known func(id string) bool // whether an id names a document
	notes map[string]string    // what notes and the targets of links say, by their label
}

// maxCitation is how long the words or the target of a link may be, in bytes: an answer of
// brackets alone would else be searched to its end for each of them.
const maxCitation = 4096

// notesOf reads the definitions of an answer: [^1]: documents/plan.md.
func notesOf(answer string) map[string]string {
	notes := map[string]string{}
	for line := range strings.Lines(answer) {
		line = strings.TrimSpace(line)
		if label := noteLine(line); label != "" {
			notes[label] = strings.TrimSpace(line[strings.Index(line, "]:")+2:])
		}
	}
	return notes
}

// noteLine returns the label of a line that defines a note or the target of links, "" of
// another.
func noteLine(line string) string {
	if !strings.HasPrefix(line, "[") {
		return ""
	}
	end := strings.Index(line, "]:")
	if end < 2 || strings.ContainsAny(line[1:end], "[]") {
		return ""
	}
	return strings.ToLower(line[1:end])
}

// noted returns what a note cites: its addresses and links, or else its one word.
func (c citer) noted(label string) []string {
	text, ok := c.notes[strings.ToLower(label)]
	if !ok {
		return nil
	}
	plain := citer{known: c.known} // a note in a note would never end
	if out := plain.list(text); len(out) > 0 {
		return out
	}
	if target := linkTarget(text); target != "" && (strings.HasPrefix(text, "<") || !strings.ContainsAny(strings.TrimSpace(text), " \t")) {
		return []string{target}
	}
	return nil
}

// list lists the addresses and link targets in a piece of an answer.
func (c citer) list(s string) []string {
	var out []string
	c.each(s, func(from, to int, cites ...string) { out = append(out, cites...) })
	return out
}

// blank puts spaces in the place of citations, so that offsets stay. The
// text of a link stays where it reads as words.
func (c citer) blank(s string) string {
	b := []byte(s)
	c.each(s, func(from, to int, cites ...string) {
		for i := from; i < to; i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
	})
	return string(b)
}

// each calls f with each address, each mark of a note, and the target of each link with
// the brackets around it.
func (c citer) each(s string, f func(from, to int, cites ...string)) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == ']' && i+1 < len(s) && s[i+1] == '(':
			if end := linkEnd(s, i+1); end > 0 {
				from, to := linkMarks(s, i, end)
				if target := linkTarget(s[i+2 : end]); target != "" {
					f(from, to, target)
				} else {
					f(from, to)
				}
				i = to - 1
			}
		case s[i] == '[':
			end := strings.IndexByte(s[i:min(len(s), i+maxCitation)], ']')
			if end < 0 {
				continue
			}
			label, to := s[i+1:i+end], i+end+1
			if cites := c.noted(label); cites != nil && (to == len(s) || s[to] != '(') {
				f(i, to, cites...)
				i = to - 1
			} else if label != "" && to < len(s) && s[to] == '[' { // [words][label]
				if n := strings.IndexByte(s[to:min(len(s), to+maxCitation)], ']'); n > 0 {
					if cites := c.noted(s[to+1 : to+n]); cites != nil {
						f(to, to+n+1, cites...)
						i = to + n
					}
				}
			}
		case (s[i] == 'q' || s[i] == 'o' || s[i] == 'i') && (i == 0 || !wordByte(s[i-1])):
			end := i
			for end < len(s) && (wordByte(s[end]) || strings.IndexByte("#@~-.", s[end]) >= 0 && end+1 < len(s) && wordByte(s[end+1])) {
				end++
			}
			if !isAddress(s[i:end]) || allLetters(s[i:end]) && !c.known(s[i:end]) {
				continue
			}
			from, to := i, end
			for from > 0 && to < len(s) && strings.IndexByte("[(`<", s[from-1]) >= 0 && strings.IndexByte("])`>", s[to]) >= 0 {
				from--
				to++
			}
			if to < len(s) && s[to] == '(' { // [address](target) is handled as a link
				continue
			}
			f(from, to, s[i:end])
			i = to - 1
		}
	}
}

// linkEnd returns where the parenthesis ends that opens at a place: parentheses in a
// target come in pairs, and those of a target in angle brackets do not count.
func linkEnd(s string, open int) int {
	depth, angle := 0, false
	for i := open; i < min(len(s), open+maxCitation) && s[i] != '\n'; i++ {
		switch {
		case s[i] == '<' && i == open+1:
			angle = true
		case s[i] == '>':
			angle = false
		case angle:
		case s[i] == '(':
			depth++
		case s[i] == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

// linkMarks returns what of a link is no text of the answer: its target and brackets; its
// words too where they are the mark of a note, an address or the target again, or where the
// link stands in parentheses of its own.
func linkMarks(s string, closing, end int) (from, to int) {
	from, to = closing, end+1
	before := max(0, closing-maxCitation)
	open := before + strings.LastIndexByte(s[before:closing], '[')
	if open < before {
		return from, to
	}
	words := s[open+1 : closing]
	if open > 0 && s[open-1] == '(' && to < len(s) && s[to] == ')' {
		return open - 1, to + 1
	}
	if isAddress(words) || len(words) < 4 || strings.Contains(words, linkTarget(s[closing+2:end])) {
		from = open
	}
	return from, to
}

// linkTarget returns the target of a link without the title behind it and the angle
// brackets around it.
func linkTarget(s string) string {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "<"); ok {
		target, _, _ := strings.Cut(rest, ">")
		return target
	}
	if i := strings.IndexAny(s, " \t"); i > 0 && strings.HasSuffix(s, `"`) && strings.Contains(s[i:], ` "`) {
		return s[:i]
	}
	return s
}

func wordByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
}

func isAddress(s string) bool {
	if len(s) < knowledge.IDLength || strings.ContainsAny(s[:knowledge.IDLength], "018 ABCDEFGHIJKLMNOPQRSTUVWXYZ-.#@~_9") {
		return false
	}
	_, err := knowledge.ParseAddress(s)
	return err == nil
}

func allLetters(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !letter(r) }) < 0
}
