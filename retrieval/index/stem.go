package index

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
)

// stemmer takes endings off. Words of ASCII letters lose their English ones in any
// text: those of other languages are cut alike in passage and query, so they still
// meet themselves. A text whose language is known and has a stemmer is found by the
// stems of that language besides.
type stemmer struct {
	env *snowballstem.Env
}

// stemLanguages are the languages besides English that have a stemmer, in the order
// in which a query tries them.
var stemLanguages = [...]struct {
	code string // ISO 639-3, as sources carry it
	stem func(*snowballstem.Env) bool
}{
	{"deu", german.Stem}, {"fra", french.Stem}, {"spa", spanish.Stem}, {"ita", italian.Stem},
	{"por", portuguese.Stem}, {"nld", dutch.Stem}, {"swe", swedish.Stem}, {"rus", russian.Stem},
}

// stemLanguage returns the number of a language in stemLanguages, -1 where it has none.
func stemLanguage(code string) int {
	for i := range stemLanguages {
		if stemLanguages[i].code == code {
			return i
		}
	}
	return -1
}

// maxStemBytes bounds what is taken for a word of a language.
const maxStemBytes = 32

func (s *stemmer) stem(w string) string {
	if len(w) < 3 || len(w) > maxStemBytes {
		return w
	}
	for i := range len(w) {
		if !isLower(w[i]) {
			return w
		}
	}
	s.set(w)
	english.Stem(s.env)
	return s.env.Current()
}

// in returns the stem of an accented word in one of stemLanguages.
func (s *stemmer) in(language int, w string) string {
	if len(w) < 3 || len(w) > 2*maxStemBytes {
		return w
	}
	s.set(w)
	stemLanguages[language].stem(s.env)
	return s.env.Current()
}

func (s *stemmer) set(w string) {
	if s.env == nil {
		s.env = snowballstem.NewEnv(w)
		return
	}
	s.env.SetCurrent(w)
}
