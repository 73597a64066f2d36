package retrieval

import (
	"strings"

	"quire/knowledge"
	"quire/retrieval/proof"
)

// disputes returns what other documents contradict in a part of a document, by the
// relations of the snapshot. A document that no longer counts contradicts nothing.
func (pr *prover) disputes(s *knowledge.Source, unit string, span knowledge.Span) ([]proof.Dispute, error) {
	row, ok := pr.cache.edges[s.ID]
	if !ok {
		return nil, nil
	}
	var out []proof.Dispute
	for _, ref := range row.refs() {
		if ref.Kind != "conflicts-with" {
			continue
		}
		for i := 0; i+1 < len(ref.Evidence); i += 2 { // a pair, one of each side
			here, there := ref.Evidence[i], ref.Evidence[i+1]
			if here.Source != s.ID {
				here, there = there, here
			}
			if here.Unit != unit || here.Span[0] < span[0] || here.Span[1] > span[1] {
				continue
			}
			other, err := pr.view.Source(there.Source)
			if err != nil {
				return nil, err
			}
			if why, err := pr.whyOutdated(other); err != nil || why != "" {
				if err != nil {
					return nil, err
				}
				continue
			}
			pr.against = append(pr.against, there)
			out = append(out, proof.Dispute{
				Start: here.Span[0] - span[0], End: here.Span[1] - span[0],
				Here: knowledge.Line(here.Text, 100), There: knowledge.Line(there.Text, 100), Path: other.Path, Key: len(pr.against) - 1,
			})
		}
	}
	return out, nil
}

// otherSides returns the sentences or rows that contradict what decides, without those
// that are listed already.
func (pr *prover) otherSides(found []proof.Dispute, listed []ProofEvidence) ([]ProofEvidence, error) {
	for _, d := range found {
		e := pr.against[d.Key]
		cu, err := pr.cache.get(e.Source, e.Unit)
		if err != nil {
			return nil, err
		}
		if !e.Span.Within(len(cu.text)) {
			continue
		}
		p := pr.spanned(cu, sentenceAround(cu, e.Span), proof.Contradicts)
		known := false
		for i := range listed {
			known = known || within(listed[i].Address, p.Address)
		}
		if !known {
			listed = append(listed, p)
		}
	}
	return listed, nil
}

// sentenceAround widens a span to its sentence, in a table to its row.
func sentenceAround(cu *cachedUnit, s knowledge.Span) knowledge.Span {
	from, to := strings.LastIndexByte(cu.text[:s[0]], '\n')+1, len(cu.text)
	if n := strings.IndexByte(cu.text[s[1]:], '\n'); n >= 0 {
		to = s[1] + n
	}
	line := cu.text[from:to]
	if strings.HasPrefix(line, "|") {
		return knowledge.Span{from, to}
	}
	for _, x := range proof.SentenceSpans(line) {
		if from+x[0] <= s[0] && s[1] <= from+x[1] {
			return knowledge.Span{from + x[0], from + x[1]}
		}
	}
	return knowledge.Span{from, to}
}
