package relations

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
)

// Text is what a node says, unit by unit.
type Text []Part

// Part is the text of one unit.
type Part struct{ Unit, Text string }

// Texts returns the text of a node; ok is false where it cannot be read. It is asked for
// candidates alone.
type Texts func(id string) (t Text, ok bool)

// The bounds of a comparison. Of a longer document the first words are compared, some
// 500 pages.
const (
	maxWords    = 200_000
	maxApart    = 200 // words that one place may differ by; behind more, places are not told apart
	together    = 4   // words in a row by which the two come together again
	maxPlacesOf = 3   // places that differ which an edge cites; all are counted
	maxCited    = 12  // words of each
	maxCitedLen = 160 // bytes of each
)

// word is a run of letters and digits.
type word struct {
	hash       uint64
	part       int32
	start, end int32
}

// read is a text as it is compared.
type read struct {
	text  Text
	words []word
	runs  []uint64 // of three words, sorted, each once
}

func readText(t Text) *read {
	r := &read{text: t}
	for i := range t {
		if len(t[i].Text) < 1<<31 {
			r.part(i)
		}
	}
	for i := 2; i < len(r.words); i++ {
		a, b, c := r.words[i-2].hash, r.words[i-1].hash, r.words[i].hash
		r.runs = append(r.runs, knowledge.Mix(knowledge.Mix(a+1)+b)+c)
	}
	slices.Sort(r.runs)
	r.runs = slices.Compact(r.runs)
	return r
}

// part adds the words of a part, in lower case.
func (r *read) part(i int) {
	start, hash := -1, uint64(0)
	end := func(at int) {
		if start >= 0 {
			r.words = append(r.words, word{knowledge.Mix(hash), int32(i), int32(start), int32(at)})
		}
		start, hash = -1, 14695981039346656037
	}
	end(0)
	for at, c := range r.text[i].Text {
		if len(r.words) >= maxWords {
			return
		}
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c) {
			end(at)
			continue
		}
		if start < 0 {
			start = at
		}
		hash = (hash ^ uint64(unicode.ToLower(c))) * 1099511628211
	}
	end(len(r.text[i].Text))
}

// alike is how many runs of three words, of all that either has, both have, in
// thousandths.
func alike(a, b *read) int {
	x, y, both := a.runs, b.runs, 0
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0] < y[0]:
			x = x[1:]
		case x[0] > y[0]:
			y = y[1:]
		default:
			both++
			x, y = x[1:], y[1:]
		}
	}
	all := len(a.runs) + len(b.runs) - both
	if all == 0 {
		return 0
	}
	return both * 1000 / all
}

// apart is where two texts differ: words of each, neither without any.
type apart struct{ a, b [2]int }

// differences returns the first places where two texts differ, and how many there are.
func differences(a, b *read) (first []apart, count int) {
	x, y := a.words, b.words
	for i, j := 0, 0; ; {
		for i < len(x) && j < len(y) && x[i].hash == y[j].hash {
			i, j = i+1, j+1
		}
		if i == len(x) && j == len(y) {
			return first, count
		}
		di, dj := meet(x[i:], y[j:])
		d := apart{[2]int{i, i + di}, [2]int{j, j + dj}}
		if di == 0 || dj == 0 { // something was put in or left out: behind the word before it, or before the one behind
			if i > 0 && j > 0 {
				d.a[0]--
				d.b[0]--
			} else {
				d.a[1] = min(d.a[1]+1, len(x))
				d.b[1] = min(d.b[1]+1, len(y))
			}
		}
		i, j = i+di, j+dj
		if d.a[0] == d.a[1] || d.b[0] == d.b[1] {
			return first, count // one of them has no word at all
		}
		if count++; len(first) < maxPlacesOf {
			first = append(first, d)
		}
	}
}

// meet returns how many words of each lie before the place where both go on alike, the
// nearest one; all of them where there is none near.
func meet(x, y []word) (dx, dy int) {
	next := map[uint64]int{} // of a run in y, its first place
	for j := min(len(y)-together, maxApart); j >= 0; j-- {
		next[runOf(y[j:])] = j
	}
	best := -1
	for i := 0; i <= min(len(x)-together, maxApart) && (best < 0 || i < best); i++ {
		if j, ok := next[runOf(x[i:])]; ok && (best < 0 || i+j < best) {
			best, dx, dy = i+j, i, j
		}
	}
	if best < 0 {
		return len(x), len(y)
	}
	return dx, dy
}

func runOf(w []word) uint64 {
	h := uint64(0)
	for _, w := range w[:together] {
		h = knowledge.Mix(h + w.hash)
	}
	return h
}

// cite quotes words from one to another as they stand, as many as lie in one unit and
// are few.
func (r *read) cite(id string, words [2]int) Evidence {
	first := r.words[words[0]]
	end := first.end
	for _, w := range r.words[words[0]:min(words[1], words[0]+maxCited)] {
		if w.part != first.part || w.end-first.start > maxCitedLen {
			break
		}
		end = w.end
	}
	text := r.text[first.part].Text
	if end-first.start > maxCitedLen {
		for end = first.start + maxCitedLen; !utf8.RuneStart(text[end]); end-- {
		}
	}
	return Evidence{
		Source: id, Unit: r.text[first.part].Unit, Span: knowledge.Span{int(first.start), int(end)}, Text: strings.Join(strings.Fields(text[first.start:end]), " "),
	}
}

// reader keeps the texts that were compared last: candidates come in groups.
type reader struct {
	texts Texts
	kept  map[string]*read
	words int
}

// maxKept bounds the words that a reader keeps: some 32 bytes each.
const maxKept = 500_000

// read returns a text, nil where there is none to be read.
func (r *reader) read(id string) *read {
	if r.texts == nil {
		return nil
	}
	if t, ok := r.kept[id]; ok {
		return t
	}
	if r.words > maxKept || r.kept == nil {
		r.kept, r.words = map[string]*read{}, 0
	}
	text, ok := r.texts(id)
	if !ok {
		return nil
	}
	t := readText(text)
	r.kept[id] = t
	r.words += len(t.words)
	return t
}
