package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/knowledge/relations"
	"quire/knowledge/semantics"
	"quire/publish"
)

// facts is the row of what one source says that may join it to others. Sources without
// any have no row.
type facts struct {
	ID        string           `json:"id"`
	MessageID string           `json:"message_id,omitempty"`
	InReplyTo []string         `json:"in_reply_to,omitempty"` // the answered message last
	Links     []relations.Link `json:"links,omitempty"`       // those that may stay in the corpus
	knowledge.Facts
}

// maxFactLinks bounds the links of one source that are joined.
const maxFactLinks = 300

// factsOf takes the facts from a fresh document.
func factsOf(id string, doc *knowledge.Document, k *semantics.Knowledge) facts {
	f := facts{ID: id, MessageID: k.Facts.MessageID, InReplyTo: k.Facts.References, Facts: k.Facts.Joins}
	if k.Facts.InReplyTo != "" {
		f.InReplyTo = append(f.InReplyTo, k.Facts.InReplyTo)
	}
	seen := map[string]bool{}
	for i := range doc.Units {
		u := &doc.Units[i]
		for _, l := range u.Links {
			if !seen[l.Target] && len(f.Links) < maxFactLinks && relations.Inside(l.Target) {
				seen[l.Target] = true
				f.Links = append(f.Links, relations.Link{Target: l.Target, Unit: u.Name})
			}
		}
	}
	return f
}

func (f *facts) empty() bool {
	return f.MessageID == "" && len(f.InReplyTo) == 0 && len(f.Links) == 0 && f.Title == "" && f.Facts.Text == nil
}

// relate joins the facts of all sources into edges, and returns the tables of
// both. Where no row changed, they are those of the last snapshot; where few did, only
// what they touch is joined anew.
func (r *run) relate() (map[string]publish.TableInfo, error) {
	if tables, ok := r.sameRelations(); ok {
		return tables, nil
	}
	if tables, ok, err := r.rejoin(); ok || err != nil {
		return tables, err
	}
	return r.joinAll()
}

// nodeOf makes what a join knows of a source from its row and its facts.
func nodeOf(id string, line []byte, f *facts) relations.Node {
	return relations.Node{
		ID: id, Path: pathOf(line), Parent: jsonline.Field(line, "parent"), Member: jsonline.Field(line, "member"), Type: jsonline.Field(line, "type"),
		Content: bytesOf(line), MessageID: f.MessageID, InReplyTo: f.InReplyTo, Links: f.Links, Facts: f.Facts,
	}
}

// factLine returns the facts of an item as stored, nil where it has none.
func (r *run) factLine(it *item) ([]byte, facts, error) {
	if it.reused {
		var f facts
		line, err := r.prev.facts.row(it.id)
		if line == nil || err != nil {
			return nil, f, err
		}
		if err := json.Unmarshal(line, &f); err != nil {
			return nil, f, fmt.Errorf("facts of %s: %w", it.id, err)
		}
		return line, f, nil
	}
	var f facts
	if len(it.facts) == 0 {
		return nil, f, nil
	}
	err := json.Unmarshal(it.facts, &f)
	return it.facts, f, err
}

// bytesOf is the digest of a source's bytes as relations compare it: "" of a file
// without any.
func bytesOf(line []byte) string {
	if jsonline.IntField(line, "bytes") == 0 {
		return ""
	}
	return contentOf(line)
}

// sameRelations returns the tables of the last snapshot where nothing changed that
// relations are joined from: the rules, the sources there are, their paths and places,
// which of them have the same bytes, and what they say of themselves and of others.
func (r *run) sameRelations() (map[string]publish.TableInfo, bool) {
	if !r.prev.whole() || r.opts.Rehash || r.prev.sources != len(r.items) || r.prev.body.Rules != r.rules() || !r.sameCorrections() {
		return nil, false
	}
	moved := map[string]bool{} // digests that a source has now or had before
	var drop, add []relations.Entry
	for _, it := range r.items {
		if it.reused {
			continue
		}
		before, ok := r.prev.lines[it.id]
		if !ok || pathOf(before) != pathOf(it.line) {
			return nil, false
		}
		for _, name := range []string{"parent", "member", "type"} {
			if jsonline.Field(before, name) != jsonline.Field(it.line, name) {
				return nil, false
			}
		}
		had, err := r.prev.facts.row(it.id)
		if err != nil {
			return nil, false
		}
		if !bytes.Equal(it.facts, had) {
			return nil, false
		}
		if was, is := bytesOf(before), bytesOf(it.line); was != is {
			if moved[was] || moved[is] {
				return nil, false
			}
			moved[was], moved[is] = was != "", is != ""
			drop, add = append(drop, relations.ContentKey(it.id, was)...), append(add, relations.ContentKey(it.id, is)...)
		}
	}
	if r.shared(moved) {
		return nil, false
	}
	if err := r.joins.more.change(drop, add); err != nil {
		return nil, false
	}
	out := map[string]publish.TableInfo{}
	for name, size := range map[string]int{knowledge.FactsTable: len(r.items), knowledge.EdgesTable: 0} {
		table, err := r.prev.snapshot.Table(name)
		if err != nil {
			return nil, false
		}
		if out[name], err = r.amendTable(table, size, nil); err != nil { // an older quire may have cut it otherwise
			return nil, false
		}
	}
	return out, true
}

// shared reports a source whose bytes did not change and have one of the digests.
func (r *run) shared(digests map[string]bool) bool {
	if len(digests) == 0 {
		return false
	}
	for _, it := range r.items {
		b := it.brief()
		if b.bytes > 0 && digests[string(b.content)] && (it.reused || bytesOf(r.prev.lines[it.id]) == string(b.content)) {
			return true
		}
	}
	return false
}
