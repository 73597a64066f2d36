package pipeline

import (
	"encoding/json"
	"errors"
	"iter"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/knowledge/semantics"
	"quire/publish"
)

// sealDerived writes the table of what was derived from documents, and lets go of its lines:
// those of 100,000 documents take more of the disk than all others.
func (r *run) sealDerived() (publish.TableInfo, error) {
	defer func() {
		for _, it := range r.items {
			it.derived = nil
		}
		r.shelves.derived.close()
	}()
	info, ok, err := r.amended(knowledge.KnowledgeTable, len(r.items), func(it *item) (line []byte, same bool, err error) {
		return it.derived, it.derived == nil && r.sameDerived(it), nil
	})
	if ok || err != nil {
		return info, err
	}
	return r.putRows(len(r.items), true, r.derivedRows())
}

// sameDerived reports whether the row of the table that the last snapshot has of an item is
// its own: it was not read again.
func (r *run) sameDerived(it *item) bool {
	named := jsonline.Field(it.line, "derived")
	return named != "" && named == jsonline.Field(r.prev.lines[it.id], "derived")
}

// derivedRows yields the rows of all items in order of id. Where the last snapshot lacks
// that of an item which was not read again, it is derived anew.
func (r *run) derivedRows() iter.Seq2[publish.Row, error] {
	return func(yield func(publish.Row, error) bool) {
		old := r.prev.derived.inOrder()
		defer old.close()
		for _, it := range r.items {
			line, err := it.derived, error(nil)
			if line == nil && jsonline.Field(it.line, "derived") != "" {
				if line, err = old.row(it.id); err != nil || line == nil {
					line, err = r.deriveAgain(it)
				}
			}
			if line == nil && err == nil {
				continue
			}
			if !yield(publish.Row{Key: it.id, Line: line}, err) || err != nil {
				return
			}
		}
	}
}

// deriveAgain derives from the stored evidence of an item what its row names.
func (r *run) deriveAgain(it *item) ([]byte, error) {
	doc, err := r.document(it)
	if err != nil {
		return nil, err
	}
	b, err := knowledge.Marshal(semantics.Derive(doc))
	if err != nil {
		return nil, err
	}
	line, _, err := knowledge.DerivedLine(it.id, b)
	return line, err
}

// readDerived returns what was derived from the document of an item that was not read in
// this run, nil where its row names nothing.
func (r *run) readDerived(it *item) ([]byte, error) {
	if want := jsonline.Field(it.line, "derived"); want != "" {
		line, err := r.prev.derived.row(it.id)
		if err != nil {
			return nil, err
		}
		b, ok := knowledge.DerivedIn(line, it.id, knowledge.Digest(want))
		if !ok {
			return nil, &publish.DamagedError{Name: "the table of knowledge", Detail: "has another row of " + it.id + " than its source says"}
		}
		return b, nil
	}
	want := jsonline.Field(it.line, "knowledge")
	if want == "" {
		return nil, nil
	}
	version := semantics.Version
	if r.rewriting {
		version = r.prev.body.Semantics
	}
	recipe := knowledge.Digest(jsonline.Field(it.line, "recipe"))
	b, name, err := knowledge.Find(r.opts.Store.ReadFile, knowledge.DerivedName(recipe, version))
	if err != nil || string(knowledge.DigestOf(b)) != want {
		return nil, &publish.DamagedError{Name: name, Detail: "is missing or has other bytes than its record says"}
	}
	return b, nil
}

// dropLeaves removes the folder that held knowledge before it was a table, once no snapshot
// is left whose rows name a leaf in it.
func (r *run) dropLeaves() error {
	s := r.opts.Store
	if names, err := s.List(knowledge.DerivedDir); err == nil && len(names) == 0 {
		return nil
	} // else there is something, a link perhaps
	for _, items := range [][]*item{r.items, r.authors, r.memories} {
		for _, it := range items {
			if jsonline.Field(it.line, "knowledge") != "" {
				return nil
			}
		}
	}
	kept, err := s.Kept()
	for _, k := range kept {
		if snap, err := s.Snapshot(k.ID); err != nil || !hasDerived(snap) {
			return nil
		}
	}
	return errors.Join(err, s.Drop(knowledge.DerivedDir))
}

// hasDerived reports whether a snapshot has a table of knowledge.
func hasDerived(s *publish.Snapshot) bool {
	_, ok := s.Manifest.Tables[knowledge.KnowledgeTable]
	return ok
}

// cardOfStored makes the card of an item from its stored knowledge.
func (r *run) cardOfStored(it *item) ([]byte, error) {
	b, err := r.readDerived(it)
	if err != nil || b == nil {
		return nil, err
	}
	var k semantics.Knowledge
	if err := json.Unmarshal(b, &k); err != nil {
		return nil, &publish.DamagedError{Name: "the knowledge of " + it.id, Detail: "is not JSON: " + err.Error()}
	}
	return cardLine(cardOf(it.id, &k))
}
