package source

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"quire/knowledge"
)

// corpus runs Assign over and over, as syncs do. Files are given as
// "path=content"; a path without content was not read.
type corpus struct {
	t        *testing.T
	identity *Identity
	last     []Known
	by       map[string]Assigned // of the last run, by path
	barred   func(id string) bool
}

func newCorpus(t *testing.T) *corpus {
	return &corpus{t: t, identity: parse(t, "")}
}

func parse(t *testing.T, text string) *Identity {
	t.Helper()
	id, err := ParseIdentity([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func files(specs ...string) []Found {
	var out []Found
	for _, s := range specs {
		path, content, read := strings.Cut(s, "=")
		f := Found{Path: "corpus/" + path, Lasting: read}
		if read {
			f.Content = knowledge.DigestOf([]byte(content))
		}
		out = append(out, f)
	}
	return out
}

func (c *corpus) sync(specs ...string) {
	c.t.Helper()
	found := files(specs...)
	got, next, err := Assign(c.identity, c.last, found, c.barred)
	if err != nil {
		c.t.Fatal(err)
	}
	c.last, c.by, c.identity = nil, map[string]Assigned{}, next
	for i, f := range found {
		c.last = append(c.last, Known{got[i].ID, f.Path, f.Content})
		c.by[strings.TrimPrefix(f.Path, "corpus/")] = got[i]
	}
}

func (c *corpus) id(path string) string { return c.by[path].ID }

// lines prints the identity file as "path why" with its ids left out.
func (c *corpus) lines() string {
	out := []string{}
	for _, l := range c.identity.lines() {
		out = append(out, strings.TrimPrefix(l.Path, "corpus/")+" "+l.Why)
	}
	return strings.Join(out, ", ")
}

func (c *corpus) want(path, id, lines string) {
	c.t.Helper()
	if got := c.id(path); got != id {
		c.t.Errorf("%s has the id %s, want %s", path, got, id)
	}
	if got := c.lines(); got != lines {
		c.t.Errorf("identity lines %q, want %q", got, lines)
	}
}

func derivedOf(path string) string { return derived("corpus/"+path, 0) }

func TestAPathThatStaysKeepsItsID(t *testing.T) {
	c := newCorpus(t)
	c.sync("a=1", "b=2")
	c.sync("a=9", "b=1")
	c.want("a", derivedOf("a"), "")
	c.want("b", derivedOf("b"), "")
}

func TestAMovedFileTakesItsIDAlong(t *testing.T) {
	c := newCorpus(t)
	c.sync("a=1", "b=2")
	c.sync("b=2", "new/a=1")
	c.want("new/a", derivedOf("a"), "new/a moved")
	if from := c.by["new/a"].From; from != "corpus/a" {
		t.Errorf("moved from %q", from)
	}
	c.sync("b=2", "new/a=3")
	c.want("new/a", derivedOf("a"), "new/a moved")
	if from := c.by["new/a"].From; from != "" {
		t.Errorf("moved again from %q", from)
	}
}

func TestAChainOfRenamesKeepsOneID(t *testing.T) {
	c := newCorpus(t)
	c.sync("a=1")
	c.sync("b=1")
	c.sync("c=1")
	c.want("c", derivedOf("a"), "c moved")
	c.sync("a=1")
	c.want("a", derivedOf("a"), "")
}

func TestSeveralCandidatesAreListedAndNotChosen(t *testing.T) {
	c := newCorpus(t)
	c.sync("a=1", "b=1")
	c.sync("c=1")
	c.want("c", derivedOf("c"), "")
	if got := fmt.Sprint(c.by["c"].Candidates); got != fmt.Sprint([]string{derivedOf("a"), derivedOf("b")}) {
		t.Errorf("candidates %s", got)
	}
	c = newCorpus(t)
	c.sync("a=1")
	c.sync("b=1", "c=1")
	c.want("b", derivedOf("b"), "")
	c.want("c", derivedOf("c"), "")
}

func TestAFileThatWasNotReadIsNeverTakenForAMovedOne(t *testing.T) {
	c := newCorpus(t)
	c.sync("a", "b=1")
	c.sync("c", "d")
	c.want("c", derivedOf("c"), "")
	c.want("d", derivedOf("d"), "")
}

func TestANewFileBesideAnExistingOneIsNew(t *testing.T) {
	c := newCorpus(t)
	c.sync("a=1")
	c.sync("a=1", "b=1")
	c.want("b", derivedOf("b"), "")
}

func TestANewFileAtALeftPathGetsAnIDOfItsOwn(t *testing.T) {
	c := newCorpus(t)
	c.sync("a=1")
	c.sync("b=1")
	c.sync("a=2", "b=1")
	salted := derived("corpus/a", 1)
	c.want("a", salted, "a collision, b moved")
	c.want("b", derivedOf("a"), "a collision, b moved")
	c.sync("a=2")
	c.want("a", salted, "a collision")
}

func TestExchangedContentsDoNotExchangeIDs(t *testing.T) {
	c := newCorpus(t)
	c.sync("a=1", "b=2")
	c.sync("a=2", "b=1")
	c.want("a", derivedOf("a"), "")
	c.want("b", derivedOf("b"), "")
}

func TestALineOfTheIdentityFileWins(t *testing.T) {
	id := knowledge.SourceID("other", "file", 0)
	c := newCorpus(t)
	c.identity = parse(t, `{"path":"corpus/a","id":"`+id+`","why":"moved"}`)
	c.last = []Known{{ID: derivedOf("a"), Path: "corpus/a"}}
	c.sync("a=1")
	c.want("a", id, "a moved")
	c.sync("b=2")
	if c.lines() != "" {
		t.Errorf("the line of a file that is gone stays: %s", c.lines())
	}
}

func TestTwoFilesOfOnePathAreRefused(t *testing.T) {
	if _, _, err := Assign(parse(t, ""), nil, files("a=1", "a=2"), nil); err == nil || !strings.Contains(err.Error(), "corpus/a") {
		t.Errorf("got %v", err)
	}
}

func TestParseIdentityNamesTheBrokenLine(t *testing.T) {
	good := `{"path":"corpus/a","id":"` + derivedOf("a") + `","why":"moved"}`
	for name, c := range map[string]struct{ text, want string }{
		"not JSON":     {good + "\n{", "line 2"},
		"no path":      {"\n" + `{"id":"` + derivedOf("a") + `"}`, "line 2: needs a path"},
		"bad id":       {`{"path":"corpus/a","id":"x"}`, "line 1: needs a path and an id"},
		"path twice":   {good + "\n\n" + strings.Replace(good, derivedOf("a"), derivedOf("b"), 1), "line 3: corpus/a is listed twice"},
		"id twice":     {good + "\r\n" + strings.Replace(good, "corpus/a", "corpus/b", 1), "line 2: corpus/a and corpus/b claim the id"},
		"trailing":     {good + " x", "line 1"},
		"merge marker": {"<<<<<<< HEAD\n" + good, "line 1"},
	} {
		if _, err := ParseIdentity([]byte(c.text)); err == nil || !strings.Contains(err.Error(), IdentityFile+" "+c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Over many random syncs: ids are unique, the same inputs give the same ids, and
// a fresh clone, which has the identity file and no last snapshot, gives every
// file the id it has here.
func TestRandomSyncsKeepIDsUniqueAndReproducible(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 7))
		c := newCorpus(t)
		for step := range 12 {
			var specs []string
			for _, p := range strings.Split("abcdefgh", "") {
				switch r.IntN(4) {
				case 0:
				case 1:
					specs = append(specs, p)
				default:
					specs = append(specs, fmt.Sprintf("%s=%d", p, r.IntN(5)))
				}
			}
			before, last := c.identity, c.last
			c.sync(specs...)
			again, next, err := Assign(before, last, files(specs...), nil)
			if err != nil {
				t.Fatal(err)
			}
			text, err := c.identity.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if other, err := next.Encode(); err != nil || string(other) != string(text) {
				t.Fatalf("seed %d step %d: two runs write other identity files: %s %s %v", seed, step, text, other, err)
			}
			clone, kept, err := Assign(parse(t, string(text)), nil, files(specs...), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(kept, c.identity) {
				t.Fatalf("seed %d step %d: the clone keeps other lines", seed, step)
			}
			owner := map[string]string{}
			for i, f := range files(specs...) {
				id := c.id(strings.TrimPrefix(f.Path, "corpus/"))
				if !knowledge.ValidID(id) || owner[id] != "" {
					t.Fatalf("seed %d step %d: %s and %s have the id %s", seed, step, owner[id], f.Path, id)
				}
				owner[id] = f.Path
				if again[i].ID != id || clone[i].ID != id {
					t.Fatalf("seed %d step %d: %s has the ids %s, %s again, %s in a clone", seed, step, f.Path, id, again[i].ID, clone[i].ID)
				}
			}
		}
	}
}

// A document that was withdrawn leaves its id behind: a new file at the path that the
// id derives from gets another one.
func TestAWithdrawnIDIsNotGivenAgain(t *testing.T) {
	c := newCorpus(t)
	c.sync("a=1")
	c.sync("b=1")
	c.barred = func(id string) bool { return id == derivedOf("a") }
	c.sync()
	c.sync("a=2")
	if c.id("a") == derivedOf("a") || c.lines() != "a collision" {
		t.Errorf("a has the id %s, identity lines %q", c.id("a"), c.lines())
	}
	first := c.id("a")
	c.sync("a=3")
	c.want("a", first, "a collision")
}
