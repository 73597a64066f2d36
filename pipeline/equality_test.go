package pipeline

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var sequences = flag.Int("sequences", 12, "random edit sequences to run")

// badSeeds are seeds that failed once.
var badSeeds = []uint64{}

// After any sequence of edits the incremental tree is the tree of a clean build
// from the same inputs, and answers alike.
func TestIncrementalEqualsClean(t *testing.T) {
	seeds := append([]uint64{}, badSeeds...)
	for i := range *sequences {
		seeds = append(seeds, uint64(i+1))
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { runSequence(t, seed) })
	}
}

func runSequence(t *testing.T, seed uint64) {
	e := &editor{world: newWorld(t), rng: rand.New(rand.NewPCG(seed, 7))}
	for range 6 {
		e.add()
	}
	var log []string
	for range 8 {
		for range 1 + e.rng.IntN(3) {
			log = append(log, e.step())
		}
		r := e.sync(func(o *Options) { o.Jobs = 1 + e.rng.IntN(4); o.AcceptDeletions = true })
		fresh := e.clean()
		want := fresh.sync(nil)
		if r.Snapshot != want.Snapshot {
			t.Fatalf("seed %d: the incremental snapshot is %.12s, the clean one %.12s after\n%s", seed, r.Snapshot, want.Snapshot, strings.Join(log, "\n"))
		}
		queries := []string{"harbour lantern", "word7 word3 word11", "table row price", "chapter"}
		if got, want := e.answers(queries...), fresh.answers(queries...); got != want {
			t.Fatalf("seed %d: answers differ: incremental\n%s\nclean\n%s\nafter\n%s", seed, got, want, strings.Join(log, "\n"))
		}
		if string(fresh.identity) != string(e.identity) {
			t.Fatalf("seed %d: identity differs:\n%s\n%s", seed, e.identity, fresh.identity)
		}
	}
	e.validate()
}

// editor makes random changes to a corpus.
type editor struct {
	*world
	rng *rand.Rand
	n   int
}

func (e *editor) files() []string {
	var out []string
	filepath.WalkDir(e.corpus, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(e.corpus, name)
			out = append(out, rel)
		}
		return nil
	})
	return out
}

func (e *editor) pick() string {
	all := e.files()
	if len(all) == 0 {
		return e.add()
	}
	return all[e.rng.IntN(len(all))]
}

func (e *editor) name() string {
	e.n++
	ext := []string{".md", ".txt", ".csv", ".html"}[e.rng.IntN(4)]
	return fmt.Sprintf("%s/file%d%s", []string{"a", "b", "a/deep"}[e.rng.IntN(3)], e.rng.IntN(12), ext)
}

func (e *editor) text() string {
	var b strings.Builder
	for c := range 1 + e.rng.IntN(3) {
		fmt.Fprintf(&b, "# Chapter %d\n\n", c+1)
		for range 1 + e.rng.IntN(4) {
			for range 5 + e.rng.IntN(30) {
				fmt.Fprintf(&b, "word%d ", e.rng.IntN(20))
			}
			b.WriteString("harbour.\n\n")
		}
	}
	return b.String()
}

func (e *editor) add() string {
	name := e.name()
	if e.rng.IntN(5) == 0 {
		name = strings.TrimSuffix(name, filepath.Ext(name)) + ".eml"
		e.write(name, e.mail())
		return name
	}
	e.write(name, e.text())
	return name
}

// mail is a message with one or two attachments, now and then of equal bytes.
func (e *editor) mail() string {
	var b strings.Builder
	fmt.Fprintf(&b, "From: a@example.org\nTo: b@example.org\nSubject: Chapter %d\nMessage-ID: <m%d@example.org>\nIn-Reply-To: <m%d@example.org>\n",
		e.rng.IntN(9), e.rng.IntN(9), e.rng.IntN(9))
	b.WriteString("MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=edge\n\n--edge\nContent-Type: text/plain\n\nThe harbour is attached.\n")
	for i := range 1 + e.rng.IntN(2) {
		fmt.Fprintf(&b, "--edge\nContent-Type: text/markdown\nContent-Disposition: attachment; filename=\"part%d.md\"\n\n%s", i, e.text())
	}
	b.WriteString("--edge--\n")
	return b.String()
}

func (e *editor) step() string {
	path := func(name string) string { return filepath.Join(e.corpus, name) }
	switch e.rng.IntN(11) {
	case 9:
		from := e.pick()
		e.write("b/mail.eml", e.mail())
		return "mail beside " + from
	case 10:
		e.write(e.pick()+".md", fmt.Sprintf("See [it](%s) and [[file%d]].\n", filepath.Base(e.pick()), e.rng.IntN(12)))
		return "link"
	case 0:
		return "add " + e.add()
	case 1:
		name := e.pick()
		b, _ := os.ReadFile(path(name))
		e.write(name, string(b)+"\n\nlantern "+fmt.Sprint(e.rng.IntN(100))+"\n")
		return "append to " + name
	case 2:
		from, to := e.pick(), e.name()
		os.MkdirAll(filepath.Dir(path(to)), 0o755)
		os.Rename(path(from), path(to))
		return "rename " + from + " to " + to
	case 3:
		from, to := e.pick(), e.name()
		b, _ := os.ReadFile(path(from))
		e.write(to, string(b))
		return "copy " + from + " to " + to
	case 4:
		name := e.pick()
		os.Remove(path(name))
		return "delete " + name
	case 5:
		a, b := e.pick(), e.pick()
		x, _ := os.ReadFile(path(a))
		y, _ := os.ReadFile(path(b))
		e.write(a, string(y))
		e.write(b, string(x))
		return "swap " + a + " and " + b
	case 6:
		name := e.pick()
		b, _ := os.ReadFile(path(name))
		e.write(name, string(b))
		return "touch " + name
	case 7:
		name := e.pick()
		e.write(name, "")
		return "empty " + name
	}
	name := e.pick()
	e.write(name, e.text())
	return "rewrite " + name
}
