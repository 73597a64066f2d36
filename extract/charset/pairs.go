package charset

import (
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// pair is two neighbouring bytes of which at least one is beyond ASCII.
type pair struct {
	first, second byte
	count         int
}

// maxPairs bounds the comparison; the commonest pairs decide.
const maxPairs = 2000

func countPairs(b []byte) []pair {
	n := make([]int, 1<<16)
	prev := byte(' ')
	for _, c := range b {
		if prev >= 0x80 || c >= 0x80 {
			n[int(prev)<<8|int(c)]++
		}
		prev = c
	}
	if prev >= 0x80 {
		n[int(prev)<<8|' ']++
	}
	var out []pair
	for k, count := range n {
		if count > 0 {
			out = append(out, pair{byte(k >> 8), byte(k), count})
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].count > out[j].count })
	return out[:min(len(out), maxPairs)]
}

// model holds the pairs of one language with their weights, and its letters.
type model struct {
	weight  map[[2]rune]int
	letters map[rune]bool
	latin   bool
}

// loadModels parses the table once; it is never changed afterwards.
var loadModels = sync.OnceValue(func() map[string]*model {
	out := map[string]*model{}
	for language, table := range models {
		m := &model{weight: map[[2]rune]int{}, letters: map[rune]bool{}}
		weight := 12
		for group := range strings.SplitSeq(table, "|") {
			rs := []rune(group)
			for i := 0; i+1 < len(rs); i += 2 {
				m.weight[[2]rune{rs[i], rs[i+1]}] = weight
				m.letters[rs[i]], m.letters[rs[i+1]] = true, true
			}
			weight--
		}
		for r := range m.letters {
			m.latin = m.latin || unicode.Is(unicode.Latin, r)
		}
		out[language] = m
	}
	return out
})

// rate returns the points of the encoding under the language that suits best.
func (s *single) rate(pairs []pair) rating {
	table := s.runes()
	all := loadModels()
	best := -1 << 30
	for language := range strings.FieldsSeq(s.languages) {
		m := all[language]
		points := -s.rarity
		for _, p := range pairs {
			points += p.count * m.points(table[p.first], table[p.second])
		}
		best = max(best, points)
	}
	return rating{s.name, best}
}

// What a pair of characters costs that no text should hold. A pair that a
// language knows gains 1 to 12.
const (
	costUndefined = -40 // a byte that has no character
	costControl   = -30
	costForeign   = -9  // a letter that the language does not use
	costMixed     = -12 // letters of two alphabets side by side
	costUnknown   = -4  // letters of the language in an unknown pair
	costCase      = -8  // a capital letter behind a small one
	costSymbol    = -4  // a sign that texts seldom hold
	costSymbolIn  = -9  // such a sign right beside a letter
)

// points rates two neighbouring characters, at least one of them beyond ASCII.
func (m *model) points(x, y rune) int {
	for _, r := range [2]rune{x, y} {
		switch {
		case r == utf8.RuneError:
			return costUndefined
		case r >= 0x80 && r < 0xa0:
			return costControl
		}
	}
	xl, yl := isLetter(x), isLetter(y)
	if !(xl && x >= 0x80) && !(yl && y >= 0x80) {
		return symbols(x, y)
	}
	penalty := 0
	if xl && yl && unicode.IsLower(x) && unicode.IsUpper(y) {
		penalty = costCase
	}
	if x >= 0x80 && !xl {
		penalty += sign(x, y)
	}
	if y >= 0x80 && !yl {
		penalty += sign(y, x)
	}
	a, b := fold(x, xl), fold(y, yl)
	if w := m.weight[[2]rune{a, b}]; w > 0 {
		return w + penalty
	}
	if !m.latin && (a < 0x80 && a != ' ' || b < 0x80 && b != ' ') {
		return costMixed + penalty
	}
	for _, r := range [2]rune{a, b} {
		if r >= 0x80 && !m.letters[r] {
			if unicode.IsMark(r) {
				return penalty - 1 // vowel points, which few texts write
			}
			return costForeign + penalty
		}
	}
	return costUnknown + penalty
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

func fold(r rune, letter bool) rune {
	if !letter {
		return ' '
	}
	return unicode.ToLower(r)
}

// symbols rates a pair without letters beyond ASCII.
func symbols(x, y rune) int {
	points := 0
	if x >= 0x80 {
		points += sign(x, y)
	}
	if y >= 0x80 {
		points += sign(y, x)
	}
	return points
}

// sign rates the sign r beside other.
func sign(r, other rune) int {
	switch {
	case strings.ContainsRune("–—‘’“”„«»…", r):
		return 3
	case strings.ContainsRune("\u00a0•·§°€،؛؟№", r):
		return 1
	case r == '\u00ad' || r == '\u200c' || r == '\u200d' || r == '\u200e' || r == '\u200f':
		return 0
	case unicode.In(r, boxes):
		if other == ' ' || other == '\r' || other == '\n' || unicode.In(other, boxes) {
			return 1
		}
		return costSymbolIn
	case isLetter(other):
		return costSymbolIn
	case strings.ContainsRune("£¥©®™±×½¼¾²³¹ªº", r):
		return -1
	}
	return costSymbol
}

// boxes are the line drawing and block characters of DOS.
var boxes = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x2500, Hi: 0x259f, Stride: 1}, {Lo: 0x25a0, Hi: 0x25a0, Stride: 1}}}
