package pdf

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Running headers, footers and page numbers are text that comes again at the same
// height of other pages, digits aside. They are told while pages wait in the
// window, so that the pages after one count as well as those before.

const (
	zoneShare   = 12    // percent of the page's height, at the top and at the bottom
	sameHeight  = 4_000 // heights that differ by less are the same
	leastRepeat = 3     // pages, or half of them where there are fewer than six
)

// tally counts the texts in the margins over the pages read so far.
type tally struct {
	total int // pages of the document
	seen  map[string][]*repeat
	slots []slotLine // of what repeats, once asked for
}

// repeat is a text at one height of several pages.
type repeat struct {
	y      int
	size   int
	pages  int
	text   string      // as it was first seen
	varies bool        // its numbers differ from page to page
	last   int         // page counted last
	steps  map[int]int // how often number minus page came out as this
}

func newTally(total int) *tally { return &tally{total: total, seen: map[string][]*repeat{}} }

// maxTally bounds the number of different margin texts that are kept.
const maxTally = 50_000

// maxHeights bounds the heights that are kept for one text.
const maxHeights = 64

// add counts the margin texts of page n.
func (t *tally) add(n int, flows []flow) {
	for i := range flows {
		_, height := flows[i].frame.size()
		for _, s := range flows[i].segments {
			if i == 0 && zone(s, height) == 0 {
				continue
			}
			key, number, ok := marginKey(s.text)
			if !ok {
				continue
			}
			r := t.find(key, s.base)
			if r == nil {
				if len(t.seen) >= maxTally || len(t.seen[key]) >= maxHeights {
					continue
				}
				r = &repeat{y: s.base, size: s.size, text: s.text, last: -1, steps: map[int]int{}}
				t.seen[key] = append(t.seen[key], r)
			}
			r.varies = r.varies || r.text != s.text
			if r.last != n {
				r.pages++
				r.last = n
			}
			if number >= 0 && len(r.steps) < 64 {
				r.steps[number-n]++
			}
		}
	}
}

func (t *tally) find(key string, y int) *repeat {
	for _, r := range t.seen[key] {
		if abs(r.y-y) <= sameHeight {
			return r
		}
	}
	return nil
}

// repeats reports whether s is furniture by its text and height. A bare number is
// only where it counts the pages, and what has other numbers on every page is a
// heading where it is large or in the outline.
func (t *tally) repeats(s *segment, body int, marks map[string]int) bool {
	key, number, ok := marginKey(s.text)
	if !ok {
		return false
	}
	r := t.find(key, s.base)
	if r == nil || !t.often(r) {
		return false
	}
	if strings.IndexFunc(key, unicode.IsLetter) >= 0 {
		return !r.varies || !larger(half(s.size), body) && marks[squash(s.text)] == 0
	}
	if number < 0 {
		return false
	}
	return r.counts()
}

// often reports whether r is on enough pages.
func (t *tally) often(r *repeat) bool {
	return r.pages >= 2 && (r.pages >= leastRepeat || r.pages*2 >= t.total)
}

// counts reports whether the numbers of r go up with the pages.
func (r *repeat) counts() bool {
	best := 0
	for _, n := range r.steps {
		best = max(best, n)
	}
	return best >= 2 && best*2 >= r.pages
}

// slotLine is a height in a margin at which furniture stands.
type slotLine struct{ y, size int }

// findSlots collects the heights of what repeats on many pages.
func (t *tally) findSlots() {
	if t.slots != nil {
		return
	}
	t.slots = []slotLine{}
	for key, list := range t.seen {
		worded := strings.IndexFunc(key, unicode.IsLetter) >= 0
		for _, r := range list {
			if r.pages >= leastRepeat && (worded && !r.varies || key == "#" && r.counts()) {
				t.slots = append(t.slots, slotLine{r.y, r.size})
			}
		}
	}
}

// artifact reports whether a tagged document says of s that it is no part of the
// text. Titles are marked so as well where they are part of a drawing.
func (t *tally) artifact(s *segment, body int, marks map[string]int) bool {
	return s.tag.artifact && t.total > 1 && s.chars <= 120 && !larger(half(s.size), body) && marks[squash(s.text)] == 0
}

// inSlot reports whether s, which does not repeat, stands where furniture stands on
// other pages: the name of another chapter.
func (t *tally) inSlot(s *segment, body int, marks map[string]int) bool {
	if s.chars > 120 || larger(half(s.size), body) || marks[squash(s.text)] != 0 {
		return false
	}
	t.findSlots()
	return slices.ContainsFunc(t.slots, func(l slotLine) bool {
		return abs(l.y-s.base) <= sameHeight/4 && abs(l.size-s.size)*100 <= max(l.size, s.size)*15
	})
}

// zone is -1 in the top margin, 1 in the bottom margin, else 0.
func zone(s *segment, height int) int {
	switch {
	case s.base < height*zoneShare/100:
		return -1
	case s.base > height*(100-zoneShare)/100:
		return 1
	}
	return 0
}

// marginKey returns text with its numbers replaced, and the first of them, -1 for
// none. Long text is no furniture.
func marginKey(text string) (key string, number int, ok bool) {
	if len(text) > 300 {
		return "", 0, false
	}
	number = -1
	var b strings.Builder
	digits := ""
	flush := func() {
		if digits == "" {
			return
		}
		if n, err := strconv.Atoi(digits); err == nil && number < 0 {
			number = n
		}
		b.WriteByte('#')
		digits = ""
	}
	for _, r := range text {
		if unicode.IsDigit(r) && r < 0x80 {
			digits += string(r)
			continue
		}
		flush()
		b.WriteRune(r)
	}
	flush()
	key = strings.TrimSpace(b.String())
	if n := roman(key); n > 0 {
		return "#", n, true
	}
	return key, number, key != ""
}

// roman returns the value of a small Roman numeral in lower case, 0 for others.
func roman(s string) int {
	values := map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50}
	if s == "" || len(s) > 7 {
		return 0
	}
	total := 0
	for i := range len(s) {
		v := values[s[i]]
		if v == 0 {
			return 0
		}
		if i+1 < len(s) && values[s[i+1]] > v {
			v = -v
		}
		total += v
	}
	return max(total, 0)
}

// furniture splits the segments of a flow into running headers, text and running
// footers. A margin text that stands close to the text is part of it, such as the
// head of a table that goes over several pages.
func (t *tally) furniture(f flow, i, bodySize int, marks map[string]int) (header, body, footer []*segment) {
	_, height := f.frame.size()
	var candidates []*segment
	for _, s := range f.segments {
		if s.table == nil && (i > 0 && t.repeats(s, bodySize, marks) || i == 0 && zone(s, height) != 0 && (t.artifact(s, bodySize, marks) || t.repeats(s, bodySize, marks) || t.inSlot(s, bodySize, marks))) {
			candidates = append(candidates, s)
		} else {
			body = append(body, s)
		}
	}
	if i > 0 {
		return nil, body, candidates
	}
	candidates, body = withNumbers(candidates, body)
	for again := true; again; {
		again = false
		var kept []*segment
		for _, c := range candidates {
			if apart(c, body, zone(c, height)) {
				kept = append(kept, c)
			} else {
				body = append(body, c)
				again = true
			}
		}
		candidates = kept
	}
	for _, c := range candidates {
		if zone(c, height) < 0 {
			header = append(header, c)
		} else {
			footer = append(footer, c)
		}
	}
	return header, body, footer
}

// apart reports whether no text lies between c and the edge of the page, and
// white space of half a line between c and the text.
func apart(c *segment, body []*segment, zone int) bool {
	for _, s := range body {
		if zone < 0 && s.box.t < c.box.b+c.size/2 && s.base >= c.base-c.size/3 ||
			zone > 0 && s.box.b > c.box.t-c.size/2 && s.base <= c.base+c.size/3 {
			return false
		}
		if zone < 0 && s.base < c.base-c.size/3 || zone > 0 && s.base > c.base+c.size/3 {
			return false
		}
	}
	return true
}

// withNumbers moves page numbers beside a running header or footer to it.
func withNumbers(candidates, body []*segment) (more, rest []*segment) {
	more = candidates
	for _, s := range body {
		key, _, _ := marginKey(s.text)
		beside := key == "#" && slices.ContainsFunc(candidates, func(c *segment) bool { return abs(c.base-s.base) <= s.size/3 })
		if beside {
			more = append(more, s)
		} else {
			rest = append(rest, s)
		}
	}
	return more, rest
}
