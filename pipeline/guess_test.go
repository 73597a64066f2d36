package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
	"quire/knowledge"
	"strings"
	"testing"
)

// essay is a text of sentences of its own.
func essay(seed, sentences int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Essay %d\n\n", seed)
	for i := range sentences {
		fmt.Fprintf(&b, "The %s of %s keeps %d lanterns near the harbour of place%d.\n\n", word(seed, i), word(seed+3, i), i+seed, (i*7+seed)%41)
	}
	return b.String()
}

func word(seed, i int) string {
	return strings.Fields("keeper miller baker warden clerk porter weaver mason cooper tanner")[(seed*3+i)%10] + fmt.Sprint(seed, "x", i%13)
}

// move renames a file and gives it another text.
func (w *world) move(from, to, text string) {
	w.t.Helper()
	if err := os.Remove(filepath.Join(w.corpus, from)); err != nil {
		w.t.Fatal(err)
	}
	w.write(to, text)
}

// idAt returns the id of a path in the current snapshot, "" where there is none.
func (w *world) idAt(path string) (id string) {
	w.t.Helper()
	err := w.view().Records(func(s *knowledge.Source) bool {
		if s.Path == path {
			id = s.ID
		}
		return id == ""
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

func changeOf(r *Report, path string) Change {
	for _, c := range r.Changes {
		if c.Path == path && c.Kind == "renamed" {
			return c
		}
	}
	return Change{}
}

func TestAFileThatIsRenamedAndEditedKeepsItsID(t *testing.T) {
	w := newWorld(t)
	for i := range 4 {
		w.write(fmt.Sprintf("a/e%d.md", i), essay(i, 40))
	}
	w.sync(nil)
	id := w.idAt("corpus/a/e1.md")
	w.move("a/e1.md", "b/renamed.md", essay(1, 40)+"One more sentence was added at the end of it.\n")
	r := w.sync(nil)
	if got := w.idAt("corpus/b/renamed.md"); got != id {
		t.Errorf("id %s, before %s", got, id)
	}
	if c := changeOf(r, "corpus/b/renamed.md"); c.From != "corpus/a/e1.md" || c.Alike < guessAlike {
		t.Errorf("the change is %+v", c)
	}
	if s := r.Sources; s.Renamed != 1 || s.Deleted != 0 || s.Added != 0 || r.Extractions != 1 {
		t.Errorf("%+v, %d extractions", s, r.Extractions)
	}
	if !strings.Contains(string(w.identity), `"why":"guessed"`) {
		t.Errorf("identity.jsonl: %s", w.identity)
	}
	w.validate()
	clean := w.clean()
	clean.sync(nil)
	sameTree(t, w, clean)
	// Who knows better deletes the line.
	w.identity = nil
	w.sync(nil)
	if w.idAt("corpus/b/renamed.md") == id {
		t.Error("the guess cannot be taken back")
	}
}

func TestAGuessNeedsOneClearCandidate(t *testing.T) {
	for name, change := range map[string]func(*world){
		"another text": func(w *world) { w.move("a/e1.md", "b/new.md", essay(9, 40)) },
		"another kind": func(w *world) { w.move("a/e1.md", "b/new.txt", essay(1, 40)+"And more.\n") },
		"two new files": func(w *world) {
			w.move("a/e1.md", "b/new.md", essay(1, 40)+"And more.\n")
			w.write("b/other.md", essay(1, 40)+"And something else.\n")
		},
		"two missing": func(w *world) {
			w.move("a/twin.md", "b/new.md", essay(1, 40)+"And more.\n")
			if err := os.Remove(filepath.Join(w.corpus, "a/e1.md")); err != nil {
				w.t.Fatal(err)
			}
		},
		"the old one stays": func(w *world) { w.write("b/new.md", essay(1, 40)+"And more.\n") },
		"few words":         func(w *world) { w.move("a/short.md", "b/new.md", "# Short\n\nA few words here.\n") },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			for i := range 3 {
				w.write(fmt.Sprintf("a/e%d.md", i), essay(i, 40))
			}
			w.write("a/twin.md", essay(1, 40)+"The twin ends otherwise.\n")
			w.write("a/short.md", "# Short\n\nA few words.\n")
			w.sync(nil)
			change(w)
			if r := w.sync(nil); r.Sources.Renamed != 0 || strings.Contains(string(w.identity), "guessed") {
				t.Errorf("%d renamed: %s", r.Sources.Renamed, w.identity)
			}
			clean := w.clean()
			clean.sync(nil)
			sameTree(t, w, clean)
		})
	}
}
