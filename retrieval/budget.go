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
//   - a string that is not counted has a bound of its own: see knowledge.TokenBound;
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
	// conflictSkeleton bounds those of one conflict.
	conflictSkeleton = 24
	// twinSkeleton bounds those of one place where the text stands too.
	twinSkeleton = 24
	// addressSlack bounds what an address and a digest may grow by when a text is cut.
	addressSlack = 16
	// repeatSkeleton bounds the words that a result has duplicates.
	repeatSkeleton = 24
	// textEnvelope and jsonEnvelope bound what every answer prints besides query and
	// results.
	textEnvelope = 95
	jsonEnvelope = 165
)

// MinBudget is the smallest budget that an answer to this query fits.
func MinBudget(query string, f Form) int {
	if f == JSONForm {
		return jsonEnvelope + quotedBound(query)
	}
	return textEnvelope + knowledge.TokenBound(query)
}

// vectorsSkeleton bounds what is printed around the digest of a model.
const vectorsSkeleton = 32

func (u *VectorsUsed) cost() int {
	if u == nil {
		return 0
	}
	return knowledge.TokenBound(string(u.Model)) + vectorsSkeleton
}

func quotedBound(s string) int { return knowledge.TokenBound(knowledge.QuoteJSON(s)) }

// spend moves results into the answer while they fit and accounts for the rest.
func (v *View) spend(res *Result, fit []Passage, q Query, from, distinct int) error {
	used := MinBudget(res.Query, q.Form) + res.Vectors.cost()
	if q.Budget > 0 && q.Budget < used {
		return &BadQueryError{fmt.Sprintf("a budget of %d tokens is too small", q.Budget), fmt.Sprintf("the smallest for this query is %d", used)}
	}
	used += res.remarks(q, (q.Budget-used)/4)
	used += res.warn(q, (q.Budget-used)/4)
	dropped, apart := 0, 0
	var repeats []Omission
	for i, p := range fit {
		cost := p.cost(q.Form)
		if q.Budget > 0 && used+cost > q.Budget {
			for len(p.Around) > 0 && used+cost > q.Budget {
				p.dropFarthest()
				apart++
				cost = p.cost(q.Form)
			}
			if used+cost > q.Budget {
				p.Twins = nil
				cost = p.cost(q.Form)
			}
			if used+cost <= q.Budget {
				// without some of what stands around it, it fits
			} else if i == 0 && p.cutTo(q.Budget-used-(cost-p.body(q.Form))-addressSlack, q.Form) {
				cost = p.cost(q.Form)
			} else {
				for _, p := range fit[i:] {
					dropped += 1 + p.repeats
				}
				break
			}
		}
		used += cost
		apart += p.beyond
		p.headerOnce()
		res.Results = append(res.Results, p)
		if p.repeats > 0 {
			repeats = append(repeats, Omission{Reason: "duplicate", Count: p.repeats, Address: p.Address})
		}
	}
	res.Omitted = append(repeats, res.Omitted...)
	if dropped > 0 {
		res.Omitted = append(res.Omitted, Omission{Reason: "budget", Count: dropped})
	}
	if apart > 0 {
		res.Omitted = append(res.Omitted, Omission{Reason: "neighbours", Count: apart})
	}
	rest := distinct - from - len(fit)
	if rest > 0 {
		res.Omitted = append(res.Omitted, Omission{Reason: "limit", Count: rest})
	}
	if next := from + len(res.Results); (rest > 0 || dropped > 0) && len(res.Results) > 0 && next <= maxCursor {
		res.Cursor = v.cursor(q, next)
	}
	if len(res.Results) == 0 {
		res.Grade = gradeOfNothing(res.Grade, dropped)
	}
	if res.Omitted == nil {
		res.Omitted = []Omission{}
	}
	res.Budget.Used = used
	return nil
}

// remarks keeps the notes and corrections that fit a share of the budget and returns
// the bound of printing them.
func (res *Result) remarks(q Query, share int) int {
	used := 0
	for i, n := range res.Notes {
		cost := quotedBound(n) + 8
		if q.Budget > 0 && used+cost > share {
			res.Notes = res.Notes[:i]
			break
		}
		used += cost
	}
	for i, c := range res.Corrected {
		cost := quotedBound(c.From) + quotedBound(c.To) + 40
		if q.Budget > 0 && used+cost > share {
			res.Corrected = res.Corrected[:i]
			break
		}
		used += cost
	}
	return used
}

// warn keeps the files that could not be searched which fit a share of the budget,
// counts the others, and returns the bound of printing them.
func (res *Result) warn(q Query, share int) int {
	used, kept := 0, 0
	for _, u := range res.Unsearched {
		cost := knowledge.TokenBound(u.Path) + 24
		if q.Form == JSONForm {
			cost = quotedBound(u.Path) + knowledge.TokenBound(u.Address) + 40
		}
		if q.Budget > 0 && used+cost > share {
			break
		}
		used += cost
		kept++
	}
	if dropped := len(res.Unsearched) - kept; dropped > 0 {
		res.Unsearched = res.Unsearched[:kept]
		for i := range res.Omitted {
			if res.Omitted[i].Reason == "unsearched" {
				res.Omitted[i].Count += dropped
				return used
			}
		}
		res.Omitted = append(res.Omitted, Omission{Reason: "unsearched", Count: dropped})
	}
	return used
}

func gradeOfNothing(grade string, dropped int) string {
	if dropped > 0 {
		return grade
	}
	return "none"
}

// dropFarthest removes the neighbour that stands farthest from the result, of two the
// one behind it.
func (p *Passage) dropFarthest() {
	if n := len(p.Around); -p.Around[0].Place > p.Around[n-1].Place {
		p.Around = p.Around[1:]
	} else {
		p.Around = p.Around[:n-1]
	}
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
	body := p.body(f) + p.Look.cost(f)
	for _, x := range p.Conflicts {
		body += quotedBound(x.Here) + quotedBound(x.There) + quotedBound(x.Path) + knowledge.TokenBound(x.Address) + conflictSkeleton
	}
	for _, t := range p.Twins {
		body += knowledge.TokenBound(t.Address) + quotedBound(t.Path) + twinSkeleton
	}
	if p.Newer != "" {
		body += knowledge.TokenBound(p.Newer) + 12
	}
	for _, flag := range p.Flags {
		body += quotedBound(string(flag)) + 2
	}
	for _, n := range p.Around {
		if f == JSONForm {
			n.tokens = n.quoted
		}
		body += n.tokens + knowledge.TokenBound(n.Address) + 32
	}
	n := body + knowledge.TokenBound(p.Address) + knowledge.TokenBound(p.About) + knowledge.TokenBound(p.Locator)
	for _, part := range p.Parts {
		n += 40 + quotedBound(part.Term)
	}
	if f == TextForm {
		n += knowledge.TokenBound(p.Source.Path) + knowledge.TokenBound(p.Heading) + textSkeleton
		for _, c := range p.Context {
			if c.Kind != "heading" {
				n += knowledge.TokenBound(c.Text) + 8
			}
		}
		if p.repeats > 0 {
			n += repeatSkeleton
		}
		return n
	}
	n += jsonSkeleton + knowledge.TokenBound(string(p.Digest))
	for _, s := range []string{p.Source.Path, p.Source.Title, p.Heading} {
		n += quotedBound(s)
	}
	for _, t := range p.Matched {
		n += quotedBound(t) + 1
	}
	for _, c := range p.Channels {
		n += knowledge.TokenBound(c) + 2
	}
	for _, c := range p.Context {
		n += contextSkeleton + knowledge.TokenBound(c.Address) + quotedBound(c.Text)
	}
	if p.repeats > 0 {
		n += repeatSkeleton + knowledge.TokenBound(p.Address)
	}
	return n
}

// cutTo shortens the text to its first sentences or lines of together at most n
// tokens as printed; false where not one fits.
func (p *Passage) cutTo(n int, f Form) bool {
	end := 0
	it := sentences.FromString(p.Text)
	for it.Next() && cutBody(p.Text[:it.End()], f) <= n {
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
	p.tokens, p.quoted = cutBody(text, TextForm), cutBody(text, JSONForm)
	return true
}

// cutBody bounds the tokens of a shortened text and of the word that it is one.
func cutBody(text string, f Form) int {
	if f == JSONForm {
		return quotedBound(text) + len(`,"cut":true`)
	}
	return knowledge.TokenBound(knowledge.FencedTight(text)) + len(cutMark)
}

const cutMark = "   (cut to the budget)\n"
