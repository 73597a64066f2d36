package index

import "math"

// ranking holds the parameters of BM25F: the frequencies of a term in the fields,
// each divided by the field's length and weighted, are added up before they
// saturate (Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009).
type ranking struct {
	k1     float64
	fields [3]fieldRanking // in the order of scoredFields
}

type fieldRanking struct {
	weight float64
	b      float64 // how much the length of the field counts, 0 to 1
}

// Parameters, chosen on SciFact, Cranfield and CISI with each document as one
// passage, with its title as heading or as heading and title, and cut into
// passages. nDCG@10 stays within 0.01 of the best for k1 from 1.2 to 2, textB from
// 0.7 to 0.85 and headingWeight from 2 to 3, so they are round numbers from the
// middle: 0.705, 0.383 and 0.404. With k1 1.2 and all weights 1, those of function
// words too, it is 0.696, 0.359 and 0.371.
const (
	k1            = 1.5
	textB         = 0.75
	headingB      = 0.5
	titleB        = 0.5
	textWeight    = 1.0
	headingWeight = 2.0
	titleWeight   = 1.0
)

// scoredFields is the order in which fields are read and added up.
var scoredFields = [3]string{fieldText, fieldHeading, fieldTitle}

var bm25f = ranking{k1: k1, fields: [3]fieldRanking{
	{textWeight, textB}, {headingWeight, headingB}, {titleWeight, titleB},
}}

// kindWeight is what a term of a query counts for by its kind. A variant says
// little more than the word it stands beside. literal with 0, 0.1, 0.25 and 0.5, one
// text file a document: nDCG@10 of SciFact .695, .697, .693, .682, of Cranfield .381,
// .378, .377, .374, of CISI .412, .417, .417, .409. full makes no difference from 0.25
// to 1 on texts in nine scripts.
var kindWeight = [numKind]float64{plain: 1, exact: 0.5, joined: 0.5, part: 0.25, single: 0, full: 0.5, stemmed: 0.5, literal: literalWeight}

const literalWeight = 0.1

// idf returns the weight of a term that df of n passages hold. It is rounded to
// 2^-30, because logarithms differ in the last bit between machines.
func idf(n int64, df int) float64 {
	const unit = 1 << 30
	// A df above n is possible where the caller's sizes are wrong.
	rest := max(float64(n)-float64(df), 0)
	return math.Round(math.Log(1+(rest+0.5)/(float64(df)+0.5))*unit) / unit
}

// saturate maps a weighted frequency to what it counts for, below k1+1.
func (p *ranking) saturate(x float64) float64 {
	return float64(x*(p.k1+1)) / float64(x+p.k1)
}

// fieldScale are the constants of one field in one index: a frequency tf in a
// field of length n counts tf*weight/(base+slope*n).
type fieldScale struct{ weight, base, slope float64 }

// scales derives the constants from the average lengths.
func (p *ranking) scales(st Stats) [3]fieldScale {
	lengths := [3]int64{st.Terms.Text, st.Terms.Heading, st.Terms.Title}
	var out [3]fieldScale
	for i, f := range p.fields {
		out[i] = fieldScale{weight: f.weight, base: 1}
		if lengths[i] > 0 && st.Docs > 0 {
			out[i].base = 1 - f.b
			out[i].slope = float64(f.b*float64(st.Docs)) / float64(lengths[i])
		}
	}
	return out
}

// frequency returns what tf times in a field of so many terms count for.
func (s *fieldScale) frequency(tf, length uint64) float64 {
	return float64(s.weight*float64(tf)) / float64(s.base+float64(s.slope*float64(length)))
}
