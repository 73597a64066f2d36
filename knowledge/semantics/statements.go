package semantics

import (
	"slices"
	"strings"

	"quire/knowledge"
)

// statements chooses summary and key points.
func (k *Knowledge) statements(v *view, all []sentence) {
	k.Counts.Sentences = len(all)
	if len(all) == 0 {
		return
	}
	rank(all, k.Title.Text)
	lead, by := chooseSummary(v, all)
	points := chooseKeyPoints(all, lead)
	k.SummaryBy = by
	k.Summary = quoteAll(lead)
	k.KeyPoints = quoteAll(points)
}

// quoteAll cites sentences in reading order.
func quoteAll(chosen []*sentence) []Statement {
	slices.SortFunc(chosen, func(a, b *sentence) int { return a.ordinal - b.ordinal })
	var out []Statement
	for _, c := range chosen {
		out = append(out, c.statement())
	}
	return out
}

// chooseSummary takes the document's own abstract where it has one, the first
// paragraph of a message, and else the best sentences with weight on the start.
func chooseSummary(v *view, all []sentence) ([]*sentence, string) {
	n := maxSummary
	switch {
	case len(all) <= 2:
		n = 1
	case len(all) <= 7:
		n = 2
	}
	if s := v.abstractSection(); s > 0 {
		if lead := firstOf(all, n, func(c *sentence) bool { return c.block.section == s }); len(lead) > 0 {
			return lead, ByAbstract
		}
	}
	if v.isMessage() {
		unit, start := all[0].block.unit, all[0].block
		if lead := firstOf(all, n, func(c *sentence) bool { return c.block == start && c.block.unit == unit }); len(lead) > 0 {
			return lead, ByLead
		}
	}
	return best(all, n, func(c *sentence) int { return c.score + leadBonus(c, len(all)) }, nil), ByRank
}

// leadBonus puts weight on the first fifth of a document, most on its start.
func leadBonus(c *sentence, total int) int {
	zone := max(3, min(total/5, 20))
	if c.ordinal >= zone {
		return 0
	}
	return 300 * (zone - c.ordinal) / zone
}

// abstractSection returns the section whose heading names a summary, 0 where
// there is none.
func (v *view) abstractSection() int {
	for i := range v.blocks {
		if b := &v.blocks[i]; b.Kind == knowledge.Heading && b.Span.Len() < 60 && abstracts()[headingKey(b.plain(b.whole()))] {
			return b.section
		}
	}
	return 0
}

// firstOf returns the first n sentences that want accepts.
func firstOf(all []sentence, n int, want func(*sentence) bool) []*sentence {
	var out []*sentence
	for i := range all {
		if len(out) == n {
			break
		}
		if want(&all[i]) {
			out = append(out, &all[i])
		}
	}
	return out
}

// chooseKeyPoints takes the best sentences outside the summary, from several
// sections where there are several.
func chooseKeyPoints(all []sentence, lead []*sentence) []*sentence {
	sections := map[int]bool{}
	for i := range all {
		sections[all[i].block.section] = true
	}
	perSection := maxKeyPoints
	switch {
	case len(sections) >= 6:
		perSection = 2
	case len(sections) >= 3:
		perSection = 3
	}
	points := best(all, maxKeyPoints+len(lead), func(c *sentence) int { return c.score }, &spread{lead, perSection})[len(lead):]
	return slices.DeleteFunc(points, func(c *sentence) bool { return c.score < leastPoint || c.asks() || strings.HasSuffix(c.text, ":") })
}

// leastPoint is the score below which a sentence is no key point, per mille: what has
// none of a document's frequent words, and stands late, is below.
const leastPoint = 60

// spread is what key points keep away from: the summary, and each other's
// sections beyond a number.
type spread struct {
	taken      []*sentence
	perSection int
}

// best returns up to n sentences by value, highest first, the earlier one of two
// equal ones, none alike another. With a spread, its taken sentences come first
// in the result and count.
func best(all []sentence, n int, value func(*sentence) int, sp *spread) []*sentence {
	order := make([]*sentence, len(all))
	for i := range all {
		order[i] = &all[i]
	}
	slices.SortStableFunc(order, func(a, b *sentence) int { return value(b) - value(a) })
	var out []*sentence
	used := map[int]int{}
	if sp != nil {
		out = slices.Clone(sp.taken)
	}
	for _, c := range order {
		if len(out) >= n {
			break
		}
		if sp != nil && used[c.block.section] >= sp.perSection {
			continue
		}
		if slices.ContainsFunc(out, func(o *sentence) bool { return o == c || alike(o, c) }) {
			continue
		}
		used[c.block.section]++
		out = append(out, c)
	}
	return out
}
