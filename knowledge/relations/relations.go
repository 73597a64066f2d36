package relations

import (
	"cmp"
	"slices"

	"quire/knowledge"
)

// The kinds of edge.
const (
	Contains   = "contains"    // from an archive, an office document or a mailbox to what lies in it
	AttachedTo = "attached-to" // from an attachment to its mail
	RepliesTo  = "replies-to"  // from a mail to the one it answers
	LinksTo    = "links-to"    // from a document to the one it links to
)

// Strengths in thousandths: how directly the evidence says that the two belong
// together.
const (
	certain  = 1000 // it is so by structure, or named by an exact path or id
	byName   = 900  // a wiki link: a file name that only one file has
	fromTop  = 800  // a link from the top of the root, which may be another site's top
	bareName = 700  // a word in the place of a path that is the name of just one Markdown file
	byElder  = 600  // the message that was answered is not there, an earlier one of the thread is
)

// maxPlaces is how many places an edge keeps where one document links to another.
const maxPlaces = 5

// Node is what Join wants to know of one source.
type Node struct {
	ID        string
	Path      string   // printed, as in knowledge.Source
	Parent    string   // id of the container, "" for a file
	Member    string   // printed locator in the container
	Type      string   // registry name of the format
	MessageID string   // of a mail, with or without angle brackets
	InReplyTo []string // message ids of the thread above, the answered one last
	Links     []Link   // in reading order
}

// Link is a reference that a document makes.
type Link struct {
	Target string         // as written
	Wiki   bool           // written as [[Target]]
	Unit   string         // where it stands, if known
	Span   knowledge.Span // bytes of that unit's text, if known
}

// Edge is one relation.
type Edge struct {
	Kind     string     `json:"kind"`
	From     string     `json:"from"` // source id
	To       string     `json:"to"`
	Strength int        `json:"strength"` // thousandths
	Evidence []Evidence `json:"evidence"`
}

// Evidence is what one side of an edge says or is.
type Evidence struct {
	Source string         `json:"source"` // id of that side
	Unit   string         `json:"unit,omitempty"`
	Span   knowledge.Span `json:"span,omitzero"` // bytes of the unit's text
	Text   string         `json:"text"`          // a link target or message id as written, a member locator, a path
}

// Join returns the edges between nodes, sorted by From, Kind and To. Nodes may
// come in any order; where two carry one id, the first counts.
func Join(nodes []Node) []Edge {
	all := slices.Clone(nodes)
	slices.SortStableFunc(all, func(a, b Node) int { return cmp.Compare(a.ID, b.ID) })
	all = slices.CompactFunc(all, func(a, b Node) bool { return a.ID == b.ID })
	parents := parentsOf(all)
	edges := structure(all, parents)
	edges = append(edges, replies(all)...)
	edges = append(edges, links(all, parents)...)
	slices.SortStableFunc(edges, order)
	return edges
}

func order(a, b Edge) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To))
}
