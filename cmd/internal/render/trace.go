package render

import (
	"fmt"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/retrieval"
)

// Traced is where an address comes from, with what was asked for besides.
type Traced struct {
	*retrieval.Trace
	Verified *Reread  `json:"verified,omitempty"`
	Picture  *Drawing `json:"picture,omitempty"`
	Answers  []string `json:"saved_answers,omitempty"` // saved answers that rest on it
}

// Reread is what reading an original again gave.
type Reread struct {
	State     string `json:"state"` // same, moved, changed, gone, not-read
	Bytes     bool   `json:"same_bytes"`
	Extractor string `json:"extractor,omitempty"`
	Now       string `json:"now,omitempty"`  // address of the text in the file as it is
	Text      string `json:"text,omitempty"` // what stands there instead
	Detail    string `json:"detail,omitempty"`
}

// Exit is the exit code of a verification: of what could not be read, and of what is no
// longer there.
func (v *Reread) Exit(notRead, stale int) int {
	switch v.State {
	case "same", "moved":
		return 0
	case "not-read":
		return notRead
	}
	return stale
}

// Word is the state as a verdict on an address.
func (v *Reread) Word() string {
	switch v.State {
	case "same":
		return "holds"
	case "changed":
		return "stale"
	}
	return v.State
}

func (v *Reread) line() string {
	switch v.State {
	case "same":
		if v.Bytes {
			return joinCounts("read again: the same text from the same bytes", v.Detail)
		}
		return joinCounts("read again: the file has changed, this text has not", v.Detail)
	case "moved":
		return joinCounts("read again: the same text is now at "+v.Now, v.Detail)
	case "changed":
		return joinCounts("read again: CHANGED", v.Detail)
	case "gone":
		return joinCounts("read again: GONE from the file", v.Detail)
	}
	return "could not be read again: " + v.Detail
}

// Trace writes where an address comes from.
func Trace(p Printer, all Traced) error {
	t := all.Trace
	p.Printf("%s\n\n", p.Bold(t.Address))
	row := func(name, value string) {
		if value != "" {
			p.Printf("  %-10s %s\n", name, value)
		}
	}
	row("file", joinCounts(p.Line(t.Source.Path), Bytes(t.Source.Bytes), diskWord(t.OnDisk)))
	row("title", p.Line(t.Source.Title))
	for _, c := range t.Container {
		row("inside", fmt.Sprintf("%s  %s", c.ID, p.Line(c.Path)))
	}
	row("member", p.Line(t.Source.Member))
	row("place", p.Line(t.Locator))
	if t.Place != "" && t.Place != t.Locator {
		row("", p.Line(t.Place))
	}
	row("heading", p.Line(t.Heading))
	row("flags", flagWords(t.Flags))
	row("bytes", shortDigest(string(t.Source.Content)))
	row("text", shortDigest(t.Digest))
	row("read by", t.Source.Extractor)
	status := t.Status
	if t.OnDisk == "changed" || t.OnDisk == "missing" {
		status = "of the file as it was when it was read"
	}
	row("tier", joinCounts(t.Tier, status))
	row("snapshot", fmt.Sprintf("%s · publish %d · %s", Short(t.Snapshot), t.Sequence, t.Published))
	for i := range t.History {
		name := ""
		if i == 0 {
			name = "history"
		}
		row(name, p.Line(pastLine(t.History, i)))
	}
	for i := range t.Corrections {
		row("correction", p.Line(correctionLine(&t.Corrections[i])))
	}
	if x := t.LeftOut; x != nil {
		row("left out", p.Line(fmt.Sprintf("of search and proof, by %s: %s", x.Author, x.Reason)))
	}
	row("about", t.About)
	for _, at := range t.Rests {
		row("rests on", p.Line(at))
	}
	row("outdated", p.Line(t.Outdated))
	if t.Successor != nil {
		row("successor", fmt.Sprintf("%s  %s", t.Successor.ID, p.Line(t.Successor.Path)))
	}
	for _, old := range t.Replaces {
		row("replaces", fmt.Sprintf("%s  %s", old.ID, p.Line(old.Path)))
	}
	for _, name := range all.Answers {
		row("answer", p.Line("overlays/answers/"+name+".json rests on it"))
	}
	if v := all.Verified; v != nil {
		row("verified", p.Line(v.line()))
		if v.Text != "" {
			row("now", p.Line(v.Text))
		}
	}
	if all.Picture != nil {
		row("picture", p.Line(all.Picture.File))
	}
	mentions := 0
	for _, c := range t.CitedBy {
		switch c.Kind {
		case "heading", "date-mention", "amount", "entity", "identifier", "term":
			mentions++
			continue
		case "overlay", "statement":
			continue // below, with the stale ones
		}
		said := c.Text
		if c.Value != "" && c.Value != c.Text {
			said += " = " + c.Value
		}
		row(c.Kind, c.Address+"  "+p.Line(knowledge.Line(said, 80)))
	}
	if mentions > 0 {
		row("", fmt.Sprintf("%d of its headings, dates, amounts, names and terms are kept as knowledge too: --json", mentions))
	}
	for _, x := range t.Authored {
		row("authored", p.Line(authoredLine(&x)))
	}
	for i, x := range t.Relations {
		if x.Kind == "version-of" && i > 0 && slices.ContainsFunc(t.Relations[:i], func(r retrieval.Related) bool { return r.Address == x.Address }) {
			continue // that one supersedes the other says more
		}
		if i == 8 {
			row("", fmt.Sprintf("… and %d more relations: --json", len(t.Relations)-i))
			break
		}
		row("", fmt.Sprintf("%s %s  %s", relationWord(x.Kind, !x.Inverse, x.Both), x.Address, joinCounts(p.Line(x.Path), p.Line(whyOf(&x)))))
	}
	p.Printf("\n")
	text := strings.TrimRight(t.Text, "\n")
	if lines := strings.SplitAfter(text, "\n"); t.Unit == "" && len(lines) > 12 {
		p.Fence(strings.TrimRight(strings.Join(lines[:12], ""), "\n"))
		p.Printf("   … %s in all: quire show %s\n", plural(len(lines), "line"), t.Source.ID)
		return p.Err()
	}
	p.Fence(text)
	return p.Err()
}

// authoredLine names an authored text: what it is, by whom, and its beginning, or why it
// holds no longer.
func authoredLine(x *retrieval.Authored) string {
	said := knowledge.Line(x.Text, 90)
	if x.Status != "fresh" {
		said = "STALE: " + x.Why
	}
	return joinCounts(x.Address+"  "+x.Kind+" by "+x.Author, x.Date, said)
}

// pastLine says what kept snapshots prove of the i-th state of a file.
func pastLine(states []retrieval.Past, i int) string {
	s := states[i]
	when := fmt.Sprintf("publish %d · %s", s.Sequence, s.At)
	switch {
	case s.After > 0 && !s.Exact:
		when = fmt.Sprintf("between publish %d and %d · %s at the latest", s.After, s.Sequence, s.At)
	case !s.Exact:
		when = fmt.Sprintf("publish %d at the latest · %s", s.Sequence, s.At)
	}
	switch s.Change {
	case "added":
		if s.After == 0 && !s.Exact {
			return when + ": in the oldest kept snapshot"
		}
		return when + ": added, " + shortDigest(string(s.Content))
	case "bytes":
		if was := states[i-1].Path; was != s.Path {
			return when + ": new bytes, " + shortDigest(string(s.Content)) + ", moved from " + was
		}
		return when + ": new bytes, " + shortDigest(string(s.Content))
	case "moved":
		return when + ": moved from " + states[i-1].Path
	case "read-otherwise":
		return when + ": the same bytes, read otherwise"
	}
	return when + ": not in the snapshot"
}

func diskWord(s string) string {
	switch s {
	case "same":
		return "on disk: the same bytes"
	case "changed":
		return "on disk: CHANGED since the snapshot"
	case "missing":
		return "on disk: MISSING"
	}
	return "on disk: not checked"
}

// shortDigest prints enough of a digest to tell it from another by eye; --json has
// the whole.
func shortDigest(s string) string {
	const digits = len("sha256:") + 16
	if len(s) <= digits {
		return s
	}
	return s[:digits] + "…"
}

// Check is the verdict on one of several addresses.
type Check struct {
	Address string           `json:"address"`
	Verdict string           `json:"verdict"`           // holds, file-changed, file-missing, moved, stale, gone, not-an-address
	Nearest string           `json:"nearest,omitempty"` // what is there now, or where the same text went
	Message string           `json:"message,omitempty"`
	Trace   *retrieval.Trace `json:"trace,omitempty"`

	Verified *Reread `json:"verified,omitempty"`
}

// Checks are the verdicts in the order of the addresses.
type Checks struct {
	Checks []Check `json:"checks"`
}

// TraceEach writes a line for each address, and how many hold.
func TraceEach(p Printer, checks []Check) error {
	holding := 0
	for _, c := range checks {
		word, about := strings.ReplaceAll(c.Verdict, "-", " "), c.Message
		switch {
		case c.Trace != nil:
			about = joinCounts(p.Line(c.Trace.Source.Path), p.Line(c.Trace.Locator))
			if c.Verified != nil {
				about = joinCounts(about, c.Verified.line())
			} else if c.Trace.OnDisk == "not-checked" {
				about = joinCounts(about, diskWord(c.Trace.OnDisk))
			}
			if c.Trace.Status == "stale" {
				about = joinCounts(about, "stale: the file could not be read since")
			}
		case c.Nearest != "":
			about = "now " + c.Nearest
		}
		if c.Verdict == "holds" {
			holding++
		}
		p.Printf("%-14s %s  %s\n", word, p.Line(c.Address), p.Line(about))
	}
	p.Printf("\n%d of %d hold\n", holding, len(checks))
	return p.Err()
}

// relationWord says how a related document stands to the one it was reached from. Both
// means that nothing says which way.
func relationWord(kind string, inverse, both bool) string {
	words := map[string][2]string{
		"contains": {"is in", "contains"}, "attached-to": {"carries", "is attached to"},
		"replies-to": {"is answered by", "replies to"}, "links-to": {"is linked from", "links to"},
		"mentions": {"is mentioned in", "mentions"}, "supersedes": {"is superseded by", "supersedes"},
		"version-of": {"is an earlier version of", "is a later version of"}, "part-of-series": {"comes before", "comes after"},
		"same-as": {"has the same bytes as", "has the same bytes as"}, "near-duplicate-of": {"is nearly the same as", "is nearly the same as"},
		"translation-of": {"is in another language than", "is in another language than"}, "conflicts-with": {"conflicts with", "conflicts with"},
	}
	w, ok := words[kind]
	switch {
	case !ok:
		return kind
	case both && kind == "version-of":
		return "is a version of"
	case inverse:
		return w[1]
	}
	return w[0]
}

// whyOf is what a relation rests on where its name does not say it.
func whyOf(x *retrieval.Related) string {
	if len(x.Reasons) == 0 {
		return ""
	}
	return x.Why
}

// rankOfSource names the first result that lies in a source.
func rankOfSource(r *retrieval.Result, id string) string {
	for _, x := range r.Results {
		if x.Source.ID == id {
			return fmt.Sprint(x.Rank)
		}
	}
	return id
}
