package email

import (
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
	rest   bool // all that follows is a quoted message
	armour string
	cipher bool
	words  bool // something beside encrypted text was seen
}

// paragraphs makes blocks of lines: paragraphs divided by empty lines, quoted
// text as quotes. cipher says that there is an encrypted text and nothing else.
func paragraphs(lines []textLine) (blocks []html.Block, cipher bool) {
	var c composer
	for i, l := range lines {
		c.line(lines, i, l)
	}
	c.flush()
	return c.out, c.cipher && !c.words
}

func (c *composer) line(lines []textLine, i int, l textLine) {
	trimmed := strings.TrimSpace(l.text)
	switch {
	case c.armour != "":
		c.inArmour(trimmed)
		return
	case strings.HasPrefix(trimmed, "-----BEGIN PGP MESSAGE-----"), strings.HasPrefix(trimmed, "-----BEGIN PGP SIGNATURE-----"):
		c.flush()
		c.armour = trimmed
		c.cipher = c.cipher || strings.Contains(trimmed, "MESSAGE")
		return
	case trimmed == "":
		c.flush()
		return
	}
	c.words = true
	if l.quote != c.quote || c.size > maxParagraph {
		c.flush()
	}
	c.quote = l.quote
	switch {
	case !c.rest && l.quote == 0 && originalMessage(trimmed):
		c.flush()
		c.rest = true
	case !c.rest && l.quote == 0 && introduces(lines, i):
		c.flush()
		c.out = append(c.out, paragraph(knowledge.Quote, trimmed))
		return
	}
	c.lines = append(c.lines, strings.TrimRight(l.text, " \t"))
	c.size += len(l.text)
}

// inArmour skips the characters of a PGP text: they say nothing.
func (c *composer) inArmour(trimmed string) {
	if strings.HasPrefix(trimmed, "-----END PGP") {
		c.armour = ""
	}
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

// introduces reports whether line i announces the quoted text behind it: "On …
// wrote:" in any language is a line that ends with a colon right before a quote.
func introduces(lines []textLine, i int) bool {
	if !strings.HasSuffix(strings.TrimSpace(lines[i].text), ":") {
		return false
	}
	for _, next := range lines[i+1 : min(i+3, len(lines))] {
		if next.quote > 0 {
			return strings.ContainsAny(lines[i].text, "0123456789@") || strings.Contains(lines[i].text, "wrote")
		}
		if strings.TrimSpace(next.text) != "" {
			return false
		}
	}
	return false
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
