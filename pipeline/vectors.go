package pipeline

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path"
	"path/filepath"

	"quire/knowledge"
	"quire/publish"
	"quire/retrieval/index"
	"quire/retrieval/vectors"
)

// Vectors names the embedding model of a workspace.
type Vectors struct {
	Dir    *os.Root         // config.json, model.safetensors, tokenizer.json
	Digest knowledge.Digest // that they must have
}

func (v *Vectors) stamp() string {
	if v == nil {
		return ""
	}
	return string(v.Digest) + "\n" + vectors.Stamp(v.Dir)
}

// openModel opens the model that the workspace names; nothing where it names none.
func (r *run) openModel() (err error) {
	if r.opts.Vectors == nil {
		return nil
	}
	if r.model, err = vectors.Open(r.opts.Vectors.Dir, r.opts.Vectors.Digest); err != nil {
		return fmt.Errorf("open the model of vectors: %w", err)
	}
	return nil
}

// vectorsInfo is what the snapshot says of its vectors, nil where it has none. A snapshot
// that is written anew keeps those it has.
func (r *run) vectorsInfo() *knowledge.VectorsInfo {
	switch {
	case r.rewriting:
		return r.prev.body.Vectors
	case r.model == nil:
		return nil
	}
	return &knowledge.VectorsInfo{Format: vectors.Version, Model: r.model.Digest(), Dims: r.model.Dims()}
}

// indexVectors writes the table of words and the vectors of all searched passages. What
// the last snapshot has of both goes on.
func (r *run) indexVectors(ctx context.Context, draft *publish.Draft) error {
	info := r.plan.body.Vectors
	if info == nil {
		return nil
	}
	old := r.vectorsToUpdate(info)
	if old == nil && r.model == nil {
		return &publish.DamagedError{Name: r.prev.snapshot.Name(knowledge.VectorsDir), Detail: "cannot be read, and only a sync can make it anew"}
	}
	if err := r.writeVectors(ctx, old, draft.Path(knowledge.VectorsDir)); err != nil {
		return fmt.Errorf("vectors of passages: %w", err)
	}
	return nil
}

func (r *run) writeVectors(ctx context.Context, old *publish.Snapshot, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	table := filepath.Join(dir, vectors.WordsFile)
	if err := r.putWords(old, table); err != nil {
		return err
	}
	words, file, err := openWords(table)
	if err != nil {
		return err
	}
	defer file.Close()
	words.Remember()
	var (
		from  *vectors.Old
		kept  = map[string]bool{}
		fresh []*item
	)
	for _, it := range r.indexed() {
		if old != nil && bytes.Equal(r.prev.lines[it.id], it.line) {
			kept[it.id] = true
		} else {
			fresh = append(fresh, it)
		}
	}
	if old != nil {
		f, err := r.opts.Store.OpenFile(old.Name(path.Join(knowledge.VectorsDir, vectors.PassagesFile)))
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		from = &vectors.Old{File: f, Size: info.Size(), Keep: func(id string) bool { return kept[id] }}
	}
	var failure error
	err = vectors.Update(filepath.Join(dir, vectors.PassagesFile), words, from, meanings(r.docs(ctx, fresh, &failure)))
	return errors.Join(failure, err)
}

// meanings yields what of a passage gets a vector: the headings above it, or the title
// of its document, and its text.
func meanings(docs iter.Seq[index.Doc]) iter.Seq[vectors.Passage] {
	return func(yield func(vectors.Passage) bool) {
		for d := range docs {
			above := d.Heading
			if above == "" {
				above = d.Title
			}
			if !yield(vectors.Passage{ID: d.ID, Text: above + "\n" + d.Text}) {
				return
			}
		}
	}
}

// vectorsToUpdate returns the snapshot whose vectors go on in the new one, nil where they
// are made from nothing.
func (r *run) vectorsToUpdate(want *knowledge.VectorsInfo) *publish.Snapshot {
	p := r.prev
	if p.snapshot == nil || p.body.Vectors == nil || *p.body.Vectors != *want || r.opts.Clean || !p.whole() || r.opts.Rehash && p.snapshot.VerifyFiles() != nil {
		return nil
	}
	return p.snapshot
}

// putWords writes the table of words, or takes that of an older snapshot: by a link, or
// by a copy where the file system has none.
func (r *run) putWords(old *publish.Snapshot, name string) error {
	if old != nil {
		have := path.Join(knowledge.VectorsDir, vectors.WordsFile)
		if os.Link(old.Path(have), name) == nil {
			return nil
		}
		in, err := r.opts.Store.OpenFile(old.Name(have))
		if err != nil {
			return err
		}
		defer in.Close()
		return create(name, func(w io.Writer) error { _, err := io.Copy(w, in); return err })
	}
	return create(name, r.model.WriteWords)
}

func create(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<18)
	return errors.Join(write(w), w.Flush(), f.Close())
}

func openWords(name string) (*vectors.Words, *os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil {
		var w *vectors.Words
		if w, err = vectors.OpenWords(f, info.Size()); err == nil {
			return w, f, nil
		}
	}
	f.Close()
	return nil, nil, err
}
