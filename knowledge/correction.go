package knowledge

import (
	"crypto/sha256"
	"fmt"
)

// Correction is what a person said of a document against what was read from it, and what
// came of it. It is a row of the table of corrections, so that every one is accounted
// for in the snapshot.
type Correction struct {
	ID       string         `json:"id"`
	Kind     CorrectionKind `json:"kind"`
	Applied  bool           `json:"applied"`
	Why      string         `json:"why,omitempty"`      // it was not applied
	Named    []string       `json:"named"`              // the documents as the file names them; of CorrectSupersedes the newer first
	Sources  []string       `json:"sources"`            // their ids, where they were found
	Value    string         `json:"value,omitempty"`    // the date or kind that counts; of an excluded range its address
	Was      string         `json:"was,omitempty"`      // what was read instead
	Passages int            `json:"passages,omitempty"` // that were left out
	Author   string         `json:"author"`
	Reason   string         `json:"reason"`
}

// CorrectionKind is what is corrected.
type CorrectionKind string

// The kinds of correction.
const (
	CorrectDate         CorrectionKind = "date"            // of the document
	CorrectKind         CorrectionKind = "kind"            // of the document: contract, minutes …
	CorrectRange        CorrectionKind = "exclude"         // a unit or span is left out of search and proof
	CorrectSupersedes   CorrectionKind = "supersedes"      // one document counts instead of another
	CorrectNotDuplicate CorrectionKind = "not-a-duplicate" // two documents are both wanted, however alike
)

// CorrectionID derives the id of a correction from what it says: the letter c and 12
// base32 characters.
func CorrectionID(c *Correction) string {
	h := sha256.New()
	for _, part := range append([]string{string(c.Kind), c.Value, c.Author, c.Reason}, c.Named...) {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return "c" + idAlphabet.EncodeToString(h.Sum(nil))[:IDLength-1]
}

// LeftOut is a range of a document that a correction keeps out of search and proof.
// Every passage that meets it is left out whole.
type LeftOut struct {
	Unit   string `json:"unit"`
	Span   Span   `json:"span"` // bytes of the unit's text
	Author string `json:"by"`
	Reason string `json:"why"`
}

// LeavesOut returns the range that keeps a span of a unit out of search and proof, nil
// where none does.
func (s *Source) LeavesOut(unit string, at Span) *LeftOut {
	for i := range s.LeftOut {
		if x := &s.LeftOut[i]; x.Unit == unit && x.Span[0] < at[1] && at[0] < x.Span[1] {
			return x
		}
	}
	return nil
}

// Uncorrected is what a row said before corrections.
type Uncorrected struct {
	Date    string `json:"read_date,omitempty"`
	DateBy  string `json:"read_date_by,omitempty"`
	Kind    string `json:"read_kind,omitempty"`
	KindBy  string `json:"read_kind_by,omitempty"`
	Summary string `json:"read_summary,omitempty"`
}

// CorrectedBy is what DateBy and KindBy of a row say of a corrected value.
const CorrectedBy = "correction"
