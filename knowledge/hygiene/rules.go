package hygiene

import "slices"

// found is a phrase of the vocabulary in a text.
type found struct {
	lang       uint8
	kind       kind
	start, end int // tokens
}

// rule asks for phrases of several kinds within a stretch of one sentence.
type rule struct {
	name   string
	need   []kind
	within int  // tokens from the first phrase to the last, in languages that part their words
	near   bool // the phrases follow each other in the order of need, with little between
}

// spaceless is by how much longer a stretch is in tokens where each character is one.
const spaceless = 2

// The rules. Each order needs the word for what a model is given, or a word for
// the model itself; the kinds it needs have to be of one language.
var rules = []rule{
	{name: "whole-phrase", need: []kind{whole}},
	{name: "drop-instructions", need: []kind{drop, prior, orders}, within: 9},
	{name: "drop-instructions", need: []kind{drop, every, orders}, within: 6, near: true},
	{name: "drop-instructions", need: []kind{drop, yours, orders}, within: 6, near: true},
	{name: "new-instructions", need: []kind{yours, fresh, orders}, within: 4, near: true},
	{name: "reveal-prompt", need: []kind{reveal, prompt}, within: 9},
	{name: "reveal-prompt", need: []kind{yours, prompt}, within: 3, near: true},
	{name: "reveal-prompt", need: []kind{reveal, secret, yours, orders}, within: 8},
	{name: "play-a-part", need: []kind{become, persona}, within: 14},
	{name: "play-a-part", need: []kind{play, persona}, within: 14},
	{name: "play-a-part", need: []kind{become, agent}, within: 6, near: true},
	{name: "to-the-model", need: []kind{agent, reading}, within: 8},
	{name: "to-the-model", need: []kind{ifYou, agent}, within: 5, near: true},
	{name: "to-the-model", need: []kind{toAgent, agent}, within: 4, near: true},
	{name: "keep-from-user", need: []kind{hush, user, orders}, within: 12},
	{name: "send-out", need: []kind{send, talk}, within: 9},
}

// maxLangs bounds the lexicons.
const maxLangs = 32

// match returns the name of the first rule that the tokens break.
func match(v *vocabulary, toks []token) string {
	for i := range toks {
		if toks[i].digits {
			toks[i].text = v.undigit(toks[i].text)
		}
	}
	var byLang [maxLangs][]found
	var mask [maxLangs]uint32
	for i := range toks {
		v.at(toks[i:], func(e *entry) {
			byLang[e.lang] = append(byLang[e.lang], found{e.lang, e.kind, i, i + len(e.words)})
			mask[e.lang] |= 1 << e.kind
		})
	}
	for lang, list := range byLang[:len(v.langs)] {
		for i := range rules {
			if r := &rules[i]; r.possible(mask[lang]) && r.breaks(list, toks) {
				return r.name
			}
		}
	}
	return ""
}

func (r *rule) possible(mask uint32) bool {
	for _, k := range r.need {
		if mask&(1<<k) == 0 {
			return false
		}
	}
	return true
}

// breaks reports whether phrases of all kinds that r needs stand together.
func (r *rule) breaks(list []found, toks []token) bool {
	for _, f := range list {
		if f.kind == r.need[0] && !excused(list, f) && r.complete(list, toks, f) {
			return true
		}
	}
	return false
}

// complete looks for the other kinds around the first one, and then that nothing
// between them makes them the orders of a person.
func (r *rule) complete(list []found, toks []token, first found) bool {
	within := r.within
	if r.spaceless(toks, first) {
		within *= spaceless
	}
	lo, hi := first.start, first.end
	last := first
	for _, k := range r.need[1:] {
		best := -1
		for i, f := range list {
			if f.kind != k || toks[f.start].sentence != toks[first.start].sentence || f.kind != user && f.start < last.end && f.end > last.start {
				continue
			}
			if r.near && !follows(list, last, f) {
				continue
			}
			if max(hi, f.end)-min(lo, f.start) <= within && (best < 0 || distance(f, last) < distance(list[best], last)) {
				best = i
			}
		}
		if best < 0 {
			return false
		}
		last = list[best]
		lo, hi = min(lo, last.start), max(hi, last.end)
	}
	return !slices.ContainsFunc(list, func(f found) bool { return f.kind == mine && f.start >= lo && f.end <= hi })
}

func (r *rule) spaceless(toks []token, f found) bool {
	for _, c := range toks[f.start].text {
		return ideograph(c)
	}
	return false
}

func distance(a, b found) int { return max(a.start-b.end, b.start-a.end, 0) }

// follows reports whether f stands behind last (before it in languages that put
// the verb at the end) with at most two words between that are not of an order.
func follows(list []found, last, f found) bool {
	from, to := last.end, f.start
	if f.end <= last.start {
		from, to = f.end, last.start
	}
	strange := 0
	for i := from; i < to; i++ {
		if !slices.ContainsFunc(list, func(g found) bool {
			return g.start <= i && i < g.end && slices.Contains([]kind{prior, every, yours, secret, fresh, orders, prompt}, g.kind)
		}) {
			strange++
		}
	}
	return strange <= 1
}

// excused reports an order that a negation turns round: "never ignore your …".
func excused(list []found, f found) bool {
	if f.kind != drop && f.kind != reveal {
		return false
	}
	return slices.ContainsFunc(list, func(g found) bool {
		return g.kind == not && (g.end <= f.start && f.start-g.end <= 1 || g.start >= f.end && g.start-f.end <= 1)
	})
}
