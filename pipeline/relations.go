package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"

	"quire/knowledge"
	"quire/knowledge/relations"
	"quire/knowledge/semantics"
	"quire/publish"
)

// facts is the row of what one source says that may join it to others: at most a
// few links and message ids. Sources without any have no row.
type facts struct {
	ID        string           `json:"id"`
	MessageID string           `json:"message_id,omitempty"`
	InReplyTo []string         `json:"in_reply_to,omitempty"` // the answered message last
	Links     []relations.Link `json:"links,omitempty"`
}

// maxFactLinks bounds the links of one source that are joined.
const maxFactLinks = 300

// factsOf takes the facts from a fresh document.
func factsOf(id string, doc *knowledge.Document, k *semantics.Knowledge) facts {
	f := facts{ID: id, MessageID: k.Facts.MessageID, InReplyTo: k.Facts.References}
	if k.Facts.InReplyTo != "" {
		f.InReplyTo = append(f.InReplyTo, k.Facts.InReplyTo)
	}
	seen := map[string]bool{}
	for i := range doc.Units {
		u := &doc.Units[i]
		for _, l := range u.Links {
			if !seen[l.Target] && len(f.Links) < maxFactLinks {
				seen[l.Target] = true
				f.Links = append(f.Links, relations.Link{Target: l.Target, Unit: u.Name})
			}
		}
	}
	return f
}

func (f *facts) empty() bool { return f.MessageID == "" && len(f.InReplyTo) == 0 && len(f.Links) == 0 }

// relate joins the facts of all sources into edges, and returns the tables of
// both. Where no row changed, they are those of the last snapshot.
func (r *run) relate() (map[string]publish.TableInfo, error) {
	if tables, ok := r.sameRelations(); ok {
		return tables, nil
	}
	var rows []publish.Row
	nodes := make([]relations.Node, 0, len(r.items))
	for _, it := range r.items {
		n := relations.Node{
			ID: it.id, Path: pathOf(it.line), Parent: publish.Field(it.line, "parent"), Member: publish.Field(it.line, "member"), Type: publish.Field(it.line, "type"),
		}
		line, f, err := r.factLine(it)
		if err != nil {
			return nil, err
		}
		if line != nil {
			rows = append(rows, publish.Row{Key: it.id, Line: line})
			n.MessageID, n.InReplyTo, n.Links = f.MessageID, f.InReplyTo, f.Links
		}
		nodes = append(nodes, n)
	}
	factTable, err := r.putTable(rows)
	if err != nil {
		return nil, err
	}
	rows = nil
	paths := map[string]string{}
	for i := range nodes {
		paths[nodes[i].ID] = nodes[i].Path
	}
	for _, row := range relations.ByNode(append(relations.Join(nodes), r.correctedEdges(paths)...)) {
		line, err := knowledge.Marshal(row)
		if err != nil {
			return nil, err
		}
		rows = append(rows, publish.Row{Key: row.ID, Line: line})
	}
	edgeTable, err := r.putTable(rows)
	return map[string]publish.TableInfo{knowledge.FactsTable: factTable, knowledge.EdgesTable: edgeTable}, err
}

// factLine returns the facts of an item as stored, nil where it has none.
func (r *run) factLine(it *item) ([]byte, facts, error) {
	if it.reused {
		line := r.prev.facts[it.id]
		var f facts
		if line == nil {
			return nil, f, nil
		}
		if err := json.Unmarshal(line, &f); err != nil {
			return nil, f, fmt.Errorf("facts of %s: %w", it.id, err)
		}
		return line, f, nil
	}
	if it.facts.empty() {
		return nil, it.facts, nil
	}
	line, err := knowledge.Marshal(it.facts)
	return line, it.facts, err
}

// sameRelations returns the tables of the last snapshot where nothing changed that
// relations are joined from: the sources there are, their paths and places, and what
// they say of others.
func (r *run) sameRelations() (map[string]publish.TableInfo, bool) {
	if !r.prev.whole() || r.opts.Rehash || r.prev.sources != len(r.items) || !r.sameCorrections() {
		return nil, false
	}
	for _, it := range r.items {
		if it.reused {
			continue
		}
		before, ok := r.prev.lines[it.id]
		if !ok || pathOf(before) != pathOf(it.line) {
			return nil, false
		}
		for _, name := range []string{"parent", "member", "type"} {
			if publish.Field(before, name) != publish.Field(it.line, name) {
				return nil, false
			}
		}
		line, _, err := r.factLine(it)
		if err != nil || !bytes.Equal(line, r.prev.facts[it.id]) {
			return nil, false
		}
	}
	out := map[string]publish.TableInfo{}
	for _, name := range []string{knowledge.FactsTable, knowledge.EdgesTable} {
		table, err := r.prev.snapshot.Table(name)
		if err != nil {
			return nil, false
		}
		if out[name], err = table.Info(); err != nil {
			return nil, false
		}
	}
	return out, true
}
