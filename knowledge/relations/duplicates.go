package relations

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"quire/knowledge"
)

// What nearly the same text is, in thousandths. Forms that are filled in otherwise
// have most words in common too, but neither their numbers nor their names.
const (
	duplicateText   = 800
	duplicateValues = 450
	lessText        = 700 // where their numbers and names leave less doubt: one word in twenty was changed
	lessValues      = 600
)

// estimateOff is how far an estimate may lie below what is so, in thousandths: two times
// what it is off by on average.
const estimateOff = 100

// Documents are candidates where a band of their sketches is equal. Of 25 bands of 5
// bins, two texts of similarity 0.8 have one in common with a chance of 0.9999, of 0.7
// of 0.99, of 0.5 of 0.55, of 0.3 of 0.06.
const (
	bandBins = 5
	bands    = 25
)

// minDuplicate is how many bins a sketch must fill: about as many runs of words.
const minDuplicate = 20

// maxBand is how many documents of one band are compared: what more have in common is
// a form or a licence.
const maxBand = 16

// duplicates relates documents of nearly the same text that are nothing else to each
// other: no copies, versions, translations or members of a series. Sketches find the
// candidates; a second look takes the whole sketches, and those of numbers and names; the
// last one the texts.
func (j *joiner) duplicates() {
	for _, p := range j.candidates() {
		if !j.part.has(p[0], p[1]) {
			continue
		}
		if j.pairs[p]&(isVersion|isOrdered|isSeries|isTranslation|isKept) != 0 || j.sameSeries(p[0], p[1]) {
			continue
		}
		values, some := j.values(p[0], p[1])
		isOne := func(alike int) bool {
			return alike >= duplicateText && !(some && values < duplicateValues) || alike >= lessText && some && values >= lessValues
		}
		alike := j.similarity(p[0], p[1])
		if !isOne(alike + estimateOff) {
			continue
		}
		alike, cited, differ := j.compare(p, alike)
		if !isOne(alike) {
			continue
		}
		e := j.edge(NearDuplicate, p[0], p[1], true, alike, perMille(alike))
		if some {
			e.Reasons = append(e.Reasons, fmt.Sprintf("numbers and names in common: %d of 1000", values))
		}
		if differ > 0 {
			e.Reasons = append(e.Reasons, fmt.Sprintf("places that differ: %d", differ))
		}
		e.Evidence = append(e.Evidence, cited...)
		j.add(e)
	}
}

// compare looks at the texts of two candidates. It returns how much is the same, the
// first places that differ, a pair for each, and how many there are. Where a text cannot
// be read, the estimate has to do.
func (j *joiner) compare(p pair, estimate int) (same int, cited []Evidence, differ int) {
	x, y := j.texts.read(j.nodes[p[0]].ID), j.texts.read(j.nodes[p[1]].ID)
	if x == nil || y == nil {
		return estimate, nil, 0
	}
	first, differ := differences(x, y)
	for _, d := range first {
		cited = append(cited, x.cite(j.nodes[p[0]].ID, d.a), y.cite(j.nodes[p[1]].ID, d.b))
	}
	return alike(x, y), cited, differ
}

// values returns how many of their numbers and names two documents have in common, in
// thousandths; ok is false where they have too few to say.
func (j *joiner) values(a, b int) (perMille int, ok bool) {
	x, y := &j.nodes[a].Facts, &j.nodes[b].Facts
	s, t := bothOf(x), bothOf(y)
	return s.Similarity(t), s.Filled() > 1 && t.Filled() > 1
}

// bothOf is the sketches of numbers and of names as one.
func bothOf(f *knowledge.Facts) knowledge.Sketch {
	out := make(knowledge.Sketch, 2*knowledge.SmallBins)
	copy(out, f.Numbers)
	copy(out[knowledge.SmallBins:], f.Names)
	return out
}

// candidates returns the pairs with an equal band, in order, each once.
func (j *joiner) candidates() []pair {
	var usable []int
	slot := make([]int, len(j.nodes)) // of a node, its place in filled
	filled := make([][]byte, 0, len(j.nodes))
	for i := range j.nodes {
		if s := j.nodes[i].Facts.Text; s.Filled() >= minDuplicate && j.first(i) {
			slot[i] = len(filled)
			usable = append(usable, i)
			filled = append(filled, densified(s))
		}
	}
	const nodeBits = 24 // beside the 40 bits of a band in one number, which sorts fast
	var pairs []pair
	list := make([]uint64, len(usable))
	for band := range bands {
		for i, at := range usable {
			key := uint64(0)
			for _, b := range bandOf(band, filled[i]) {
				key = key<<8 | uint64(b)
			}
			list[i] = key<<nodeBits | uint64(at)
		}
		slices.Sort(list)
		for from := 0; from < len(list); {
			to := from + 1
			for to < len(list) && list[to]>>nodeBits == list[from]>>nodeBits {
				to++
			}
			if at := int(list[from] & (1<<nodeBits - 1)); to-from > 1 && to-from <= maxBand && !j.part.crowded(ofBand, bandKey(band, filled[slot[at]])) {
				for y := from + 1; y < to; y++ {
					for x := from; x < y; x++ {
						pairs = append(pairs, pairOf(int(list[x]&(1<<nodeBits-1)), int(list[y]&(1<<nodeBits-1))))
					}
				}
			}
			from = to
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return slices.Compact(pairs)
}

func bandOf(band int, filled []byte) []byte { return filled[band*bandBins : (band+1)*bandBins] }

func bandKey(band int, filled []byte) string {
	return strconv.Itoa(band) + ":" + string(bandOf(band, filled))
}

// densified fills each empty bin with what the next one to the right holds, changed by
// the distance, so that short texts have bands too.
func densified(s []byte) []byte {
	out := slices.Clone(s)
	far, value := 0, byte(0)
	for i := 2*len(s) - 1; i >= 0; i-- {
		at := i % len(s)
		if s[at] != 0 {
			far, value = 0, s[at]
		} else if far++; i < len(s) {
			out[at] = value + byte(far)*31
		}
	}
	return out
}
