package semantics

import (
	"math/bits"
	"strings"
	"sync"
)

// frequentWords are the most frequent words of languages, those included that
// the trigram detector does not know and takes for a neighbour. They are a
// second witness: two methods that agree are seldom wrong together.
const frequentWords = `
eng the of and to in is that for you your it with be
deu der die und in das zu den von ist mit für auf sie
fra de la le les et des du en à que un une est
spa de la el los y en que del las por con una se
por de o a e que do da não para com um uma os
ita di e la il che a per della un è non in
nld de het een van en in op te dat met voor is
afr die van en het in nie is te
swe och i att en det som av för
dan og i at det en der af til
nob og i det som en av på til
nno og i det som ein av på ikkje
isl og að í á er sem til hafa
fin ja on ei että se hän ovat tai
est ja on ei et see või kui ta
hun a az és hogy nem egy is van
pol i w z na do się nie jest że o
ces a se v na je nebo že ve
slk a sa v na je alebo že vo
slv in je v na za se da ki
hrv i je u na se da za od
ron de și în la a să cu din
tur ve bir bu için ile da de olan
lit ir yra kad į su tai ar iš
lav un ir ar uz no ka vai par
cat de la i el els les per amb dels que del una en
glg de a e o que do da non para con unha os
eus eta da du ez dira bat izan ere
cym y yn a o i ar yr ei
gle an na agus ar a is le do
mlt il u li ta fi bil mill għal
swh ya na wa kwa ni katika za kila
als të e në dhe për nga me që
ind dan yang di untuk dengan atau ini tidak
vie và của có các được trong là không
hau da na a ta ya ko wanda cikin
epo la kaj de estas en por al ne`

// A second witness is heard from this many words on. The shares are those that
// real texts of the languages exceed and texts of other languages do not.
const (
	witnessWords = 30
	strongShare  = 150 // per mille of words that are among the frequent ones
	weakShare    = 80
)

type wordTable struct {
	codes []string
	masks map[uint64]uint64 // by word: a bit for each language it is frequent in
}

var wordsByLanguage = sync.OnceValue(func() wordTable {
	t := wordTable{masks: map[uint64]uint64{}}
	for line := range strings.SplitSeq(strings.TrimSpace(frequentWords), "\n") {
		code, words, _ := strings.Cut(line, " ")
		bit := uint64(1) << len(t.codes)
		t.codes = append(t.codes, code)
		eachWord(words, func(w word) { t.masks[w.key] |= bit })
	}
	return t
})

// census counts how many words of s are among the frequent ones of each language.
type census struct {
	hits  [64]int // by place in the table
	words int
}

func countFrequent(s string) census {
	t := wordsByLanguage()
	var c census
	eachWord(s, func(w word) {
		c.words++
		for m := t.masks[w.key]; m != 0; m &= m - 1 {
			c.hits[bits.TrailingZeros64(m)]++
		}
	})
	return c
}

// best returns the places of the two languages with most hits.
func (c *census) best() (first, second int) {
	first, second = 0, 1
	if c.hits[1] > c.hits[0] {
		first, second = 1, 0
	}
	for i := 2; i < len(c.hits); i++ {
		switch {
		case c.hits[i] > c.hits[first]:
			first, second = i, first
		case c.hits[i] > c.hits[second]:
			second = i
		}
	}
	return first, second
}

// clear returns the language that frequent words alone decide, in text of Latin letters: the
// one that witness would return whatever the detector says, which costs twenty times as much.
func (c *census) clear() string {
	if c.words < witnessWords {
		return ""
	}
	first, second := c.best()
	if c.hits[first]*1000/c.words < strongShare || c.hits[first]*4 <= c.hits[second]*5 {
		return ""
	}
	return wordsByLanguage().codes[first]
}

// witness corrects the detector's verdict: it confirms an unreliable one, replaces
// one that another language's words contradict, and withdraws one whose own words
// are missing. Short text leaves it as it is.
func (c *census) witness(code string, reliable bool) (string, bool) {
	if c.words < witnessWords {
		return code, reliable
	}
	t := wordsByLanguage()
	own := -1
	for i, known := range t.codes {
		if known == code {
			own = i
		}
	}
	best, _ := c.best()
	bestShare := c.hits[best] * 1000 / c.words
	switch {
	case own < 0:
		if bestShare >= strongShare {
			return t.codes[best], true
		}
		return code, reliable
	case own != best && bestShare >= strongShare && c.hits[best]*4 > c.hits[own]*5:
		return t.codes[best], true
	case c.hits[own]*1000/c.words < weakShare:
		return code, false
	case c.hits[own] == c.hits[best] && bestShare >= strongShare:
		return code, true
	}
	return code, reliable
}
