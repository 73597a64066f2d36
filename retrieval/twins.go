package retrieval

import (
	"strings"
	"unicode"

	"quire/knowledge"
)

// Twin is another place where the text of a result stands.
type Twin struct {
	Address string `json:"address"`
	Path    string `json:"path"`
	Nearly  bool   `json:"nearly,omitempty"` // some words differ
}

// twinsListed is how many twins a result names; the others are counted.
const twinsListed = 3

// twins collapses the results that repeat one before them.
type twins struct {
	cache *unitCache
	first []Passage                // of each text, in order
	same  map[knowledge.Digest]int // place in first
	words map[string]*wording      // by address
	count map[string]int           // how often a result is repeated, by address
	named map[string][]Twin
}

func newTwins(c *unitCache) *twins {
	return &twins{cache: c, same: map[knowledge.Digest]int{}, words: map[string]*wording{}, count: map[string]int{}, named: map[string][]Twin{}}
}

// repeats reports whether p repeats a passage before it, and notes it there. A text
// that is nearly the same counts as one only in documents that are, with the same
// numbers in it, and where no other document contradicts it.
func (t *twins) repeats(p *Passage) (bool, error) {
	at, same := t.same[p.Digest]
	if !same {
		var err error
		if at, err = t.near(p); err != nil {
			return false, err
		}
	}
	if at < 0 {
		t.same[p.Digest] = len(t.first)
		t.first = append(t.first, *p)
		return false, nil
	}
	first := t.first[at].Address
	t.count[first]++
	if len(t.named[first]) < twinsListed {
		t.named[first] = append(t.named[first], Twin{p.Address, p.Source.Path, !same})
	}
	return true, nil
}

// near returns the place of a passage of a near duplicate with nearly the same text,
// -1 where there is none.
func (t *twins) near(p *Passage) (int, error) {
	if len(p.Conflicts) > 0 {
		return -1, nil
	}
	row, err := t.cache.row(p.Source.ID)
	if err != nil {
		return -1, err
	}
	alike := map[string]bool{}
	for _, ref := range row.refs() {
		if repeats[ref.Kind] {
			alike[ref.ID] = true
		}
	}
	for i := range t.first {
		f := &t.first[i]
		if alike[f.Source.ID] && len(f.Conflicts) == 0 && t.wording(p).nearly(t.wording(f)) {
			return i, nil
		}
	}
	return -1, nil
}

func (t *twins) wording(p *Passage) *wording {
	w := t.words[p.Address]
	if w == nil {
		w = wordingOf(p.Text)
		t.words[p.Address] = w
	}
	return w
}

// all returns how many passages were left out.
func (t *twins) all() int {
	n := 0
	for _, k := range t.count {
		n += k
	}
	return n
}

// wording is what two texts are compared by.
type wording struct {
	runs    map[[3]string]bool // of three words in lower case
	numbers string             // words with a digit, in order
}

func wordingOf(text string) *wording {
	w := &wording{runs: map[[3]string]bool{}}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) })
	var numbers []string
	for i, word := range words {
		if strings.ContainsFunc(word, unicode.IsNumber) {
			numbers = append(numbers, word)
		}
		if i >= 2 {
			w.runs[[3]string{words[i-2], words[i-1], word}] = true
		}
	}
	w.numbers = strings.Join(numbers, " ")
	return w
}

// nearlyShare is how many of ten runs of words two texts have in common that are nearly
// the same. One word changed in a text of sixty leaves nine.
const nearlyShare = 9

// nearly reports whether two texts differ in few words and in no number. Texts of less
// than three words are never nearly the same.
func (w *wording) nearly(x *wording) bool {
	if w.numbers != x.numbers || len(w.runs) == 0 || len(x.runs) == 0 {
		return false
	}
	common := 0
	for run := range w.runs {
		if x.runs[run] {
			common++
		}
	}
	return common*10 >= (len(w.runs)+len(x.runs)-common)*nearlyShare
}
