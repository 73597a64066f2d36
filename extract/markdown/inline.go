package markdown

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"quire/internal/lazy"
	"quire/knowledge"
)

// inlines gathers what a paragraph, heading or cell says.
type inlines struct {
	out    strings.Builder
	run    strings.Builder // plain text in which wiki links are still to be found
	links  []knowledge.Link
	images int
	other  bool // there is text beside pictures
	within int  // depth of pictures
	open   []anchor
	skip   string // an HTML element whose content is no text
}

// anchor is an HTML link whose end has not come yet.
type anchor struct {
	target string
	from   int // where its text begins in out
}

func (w *walker) inline(n ast.Node) *inlines {
	in := &inlines{}
	w.gather(n, in)
	in.flush()
	return in
}

func (in *inlines) text() string { return strings.TrimSpace(in.out.String()) }

// plain adds text of the document.
func (in *inlines) plain(s string) {
	if in.skip != "" {
		return
	}
	if in.within == 0 && strings.TrimSpace(s) != "" {
		in.other = true
	}
	in.run.WriteString(s)
}

// exact adds text in which nothing is looked for.
func (in *inlines) exact(s string) {
	in.flush()
	in.plain(s)
	in.out.WriteString(in.run.String())
	in.run.Reset()
}

var wikiLink = lazy.Regexp(`!?\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]+))?\]\]`)

// flush moves the run to the output, wiki links replaced by what they show. Their
// targets keep the brackets: they name a file anywhere, not a path from here.
func (in *inlines) flush() {
	run := in.run.String()
	in.run.Reset()
	if !strings.Contains(run, "[[") {
		in.out.WriteString(run)
		return
	}
	at := 0
	for _, m := range wikiLink().FindAllStringSubmatchIndex(run, -1) {
		target := strings.TrimSpace(run[m[2]:m[3]])
		label := target
		if m[4] >= 0 {
			label = strings.TrimSpace(run[m[4]:m[5]])
		}
		in.out.WriteString(run[at:m[0]])
		in.out.WriteString(label)
		in.links = append(in.links, knowledge.Link{Text: label, Target: "[[" + target + "]]"})
		at = m[1]
	}
	in.out.WriteString(run[at:])
}

func (w *walker) gather(parent ast.Node, in *inlines) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch v := n.(type) {
		case *ast.Text:
			w.gatherText(v, in)
		case *ast.String:
			in.plain(unescape(string(v.Value)))
		case *ast.CodeSpan:
			in.exact(w.rawText(v))
		case *ast.AutoLink:
			label := string(v.Label(w.src))
			in.exact(label)
			in.links = append(in.links, knowledge.Link{Text: label, Target: string(v.URL(w.src))})
		case *ast.Link:
			in.flush()
			from := in.out.Len()
			w.gather(v, in)
			in.flush()
			in.link(from, string(v.Destination))
		case *ast.Image:
			in.flush()
			from := in.out.Len()
			in.within++
			w.gather(v, in)
			in.flush()
			in.within--
			in.images++
			in.link(from, string(v.Destination))
		case *ast.RawHTML:
			in.tag(string(v.Segments.Value(w.src)))
		case *east.FootnoteLink:
			in.exact("[^" + w.noteLabel(v.Index) + "]")
		case *east.FootnoteBacklink:
		case *east.TaskCheckBox:
			if v.IsChecked {
				in.exact("[x] ")
			} else {
				in.exact("[ ] ")
			}
		default:
			w.gather(n, in)
		}
	}
}

func (w *walker) gatherText(t *ast.Text, in *inlines) {
	s := string(t.Value(w.src))
	if !t.IsRaw() {
		s = unescape(s)
	}
	in.plain(s)
	switch {
	case t.HardLineBreak():
		in.plain("\n")
	case t.SoftLineBreak():
		if next, ok := t.NextSibling().(*ast.Text); !ok || !joins(s, string(next.Value(w.src))) {
			in.plain(" ")
		}
	}
}

// joins reports whether a line break between a and b is none: both sides are of
// a script that is written without spaces.
func joins(a, b string) bool {
	x, _ := utf8.DecodeLastRuneInString(a)
	y, _ := utf8.DecodeRuneInString(b)
	return unspaced(x) && unspaced(y)
}

func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xff60
}

func (in *inlines) link(from int, target string) {
	if target != "" {
		in.links = append(in.links, knowledge.Link{Text: strings.TrimSpace(in.out.String()[from:]), Target: target})
	}
}

// rawText returns the text of a code span: line breaks are spaces.
func (w *walker) rawText(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch v := c.(type) {
		case *ast.Text:
			b.Write(v.Value(w.src))
		case *ast.String:
			b.Write(v.Value)
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// noteLabel returns the label of the footnote with that number.
func (w *walker) noteLabel(index int) string { return w.notes[index] }

// unescape undoes backslash escapes and character references.
func unescape(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] < 0x80 && unicode.In(rune(s[i+1]), unicode.P, unicode.S):
			i++
			b.WriteByte(s[i])
		case s[i] == '&':
			end := strings.IndexByte(s[i:min(len(s), i+33)], ';')
			if end < 2 {
				b.WriteByte('&')
				continue
			}
			b.WriteString(html.UnescapeString(s[i : i+end+1]))
			i += end
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
