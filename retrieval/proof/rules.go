package proof

import (
	"embed"
	"hash/maphash"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/spanish"
)

//go:embed rules/*.txt
var tables embed.FS

// class is what a word does to a statement besides naming something.
type class uint64

const (
	stop class = 1 << iota
	light
	negation
	must
	may
	should
	plan
	all
	most
	some
	halfOf
	only
	atLeast
	atMost
	over
	under
	approx
	opinion
	sum
	difference
	passive
	clauseBreak
	join
	condition
	replaces
	withdrawn
	auxiliary
	notOnly
	than
	ends
	further
	forbids
	additive
	infinitive
	asserts
	mutual
	partnerMark
	relative
	demonstrative
	article
	of
	restricts
	average
	contrast

	modal      = must | may | should | plan
	quantifier = all | most | some | halfOf | only
	bound      = atLeast | atMost | over | under
)

var classNames = map[string]class{
	"stop": stop, "light": light, "negation": negation, "must": must, "may": may, "should": should, "plan": plan, "all": all, "most": most,
	"some": some, "half": halfOf, "only": only, "atleast": atLeast, "atmost": atMost, "over": over, "under": under, "approx": approx,
	"opinion": opinion, "sum": sum, "difference": difference, "passive": passive, "break": clauseBreak, "join": join, "condition": condition,
	"replaces": replaces, "withdrawn": withdrawn, "auxiliary": auxiliary, "notonly": notOnly, "than": than, "ends": ends,
	"further": further, "forbids": forbids, "additive": additive, "infinitive": infinitive, "asserts": asserts, "mutual": mutual, "partner": partnerMark,
	"relative": relative, "demonstrative": demonstrative, "article": article, "of": of, "restricts": restricts, "average": average, "contrast": contrast,
}

// phrase is an entry of a table: words in a row and what they mean.
type phrase struct {
	words    []string // folded
	hyphen   bool     // the first two are joined by one: peut-être
	class    class
	concepts []string
	axis     string // name, and pole 1 or 2
	pole     int
	number   int // of a number word; 0 is none
	ordinal  bool
}

// language is the rule tables of one language.
type language struct {
	code    string // ISO 639-3
	entries map[string][]*phrase
	stemmed map[string][]*phrase // entries of one word by their stem, for inflections the table leaves out
	stem    func(*snowballstem.Env) bool
	split   bool            // l'atelier is two words
	apart   map[string]pole // words of one stem that say different things: the line of the table, the group in it
	stems   [stemSlots]atomic.Pointer[stemmed]
}

var files = []struct {
	code, file string
	stem       func(*snowballstem.Env) bool
}{
	{"eng", "en", english.Stem}, {"deu", "de", german.Stem}, {"fra", "fr", french.Stem}, {"spa", "es", spanish.Stem},
}

// languages are the rule tables by ISO 639-3 code.
var languages = sync.OnceValue(func() map[string]*language {
	out := map[string]*language{}
	for _, f := range files {
		b, err := tables.ReadFile("rules/" + f.file + ".txt")
		if err != nil {
			panic(err) // embedded
		}
		l := &language{code: f.code, stem: f.stem, split: f.code == "fra"}
		if err := l.parse(string(b)); err != nil {
			panic(f.file + ".txt: " + err.Error())
		}
		out[f.code] = l
	}
	return out
})

// Languages lists the codes of the languages with rule tables.
func Languages() []string {
	var out []string
	for _, f := range files {
		out = append(out, f.code)
	}
	return out
}

type ruleError struct {
	line   int
	detail string
}

func (e *ruleError) Error() string { return "line " + strconv.Itoa(e.line) + ": " + e.detail }

func (l *language) parse(text string) error {
	l.entries, l.apart = map[string][]*phrase{}, map[string]pole{}
	section := ""
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[':
			section = strings.Trim(line, "[]")
			if classNames[section] == 0 && !slices.Contains([]string{"numbers", "ordinals", "concepts", "axes", "apart"}, section) {
				return &ruleError{n + 1, "unknown section " + section}
			}
			continue
		}
		if err := l.entry(section, line); err != nil {
			return &ruleError{n + 1, err.Error()}
		}
	}
	l.stemmed = map[string][]*phrase{}
	for _, ps := range l.entries {
		for _, p := range ps {
			if len(p.words) == 1 && p.class == 0 && p.number == 0 {
				s := l.stemOf(p.words[0])
				l.stemmed[s] = append(l.stemmed[s], p)
			}
		}
		slices.SortStableFunc(ps, func(a, b *phrase) int { return len(b.words) - len(a.words) })
	}
	return nil
}

func (l *language) entry(section, line string) error {
	switch section {
	case "concepts":
		name, words, ok := strings.Cut(line, ":")
		if !ok {
			return &ruleError{0, "want NAME: words"}
		}
		for w := range strings.SplitSeq(words, ",") {
			p := l.phrase(w)
			p.concepts = append(p.concepts, name)
		}
	case "axes":
		name, poles, ok := strings.Cut(line, ":")
		one, two, both := strings.Cut(poles, "|")
		if !ok || !both {
			return &ruleError{0, "want NAME: words | words"}
		}
		for i, words := range []string{one, two} {
			for w := range strings.SplitSeq(words, ",") {
				p := l.phraseOf(w, func(p *phrase) bool { return p.axis == "" })
				p.axis, p.pole = name, i+1
			}
		}
	case "apart":
		for i, group := range strings.Split(line, "|") {
			for w := range strings.SplitSeq(group, ",") {
				l.apart[bare(strings.TrimSpace(w))] = pole{line, i + 1}
			}
		}
	case "numbers", "ordinals":
		for w := range strings.SplitSeq(line, ",") {
			word, number, _ := strings.Cut(w, "=")
			n, err := strconv.Atoi(strings.TrimSpace(number))
			if err != nil {
				return err
			}
			p := l.phrase(word)
			p.number, p.ordinal = n, section == "ordinals"
		}
	default:
		for w := range strings.SplitSeq(line, ",") {
			l.phrase(w).class |= classNames[section]
		}
	}
	return nil
}

// phrase returns the entry of these words, a new one where there is none.
func (l *language) phrase(words string) *phrase {
	return l.phraseOf(words, func(*phrase) bool { return true })
}

func (l *language) phraseOf(words string, fits func(*phrase) bool) *phrase {
	fields := foldedWords(words, l)
	if len(fields) == 0 {
		return &phrase{}
	}
	hyphen := strings.HasPrefix(bare(strings.TrimSpace(words)), fields[0]+"-")
	for _, p := range l.entries[fields[0]] {
		if slices.Equal(p.words, fields) && p.hyphen == hyphen && fits(p) {
			return p
		}
	}
	p := &phrase{words: fields, hyphen: hyphen}
	l.entries[fields[0]] = append(l.entries[fields[0]], p)
	return p
}

// stemmed is a word with its stem.
type stemmed struct{ word, stem string }

// stemSlots is how many stems of a language are remembered, about those of a book. Which
// ones is a matter of the words' hashes; what is not remembered is worked out again.
const stemSlots = 8192

var stemSeed = maphash.MakeSeed()

func (l *language) stemOf(w string) string {
	if l == nil || len(w) < 4 || len(w) > 40 {
		return w
	}
	slot := &l.stems[maphash.String(stemSeed, w)%stemSlots]
	if s := slot.Load(); s != nil && s.word == w {
		return s.stem
	}
	env := snowballstem.NewEnv(w)
	l.stem(env)
	s := &stemmed{strings.Clone(w), strings.Clone(bare(env.Current()))}
	slot.Store(s)
	return s.stem
}

// unit is a unit of measurement: its dimension, and how many base units it is.
type unit struct {
	dimension string
	factor    *big.Rat
}

// units maps folded words to units.
var units = sync.OnceValue(func() map[string]unit {
	b, err := tables.ReadFile("rules/units.txt")
	if err != nil {
		panic(err)
	}
	out := map[string]unit{}
	for line := range strings.SplitSeq(string(b), "\n") {
		line = strings.TrimSpace(line)
		dimension, groups, ok := strings.Cut(line, ":")
		if !ok || line[0] == '#' {
			continue
		}
		for g := range strings.SplitSeq(groups, ";") {
			factor, words, _ := strings.Cut(strings.TrimSpace(g), " ")
			f, ok := new(big.Rat).SetString(factor)
			if !ok {
				panic("units.txt: " + factor + " is no factor")
			}
			for w := range strings.SplitSeq(words, ",") {
				out[strings.TrimSpace(w)] = unit{dimension, f}
			}
		}
	}
	return out
})
