package html

import (
	"strings"
	"unicode"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/knowledge"
)

// preformatted reads a pre element: program text as a code block, prose that was
// only laid out by hand (a memo, an RFC) as paragraphs with their line breaks.
func (w *walker) preformatted(n *nethtml.Node, p place) {
	p.pre = true
	if holdsBlocks(n) {
		w.children(n, p)
		w.flush(p)
		return
	}
	lang := language(n)
	code := lang != "" || element(n, atom.Code) != nil
	flat := p
	flat.flat = "\n"
	for c := range n.ChildNodes() {
		if level := preHeading(c); level > 0 && !code {
			w.preRun(p, "", false)
			w.heading(c, level, p, p)
			continue
		}
		switch c.Type {
		case nethtml.TextNode:
			w.line.raw(c.Data)
		case nethtml.ElementNode:
			w.element(c, flat)
		}
	}
	w.preRun(p, lang, code)
}

// preHeading returns the level of an element in preformatted text that is a
// heading by its class, as in RFCs; 0 for any other.
func preHeading(n *nethtml.Node) int {
	if n.DataAtom != atom.Span {
		return 0
	}
	for class := range strings.FieldsSeq(attr(n, "class")) {
		if len(class) == 2 && class[0] == 'h' && class[1] >= '1' && class[1] <= '6' {
			return int(class[1] - '0')
		}
	}
	return headingLevel(n)
}

// holdsBlocks reports whether a pre element was used as a container.
func holdsBlocks(n *nethtml.Node) bool {
	for d := range n.Descendants() {
		if d.Type == nethtml.ElementNode && blocks[d.DataAtom] && d.DataAtom != atom.Div && d.DataAtom != atom.P {
			return true
		}
	}
	return false
}

// preRun delivers the preformatted text read so far.
func (w *walker) preRun(p place, lang string, code bool) {
	text := strings.Trim(string(w.line.buf), "\n")
	if strings.TrimSpace(text) == "" {
		w.finish(nil)
		return
	}
	if !code && prose(text) {
		w.paragraphs(text, p)
		return
	}
	b := w.newBlock(knowledge.Code, text, p)
	b.Language = lang
	w.finish(&b)
}

// paragraphs delivers preformatted prose, a block for each run of lines between
// empty ones; runs that are set in columns keep their layout.
func (w *walker) paragraphs(text string, p place) {
	links, images := w.line.links, w.line.images
	w.line = line{}
	for para := range strings.SplitSeq(emptyLines(text), "\n\n") {
		para = strings.Trim(para, "\n")
		if strings.TrimSpace(para) == "" {
			continue
		}
		kind := knowledge.Paragraph
		if columned(para) {
			kind = knowledge.Code
		}
		b := w.newBlock(kind, para, p)
		b.Links, b.Images = links, images
		links, images = nil, 0
		w.out = append(w.out, b)
	}
	w.finish(nil)
}

// emptyLines takes the white space out of lines that hold nothing else.
func emptyLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.TrimSpace(l) == "" {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// columned reports whether most lines of a paragraph, and at least two, have wide
// gaps inside.
func columned(para string) bool {
	gaps, lines := 0, 0
	for l := range strings.SplitSeq(para, "\n") {
		lines++
		if strings.Contains(strings.TrimSpace(l), "   ") {
			gaps++
		}
	}
	return gaps >= 2 && 2*gaps >= lines
}

// prose reports whether most of preformatted text is running words: lines of five
// words and more, nine words in ten without the signs of program text.
func prose(text string) bool {
	words, others, inLong := 0, 0, 0
	for l := range strings.SplitSeq(text, "\n") {
		fields := strings.Fields(l)
		if len(fields) >= 5 {
			inLong += len(fields)
		}
		for _, f := range fields {
			if wordlike(f) {
				words++
			} else {
				others++
			}
		}
	}
	return 2*inLong >= words+others && words >= 9*others
}

// wordlike reports whether f is letters or a number with the punctuation of
// running text around it.
func wordlike(f string) bool {
	f = strings.Trim(f, `.,;:!?()[]"'“”„‘’«»…-–—/*`)
	for _, r := range f {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-–'’.,/%@&€$£:", r) {
			return false
		}
	}
	return true
}

// language returns the programming language that a pre element or its code
// element names in the ways that are in use.
func language(n *nethtml.Node) string {
	candidates := []*nethtml.Node{n}
	if c := element(n, atom.Code); c != nil {
		candidates = append(candidates, c)
	}
	if n.Parent != nil {
		candidates = append(candidates, n.Parent)
	}
	for _, c := range candidates {
		for _, key := range []string{"data-lang", "data-language"} {
			if v := attr(c, key); v != "" {
				return languageName(v)
			}
		}
		for class := range strings.FieldsSeq(attr(c, "class")) {
			for _, prefix := range []string{"language-", "lang-", "highlight-source-", "brush:"} {
				if v, ok := strings.CutPrefix(class, prefix); ok && v != "" {
					return languageName(v)
				}
			}
		}
	}
	return ""
}

func languageName(v string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("+#-_.", r) {
			return unicode.ToLower(r)
		}
		return -1
	}, v[:min(len(v), 40)])
}
