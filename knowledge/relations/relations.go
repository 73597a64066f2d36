package relations

import (
	"cmp"
	"slices"

	"quire/knowledge"
)

// Version is raised whenever Join makes other edges of the same nodes.
const Version = 4

// The kinds of edge. docs/relations.md says what proves each of them.
const (
	Contains      = "contains"          // from an archive, an office document or a mailbox to what lies in it
	AttachedTo    = "attached-to"       // from an attachment to its mail
	RepliesTo     = "replies-to"        // from a mail to the one it answers
	LinksTo       = "links-to"          // from a document to the one it links to
	Mentions      = "mentions"          // from a document to the one whose file name or title it writes
	SameAs        = "same-as"           // between files of equal bytes
	NearDuplicate = "near-duplicate-of" // between documents of nearly the same text
	VersionOf     = "version-of"        // from the newer version of a document to the older one, where that is known
	Supersedes    = "supersedes"        // from a document to the one that no longer counts because of it
	TranslationOf = "translation-of"    // between documents of the same structure in two languages
	ConflictsWith = "conflicts-with"    // between documents that give two values for one thing
	PartOfSeries  = "part-of-series"    // from a member of a series to the one before it
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
	Content   string   // digest of the bytes; "" where they are not known or there are none
	Facts     knowledge.Facts
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
	Both     bool       `json:"both,omitempty"` // it holds in both directions, or which one is not known
	Strength int        `json:"strength"`       // thousandths
	Evidence []Evidence `json:"evidence"`       // of both sides
	Reasons  []string   `json:"reasons,omitempty"`
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
func Join(nodes []Node, c Corrections) []Edge { return JoinTexts(nodes, c, nil) }

// JoinTexts is Join, and compares the texts of near duplicates.
func JoinTexts(nodes []Node, c Corrections, texts Texts) []Edge {
	j := newJoiner(sortedNodes(nodes), c)
	j.texts.texts = texts
	j.join()
	return j.edges
}

// sortedNodes returns the nodes by id, the first of each; the list itself where it is so.
func sortedNodes(nodes []Node) []Node {
	sorted := true
	for i := 1; i < len(nodes) && sorted; i++ {
		sorted = nodes[i-1].ID < nodes[i].ID
	}
	if sorted {
		return nodes
	}
	all := slices.Clone(nodes)
	slices.SortStableFunc(all, func(a, b Node) int { return cmp.Compare(a.ID, b.ID) })
	return slices.CompactFunc(all, func(a, b Node) bool { return a.ID == b.ID })
}

// join applies the rules. Those that come later know what the earlier ones found.
func (j *joiner) join() {
	j.add(j.structure()...)
	j.add(j.replies()...)
	j.add(j.links()...)
	j.copies()
	j.series()
	j.versions()
	j.corrected()
	j.translations()
	j.duplicates()
	j.mentions()
	j.conflicts()
	slices.SortStableFunc(j.edges, order)
}

func order(a, b Edge) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To))
}
