package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// look is what the type of a document says: the size of its running text and the
// sizes of its headings, largest first.
type look struct {
	body     int
	boldBody bool // running text is mostly bold, so that bold says nothing
	monoBody bool // running text is in a typewriter face, so that it marks no code
	sizes    []int
	levels   []int // of the headings of each size, from the outline where it has them
}

// census counts the type used on the pages read so far.
type census struct {
	chars map[int]int // by size in half points
	bold  map[int]int
	mono  int         // characters in a typewriter face
	lines map[int]int // short lines with letters
	votes map[int]map[int]int
	// compounds are the words with a hyphen in them, in lower case.
	compounds map[string]bool
}

func newCensus() *census {
	return &census{chars: map[int]int{}, bold: map[int]int{}, lines: map[int]int{}, votes: map[int]map[int]int{}, compounds: map[string]bool{}}
}

// half rounds a size to half points.
func half(size int) int { return (size + 250) / 500 }

// add counts the segments of a page, and which of them the outline names.
func (c *census) add(flows []flow, marks map[string]int) {
	if len(flows) == 0 {
		return
	}
	for _, s := range flows[0].segments {
		if s.hidden != "" {
			continue
		}
		c.addCompounds(s.text)
		k := half(s.size)
		c.chars[k] += s.chars
		if s.bold {
			c.bold[k] += s.chars
		}
		if s.mono {
			c.mono += s.chars
		}
		if letters(s.text) >= 3 && s.chars <= 100 {
			c.lines[k]++
		}
		if level := marks[squash(s.text)]; level > 0 {
			if c.votes[k] == nil {
				c.votes[k] = map[int]int{}
			}
			c.votes[k][level]++
		}
	}
}

// look draws the conclusions.
func (c *census) look() look {
	l := look{}
	best := 0
	for k, n := range c.chars {
		if n > best || n == best && k < l.body {
			l.body, best = k, n
		}
	}
	if best == 0 {
		return look{body: 20}
	}
	total := 0
	for _, n := range c.chars {
		total += n
	}
	l.monoBody = c.mono*10 > total*6
	l.boldBody = c.bold[l.body]*10 > c.chars[l.body]*4
	for k := range c.lines {
		if larger(k, l.body) {
			l.sizes = append(l.sizes, k)
		}
	}
	slices.SortFunc(l.sizes, func(a, b int) int { return cmp.Compare(b, a) })
	// Sizes that hardly differ are one.
	l.sizes = slices.CompactFunc(l.sizes, func(a, b int) bool { return (a-b)*100 <= a*6 })
	for i, k := range l.sizes {
		level := min(i+1, 5)
		if i > 0 {
			level = min(max(level, l.levels[i-1]), 6)
		}
		if v := c.vote(k); v > 0 {
			level = v
		}
		l.levels = append(l.levels, level)
	}
	return l
}

// vote returns the level that the outline gives most lines of this size, 0 where
// it names none.
func (c *census) vote(k int) int {
	best, level := 0, 0
	for l, n := range c.votes[k] {
		if n > best || n == best && l < level {
			best, level = n, l
		}
	}
	return min(level, 6)
}

// larger reports whether a size stands out against the body size; both in half
// points.
func larger(k, body int) bool { return k*100 >= body*114 && k >= body+2 }

// level returns the heading level of a paragraph, 0 where it is none. after is
// the paragraph that follows it.
func (l *look) level(p, after *paragraph, marks map[string]int) int {
	if p.table != nil || p.hidden != "" || p.bullet || len(p.lines) > 4 {
		return 0
	}
	n := utf8.RuneCountInString(p.text)
	if n > 200 || letters(p.text) < 2 {
		return 0
	}
	if p.tag.level > 0 {
		return p.tag.level
	}
	if level := marks[squash(p.text)]; level > 0 {
		return min(level, 6)
	}
	if !oneColumn(p) || closed(p.text) || contacts(p.text) {
		return 0
	}
	k := half(p.size)
	if larger(k, l.body) && n <= 150 {
		for i, size := range l.sizes {
			if k*106 >= size*100 {
				return l.levels[i]
			}
		}
		return min(len(l.sizes)+1, 6)
	}
	if p.bold && !l.boldBody && !captions(p.text) && k*100 >= l.body*95 && n <= 100 && len(p.lines) <= 2 && after != nil && !after.bold && stands(p) {
		return min(len(l.sizes)+1, 6)
	}
	return 0
}

// contacts reports whether s holds a web or mail address: no heading does.
func contacts(s string) bool {
	return strings.Contains(s, "://") || strings.Contains(s, "www.") ||
		slices.ContainsFunc(strings.Fields(s), func(w string) bool {
			user, host, ok := strings.Cut(w, "@")
			return ok && user != "" && strings.Contains(strings.Trim(host, "."), ".")
		})
}

// startsAddress reports whether the first word of s is a web address.
func startsAddress(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	return strings.Contains(word, "://") || strings.HasPrefix(word, "www.")
}

// captions reports whether s begins like the caption of a figure or table.
func captions(s string) bool {
	word, rest, _ := strings.Cut(s, " ")
	r, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsDigit(r) && slices.Contains([]string{"figure", "fig.", "table", "exhibit", "box"}, strings.ToLower(word))
}

// joinHeadings makes one heading of lines that follow each other closely in the
// same large type.
func (l *look) joinHeadings(ps []*paragraph, marks map[string]int) []*paragraph {
	var out []*paragraph
	for _, p := range ps {
		if n := len(out); n > 0 && larger(half(p.size), l.body) && goesOnAsHeading(out[n-1], p, marks) &&
			l.level(out[n-1], p, marks) > 0 && l.level(p, nil, marks) > 0 {
			joined := &paragraph{lines: slices.Concat(out[n-1].lines, p.lines), gap: out[n-1].gap}
			joined.settle()
			out[n-1] = joined
			continue
		}
		out = append(out, p)
	}
	return out
}

// goesOnAsHeading reports whether two large lines are one heading: of one look, or
// of which the first breaks off, or that the outline has as one.
func goesOnAsHeading(a, b *paragraph, marks map[string]int) bool {
	distance := b.ink.t - a.ink.b
	same := a.bold == b.bold || strings.HasSuffix(a.text, "–") || strings.HasSuffix(a.text, ":") || marks[squash(a.text+b.text)] > 0
	if a.tag.level > 0 || b.tag.level > 0 {
		return a.tag == b.tag
	}
	return half(a.size) == half(b.size) && same && distance > -a.size/2 && distance < a.size*7/10 &&
		overlapX(a.ink, b.ink) > 0 && b.marker == "" && !sectionNumber(strings.SplitN(b.text, " ", 2)[0])
}

// oneColumn reports whether no line of p has a wide gap, but for the one after a
// section number.
func oneColumn(p *paragraph) bool {
	for _, ln := range p.lines {
		if len(ln.segs) > 2 || len(ln.segs) == 2 && !sectionNumber(ln.segs[0].text) {
			return false
		}
	}
	return true
}

func sectionNumber(s string) bool {
	s = strings.TrimRight(s, ".):")
	return s != "" && len(s) <= 10 && (strings.Trim(s, "0123456789.") == "" || utf8.RuneCountInString(s) <= 2 ||
		strings.Trim(s, "IVXivx") == "" || strings.HasPrefix(s, "A.") || strings.HasPrefix(s, "B."))
}

// closed reports whether s ends like a sentence or a clause.
func closed(s string) bool {
	s = strings.TrimRight(s, "\"'”’)]»")
	return strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "..") || strings.HasSuffix(s, ",") || strings.HasSuffix(s, ";")
}

// stands reports whether p is set off from what is above it.
func stands(p *paragraph) bool { return p.gap == 0 || p.gap > p.size/4 }

// squash keeps letters and digits only, in lower case, for comparing titles.
func squash(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
