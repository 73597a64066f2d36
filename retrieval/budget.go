package retrieval

import (
	"fmt"
	"strings"

	"github.com/clipperhouse/uax29/v2/sentences"

	"quire/knowledge"
)

// The budget is a promise about the bytes on stdout, so every part of an answer
// has an upper bound in o200k tokens that needs no vocabulary:
//
//   - the text of a passage has the counts that were stored at sync;
//   - a string that is not counted takes at most one token a byte;
//   - what is printed around them is constant, and counted once here.
//
// A test prints answers, counts their tokens and holds the bound against them.
const (
	// textSkeleton bounds the fixed words and marks of one result as text.
	textSkeleton = 24
	// jsonSkeleton bounds the keys and punctuation of one result as JSON.
	jsonSkeleton = 170
	// contextSkeleton bounds those of one context entry as JSON.
	contextSkeleton = 24
	// envelope bounds what every answer prints besides query and results.
	envelope = 190
)

// MinBudget is the smallest budget that an answer to this query fits.
func MinBudget(query string) int { return envelope + len(knowledge.QuoteJSON(query)) }

// spend moves results into the answer while they fit and accounts for the rest.
func spend(res *Result, fit []Passage, q Query, distinct int) error {
	used := MinBudget(q.Text)
	if q.Budget > 0 && q.Budget < used {
		return &BadQueryError{fmt.Sprintf("a budget of %d tokens is too small", q.Budget), fmt.Sprintf("the smallest for this query is %d", used)}
	}
	for _, u := range res.Unsearched {
		used += len(u.Path) + 24
		if q.Form == JSONForm {
			used += 40
		}
	}
	dropped := 0
	for i, p := range fit {
		cost := p.cost(q.Form)
		if q.Budget > 0 && used+cost > q.Budget {
			if i == 0 && p.cutTo(q.Budget-used-(cost-p.body(q.Form))) {
				cost = p.cost(q.Form)
			} else {
				dropped++
				continue
			}
		}
		used += cost
		res.Results = append(res.Results, p)
	}
	if dropped > 0 {
		res.Omitted = append(res.Omitted, Omission{Reason: "budget", Count: dropped})
	}
	if rest := distinct - len(fit); rest > 0 {
		res.Omitted = append(res.Omitted, Omission{Reason: "limit", Count: rest})
	}
	if len(res.Results) == 0 {
		res.Grade = gradeOfNothing(res.Grade, dropped)
	}
	res.Budget.Used = used
	return nil
}

func gradeOfNothing(grade string, dropped int) string {
	if dropped > 0 {
		return grade
	}
	return "none"
}

// body returns the bound of the text of p alone.
func (p *Passage) body(f Form) int {
	if f == JSONForm {
		return p.quoted
	}
	return p.tokens
}

// cost returns the bound of one printed result.
func (p *Passage) cost(f Form) int {
	n := p.body(f) + len(p.Address) + len(p.About) + len(p.Source.Path) + len(p.Locator) + len(p.Heading)
	for _, flag := range p.Flags {
		n += len(flag) + 4
	}
	if f == TextForm {
		for _, c := range p.Context {
			if c.Kind == "header-row" {
				n += len(c.Text) + 4
			}
		}
		return n + textSkeleton
	}
	n += jsonSkeleton + len(knowledge.QuoteJSON(p.Source.Title)) + len(p.Digest)
	for _, t := range p.Matched {
		n += len(knowledge.QuoteJSON(t)) + 1
	}
	for _, c := range p.Context {
		n += contextSkeleton + len(c.Address) + len(knowledge.QuoteJSON(c.Text))
	}
	for _, part := range p.Parts {
		n += 40 + len(part.Term)
	}
	return n
}

// cutTo shortens the text to its first sentences or lines of together at most n
// bytes, which is at most n tokens in either form; false where not one fits.
func (p *Passage) cutTo(n int) bool {
	end := 0
	it := sentences.FromString(p.Text)
	for it.Next() && len(knowledge.QuoteJSON(p.Text[:it.End()]))+strings.Count(p.Text[:it.End()], "\n")*2+len(cutMark)+4 <= n {
		end = it.End()
	}
	text := strings.TrimRight(p.Text[:end], " \n")
	if text == "" {
		return false
	}
	p.Text, p.Cut = text, true
	p.Span[1] = p.Span[0] + len(text)
	p.Digest = knowledge.DigestOf([]byte(text))
	a, err := knowledge.ParseAddress(p.Address)
	if err != nil {
		return false
	}
	a.End, a.Check = p.Span[1], p.Digest.Short(knowledge.CheckDigits)
	p.Address = a.String()
	p.tokens = len(knowledge.FencedTight(text)) + len(cutMark)
	p.quoted = len(knowledge.QuoteJSON(text))
	return true
}

const cutMark = "   (cut to the budget)\n"
