package email

import (
	"regexp"
	"strings"

	"quire/extract/html"
	"quire/knowledge"
)

// textLine is a line of a plain body: how deep it is quoted, and its text.
type textLine struct {
	quote int
	text  string
}

// parseLines divides a plain text into lines and takes the quote marks off. A
// flowed text (RFC 3676) gets its paragraphs back: a line that ends with a space
// goes on in the next one; delsp says that this space is no part of the text.
func parseLines(text string, flowed, delsp bool) []textLine {
	var out []textLine
	open := false // the last line goes on
	for line := range strings.SplitSeq(text, "\n") {
		quote, rest := quoteDepth(line, flowed)
		soft := flowed && strings.HasSuffix(rest, " ") && rest != "-- "
		if soft && delsp {
			rest = strings.TrimSuffix(rest, " ")
		}
		if open && len(out) > 0 && out[len(out)-1].quote == quote && rest != "-- " {
			out[len(out)-1].text += rest
		} else {
			out = append(out, textLine{quote, rest})
		}
		open = soft
	}
	return out
}

// quoteDepth counts the ">" that a line begins with.
func quoteDepth(line string, flowed bool) (int, string) {
	depth, rest := 0, line
	for {
		next, ok := strings.CutPrefix(rest, ">")
		if !ok && !flowed && depth > 0 {
			next, ok = strings.CutPrefix(rest, " >")
		}
		if !ok {
			break
		}
		depth++
		rest = next
	}
	if depth > 0 || flowed {
		rest = strings.TrimPrefix(rest, " ")
	}
	if depth == 1 && strings.HasPrefix(line, ">From ") {
		return 0, line[1:] // escaped for a mailbox
	}
	return depth, rest
}

// maxParagraph is how many bytes of a plain text become one block: texts without
// any empty line are divided between lines.
const maxParagraph = 32 << 10

// composer collects lines into blocks.
type composer struct {
	out    []html.Block
	lines  []string
	size   int
	quote  int
	skip   int  // lines that are read already
	rest   bool // all that follows is a quoted message
	cipher bool // an encrypted text was left out
}

// paragraphs makes blocks of lines: paragraphs divided by empty lines, quoted
// text as quotes. cipher says that an encrypted text was left out.
func paragraphs(lines []textLine) (blocks []html.Block, cipher bool) {
	var c composer
	for i, l := range lines {
		c.line(lines, i, l)
	}
	c.flush()
	return c.out, c.cipher
}

func (c *composer) line(lines []textLine, i int, l textLine) {
	trimmed := strings.TrimSpace(l.text)
	if c.skip > 0 {
		c.skip--
		return
	}
	if trimmed == "" {
		c.flush()
		return
	}
	if kind, n := armour(lines[i:]); n > 0 {
		c.flush()
		c.skip = n - 1
		c.cipher = c.cipher || kind == armouredMessage
		return
	}
	if l.quote != c.quote || c.size > maxParagraph {
		c.flush()
	}
	c.quote = l.quote
	switch {
	case !c.rest && l.quote == 0 && originalMessage(trimmed):
		c.flush()
		c.rest = true
	case !c.rest && l.quote == 0:
		n := introduces(lines, i)
		if n > 1 && len(c.lines) > 0 {
			n = 0 // the end of a paragraph
		}
		if n > 0 {
			c.flush()
			c.out = append(c.out, paragraph(knowledge.Quote, joined(lines[i:i+n])))
			c.skip = n - 1
			return
		}
	}
	c.lines = append(c.lines, strings.TrimRight(l.text, " \t"))
	c.size += len(l.text)
}

func (c *composer) flush() {
	if len(c.lines) == 0 {
		return
	}
	kind := knowledge.Paragraph
	if c.quote > 0 || c.rest {
		kind = knowledge.Quote
	}
	c.out = append(c.out, paragraph(kind, strings.Join(c.lines, "\n")))
	c.lines, c.size = nil, 0
}

// maxIntroduction is over how many lines the announcement of a quote is wrapped.
const maxIntroduction = 3

// moment is a year or a time of day.
var moment = regexp.MustCompile(`\b(\d{4}|\d{1,2}[:.]\d\d)\b`)

// introduces returns how many lines from i on announce the quoted text behind
// them, 0 where they do not: "On … wrote:" in any language ends with a colon right
// before a quote.
func introduces(lines []textLine, i int) int {
	for n := 1; n <= maxIntroduction && i+n <= len(lines); n++ {
		last := strings.TrimSpace(lines[i+n-1].text)
		if last == "" || lines[i+n-1].quote > 0 {
			return 0
		}
		if !strings.HasSuffix(last, ":") || !quoted(lines[i+n:]) {
			continue
		}
		all := joined(lines[i : i+n])
		dated, named := strings.ContainsAny(all, "0123456789"), strings.Contains(all, "@") || strings.Contains(all, "wrote")
		if n == 1 && (dated || named) || n > 1 && moment.MatchString(lines[i].text) && named {
			return n
		}
		return 0
	}
	return 0
}

// quoted reports whether lines begin with a quote, after one empty line at most.
func quoted(lines []textLine) bool {
	for _, next := range lines[:min(2, len(lines))] {
		if next.quote > 0 {
			return true
		}
		if strings.TrimSpace(next.text) != "" {
			return false
		}
	}
	return false
}

func joined(lines []textLine) string {
	var all []string
	for _, l := range lines {
		all = append(all, strings.TrimSpace(l.text))
	}
	return strings.Join(all, " ")
}

// separators are the words that mail programs put between dashes in front of the
// message that is replied to.
var separators = []string{
	"original message", "ursprüngliche nachricht", "originalnachricht", "message d'origine", "message original", "mensaje original",
	"mensagem original", "messaggio originale", "oorspronkelijk bericht", "ursprungligt meddelande", "oprindelig meddelelse",
	"původní zpráva", "wiadomość oryginalna", "исходное сообщение", "原始邮件", "原始郵件", "元のメッセージ",
}

func originalMessage(line string) bool {
	inner := strings.Trim(line, "- ")
	if len(line)-len(inner) < 4 || !strings.HasPrefix(line, "--") || len(inner) > 60 {
		return false
	}
	for _, s := range separators {
		if strings.EqualFold(inner, s) {
			return true
		}
	}
	return false
}
