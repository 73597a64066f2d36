package pipeline

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/publish"
)

// storeDocument writes evidence, the text before the record that names it, and returns the
// digest of the record. The record is never in memory as a whole: of a large document it
// is as large as that.
func (r *run) storeDocument(key knowledge.Digest, doc *knowledge.Document) (digest knowledge.Digest, err error) {
	record := func(w io.Writer) (err error) {
		digest, err = writeRecord(w, doc)
		return err
	}
	if !r.opts.DryRun {
		err = r.opts.Store.PutStream(knowledge.TextName(key), func(w io.Writer) error {
			_, err := io.WriteString(w, doc.Text)
			return err
		})
		if err == nil {
			err = r.opts.Store.PutStream(knowledge.RecordName(key), record)
		}
	}
	if err == nil && digest == "" { // nothing is stored, or another writes the same just now
		err = record(io.Discard)
	}
	if err != nil {
		return "", fmt.Errorf("store evidence: %w", err)
	}
	return digest, nil
}

// writeRecord writes the record of a document and returns the digest of it.
func writeRecord(w io.Writer, doc *knowledge.Document) (knowledge.Digest, error) {
	h := sha256.New()
	err := knowledge.WriteEvidence(io.MultiWriter(w, h), doc)
	return knowledge.FromSum([sha256.Size]byte(h.Sum(nil))), err
}

// stored returns the evidence of a recipe where the store has it whole and sound.
func (r *run) stored(key knowledge.Digest) (*knowledge.Document, knowledge.Digest, bool) {
	doc, err := knowledge.LoadDocument(r.opts.Store.ReadFile, key)
	if err != nil {
		return nil, "", false
	}
	digest, _, err := knowledge.Find(r.recordDigest, knowledge.RecordName(key))
	if err != nil {
		return nil, "", false
	}
	// The record must be what this very document is written as: anything else is
	// damage, and taking it over would publish it.
	if again, err := writeRecord(io.Discard, doc); err != nil || again != digest {
		return nil, "", false
	}
	if want := r.prev.evidence()[key]; want != "" && want != digest || want == "" && r.opts.Rehash {
		return nil, "", false // the record is another than its rows say, or none vouches for it
	}
	if s := r.opts.Store; s.Size(knowledge.TextName(key)) < 0 || s.Size(knowledge.RecordName(key)) < 0 { // it lies as layout 1 has it
		if _, err := r.storeDocument(key, doc); err != nil {
			return nil, "", false
		}
	}
	return doc, digest, true
}

func (r *run) recordDigest(name string) (knowledge.Digest, error) {
	f, err := r.opts.Store.OpenLeaf(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	d, _, err := knowledge.DigestReader(f)
	return d, err
}

// dropEarlier removes what the evidence of a snapshot that was just published was stored as
// in layout 1: what is as it should be by now is on disk for good. Readers of older
// snapshots find it under its new name. Where the last sync went by the same rules there is
// nothing of the kind.
func (r *run) dropEarlier() error {
	if r.prev.pointer.Snapshot == "" || r.prev.snapshot != nil && r.prev.body.Rules == r.rules() {
		return nil
	}
	s := r.opts.Store
	for _, it := range append(r.indexed(), r.memories...) {
		recipe := knowledge.Digest(jsonline.Field(it.line, "recipe"))
		if recipe == "" {
			continue
		}
		if s.Size(knowledge.TextName(recipe)) >= 0 && s.Size(knowledge.RecordName(recipe)) >= 0 {
			if err := s.Drop(knowledge.EvidenceName(recipe)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Superseded returns a function for publish.Retention: a sync that was cut short left what
// layout 1 had beside what it stored anew.
func Superseded(s *publish.Store) func(leaf string) bool {
	return func(leaf string) bool {
		later := knowledge.LaterNames(leaf)
		for _, name := range later {
			was, err := s.ReadFile(knowledge.EarlierName(name))
			if err != nil || !s.Equal(name, was) {
				return false
			}
		}
		return len(later) > 0
	}
}

// damagedLeaf says that a leaf is missing, or what is wrong with it.
func damagedLeaf(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &publish.DamagedError{Name: name, Detail: "is missing"}
	}
	return err
}
