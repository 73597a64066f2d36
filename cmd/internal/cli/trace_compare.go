package cli

import (
	"strings"

	"quire/cmd/internal/render"
	"quire/knowledge"
)

// compareAgain looks for the text that a names in a document read anew: in its place,
// else where it moved to.
func compareAgain(out *render.Reread, a knowledge.Address, text string, was, now *knowledge.Document) {
	if a.Unit == "" {
		out.State = "same"
		if now.Text != text {
			out.State = "changed"
		}
		return
	}
	span := knowledge.Span{a.Start, a.End}
	if !a.Spanned {
		span = knowledge.Span{0, len(text)}
	}
	there := now.Unit(a.Unit)
	if there != nil {
		if s := now.UnitText(there); span.Within(len(s)) && s[span[0]:span[1]] == text && (a.Spanned || len(s) == len(text)) {
			out.State, out.Now = "same", a.String()
			return
		}
	}
	if found, ok := movedTo(a, text, was, now); ok {
		out.State, out.Now = "moved", found.String()
		return
	}
	out.State = "gone"
	if there != nil {
		out.State, out.Text = "changed", lineAt(now.UnitText(there), a)
	}
}

// movedTo finds the text that a names elsewhere in a document. A number or word alone is
// in many places, so whole lines must have moved (of a table: the row says what a cell is
// about), or a stretch of running text that is long enough. Where the document has the
// text less often than before, it is one of its places that changed.
func movedTo(a knowledge.Address, text string, was, now *knowledge.Document) (knowledge.Address, bool) {
	u := was.Unit(a.Unit)
	if u == nil || text == "" {
		return a, false
	}
	if !a.Spanned {
		return movedUnit(a, text, was, now)
	}
	from, to := u.Span[0]+a.Start, u.Span[0]+a.End
	first := strings.LastIndexByte(was.Text[:from], '\n') + 1
	last := len(was.Text)
	if n := strings.IndexByte(was.Text[to:], '\n'); n >= 0 {
		last = to + n
	}
	at := kth(was.Text, now.Text, first, last, true)
	if at >= 0 {
		at += from - first
	} else if len(text) >= minMoved && was.Text[first] != '|' {
		at = kth(was.Text, now.Text, from, to, false)
	}
	if at < 0 {
		at = sameCell(a, was, now, first)
	}
	if at < 0 {
		return a, false
	}
	var holds *knowledge.Unit
	for i := range now.Units {
		n := &now.Units[i]
		if n.Span[0] <= at && at+len(text) <= n.Span[1] && (holds == nil || n.Name == a.Unit || holds.Name != a.Unit && n.Span.Len() < holds.Span.Len()) {
			holds = n
		}
	}
	if holds == nil {
		return a, false
	}
	a.Unit, a.Start = holds.Name, at-holds.Span[0]
	a.End = a.Start + len(text)
	return a, true
}

// sameCell finds a cell that shifted because one other cell of its row changed; first is
// where its row begins in the old text. -1 where the row is another one.
func sameCell(a knowledge.Address, was, now *knowledge.Document, first int) int {
	u, n := was.Unit(a.Unit), now.Unit(a.Unit)
	if n == nil || first < u.Span[0] {
		return -1
	}
	line := strings.Count(was.Text[u.Span[0]:first], "\n")
	start := n.Span[0]
	for range line {
		next := strings.IndexByte(now.Text[start:n.Span[1]], '\n')
		if next < 0 {
			return -1
		}
		start += next + 1
	}
	old, _, _ := strings.Cut(was.Text[first:], "\n")
	new, _, _ := strings.Cut(now.Text[start:], "\n")
	from, to := u.Span[0]+a.Start-first, u.Span[0]+a.End-first
	if !strings.HasPrefix(old, "|") || to > len(old) || strings.Contains(old[from:to], "|") {
		return -1
	}
	before, after := strings.Split(old, "|"), strings.Split(new, "|")
	if len(before) != len(after) {
		return -1
	}
	cell := strings.Count(old[:from], "|")
	if before[cell] != after[cell] {
		return -1
	}
	changed, shift := 0, 0
	for i := range before {
		if before[i] != after[i] {
			changed++
		}
		if i < cell {
			shift += len(after[i]) - len(before[i])
		}
	}
	if changed > 1 {
		return -1
	}
	return start + from + shift
}

// minMoved is the least number of bytes of a stretch inside a line that is known again
// when the rest of the line changed: a short sentence.
const minMoved = 24

// movedUnit finds a unit with the same text under another name.
func movedUnit(a knowledge.Address, text string, was, now *knowledge.Document) (knowledge.Address, bool) {
	before, name := 0, ""
	for i := range was.Units {
		if was.UnitText(&was.Units[i]) == text {
			before++
		}
	}
	for i := range now.Units {
		if now.UnitText(&now.Units[i]) == text {
			if before--; name == "" {
				name = now.Units[i].Name
			}
		}
	}
	a.Unit = name
	return a, before <= 0 && name != ""
}

// kth returns where old[from:to] stands in new: its n-th place where it was the n-th in
// old; -1 where new has it less often. lines asks for whole lines.
func kth(old, new string, from, to int, lines bool) int {
	places := func(s string) (out []int) {
		for at := 0; ; at++ {
			i := strings.Index(s[at:], old[from:to])
			if i < 0 {
				return out
			}
			at += i
			end := at + to - from
			if !lines || (at == 0 || s[at-1] == '\n') && (end == len(s) || s[end] == '\n') {
				out = append(out, at)
			}
		}
	}
	before, after := places(old), places(new)
	if len(after) < len(before) {
		return -1
	}
	for k, at := range before {
		if at == from {
			return after[k]
		}
	}
	return -1
}

// lineAt is what stands where an address pointed, to the end of its last line.
func lineAt(now string, a knowledge.Address) string {
	if !a.Spanned {
		return knowledge.Line(now, 400)
	}
	from := min(a.Start, len(now))
	from = strings.LastIndexByte(now[:from], '\n') + 1
	to := max(from, min(a.End, len(now)))
	if n := strings.IndexByte(now[to:], '\n'); n >= 0 {
		to += n
	} else {
		to = len(now)
	}
	return knowledge.Line(now[from:to], 400)
}
