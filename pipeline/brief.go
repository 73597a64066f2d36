package pipeline

import (
	"quire/internal/jsonline"
	"quire/knowledge"
)

// brief is what the stages ask of every row, taken from its line in one pass: a sync of
// one changed file asks it of all others, and decodes none of them.
type brief struct {
	path     string
	parent   string
	kind     string // registry name of the format
	tier     knowledge.Tier
	outcome  knowledge.Outcome
	reason   string
	content  []byte // a digest as it stands in the line, as are those below
	recipe   []byte
	evidence []byte
	bytes    int64
	passages int64
	withheld int64
	children int
	// passages that address the reading agent, and those of them that are hidden
	instructions, hidden int64
	terms                knowledge.Lengths
	stale                bool
	issues               bool // it has some
	corrected            bool // it keeps what it said before, or ranges of it are left out
}

// briefOf reads the line of a row.
func briefOf(line []byte) (b brief) {
	jsonline.Fields(line, func(name, value []byte) {
		switch string(name) {
		case "path":
			b.path = jsonline.Text(value)
		case "parent":
			b.parent = string(value)
		case "type":
			b.kind = known(value)
		case "tier":
			b.tier = knowledge.Tier(known(value))
		case "outcome":
			b.outcome = knowledge.Outcome(known(value))
		case "reason":
			b.reason = known(value)
		case "content":
			b.content = value
		case "recipe":
			b.recipe = value
		case "evidence":
			b.evidence = value
		case "bytes":
			b.bytes = jsonline.Whole(value)
		case "passages":
			b.passages = jsonline.Whole(value)
		case "withheld":
			b.withheld = jsonline.Whole(value)
		case "children":
			b.children = int(jsonline.Whole(value))
		case "stale":
			b.stale = string(value) == "true"
		case "issues":
			b.issues = true
		case "before", "left_out":
			b.corrected = true
		case "counts":
			jsonline.Fields(value, b.count)
		case "terms":
			jsonline.Fields(value, b.term)
		}
	})
	return b
}

func (b *brief) count(name, value []byte) {
	switch string(name) {
	case "instructions":
		b.instructions = jsonline.Whole(value)
	case "hidden_instructions":
		b.hidden = jsonline.Whole(value)
	}
}

func (b *brief) term(name, value []byte) {
	switch string(name) {
	case "text":
		b.terms.Text = jsonline.Whole(value)
	case "heading":
		b.terms.Heading = jsonline.Whole(value)
	case "title":
		b.terms.Title = jsonline.Whole(value)
	}
}

// known returns a string that many rows have in common; the most frequent take no memory.
func known(value []byte) string {
	switch string(value) {
	case "":
		return ""
	case "extracted":
		return "extracted"
	case "markdown":
		return "markdown"
	case "pdf":
		return "pdf"
	case "text":
		return "text"
	case "html":
		return "html"
	}
	return string(value)
}

// searchable reports whether the text of the row is searched.
func (b *brief) searchable() bool { return b.outcome.Searchable() && !b.stale }
