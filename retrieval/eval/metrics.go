package eval

import (
	"maps"
	"math"
	"slices"
)

// Judgements are the graded documents of each query: query id, document id,
// grade. A grade above 0 means relevant.
type Judgements map[string]map[string]int

// Run is a ranking for each query: query id to document ids, best first.
type Run map[string][]string

// Metrics are means over queries.
type Metrics struct {
	NDCG10    float64 `json:"ndcg_10"`    // normalised discounted cumulative gain of the first ten
	MAP       float64 `json:"map"`        // mean average precision over the whole ranking
	MRR       float64 `json:"mrr"`        // mean reciprocal rank of the first relevant document
	Recall100 float64 `json:"recall_100"` // share of the relevant documents among the first hundred
	Queries   int     `json:"queries"`    // queries with at least one relevant document
}

// Measure returns the means over all judged queries that have a relevant
// document. A query that run lacks counts 0, as with trec_eval -c. Of a document
// ranked twice only the first place counts.
func Measure(run Run, judged Judgements) Metrics {
	var sum Metrics
	// In order, because a sum of floats depends on it.
	for _, q := range slices.Sorted(maps.Keys(judged)) {
		one, ok := measureQuery(run[q], judged[q])
		if !ok {
			continue
		}
		sum.NDCG10 += one.NDCG10
		sum.MAP += one.MAP
		sum.MRR += one.MRR
		sum.Recall100 += one.Recall100
		sum.Queries++
	}
	if sum.Queries > 0 {
		n := float64(sum.Queries)
		sum.NDCG10 /= n
		sum.MAP /= n
		sum.MRR /= n
		sum.Recall100 /= n
	}
	return sum
}

// measureQuery returns the metrics of one ranking; ok is false where no document
// is relevant.
func measureQuery(ranking []string, grades map[string]int) (m Metrics, ok bool) {
	ideal := make([]int, 0, len(grades))
	for _, g := range grades {
		if g > 0 {
			ideal = append(ideal, g)
		}
	}
	if len(ideal) == 0 {
		return m, false
	}
	slices.SortFunc(ideal, func(a, b int) int { return b - a })
	var gain, best float64
	for i, g := range ideal[:min(10, len(ideal))] {
		best += discounted(g, i)
	}
	seen := make(map[string]bool, len(ranking))
	found, rank := 0, -1
	for _, id := range ranking {
		if seen[id] {
			continue
		}
		seen[id] = true
		rank++
		g := grades[id]
		if g <= 0 {
			continue
		}
		found++
		if rank < 10 {
			gain += discounted(g, rank)
		}
		if rank < 100 {
			m.Recall100++
		}
		if found == 1 {
			m.MRR = 1 / float64(rank+1)
		}
		m.MAP += float64(found) / float64(rank+1)
	}
	m.NDCG10 = gain / best
	m.MAP /= float64(len(ideal))
	m.Recall100 /= float64(len(ideal))
	return m, true
}

// discounted is the gain of a grade at a rank counted from 0.
func discounted(grade, rank int) float64 {
	return float64(grade) / math.Log2(float64(rank)+2)
}
