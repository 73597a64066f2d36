package retrieval

import (
	"cmp"
	"slices"
	"strings"

	"quire/retrieval/index"
)

// nearDepth is how many of the best passages are read to see whether they hold
// neighbouring words of the query side by side.
const nearDepth = 30

// nearWeight is what two neighbouring words count for that stand side by side, as a
// share of what the lesser of them counts for alone at most; in queries of more than
// nearWords words they count nothing. Of 1500 queries of three words in 75 languages,
// 1457 find their text first without it, 1469 with it. In sentences it is worth nothing:
// with 0, 0.25, 0.5 and 1 for all queries, nDCG@10 of SciFact is .697, .699, .700, .698,
// of Cranfield .379, .377, .377, .373, of CISI .383, .382, .377, .366.
const (
	nearWeight = 0.5
	nearWords  = 6
	// looseShare is what is left of it where only the accents differ.
	looseShare = 0.75
)

// neighbours are words that stand side by side in a query.
type neighbours struct {
	phrase index.Phrase // as typed
	loose  index.Phrase // accents set aside
	text   string
	worth  float64    // inverse document frequency by weight of the lesser word
	words  [][]string // the terms of each word: a passage without any of one does not hold them
}

// neighbours returns the pairs of words of the query, and its runs of characters
// without spaces.
func (f *found) neighbours() []neighbours {
	worth := map[string]float64{}
	for _, t := range f.total.Terms {
		worth[t.Term] = float64(t.Weight * t.IDF)
	}
	var out []neighbours
	folder := f.plan.folder
	sum := 0.0
	add := func(text string, w float64, words ...string) {
		if phrase, ok := folder.AsTyped(text); ok && w > 0 {
			loose, _ := folder.Phrase(folder.Fold(text, false))
			n := neighbours{phrase: phrase, loose: loose, text: strings.TrimSpace(text), worth: w}
			for _, word := range words {
				n.words = append(n.words, index.Analyze(word))
			}
			out = append(out, n)
			sum += w
		}
	}
	prev, before := "", 0.0
	words := strings.Fields(folder.Fold(f.plan.words, true))
	for _, word := range words {
		terms := index.Strict(word)
		w := 0.0
		for _, t := range index.Analyze(word) {
			w = max(w, worth[t])
		}
		if len(terms) > 1 { // a run without spaces: its pairs stand in order
			add(word, float64(w*float64(len(terms))/2), word)
		}
		if prev != "" {
			add(prev+" "+word, min(before, w), prev, word)
		}
		prev, before = word, w
	}
	if len(words) > 2 { // the whole query in one piece is more than its pairs in several
		add(strings.Join(words, " "), float64(sum/2), words...)
	}
	return out
}

// may reports whether a passage can hold p, as far as its terms say: it lacks no word
// of it in every form.
func (p *neighbours) may(h *index.Hit) bool {
	if len(h.Terms) == 0 { // they were not asked for
		return true
	}
	for _, forms := range p.words {
		if len(forms) > 0 && !slices.ContainsFunc(forms, func(t string) bool { return slices.Contains(h.Terms, t) }) {
			return false
		}
	}
	return true
}

// closer lifts the passages that hold neighbouring words of the query side by side
// above equals that hold them scattered. Only the best nearDepth count, and of those
// only what may still come to be among the first need is read; what follows keeps its
// place below them.
type closer struct {
	weight float64 // nearWeight, but where that is measured
	pairs  []neighbours
	most   float64 // what all pairs are worth
	hits   []index.Hit
	read   []bool // of hits, in the order of the index
	need   int    // so many of the first are in their place
}

// newCloser prepares the hits of a search; nil where nothing can move.
func (f *found) newCloser() *closer {
	if len(strings.Fields(f.plan.words)) > f.tune.nearWords {
		return nil
	}
	c := &closer{weight: f.tune.near, pairs: f.neighbours(), hits: slices.Clone(f.hits[:min(len(f.hits), nearDepth)])}
	if len(c.pairs) == 0 {
		return nil
	}
	for _, p := range c.pairs {
		c.most += float64(c.weight * p.worth)
	}
	c.read = make([]bool, len(c.hits))
	return c
}

// settle brings the first need hits into their order. What was settled before keeps its
// place.
func (f *found) settle(need int) error {
	c := f.closer
	if c == nil || need <= c.need {
		return nil
	}
	c.need = need
	var best []float64 // scores so far, the best first, need of them at most
	note := func(score float64) {
		i, _ := slices.BinarySearchFunc(best, score, func(a, b float64) int { return cmp.Compare(b, a) })
		if best = slices.Insert(best, i, score); len(best) > need {
			best = best[:need]
		}
	}
	for i := range c.hits {
		if c.read[i] {
			note(c.hits[i].Score)
		}
	}
	for i := range c.hits {
		h := &c.hits[i]
		if c.read[i] {
			continue
		}
		if len(best) == need && h.Score+c.most < best[need-1] {
			break
		}
		may := 0.0
		for _, p := range c.pairs {
			if p.may(h) {
				may += float64(c.weight * p.worth)
			}
		}
		if len(best) == need && h.Score+may < best[need-1] {
			continue
		}
		if may > 0 {
			if err := f.lift(h); err != nil {
				return err
			}
		}
		c.read[i] = true
		note(h.Score)
	}
	top := f.hits[:len(c.hits)]
	copy(top, c.hits)
	slices.SortStableFunc(top, func(a, b index.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	return nil
}

// lift adds to the score of a hit what its text holds side by side.
func (f *found) lift(h *index.Hit) error {
	text, err := f.text(*h)
	if err != nil {
		return err
	}
	for _, p := range f.closer.pairs {
		bonus := float64(f.closer.weight * p.worth)
		held := text.Holds(p.phrase)
		if !held {
			bonus = float64(bonus * looseShare)
			held = text.Holds(p.loose)
		}
		if held {
			h.Score += bonus
			h.Parts = append(h.Parts, index.Part{Term: p.text, Field: "side by side", Score: bonus})
		}
	}
	return nil
}
