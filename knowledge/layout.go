package knowledge

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// The names that a writer and a reader of a published tree agree on. The files
// behind them are leaves of package publish, which knows none of these names.
const (
	// SourcesTable is the table of Source rows of a snapshot.
	SourcesTable = "sources"
	// OverlaysTable is the table of authored records.
	OverlaysTable = "overlays"
	// FactsTable is the table of what sources say that may join them to others.
	FactsTable = "facts"
	// EdgesTable is the table of relations, by source, in both directions.
	EdgesTable = "edges"
	// CoverageTable is the ledger: the table of what became of the parts of each
	// source.
	CoverageTable = "coverage"
	// UnreadTable is the table of sources whose text could not be searched.
	UnreadTable = "unread"
	// CardsTable is the table of what the pages of the corpus say of each source.
	CardsTable = "cards"
	// KnowledgeTable is the table of what was derived from the text of each source.
	KnowledgeTable = "knowledge"
	// CorrectionsTable is the table of what people said of documents against what was
	// read, and what came of it. A snapshot without corrections has none.
	CorrectionsTable = "corrections"
	// InteractionsTable is the table of promoted interactions.
	InteractionsTable = "interactions"
	// IndexDir is the folder of the index of sources and overlays in a snapshot.
	IndexDir = "index"
	// PagesDir is the folder of the pages of the corpus in a snapshot.
	PagesDir = "pages"
	// VectorsDir is the folder of vectors in a snapshot. One without vectors has none.
	VectorsDir = "vectors"
	// MemoryDir is the folder of the index of promoted interactions, apart from the
	// other so that they change no score where they are not asked for.
	MemoryDir = "memory"
)

// Corpus is what a snapshot says of its corpus as a whole. It is part of the
// snapshot's digest.
type Corpus struct {
	Rules     string          `json:"rules"`    // digest of everything besides bytes and paths that decides a row
	Outcomes  map[Outcome]int `json:"outcomes"` // of files on disk and of children
	Sources   int             `json:"sources"`  // files on disk
	Children  int             `json:"children"`
	Withdrawn int             `json:"withdrawn,omitempty"` // files on disk that are kept out because they were withdrawn
	Parts     PartTotals      `json:"parts"`               // of all sources, as their originals were counted
	Passages  int64           `json:"passages"`            // that are searched
	Terms     Lengths         `json:"terms"`               // of those passages
	Addressed AddressedCounts `json:"addressed"`           // passages that address the reading agent
	Unsettled int             `json:"unsettled"`           // outcomes that depend on the machine
	Overlays  OverlayCounts   `json:"overlays"`
	Memory    MemoryCounts    `json:"memory"`
	Semantics int             `json:"semantics"` // version by which derived leaves are named
	Analyzer  int             `json:"analyzer"`  // version of the index's terms
	Pages     int             `json:"pages"`     // version of the pages of the corpus
	Aliases   []Alias         `json:"aliases,omitempty"`
	Vectors   *VectorsInfo    `json:"vectors,omitempty"`
}

// VectorsInfo says what the vectors of a snapshot were made by.
type VectorsInfo struct {
	Format int    `json:"format"`
	Model  Digest `json:"model"` // of its files
	Dims   int    `json:"dims"`  // numbers of a vector
}

// OverlayCounts are numbers of authored records.
type OverlayCounts struct {
	Fresh int `json:"fresh"`
	Stale int `json:"stale"` // their evidence changed or went away: kept, not searched
}

// AddressedCounts are numbers of searched passages that address the reading agent.
type AddressedCounts struct {
	Passages int `json:"passages"`
	Hidden   int `json:"hidden"` // those of them that no person sees
}

// MemoryCounts are sizes of the index of promoted interactions.
type MemoryCounts struct {
	Entries  int     `json:"entries"`
	Passages int64   `json:"passages"`
	Terms    Lengths `json:"terms"`
}

// TableOf returns the table that holds the row of an id.
func TableOf(id string) string {
	switch {
	case id != "" && id[0] == OverlayLetter:
		return OverlaysTable
	case id != "" && id[0] == InteractionLetter:
		return InteractionsTable
	}
	return SourcesTable
}

// EvidenceError says that stored evidence is missing or not what its record says.
type EvidenceError struct {
	Name   string // below the published folder
	Detail string
}

func (e *EvidenceError) Error() string { return e.Name + " " + e.Detail }

// LoadDocument reads the evidence of a recipe through read, which returns a leaf
// by name, and checks that the text is what its record says.
func LoadDocument(read func(name string) ([]byte, error), recipe Digest) (*Document, error) {
	b, name, err := Find(read, TextName(recipe))
	if err != nil {
		return nil, lostLeaf(name, err)
	}
	text, digest := string(b), DigestOf(b)
	b, record, err := Find(read, RecordName(recipe))
	if err != nil {
		return nil, lostLeaf(record, err)
	}
	doc, err := DecodeEvidence(b, text)
	if err != nil {
		return nil, &EvidenceError{record, "cannot be read: " + err.Error()}
	}
	if len(text) != doc.Evidence.TextBytes {
		return nil, &EvidenceError{name, fmt.Sprintf("has %d bytes, its record says %d", len(text), doc.Evidence.TextBytes)}
	}
	if digest != doc.Evidence.Text {
		return nil, &EvidenceError{name, "has other bytes than its record says"}
	}
	return doc, nil
}

// lostLeaf says that a leaf is missing, or why it cannot be read.
func lostLeaf(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &EvidenceError{name, "is missing"}
	}
	return &EvidenceError{name, strings.TrimPrefix(err.Error(), name+" ")} // which damage begins with
}
