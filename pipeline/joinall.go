package pipeline

import (
	"encoding/json"
	"fmt"
	"iter"

	"golang.org/x/sync/errgroup"

	"quire/knowledge"
	"quire/knowledge/relations"
	"quire/publish"
)

// wholeJoin joins all sources. What they say of themselves is never all in memory, which of a
// hundred thousand sources would be most of what a sync needs: claims are read once more
// where two sources share any.
type wholeJoin struct {
	r      *run
	copied []bool           // by place in the items: one before it has the same bytes
	nodes  []relations.Node // without their claims, until those are known that others have too
	claims relations.Claims
	keys   *keys // nil where none are kept, and once they are written
}

// joinAll joins the facts of all sources, and writes the tables of facts and of edges.
func (r *run) joinAll() (map[string]publish.TableInfo, error) {
	j := &wholeJoin{r: r, copied: r.copies(), nodes: make([]relations.Node, len(r.items)), keys: r.keepKeys()}
	defer j.keys.close()
	factTable, err := r.putRows(len(r.items), true, j.rows())
	if err != nil {
		return nil, err
	}
	j.keys.write()
	j.keys = nil
	if err := j.fillClaims(); err != nil {
		return nil, err
	}
	edges := relations.JoinTexts(j.nodes, correctedRelations(r.corrections), r.text)
	var rows []publish.Row
	for _, row := range relations.ByNode(edges) {
		line, err := knowledge.Marshal(row)
		if err != nil {
			return nil, err
		}
		rows = append(rows, publish.Row{Key: row.ID, Line: line})
	}
	edgeTable, err := r.putTable(rows)
	return map[string]publish.TableInfo{knowledge.FactsTable: factTable, knowledge.EdgesTable: edgeTable}, err
}

// copies tells of each item whether one before it has the same bytes.
func (r *run) copies() []bool {
	out := make([]bool, len(r.items))
	met := make(map[string]bool, len(r.items))
	for i, it := range r.items {
		if content := bytesOf(it.line); content != "" {
			out[i] = met[content]
			met[content] = true
		}
	}
	return out
}

// rows yields the rows of the table of facts, and on the way makes the nodes and their keys.
func (j *wholeJoin) rows() iter.Seq2[publish.Row, error] {
	return func(yield func(publish.Row, error) bool) {
		for said, err := range j.said(nil) {
			if err != nil {
				yield(publish.Row{}, err)
				return
			}
			i := said.at
			if !j.copied[i] {
				j.claims.Add(i, said.node.Facts.Claims)
			}
			j.keys.add(said.node.ID, said.keys)
			j.nodes[i] = said.node
			j.nodes[i].Facts.Claims = nil
			if len(said.line) > 0 && !yield(publish.Row{Key: said.node.ID, Line: said.line}, nil) {
				return
			}
		}
	}
}

// fillClaims gives the nodes the claims that a join compares.
func (j *wholeJoin) fillClaims() error {
	if j.claims.Seal(); !j.claims.Any() {
		return nil
	}
	for said, err := range j.said(j.claims.Has) {
		if err != nil {
			return err
		}
		j.nodes[said.at].Facts.Claims = j.claims.Compared(said.node.Facts.Claims)
	}
	return nil
}

// said is what one source says of itself and of others.
type said struct {
	at   int // among the items
	line []byte
	node relations.Node
	keys []relations.Key
}

// saidBlock is how many sources are decoded at a time: it is most of what a join costs, and
// goes on several processors.
const saidBlock = 512

// said yields what the sources say in their order; wanted, where it is given, says of which.
func (j *wholeJoin) said(wanted func(int) bool) iter.Seq2[*said, error] {
	return func(yield func(*said, error) bool) {
		var block []said
		flush := func() bool {
			if err := j.decode(block); err != nil {
				yield(nil, err)
				return false
			}
			for i := range block {
				if !yield(&block[i], nil) {
					return false
				}
			}
			block = block[:0]
			return true
		}
		at := 0
		for line, err := range j.r.factRows() {
			if err != nil {
				yield(nil, err)
				return
			}
			if wanted == nil || wanted(at) {
				block = append(block, said{at: at, line: line})
			}
			if len(block) == saidBlock && !flush() {
				return
			}
			at++
		}
		flush()
	}
}

// decode makes the nodes of lines, and their keys where those are kept.
func (j *wholeJoin) decode(block []said) error {
	var g errgroup.Group
	jobs := max(j.r.opts.Jobs, 1)
	for part := range jobs {
		g.Go(func() error {
			for i := part * len(block) / jobs; i < (part+1)*len(block)/jobs; i++ {
				s, it := &block[i], j.r.items[block[i].at]
				var f facts
				if len(s.line) > 0 {
					if err := json.Unmarshal(s.line, &f); err != nil {
						return fmt.Errorf("facts of %s: %w", it.id, err)
					}
				}
				s.node = nodeOf(it.id, it.line, &f)
				if j.keys == nil {
					continue
				}
				relations.Keys(&s.node, j.parent(&s.node), j.copied[s.at], func(k relations.Key) { s.keys = append(s.keys, k) })
			}
			return nil
		})
	}
	return g.Wait()
}

// parent returns the container of a node, as far as keys are made of it.
func (j *wholeJoin) parent(n *relations.Node) *relations.Node {
	if n.Parent == "" || n.Parent == n.ID {
		return nil
	}
	it := j.r.find(n.Parent)
	if it == nil {
		return nil
	}
	p := nodeOf(it.id, it.line, &facts{})
	return &p
}

// factRows yields the rows of facts of all items in order, empty where there is none: those
// that were made in this run, and of what was not read again those of the last snapshot.
func (r *run) factRows() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		old := r.prev.facts.inOrder()
		defer old.close()
		for _, it := range r.items {
			line, err := it.facts, error(nil)
			if it.reused {
				line, err = old.row(it.id)
			}
			if !yield(line, err) || err != nil {
				return
			}
		}
	}
}
