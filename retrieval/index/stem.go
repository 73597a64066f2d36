package index

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// stemmer takes English endings off. It touches words of ASCII letters only:
// other languages' words of that kind are stemmed alike in passage and query, so
// they still meet themselves.
type stemmer struct {
	env *snowballstem.Env
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
	if s.env == nil {
		s.env = snowballstem.NewEnv(w)
	} else {
		s.env.SetCurrent(w)
	}
	english.Stem(s.env)
	return s.env.Current()
}
