package relations

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// What neighbours in a series have in common, in thousandths: their headings and header
// cells, or, where they have none, their text.
const (
	seriesOutline = 600
	seriesText    = 250
)

// What two states of one text have in common, in thousandths.
const (
	redatedText   = 700
	redatedValues = 500
)

// series relates what is numbered or dated in its name and built alike: each to the
// one before it.
func (j *joiner) series() {
	keys := make([]string, len(j.nodes))
	for i := range j.names {
		p := j.party(i)
		keys[i] = p.seriesKey()
	}
	j.buckets(ofSeries, keys, func(nodes []int) {
		slices.SortFunc(nodes, func(a, b int) int { return slices.Compare(j.names[a].ordinal, j.names[b].ordinal) })
		at := make([]int, len(nodes)) // places of distinct ordinals
		at = at[:0]
		for i, n := range nodes {
			if i == 0 || slices.Compare(j.names[nodes[i-1]].ordinal, j.names[n].ordinal) != 0 {
				at = append(at, i)
			}
		}
		for k := 1; k < len(at); k++ {
			if at[k] != at[k-1]+1 || k+1 < len(at) && at[k+1] != at[k]+1 || k+1 == len(at) && at[k] != len(nodes)-1 {
				continue // two of one number: versions, not members
			}
			from, to := nodes[at[k]], nodes[at[k-1]]
			if !j.part.has(from, to) {
				continue
			}
			why := j.builtAlike(from, to)
			if why == "" {
				continue
			}
			j.add(j.edge(PartOfSeries, from, to, false, byName, fmt.Sprintf("%s after %s by their names", numbers(j.names[from].ordinal), numbers(j.names[to].ordinal)), why))
			j.pairs[pairOf(from, to)] |= isSeries
			j.member[from], j.member[to] = true, true
		}
	})
}

// builtAlike says what two nodes have in common in their structure, "" where that is
// too little.
func (j *joiner) builtAlike(a, b int) string {
	x, y := &j.nodes[a].Facts, &j.nodes[b].Facts
	if x.Text.Filled() < minFilled || y.Text.Filled() < minFilled || otherLanguage(&j.nodes[a], &j.nodes[b]) || j.redated(a, b) {
		return ""
	}
	if x.Outline.Filled() > 1 && y.Outline.Filled() > 1 {
		if n := x.Outline.Similarity(y.Outline); n >= seriesOutline {
			return fmt.Sprintf("headings in common: %d of 1000", n)
		}
		return ""
	}
	if n := x.Text.Similarity(y.Text); n >= seriesText {
		return perMille(n)
	}
	return ""
}

// redated reports two states of one text, each named by its day: much of the text, the
// title, and the numbers and names are the same. Forms that are filled in anew have
// other numbers and names.
func (j *joiner) redated(a, b int) bool {
	n, m := &j.names[a], &j.names[b]
	if !n.dated || !m.dated || n.folder != m.folder || n.series != m.series || !j.sameTitle(a, b) {
		return false
	}
	values, some := j.values(a, b)
	return some && values >= redatedValues && j.similarity(a, b) >= redatedText
}

// sameSeries reports two members of one series: each is built like its neighbour.
func (j *joiner) sameSeries(a, b int) bool {
	if !j.member[a] || !j.member[b] {
		return false
	}
	p, q := j.party(a), j.party(b)
	return p.seriesKey() == q.seriesKey()
}

// numbers prints the dates and numbers of a name.
func numbers(ordinal []int) string {
	words := make([]string, len(ordinal))
	for i, n := range ordinal {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, "-")
}
