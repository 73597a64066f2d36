package pipeline

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/publish"
	"quire/retrieval/vectors"
	"quire/retrieval/vectors/vectorstest"
)

// withModel makes a model beside the workspace and returns options that name it.
func (w *world) withModel(m vectorstest.Model) {
	w.t.Helper()
	files := m.Files()
	dir := filepath.Join(w.t.TempDir(), "model")
	if err := vectorstest.Write(dir, files); err != nil {
		w.t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { root.Close() })
	w.config = func(o *Options) { o.Vectors = &Vectors{Dir: root, Digest: vectorstest.Digest(files)} }
}

// vectorFiles returns the bytes of both files of the current snapshot.
func (w *world) vectorFiles() [2][]byte {
	w.t.Helper()
	store, err := publish.Open(w.published())
	if err != nil {
		w.t.Fatal(err)
	}
	defer store.Close()
	snap, _, err := store.Open()
	if err != nil {
		w.t.Fatal(err)
	}
	var out [2][]byte
	for i, name := range []string{vectors.WordsFile, vectors.PassagesFile} {
		if out[i], err = os.ReadFile(snap.Path(filepath.Join(knowledge.VectorsDir, name))); err != nil {
			w.t.Fatal(err)
		}
	}
	return out
}

// Vectors that grew with the corpus are, byte for byte, those of a clean build, and so
// are the snapshot and the answers.
func TestVectorsGrowToWhatACleanBuildGives(t *testing.T) {
	w := newWorld(t)
	w.withModel(vectorstest.Tiny())
	rng := rand.New(rand.NewPCG(2, 9))
	words := vectorstest.Tiny().Words[2:20]
	text := func() string {
		var b strings.Builder
		for range 3 {
			fmt.Fprintf(&b, "# About %s\n\nThe %s and the %s of number %d.\n\n", words[rng.IntN(18)], words[rng.IntN(18)], words[rng.IntN(18)], rng.IntN(1000))
		}
		return b.String()
	}
	for i := range 6 {
		w.write(fmt.Sprintf("d%d.md", i), text())
	}
	w.sync(nil)
	for round := range 3 {
		w.write(fmt.Sprintf("d%d.md", round), text())
		w.write(fmt.Sprintf("new%d.md", round), text())
		if err := os.Remove(filepath.Join(w.corpus, fmt.Sprintf("d%d.md", 5-round))); err != nil {
			t.Fatal(err)
		}
		w.sync(nil)
		clean := w.clean()
		have, want := w.vectorFiles(), clean.vectorFiles()
		for i, name := range []string{"words", "passages"} {
			if !bytes.Equal(have[i], want[i]) {
				t.Errorf("round %d: %s has %d bytes, of a clean build %d", round, name, len(have[i]), len(want[i]))
			}
		}
		if a, b := w.answers("puppy", "wage number"), clean.answers("puppy", "wage number"); a != b || a == "" {
			t.Errorf("round %d: the answers are\n%s\nof a clean build\n%s", round, a, b)
		}
	}
	if r := w.sync(nil); r.Published {
		t.Error("a sync without a change publishes")
	}
	before := current(t, w)
	model := w.config
	w.config = nil
	if r := w.sync(nil); !r.Published || current(t, w) == before {
		t.Error("without vectors the snapshot is the same")
	}
	w.config = model
	w.sync(nil)
	if current(t, w) != before {
		t.Error("with the model again the snapshot is another than before")
	}
}

func TestAnotherModelStopsASync(t *testing.T) {
	w := newWorld(t)
	w.withModel(vectorstest.Tiny())
	w.write("a.md", "A dog.")
	w.sync(nil)
	right := w.config
	w.config = func(o *Options) {
		right(o)
		o.Vectors.Digest = knowledge.DigestOf(nil)
	}
	before := current(t, w)
	if _, err := w.trySync(nil); !errors.As(err, new(*vectors.DigestError)) || current(t, w) != before {
		t.Errorf("got %v", err)
	}
}

// A snapshot whose vectors were damaged is healed like one whose index was.
func TestDamagedVectorsAreMadeAnew(t *testing.T) {
	w := newWorld(t)
	w.withModel(vectorstest.Tiny())
	w.write("a.md", "A dog and a storm.")
	w.sync(nil)
	want := w.vectorFiles()
	names, err := filepath.Glob(filepath.Join(w.published(), "snapshots", "*", "vectors", "*"))
	if err != nil || len(names) != 2 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		if err := os.Truncate(name, 5); err != nil {
			t.Fatal(err)
		}
		w.sync(nil)
		have := w.vectorFiles()
		if !bytes.Equal(have[0], want[0]) || !bytes.Equal(have[1], want[1]) {
			t.Errorf("after %s was cut short the files are %d and %d bytes", filepath.Base(name), len(have[0]), len(have[1]))
		}
	}
}

// A withdrawal takes the vectors of a document out of every kept snapshot, without the
// model, and leaves the others.
func TestAWithdrawalTakesVectorsOut(t *testing.T) {
	w := newWithdrawals(t)
	w.withModel(vectorstest.Model{Words: []string{"[UNK]", "pilot", "harbour", "lantern"}, Rows: [][]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, Normalize: true})
	w.sync(w.inputs)
	w.write("plan.md", "# Plan\n\nThe harbour is rebuilt in the coming summer, says the council.\n")
	w.sync(w.inputs)
	id, stays := w.idOf("corpus/secret.md"), w.idOf("corpus/other.md")
	if b := w.vectorFiles()[1]; !bytes.Contains(b, []byte(id)) {
		t.Fatal("there is nothing to withdraw")
	}
	w.mark("corpus/secret.md")
	w.proven(w.takeOut(), "zeppelin", id)
	if b := w.vectorFiles()[1]; !bytes.Contains(b, []byte(stays)) {
		t.Error("the vectors of another document went too")
	}
	if next := w.sync(w.inputs); next.Published {
		t.Error("the next sync gives another snapshot")
	}
}
