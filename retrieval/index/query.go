package index

// Query asks for passages.
type Query struct {
	Text  string
	Limit int // hits to return; 0 means DefaultLimit

	// Filters. An empty list lets everything pass; a passage must be in one value
	// of each list that is not empty.
	Sources, Types, Tiers, Channels, Languages, Flags []string
	Kinds                                             []string
	// Path, Author, Sheet and Date, where set, are asked once for every value in the index.
	Path, Author, Sheet, Date func(value string) bool
	// Keep, where set, is asked for every passage found.
	Keep func(id string) bool
	// Held are terms that a passage must hold in any scored field, Titled those that it
	// must hold in title or heading, Without those that it must not hold.
	Held, Titled, Without []string
	// Also are other names for words of Text, that count in part.
	Also []Alternative
	// Beside are ids of passages that are found too, whether or not they hold a term: those
	// that pass the filters are Total.Beside.
	Beside []string
	// All finds every passage that passes the filters, where there is no text.
	All bool

	// Telling leaves out words that most passages hold: they cost most and tell least.
	Telling bool

	// Weights, where set, stand in for those that were chosen, to measure what they are worth.
	Weights *Weights

	Bare bool // hits without their terms and parts, for whole rankings

	// Hidden text and furniture stay out unless asked for.
	IncludeHidden, IncludeFurniture bool
}

// DefaultLimit is the number of hits of a query that names none.
const DefaultLimit = 10

// MaxQueryTerms bounds the different terms of a query; what follows in the text
// is not searched. The longest query of the CISI collection has 180.
const MaxQueryTerms = 256

// The flags that keep a passage out of default results.
const (
	FlagHidden    = "hidden"
	FlagFurniture = "furniture"
)

// Hit is one passage found.
type Hit struct {
	ID, Source string
	Score      float64
	Terms      []string // the query terms it holds, in the query's order
	Parts      []Part   // what makes up the score, in the same order
}

// Part is the share of one term in one field in the score of a hit.
type Part struct {
	Term, Field string
	Score       float64
}

// Total says what a query met besides the hits returned.
type Total struct {
	Matched  int    // passages with a query term that pass the filters, and those of Beside
	Withheld int    // further ones, left out because they are hidden or furniture
	Terms    []Term // the different terms of the query, in order
	Cut      bool   // the query had more than MaxQueryTerms of them
	Beside   []Hit  // of Query.Beside what passes the filters, in that order
}

// Term is one query term and what it is worth.
type Term struct {
	Term   string
	Docs   int     // passages that hold it in any field
	Weight float64 // how often the query asks for it; variants of a word count in part
	IDF    float64
	Also   bool // of another name for what was typed

	share float64 // of such a term: what weight and rarity may come to
}

// Weights are what two kinds of terms of a query count for, of 1.
type Weights struct {
	Literal  float64 // words with their endings, beside their stems
	Function float64 // function words
}

// Chosen are the weights of a query that sets none.
var Chosen = Weights{literalWeight, functionWeight}

// queryTerms returns the different terms of text with their weights.
// langs are the languages of the index that have a stemmer.
func queryTerms(text string, langs []int) (terms []Term, cut bool) {
	return Chosen.terms(text, langs)
}

func (weights Weights) terms(text string, langs []int) (terms []Term, cut bool) {
	a := newAnalyzer()
	a.speak(langs...)
	a.run(text)
	var names map[string]bool
	little := false // the last word is a function word
	at := map[string]int{}
	a.each(func(term []byte, k kind) {
		w := kindWeight[k]
		if k == literal {
			w = weights.Literal
		}
		if w == 0 {
			return
		}
		if k == plain {
			if little = functionWord(string(term)); little {
				if names == nil {
					names = capitals(text)
				}
				little = !names[string(term)]
			}
		}
		if little {
			w *= weights.Function
		}
		if i, ok := at[string(term)]; ok {
			terms[i].Weight += w
			return
		}
		if len(terms) == MaxQueryTerms {
			cut = true
			return
		}
		at[string(term)] = len(terms)
		terms = append(terms, Term{Term: string(term), Weight: w})
	})
	return terms, cut
}
