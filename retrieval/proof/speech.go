package proof

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Interaction is the tier of what was said in a conversation. It supports only that it
// was said, by whom and when: never that it is so.
const Interaction = "interaction"

// speech is the table of words that report what was said, folded, by kind.
var speech = sync.OnceValue(func() map[string][][]string {
	b, err := tables.ReadFile("rules/speech.txt")
	if err != nil {
		panic(err) // embedded
	}
	out := map[string][][]string{}
	for line := range strings.SplitSeq(string(b), "\n") {
		name, list, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for words := range strings.SplitSeq(list, ",") {
			out[name] = append(out[name], foldedWords(words, nil))
		}
	}
	return out
})

// report is a statement taken apart: who is said to have said what.
type report struct {
	lead    string // who and when
	content string
	words   []token // of lead
}

// maxLead bounds the words before what was said.
const maxLead = 14

// reportOf takes "the user said on 26 February that X" and "according to the user, X"
// apart; ok is false where a statement is no such report.
func reportOf(text string) (r report, ok bool) {
	ts := scanWords(text, nil)
	cut := func(i int) (report, bool) { // what was said begins with word i
		if i <= 0 || i >= len(ts) {
			return report{}, false
		}
		return report{lead: text[:ts[i].start], content: strings.TrimSpace(text[ts[i].start:]), words: ts[:i]}, true
	}
	verb, after := -1, 0
	for i := range ts[:min(len(ts), maxLead)] {
		if n := startsWith(ts[i:], speech()["verb"]); n > 0 {
			verb, after = i, i+n
			break
		}
	}
	from := startsWith(ts, speech()["from"])
	if verb <= 0 && from == 0 {
		return report{}, false
	}
	after = max(after, from)
	for i := after; i < min(len(ts), after+maxLead); i++ {
		if n := startsWith(ts[i:], speech()["that"]); n > 0 && verb > 0 {
			return cut(i + n)
		}
		if i > 0 && strings.ContainsAny(text[ts[i-1].end:ts[i].start], ":,") && (i > after || verb > 0) {
			return cut(i)
		}
	}
	return cut(after)
}

// startsWith returns how many words a phrase of the list has with which ts begins, 0
// where none fits.
func startsWith(ts []token, phrases [][]string) int {
	longest := 0
	for _, p := range phrases {
		if len(p) <= longest || len(p) > len(ts) {
			continue
		}
		if !slices.ContainsFunc(p, func(w string) bool { return w == "" }) && slices.EqualFunc(ts[:len(p)], p, func(t token, w string) bool { return t.fold == w }) {
			longest = len(p)
		}
	}
	return longest
}

// misattributed says what of a report's lead a passage of a conversation does not bear
// out: its speaker, its day, or a name that is neither. nil where all is right.
func (r *report) misattributed(p *Passage, code string) *Fault {
	named := false
	lead := read(r.lead, code, 0)
	for i := 0; i < len(lead.tokens); i++ {
		t := &lead.tokens[i]
		says := r.lead[t.start:t.end]
		if v := t.value; v != nil {
			if v.kind != date || !onDay(v, p.Date) {
				return &Fault{Check: "attribution", Contradict: v.kind == date, Says: says, Passage: p.Date, Detail: "it was said on another day"}
			}
			continue
		}
		speaker := startsWith(lead.tokens[i:], speech()[p.Speaker]) > 0 || t.fold == bare(p.Speaker)
		if speaker {
			named = true
			continue
		}
		for role := range map[string]bool{"user": true, "assistant": true} {
			if role != p.Speaker && startsWith(lead.tokens[i:], speech()[role]) > 0 {
				return &Fault{Check: "attribution", Contradict: true, Says: says, Passage: p.Speaker, Detail: "someone else said it"}
			}
		}
		if n := max(startsWith(lead.tokens[i:], speech()["verb"]), startsWith(lead.tokens[i:], speech()["from"]), startsWith(lead.tokens[i:], speech()["that"]), startsWith(lead.tokens[i:], speech()["talk"])); n > 0 {
			i += n - 1
			continue
		}
		if t.bears() {
			return &Fault{Check: "attribution", Says: says, Passage: p.Speaker, Detail: "the record of the conversation does not say so of its speaker"}
		}
	}
	if !named {
		return &Fault{Check: "attribution", Says: strings.TrimSpace(r.lead), Passage: p.Speaker, Detail: "it does not say who said it"}
	}
	return nil
}

// onDay reports whether a date, as far as it is written, is that of an RFC 3339 time.
func onDay(v *value, at string) bool {
	var y, m, d int
	if _, err := fmt.Sscanf(at, "%d-%d-%d", &y, &m, &d); err != nil {
		return false
	}
	return (v.year == 0 || v.year == y) && (v.month == 0 || v.month == m) && (v.day == 0 || v.day == d)
}

// spoken holds a statement against what was said in the conversations that it cites,
// after the documents did not carry it.
func (e *examination) spoken(j *Judgement, talk []*Passage) {
	r, isReport := reportOf(e.statement.Text)
	s := *e.statement
	if isReport {
		s.Text = r.content
	}
	code := codeOf(s.Text, s.Language)
	st := read(s.Text, code, 0)
	in := &examination{statement: &s, st: &st}
	for _, p := range talk {
		for i := range p.prepare() {
			in.pieces = append(in.pieces, &p.pieces[i])
		}
	}
	found := in.examine(st.tokens, nil)
	if len(found) == 0 {
		return
	}
	best := found[0]
	p := best.pc.passage
	said := p.Speaker + " in a conversation, " + p.Date
	if !isReport {
		j.Evidence = append(j.Evidence, Evidence{p, best.pc.start, best.pc.end, Mentions, best.faults, nil})
		j.Reasons = append(j.Reasons, "a conversation supports only that it was said, by whom and when ("+said+")")
		return
	}
	*j = Judgement{Language: j.Language, Rules: j.Rules}
	faults := best.faults
	if f := r.misattributed(p, code); f != nil {
		faults = append(faults, *f)
	}
	stance := Supports
	switch {
	case len(faults) == 0 && best.supports():
		j.Verdict = Supported
		j.Reasons = append(j.Reasons, "said by "+said+": not that it is so")
	case best.contradicts() || best.supports() && slices.ContainsFunc(faults, func(f Fault) bool { return f.Contradict }):
		j.Verdict, stance = Contradicted, Contradicts
	default:
		j.Verdict, stance = Unsupported, Mentions
		if best.share() >= partialShare {
			j.Verdict = Partial
		}
	}
	j.Faults = faults
	j.Evidence = []Evidence{{p, best.pc.start, best.pc.end, stance, faults, nil}}
	j.parts(best, s.Text)
	for _, f := range faults {
		j.Reasons = append(j.Reasons, f.sentence())
	}
}
