package retrieval

import (
	"bytes"
	"slices"
	"strings"

	"quire/knowledge"
)

// Authored is a text that a person or an agent wrote about what an address names. It is
// never text of the document.
type Authored struct {
	Address    string   `json:"address"`
	Type       string   `json:"type"` // overlay or statement
	Kind       string   `json:"kind"` // the slot of an overlay, the kind of a statement
	Author     string   `json:"author"`
	Date       string   `json:"date,omitempty"`
	Tier       string   `json:"tier"`
	StaleAfter string   `json:"stale_after,omitempty"` // when its author wants it looked at again
	Status     string   `json:"status"`                // fresh or stale
	Why        string   `json:"why,omitempty"`         // of a stale one: what it rested on and is no longer there
	Text       string   `json:"text,omitempty"`        // of a fresh one
	Title      string   `json:"title"`                 // what it is, and of which document
	Rests      []string `json:"rests,omitempty"`       // further places that it rests on
}

// MaxAuthored is how many authored texts one answer lists.
const MaxAuthored = 50

// authoredOn returns what was written about a source, or about a unit of it, by address.
// The text of a stale one is not shown with the document: it was written about another
// text.
func (v *View) authoredOn(s *knowledge.Source, a knowledge.Address) ([]Authored, error) {
	out := []Authored{}
	if s.TrustTier() != knowledge.SourceTier {
		return out, nil
	}
	table, err := v.table(knowledge.OverlaysTable)
	if err != nil || table == nil {
		return out, err
	}
	for line, err := range table.All() {
		if err != nil {
			return nil, err
		}
		if !bytes.Contains(line, []byte(s.ID)) {
			continue
		}
		row, err := decodeSource(line)
		if err != nil {
			return nil, err
		}
		if !isAbout(row, s.ID, a.Unit) {
			continue
		}
		x, err := v.Authored(row)
		if err != nil {
			return nil, err
		}
		if row.Stale {
			x.Text = ""
		}
		if out = append(out, x); len(out) == MaxAuthored {
			break
		}
	}
	return out, nil
}

// isAbout reports whether an authored record is about a unit of a source or rests on it;
// without a unit, about any part of it.
func isAbout(row *knowledge.Source, source, unit string) bool {
	return slices.ContainsFunc(append([]string{row.About}, row.Rests...), func(written string) bool {
		at, err := knowledge.ParseAddress(written)
		return err == nil && at.Source == source && (unit == "" || at.Unit == unit)
	})
}

// Authored reads one authored record, a stale one with its text: it is for whoever asked
// for that record and not for its document.
func (v *View) Authored(row *knowledge.Source) (Authored, error) {
	x := Authored{Address: row.ID, Type: row.Type, Date: row.Date, Tier: string(row.TrustTier()), Status: v.status(row), Title: row.Title, Rests: row.Rests}
	doc, err := v.Document(row)
	if err != nil {
		return x, err
	}
	x.Kind, x.Author = doc.Evidence.Meta.Subject, strings.Join(doc.Evidence.Meta.Authors, ", ")
	x.StaleAfter = doc.Evidence.Meta.Extra["stale-after"]
	if row.Stale {
		x.Why = row.Detail
	}
	for i := range doc.Units {
		x.Text += knowledge.Unescape(doc.UnitText(&doc.Units[i]))
	}
	x.Text = strings.TrimRight(x.Text, "\n")
	return x, nil
}
