package retrieval

import (
	"strings"

	"quire/knowledge"
	"quire/publish"
)

// Trace is where an address comes from.
type Trace struct {
	Address   string           `json:"address"`
	Source    Origin           `json:"source"`
	Unit      string           `json:"unit,omitempty"`
	Text      string           `json:"text"`
	Locator   string           `json:"locator"`
	Place     string           `json:"place"` // the locator in words, for a person: page 3, second table, row "Lyon"
	Digest    string           `json:"digest"`
	Tier      string           `json:"tier"`
	About     string           `json:"about,omitempty"`
	Rests     []string         `json:"rests,omitempty"` // of an authored text: further places that it rests on
	Status    string           `json:"status"`
	Fresh     *bool            `json:"fresh,omitempty"` // whether the file on disk still has the bytes; absent: not looked at
	OnDisk    string           `json:"on_disk"`         // same, changed, missing, not-checked
	Heading   string           `json:"heading,omitempty"`
	Flags     []knowledge.Flag `json:"flags,omitempty"`
	Container []SourceRef      `json:"container"` // what holds the source, outermost first
	CitedBy   []Citation       `json:"cited_by"`
	// Corrections are what people said of the document against what was read from it;
	// LeftOut is set where one keeps the addressed text out of search and proof.
	Corrections []knowledge.Correction `json:"corrections"`
	LeftOut     *knowledge.LeftOut     `json:"left_out,omitempty"`

	Authored  []Authored  `json:"authored"` // what people and agents wrote about it, never text of the document
	Relations []Related   `json:"relations"`
	Outdated  string      `json:"outdated,omitempty"`  // why it supports no statement any more: a later version, a document that replaces it
	Successor *Successor  `json:"successor,omitempty"` // the document that counts instead
	Replaces  []SourceRef `json:"replaces"`            // documents that count no longer because of this one, by path
	History   []Past      `json:"history"`             // oldest first; outside of the digest
	Snapshot  string      `json:"snapshot"`
	Sequence  int         `json:"sequence"`
	Published string      `json:"published_at"`
}

// Origin is the document that an address lies in, and how it was read.
type Origin struct {
	SourceRef
	Bytes     int64            `json:"bytes"`
	Content   knowledge.Digest `json:"content"`
	Outcome   string           `json:"outcome"`
	Extractor string           `json:"extractor"`
	Recipe    knowledge.Digest `json:"recipe"`
	Evidence  string           `json:"evidence"` // the leaf of its text, below the published tree
	Language  string           `json:"language,omitempty"`
	Member    string           `json:"member,omitempty"`
}

// OnDisk asks whether a file still has these bytes: same, changed or missing.
type OnDisk func(path string, content knowledge.Digest, size int64) string

// Trace returns where an address comes from. disk may be nil: the corpus is then
// not looked at.
func (v *View) Trace(a knowledge.Address, disk OnDisk) (*Trace, error) {
	shown, err := v.Show(a)
	if err != nil {
		return nil, err
	}
	s, err := v.Source(a.Source)
	if err != nil {
		return nil, err
	}
	doc, err := v.Document(s)
	if err != nil {
		return nil, err
	}
	t := &Trace{
		Address: shown.Address, Unit: shown.Unit, Text: shown.Text, Locator: shown.Locator, Digest: string(shown.Digest), Tier: string(s.TrustTier()), About: s.About, Rests: s.Rests,
		Status: shown.Status, Flags: shown.Flags, OnDisk: "not-checked", Container: []SourceRef{}, CitedBy: []Citation{}, Corrections: []knowledge.Correction{}, Replaces: []SourceRef{},
		Snapshot: v.Snapshot, Sequence: v.Pointer.Sequence, Published: v.Pointer.PublishedAt,
	}
	t.Source = Origin{
		SourceRef: refOf(s), Bytes: s.Bytes, Content: s.Content, Outcome: string(s.Outcome), Extractor: doc.Evidence.Recipe.Extractor,
		Recipe: s.Recipe, Evidence: v.textName(s), Language: s.Language, Member: s.Member.String(),
	}
	if u := doc.Unit(a.Unit); u != nil {
		t.Heading = headingAt(u, a)
		span := knowledge.Span{a.Start, a.End}
		t.Place = inWords(u, doc.UnitText(u), !a.Spanned, span)
	}
	if t.Container, err = v.containers(s); err != nil {
		return nil, err
	}
	if disk != nil && s.TrustTier() == knowledge.SourceTier {
		file := s
		if len(t.Container) > 0 {
			if file, err = v.Source(t.Container[0].ID); err != nil {
				return nil, err
			}
		}
		t.OnDisk = disk(file.Path, file.Content, file.Bytes)
		fresh := t.OnDisk == "same"
		t.Fresh = &fresh
	}
	if t.CitedBy, err = v.restsOn(s, a); err != nil {
		return nil, err
	}
	if t.Authored, err = v.authoredOn(s, a); err != nil {
		return nil, err
	}
	t.cite()
	if err := v.corrected(s, a, t); err != nil {
		return nil, err
	}
	if s.TrustTier() == knowledge.SourceTier {
		if err := v.versions(s, t); err != nil {
			return nil, err
		}
	}
	if t.History, err = v.past(s.ID); err != nil {
		return nil, err
	}
	t.Relations, err = v.relations(s, maxRelations)
	return t, err
}

// maxRelations is how many relations a trace names.
const maxRelations = 50

// maxDepth is more containers around a document than any limit of a sync allows.
const maxDepth = 1000

// containers returns what holds a child, outermost first.
func (v *View) containers(s *knowledge.Source) ([]SourceRef, error) {
	out := []SourceRef{}
	for at := s; at.Parent != ""; {
		if len(out) > maxDepth {
			return nil, &publish.DamagedError{Name: "tables", Detail: "say that " + s.ID + " lies inside itself"}
		}
		parent, err := v.Source(at.Parent)
		if err != nil {
			return nil, err
		}
		out = append([]SourceRef{refOf(parent)}, out...)
		at = parent
	}
	return out, nil
}

func headingAt(u *knowledge.Unit, a knowledge.Address) string {
	var best *knowledge.Passage
	for i := range u.Passages {
		p := &u.Passages[i]
		if a.Spanned && p.Span[0] <= a.Start && a.Start < p.Span[1] {
			best = p
		}
	}
	var parts []string
	for _, ref := range u.HeadingPath(best) {
		parts = append(parts, ref.Text)
	}
	return strings.Join(parts, " › ")
}
