package pipeline

import (
	"crypto/sha256"
	"fmt"
	"io"
	"path"

	"quire/knowledge"
	"quire/publish"
)

// storeDocument writes evidence and returns the digest of its record. The record is
// never in memory as a whole: of a large document it is as large as that.
func (r *run) storeDocument(key knowledge.Digest, doc *knowledge.Document) (digest knowledge.Digest, err error) {
	record := func(w io.Writer) (err error) {
		digest, err = writeRecord(w, doc)
		return err
	}
	if !r.opts.DryRun {
		err = r.opts.Store.PutDir(knowledge.EvidenceDir(key), []publish.File{
			{Name: knowledge.EvidenceFile, Write: record}, {Name: knowledge.TextFile, Write: func(w io.Writer) error {
				_, err := io.WriteString(w, doc.Text)
				return err
			}},
		})
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
	f, err := r.opts.Store.OpenFile(path.Join(knowledge.EvidenceDir(key), knowledge.EvidenceFile))
	if err != nil {
		return nil, "", false
	}
	defer f.Close()
	digest, _, err := knowledge.DigestReader(f)
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
	return doc, digest, true
}
