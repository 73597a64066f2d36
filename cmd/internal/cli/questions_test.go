package cli

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// question is one line of questions.tsv: what is asked, and the places that answer it.
type question struct {
	text   string
	places []string // path, or path#locator
}

// TestEvalQuestions asks 30 questions, written before any system was asked, of real
// documents: quire retrieve, and recollq where it is installed. It prints how often the
// right document is first and among the first five, and for quire the right place in it.
func TestEvalQuestions(t *testing.T) {
	if os.Getenv("QUIRE_EVAL") == "" {
		t.Skip("takes minutes; QUIRE_EVAL=1 runs it")
	}
	from := shared(t, ".")
	corpus, home := filepath.Join(t.TempDir(), "corpora"), filepath.Join(t.TempDir(), "ws")
	if n := copyAsked(t, from, corpus); n < 50 {
		t.Fatalf("only %d documents", n)
	}
	b, err := os.ReadFile("../../../retrieval/eval/testdata/questions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var questions []question
	for line := range strings.Lines(string(b)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		questions = append(questions, question{f[1], strings.Split(f[2], "|")})
	}
	quireSync(t, "-C", home, "--corpus", corpus)
	askEach(t, "quire retrieve", questions, func(q string) []string {
		out, _ := exec.Command("quire", "-C", home, "retrieve", "--json", "--limit", "5", "--hops", "0", q).Output()
		var answer struct {
			Results []struct {
				Source  struct{ Path string }
				Locator string
			}
		}
		if err := json.Unmarshal(out, &answer); err != nil {
			t.Fatalf("%s: %v: %s", q, err, out)
		}
		var found []string
		for _, r := range answer.Results {
			_, below, _ := strings.Cut(r.Source.Path, "/")
			found = append(found, below+"#"+r.Locator)
		}
		return found
	})
	if _, err := exec.LookPath("recollindex"); err != nil {
		t.Log("recoll is not installed")
		return
	}
	conf := recollIndex(t, corpus)
	for name, mode := range map[string]string{"recollq, any word": "-o", "recollq, all words": "-a"} {
		askEach(t, name, questions, func(q string) []string {
			out, _ := exec.Command("recollq", "-c", conf, mode, "-b", "-n", "20", q).Output()
			var found []string
			for line := range strings.Lines(string(out)) {
				if p, ok := strings.CutPrefix(strings.TrimSpace(line), "file://"+corpus+"/"); ok && !slices.Contains(found, p+"#") {
					found = append(found, p+"#")
				}
			}
			return found[:min(len(found), 5)]
		})
	}
}

// quireSync compiles; real documents leave issues, which is no failure.
func quireSync(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("quire", append([]string{"sync"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != exitIssues {
		t.Fatalf("quire sync: %v: %s", err, out)
	}
}

// copyAsked copies the documents that are asked about and others like them, without
// what tells their content.
func copyAsked(t *testing.T, from, to string) (n int) {
	t.Helper()
	for _, pattern := range []string{"ico-gcs", "html", "md", "docx", "pdf"} {
		err := filepath.WalkDir(filepath.Join(from, pattern), func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			base := path.Base(name)
			maker, _, _ := strings.Cut(base, "__")
			if strings.Contains(base, ".truth.") || strings.Contains(base, ".must.") ||
				pattern == "pdf" && !slices.Contains([]string{"docling", "ingest", "kreuz", "markitdown", "plumber"}, maker) {
				return nil
			}
			rel, err := filepath.Rel(from, name)
			if err != nil {
				return err
			}
			b, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			n++
			full := filepath.Join(to, rel)
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				return err
			}
			return os.WriteFile(full, b, 0o644)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return n
}

func recollIndex(t *testing.T, corpus string) (conf string) {
	t.Helper()
	conf = t.TempDir()
	if err := os.WriteFile(filepath.Join(conf, "recoll.conf"), []byte("topdirs = "+corpus+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("recollindex", "-c", conf).CombinedOutput(); err != nil {
		t.Fatalf("recollindex: %v: %s", err, out)
	}
	return conf
}

// askEach asks all questions and prints how many are answered. found gives the places
// that a system names, best first.
func askEach(t *testing.T, name string, questions []question, found func(string) []string) {
	t.Helper()
	var first, five, placed, places int
	var times []time.Duration
	for i, q := range questions {
		begin := time.Now()
		got := found(q.text)
		times = append(times, time.Since(begin))
		rank, place := 0, false
		for n, g := range got {
			gotPath, gotAt, _ := strings.Cut(g, "#")
			for _, p := range q.places {
				wantPath, wantAt, _ := strings.Cut(p, "#")
				if gotPath != wantPath {
					continue
				}
				if rank == 0 {
					rank = n + 1
				}
				place = place || wantAt == "" || covered(gotAt, wantAt)
			}
		}
		if rank == 1 {
			first++
		}
		if rank > 0 {
			five++
		}
		places++
		if place {
			placed++
		}
		if rank != 1 {
			t.Logf("  %s: question %d is answered at place %d", name, i+1, rank)
		}
	}
	slices.Sort(times)
	t.Logf("%s: document first %d, among five %d, passage among five %d, of %d; a process takes %v (median)", name, first, five, placed, places, times[len(times)/2])
	if strings.HasPrefix(name, "quire") && five < 25 {
		t.Errorf("only %d of %d questions find a document that answers them", five, len(questions))
	}
}

// covered reports whether a printed locator takes in a wanted one: the same key with the
// same value, or lines among which the wanted one is.
func covered(got, want string) bool {
	key, value, _ := strings.Cut(want, "=")
	for part := range strings.SplitSeq(got, "&") {
		k, v, _ := strings.Cut(part, "=")
		if k != key {
			continue
		}
		if k != "lines" {
			return strings.ReplaceAll(v, "%20", " ") == value
		}
		from, to, two := strings.Cut(v, "-")
		if !two {
			to = from
		}
		return pad(from) <= pad(value) && pad(value) <= pad(to)
	}
	return false
}

func pad(n string) string { return strings.Repeat("0", max(9-len(n), 0)) + n }
