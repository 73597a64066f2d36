package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/extract"
	"quire/knowledge"
)

// bullets are characters that mark list items. Those of the private use area are
// where symbol fonts keep theirs.
const bullets = "•◦▪▫‣⁃∙●○■□◆◇►▶➢➤✓✔❖·\uF0B7\uF0A7\uF0D8\uF0FC\uF076\uF0A8\uF06E\uF071"

// splitMarker returns the list marker that s begins with, "" for none, and
// whether it is a bullet. A marker is followed by a space and text.
func splitMarker(s string) (marker string, bullet bool) {
	head, rest, ok := strings.Cut(s, " ")
	if !ok || strings.TrimSpace(rest) == "" {
		r, n := utf8.DecodeRuneInString(s)
		if strings.ContainsRune(bullets, r) && r != '·' && n < len(s) {
			return s[:n], true
		}
		return "", false
	}
	if isBullet(head) {
		return head, true
	}
	if isNumberMarker(head) {
		return head, false
	}
	r, n := utf8.DecodeRuneInString(s)
	if strings.ContainsRune(bullets, r) && r != '·' && n < len(s) {
		return s[:n], true
	}
	return "", false
}

func isBullet(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return n == len(s) && n > 0 && (strings.ContainsRune(bullets, r) || r == '–' || r == '-' || r == '—' || r == '*')
}

// isDash reports whether a bullet is one that also stands in sentences.
func isDash(s string) bool { return strings.Contains("–-—*·", s) }

// isMarker reports whether s is nothing but a list marker.
func isMarker(s string) bool { return isBullet(s) || isNumberMarker(s) }

// isNumberMarker takes 1. 12) (3) a. b) (c) iv. and the like.
func isNumberMarker(s string) bool {
	body := strings.TrimPrefix(s, "(")
	open := len(body) < len(s)
	end := strings.TrimRight(body, ".)")
	if end == body || len(body)-len(end) > 1 || open && !strings.HasSuffix(s, ")") {
		return false
	}
	switch {
	case end == "":
		return false
	case strings.Trim(end, "0123456789") == "":
		return len(end) <= 3
	case strings.Trim(strings.ToLower(end), "ivx") == "":
		return len(end) <= 5
	}
	r, n := utf8.DecodeRuneInString(end)
	return n == len(end) && unicode.IsLetter(r) && r < 0x250
}

// sameMarkerKind reports whether two number markers can be of one list.
func sameMarkerKind(a, b string) bool {
	shape := func(s string) string {
		return strings.Map(func(r rune) rune {
			switch {
			case unicode.IsDigit(r):
				return '0'
			case unicode.IsUpper(r):
				return 'A'
			case unicode.IsLower(r):
				return 'a'
			}
			return r
		}, s)
	}
	squeeze := func(s string) string {
		for _, c := range []string{"0", "A", "a"} {
			for strings.Contains(s, c+c) {
				s = strings.ReplaceAll(s, c+c, c)
			}
		}
		return s
	}
	return squeeze(shape(a)) == squeeze(shape(b))
}

// listBlocks makes items of paragraphs with markers. A single number or dash may
// be anything; it takes a neighbour of the same kind, or a bullet.
func isItem(ps []*paragraph, i int) bool {
	p := ps[i]
	if p.marker == "" {
		return false
	}
	weak := !p.bullet || isDash(p.marker)
	if !weak {
		return true
	}
	for _, step := range []int{-1, 1} {
		for n := 1; n <= maxNested; n++ {
			k := i + n*step
			if k < 0 || k >= len(ps) || n > 2 && ps[k].marker == "" {
				break
			}
			if ps[k].marker != "" && ps[k].bullet == p.bullet &&
				(p.bullet && ps[k].marker == p.marker || !p.bullet && sameMarkerKind(ps[k].marker, p.marker)) {
				return true
			}
			if n > 1 && ps[k-step].marker == "" { // no list goes on here
				break
			}
		}
	}
	return false
}

// maxNested bounds how many items of other kinds are passed on the way to the next
// of the same kind.
const maxNested = 40

// itemBlock makes the list item of p at this nesting.
func itemBlock(p *paragraph, level int) extract.Block {
	b := extract.Block{Kind: knowledge.ListItem, Level: level}
	b.Text = strings.TrimSpace(strings.TrimPrefix(p.text, p.marker))
	if !p.bullet {
		b.Marker = p.marker
	}
	return b
}

// nesting keeps the indents of the list that is being written.
type nesting struct{ indents []int }

// level returns the depth of an item at this indent.
func (n *nesting) level(indent, em int) int {
	for len(n.indents) > 0 && indent < n.indents[len(n.indents)-1]-em/2 {
		n.indents = n.indents[:len(n.indents)-1]
	}
	if len(n.indents) == 0 || indent > n.indents[len(n.indents)-1]+em/2 {
		n.indents = append(n.indents, indent)
	}
	return min(len(n.indents)-1, 8)
}

// end forgets the list.
func (n *nesting) end() { n.indents = n.indents[:0] }
