package pipeline

import (
	"bytes"
	"fmt"
	"path"

	"quire/knowledge"
	"quire/publish"
)

// storeDocument writes evidence and returns the digest of its record.
func (r *run) storeDocument(key knowledge.Digest, doc *knowledge.Document) (knowledge.Digest, error) {
	jsonl, err := knowledge.EncodeEvidence(doc)
	if err != nil {
		return "", fmt.Errorf("encode evidence: %w", err)
	}
	digest := knowledge.DigestOf(jsonl)
	if r.opts.DryRun {
		return digest, nil
	}
	files := []publish.File{{Name: knowledge.EvidenceFile, Data: jsonl}, {Name: knowledge.TextFile, Data: []byte(doc.Text)}}
	return digest, r.opts.Store.PutDir(knowledge.EvidenceDir(key), files)
}

// stored returns the evidence of a recipe where the store has it whole and sound.
func (r *run) stored(key knowledge.Digest) (*knowledge.Document, knowledge.Digest, bool) {
	doc, err := knowledge.LoadDocument(r.opts.Store.ReadFile, key)
	if err != nil {
		return nil, "", false
	}
	jsonl, err := r.opts.Store.ReadFile(path.Join(knowledge.EvidenceDir(key), knowledge.EvidenceFile))
	if err != nil {
		return nil, "", false
	}
	// The record must be what this very document is written as: anything else is
	// damage, and taking it over would publish it.
	if again, err := knowledge.EncodeEvidence(doc); err != nil || !bytes.Equal(again, jsonl) {
		return nil, "", false
	}
	digest := knowledge.DigestOf(jsonl)
	if want := r.prev.evidence()[key]; want != "" && want != digest || want == "" && r.opts.Rehash {
		return nil, "", false // the record is another than its rows say, or none vouches for it
	}
	return doc, digest, true
}
