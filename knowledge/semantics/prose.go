package semantics

import (
	"strings"
	"unicode"

	"quire/knowledge"
)

// markProse decides which blocks may be quoted: running text and list items, but
// no table of contents, no list of references, no text that repeats, no legal
// boilerplate, and of a message only what its author newly wrote.
func (v *view) markProse() {
	seen := v.repeats()
	headings := v.headingKeys()
	records := v.recordKeys()
	skip, skipLevel := false, 0
	var mail mailState
	for i := range v.blocks {
		b := &v.blocks[i]
		if b.Kind == knowledge.Heading {
			if !skip || b.Level <= skipLevel {
				skip, skipLevel = apparatus()[headingKey(b.plain(b.whole()))], b.Level
			}
			// The title of a slide is often its statement; that of the first is its name.
			b.prose = !skip && b.unit.Kind == knowledge.Slide && b.unit.Ordinal > 1
			continue
		}
		b.prose = !skip && quotable(b.Kind)
		if b.unit.Kind == knowledge.Message {
			b.prose = mail.fresh(b) && b.prose
		}
		if !b.prose {
			continue
		}
		body := b.body()
		b.prose = seen[textKey(body)] < 3 && records[b.dataKey()] < manyRecords && !contentsLines(body) && !boilerplate(body) && !knowledge.HasFlag(b.unit.Flags, knowledge.LowText) &&
			(len(body) > knowledge.MaxTitle || len(headings) == 0 || !headings[textKey(body)])
	}
}

// manyRecords is how many values of one key make a document a list of records: what one
// of them says is not said of the document.
const manyRecords = 10

// recordKeys counts the keys of the values of a document of named data; none of others.
func (v *view) recordKeys() map[string]int {
	out := map[string]int{}
	for i := range v.blocks {
		if key := v.blocks[i].dataKey(); key != "" {
			out[key]++
		}
	}
	return out
}

// dataKey returns the key that a value of named data stands behind: "title" of the item
// "title: On whales". Sentences never begin with one: it is one word in lower case.
func (b *block) dataKey() string {
	if b.Kind != knowledge.ListItem {
		return ""
	}
	body := b.body()
	i := strings.Index(body, ": ")
	if i < 1 || i > 40 || strings.Trim(body[:i], "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
		return ""
	}
	return body[:i]
}

func quotable(k knowledge.BlockKind) bool {
	switch k {
	case knowledge.Paragraph, knowledge.ListItem, knowledge.TextBox, knowledge.Insertion:
		return true
	}
	return false
}

// repeats counts how often each short text stands in the document. Hashes may
// collide with a chance far below that of a wrong style in the original.
func (v *view) repeats() map[uint64]int {
	seen := make(map[uint64]int, len(v.blocks))
	for i := range v.blocks {
		if b := &v.blocks[i]; quotable(b.Kind) && b.Span.Len() <= 400 {
			seen[textKey(b.body())]++
		}
	}
	return seen
}

// headingKeys are the texts of all headings: a line that only repeats one of
// them is an entry of a table of contents.
func (v *view) headingKeys() map[uint64]bool {
	keys := map[uint64]bool{}
	for i := range v.blocks {
		if b := &v.blocks[i]; b.Kind == knowledge.Heading {
			keys[textKey(b.body())] = true
		}
	}
	return keys
}

// textKey is the 64-bit FNV-1a hash of s.
func textKey(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// headingKey is a heading in lower case without its number and punctuation.
func headingKey(s string) string {
	return strings.ToLower(strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }))
}

// contentsLines reports whether most lines end in a page number behind leader
// dots or a tab.
func contentsLines(body string) bool {
	if !strings.Contains(body, "..") && !strings.Contains(body, ". .") && !strings.Contains(body, "…") && !strings.Contains(body, "\t") {
		return false
	}
	lines, entries := 0, 0
	for line := range strings.SplitSeq(body, "\n") {
		lines++
		head := strings.TrimRight(line, "0123456789ivx")
		lead := strings.TrimRight(head, " ")
		if len(head) < len(line) && (strings.HasSuffix(lead, "..") || strings.HasSuffix(lead, ". .") || strings.HasSuffix(lead, "…") || strings.HasSuffix(lead, "\t")) {
			entries++
		}
	}
	return entries*2 >= lines
}

// boilerplate reports text that stands in many documents and says nothing of
// this one. Only the start of a block is looked at, so that a long paragraph
// which mentions copyright is kept.
func boilerplate(body string) bool {
	return boilerplatePhrases().in(strings.ToLower(body[:min(len(body), 240)]))
}
