package export

import (
	"encoding/json"
	"io"

	"quire/knowledge"
)

// Schema is what the first line of records.jsonl and the record of an export say.
const Schema = "quire.export/1"

// unitRecord is a unit of a document, one line.
type unitRecord struct {
	Record  string            `json:"record"` // unit
	Address string            `json:"address"`
	Source  string            `json:"source"`
	Kind    string            `json:"kind"`
	Title   string            `json:"title,omitempty"`
	Locator knowledge.Locator `json:"locator,omitzero"`
	Flags   []knowledge.Flag  `json:"flags,omitempty"`
	Context []knowledge.Ref   `json:"context,omitempty"`
	Cut     int               `json:"cut,omitempty"` // ranges left out of the text
	Digest  knowledge.Digest  `json:"digest"`        // of the text as it is here
	Text    string            `json:"text"`
}

// authoredRecord is a text that somebody wrote about documents, one line.
type authoredRecord struct {
	Record     string           `json:"record"` // authored
	Address    string           `json:"address"`
	Tier       knowledge.Tier   `json:"tier"`
	Type       string           `json:"type"`
	Kind       string           `json:"kind"`
	Title      string           `json:"title"`
	Author     string           `json:"author"`
	Date       string           `json:"date,omitempty"`
	StaleAfter string           `json:"stale_after,omitempty"`
	About      string           `json:"about"`
	Rests      []string         `json:"rests,omitempty"`
	Stale      string           `json:"stale,omitempty"` // why it holds no longer
	Digest     knowledge.Digest `json:"digest"`
	Text       string           `json:"text"`
}

// records writes every record on a line of its own: the export, then each document with
// its units, what was written about them, relations and corrections.
func (b *builder) records(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(map[string]any{"record": "export", "schema": Schema, "snapshot": b.view.Snapshot, "producer": b.opts.Producer}); err != nil {
		return err
	}
	err := b.each(knowledge.SourceTier, func(s *knowledge.Source) error {
		row := *s
		if !hasText(s) {
			row.Summary = "" // of a quarantined document, whose text is withheld
		}
		if err := enc.Encode(struct {
			Record string `json:"record"`
			*knowledge.Source
		}{"source", &row}); err != nil {
			return err
		}
		if !hasText(s) {
			b.sum.WithoutText++
			return nil
		}
		d, err := b.view.Document(s)
		if err != nil {
			return err
		}
		b.sum.Documents++
		for _, p := range b.pieces(s, d) {
			u := p.unit
			if err := enc.Encode(unitRecord{"unit", p.address, s.ID, string(u.Kind), u.Title, u.Locator, u.Flags, u.Context, p.cut, knowledge.DigestOf([]byte(p.text)), p.text}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = b.each(knowledge.AuthoredTier, func(s *knowledge.Source) error {
		x, err := b.view.Authored(s)
		if err != nil {
			return err
		}
		b.sum.Authored++
		return enc.Encode(authoredRecord{"authored", s.ID, s.TrustTier(), s.Type, x.Kind, s.Title, x.Author, s.Date, x.StaleAfter, s.About, s.Rests, x.Why,
			knowledge.DigestOf([]byte(x.Text)), x.Text})
	})
	if err != nil {
		return err
	}
	if err := b.view.Edges(func(line []byte) error {
		return enc.Encode(struct {
			Record string          `json:"record"`
			Edges  json.RawMessage `json:"edges"`
		}{"edges", line})
	}); err != nil {
		return err
	}
	list, err := b.view.Corrections("")
	for i := range list {
		if err == nil {
			err = enc.Encode(struct {
				Record string `json:"record"`
				*knowledge.Correction
			}{"correction", &list[i]})
		}
	}
	return err
}
