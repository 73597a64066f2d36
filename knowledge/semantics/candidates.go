package semantics

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
)

// Of a long document its beginning, its end and the first block of sections in
// between are read for sentences: cost has a bound, and what states the matter
// stands there.
const (
	headBytes   = 160 << 10
	middleBytes = 96 << 10
	tailBytes   = 48 << 10
)

// The shape of a sentence that can stand alone, in characters and words.
const (
	minChars     = 25
	maxChars     = 500
	minWords     = 5
	looseChars   = 12 // where a document has no full sentences: notes, slides
	looseWords   = 3
	fewSentences = 2
)

// sentence is a candidate for summary and key points.
type sentence struct {
	block *block
	span  knowledge.Span
	text  string
	stems []uint64 // distinct, without function words, in order of appearance
	words int
	chars int

	numbers  int  // words that are numbers
	figures  bool // holds a digit
	money    bool // holds a currency or per cent sign
	cue      bool
	forceful bool // may decide or oblige: see force
	dangling bool // its first word leans on the sentence before
	shouting bool // all capitals
	opening  bool // first of its block
	ordinal  int  // among all candidates
	score    int  // per mille
}

// candidates returns the sentences that can be quoted, in reading order. Where
// there are next to none, fragments are taken: minutes and slides have no more.
func (v *view) candidates() []sentence {
	blocks := v.proseBlocks()
	out := collect(blocks, false)
	if len(out) <= fewSentences {
		if loose := collect(blocks, true); len(loose) > len(out) {
			out = loose
		}
	}
	for i := range out {
		out[i].ordinal = i
	}
	return out
}

func collect(blocks []*block, loose bool) []sentence {
	var out []sentence
	for _, b := range blocks {
		opening := true
		slide := b.unit.Kind == knowledge.Slide
		key := b.dataKey()
		b.sentences(func(s knowledge.Span) bool {
			if opening && key != "" && s[1]-s[0] > len(key)+2 { // the value alone is a sentence
				s[0] += len(key) + 2
			}
			c := sentence{block: b, span: s, text: b.plain(s), opening: opening}
			opening = false
			c.read()
			if c.usable(loose || slide) {
				out = append(out, c)
			}
			return true
		})
	}
	return out
}

// proseBlocks returns the blocks that are read for sentences.
func (v *view) proseBlocks() []*block {
	total, firsts := 0, 0
	for i := range v.blocks {
		if b := &v.blocks[i]; b.prose {
			total += b.Span.Len()
			if b.first {
				firsts += b.Span.Len()
			}
		}
	}
	stride := 1 + firsts/middleBytes
	var out []*block
	at, nth := 0, 0
	for i := range v.blocks {
		b := &v.blocks[i]
		if !b.prose {
			continue
		}
		keep := at < headBytes || at >= total-tailBytes
		if !keep && b.first && b.Span.Len() < 8<<10 {
			keep = nth%stride == 0
			nth++
		}
		if keep {
			out = append(out, b)
		}
		at += b.Span.Len()
	}
	return out
}

// read fills in what is known of a sentence from its words.
func (c *sentence) read() {
	var last uint64
	first := true
	eachWord(c.text, func(w word) {
		c.words++
		if first {
			c.dangling = dangling()[w.key]
			first = false
		}
		if c.figures = c.figures || w.number; w.number {
			c.numbers++
		}
		c.cue = c.cue || cues()[w.key] || last != 0 && cues()[pairKey(last, w.key)]
		last = w.key
		c.forceful = c.forceful || forceful()[w.key]
		if w.letters > 3 && !w.number && !functionWords()[w.key] {
			c.addStem(w.stem)
		}
	})
	upper, lower, marks := 0, 0, 0
	for _, r := range c.text {
		c.chars++
		switch {
		case 'a' <= r && r <= 'z':
			lower++
		case 'A' <= r && r <= 'Z':
			upper++
		case r < utf8.RuneSelf:
			c.money = c.money || r == '$' || r == '%'
			if strings.ContainsRune("<>{}[]|\\/=_#&^~*", r) {
				marks++
			}
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLetter(r):
			lower++
		case r == '€' || r == '£' || r == '¥':
			c.money = true
		}
	}
	c.shouting = upper > 8 && lower*2 < upper
	if (upper+lower)*2 < c.chars || marks > 3+c.chars/40 {
		c.words = 0 // figures and signs: a row of a table, a formula, markup
	}
}

func (c *sentence) addStem(stem uint64) {
	if len(c.stems) >= 60 {
		return
	}
	for _, s := range c.stems {
		if s == stem {
			return
		}
	}
	c.stems = append(c.stems, stem)
}

// usable reports whether the sentence can stand alone.
func (c *sentence) usable(loose bool) bool {
	switch {
	case c.chars > maxChars, c.chars < maxPlaceholder && placeholder(c.text):
		return false
	case c.block.Kind == knowledge.Heading:
		return c.words >= minWords
	case c.chars < maxPlaceholder && assignment(c.text), headLine(c.text), elementLine(c.text), notProse(c.text):
		return false
	case !terminated(c.text) && strings.Contains(c.text, "\n"): // lines of a list that nothing marks
		return false
	case !terminated(c.text) && c.numbers > len(c.stems): // a row of a table
		return false
	case !terminated(c.text) && cutShort(c.text):
		return false
	case loose:
		r, _ := utf8.DecodeRuneInString(c.text)
		return c.words >= looseWords && c.chars >= looseChars && (c.block.Kind != knowledge.Paragraph || !unicode.IsLower(r))
	case c.words < minWords || c.chars < minChars && c.words < 2*minWords:
		return false
	case c.block.Kind == knowledge.ListItem:
		return true
	}
	r, _ := utf8.DecodeRuneInString(c.text)
	// Behind a greeting the first sentence of a mail begins with a small letter.
	return terminated(c.text) && (!unicode.IsLower(r) || c.opening && c.block.unit.Kind == knowledge.Message)
}

// maxPlaceholder is how long a line is that holds the place of another, in characters.
const maxPlaceholder = 80

// placeholder reports a line of a template that was not filled in: "[Name of campaign]",
// "TBC – need image".
func placeholder(s string) bool {
	if strings.HasPrefix(s, "[") && strings.HasSuffix(strings.TrimRight(s, "."), "]") || strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") {
		return true
	}
	first, _, _ := strings.Cut(s, " ")
	switch strings.Trim(first, ".:–-()[]") {
	case "TBC", "TBD", "TBA", "TODO", "XXX":
		return true
	}
	return false
}

// assignment reports a line of settings or markup: "w:name (w:val=endnote text)".
func assignment(s string) bool {
	i := strings.IndexByte(s, '=')
	return i > 0 && i+1 < len(s) && s[i-1] != ' ' && s[i+1] != ' '
}

// elementLine reports a line of markup that was printed: "o:LastAuthor: Allison".
func elementLine(s string) bool {
	prefix, rest, ok := strings.Cut(s, ":")
	return ok && prefix != "" && len(prefix) < 6 && strings.Trim(prefix, "abcdefghijklmnopqrstuvwxyz") == "" && rest != "" && asciiLetter(rest[0])
}

func asciiLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// headLine reports a line of the head of a mail that was printed or quoted.
func headLine(s string) bool {
	label, rest, ok := strings.Cut(s, ":")
	if !ok || len(label) > 12 {
		return false
	}
	label = strings.ToLower(strings.TrimSpace(label))
	return subjects()[label] || strings.Contains(rest, "@") && headerRole(label) != ""
}

// notProse reports what no reader would call a sentence: a cue of subtitles, a note of a
// list of references, a property of a card, a word with signs instead of spaces.
func notProse(s string) bool {
	if strings.Contains(s, " --> ") || strings.HasPrefix(s, "^ ") {
		return true
	}
	if !strings.ContainsAny(s, " \n\u00a0") {
		return strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.") == ""
	}
	label, rest, ok := strings.Cut(s, ":")
	return ok && rest != "" && rest[0] != ' ' && rest[0] != '/' && label != "" && len(label) < 30 &&
		strings.Trim(label, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.;=-") == "" && strings.ContainsAny(label, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

// openEnds are words that no sentence ends with: what ends so was cut by layout.
var openEnds = lazySet("a|an|the|and|or|of|to|for|with|by|from|in|into|on|at|as|than|that|which|who|your|our|their|its|my|is|are|was|were|" +
	"der|die|das|den|dem|des|ein|eine|einen|und|oder|mit|von|für|bei|im|zum|zur|als|wie|dass|ist|sind|" +
	"le|la|les|un|une|et|ou|de|du|des|par|pour|avec|dans|sur|que|qui|est|sont|" +
	"el|los|las|y|o|del|con|para|por|en|al|que|es|son")

// cutShort reports a text that ends with a word or a sign that something follows.
func cutShort(s string) bool {
	s = strings.TrimRight(s, " \u00a0")
	return strings.HasSuffix(s, ",") || openEnds()[strings.ToLower(s[strings.LastIndexAny(s, " \u00a0\n")+1:])]
}
