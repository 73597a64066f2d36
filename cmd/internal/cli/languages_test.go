package cli

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// shared returns a folder of the shared corpora, or skips the test.
func shared(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("QUIRE_SHARED")
	if root == "" {
		root = "../../../../shared"
	}
	dir, err := filepath.Abs(filepath.Join(root, "corpora", name))
	if err == nil {
		_, err = os.Stat(dir)
	}
	if err != nil {
		t.Skipf("no shared corpora: %v", err)
	}
	return dir
}

// quire runs a command that must succeed and returns what it prints.
func quire(t *testing.T, args ...string) string {
	t.Helper()
	var errs bytes.Buffer
	cmd := exec.Command("quire", args...) // on the path: workers start it again
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("quire %s: %v: %s%s", strings.Join(args, " "), err, out, errs.String())
	}
	return string(out)
}

// unspaced are the texts whose words are not divided by spaces.
var unspaced = []string{"cmn_hans", "cmn_hant", "jpn", "tha", "lao", "khm", "mya", "bod"}

// stretches returns what is asked for: three neighbouring words, or six characters of
// a text without spaces. Queries that another text holds too have no one right answer
// and are left out.
func stretches(name, text string, others []string) (out []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.FieldsFunc(line, func(r rune) bool { return unicode.IsSpace(r) || r == '፡' })
		if !slices.Contains(unspaced, name) {
			for i := 0; i+3 <= len(words); i++ {
				out = append(out, strings.Join(words[i:i+3], " "))
			}
			continue
		}
		for _, word := range words {
			runes := []rune(word)
			for i := 0; i+6 <= len(runes); i++ {
				q := runes[i : i+6]
				if !slices.ContainsFunc(q, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M) && r != '་' && r != '\u200b' }) {
					out = append(out, string(q))
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(q string) bool {
		low := strings.ToLower(q)
		return slices.ContainsFunc(others, func(o string) bool { return strings.Contains(o, low) })
	})
}

// The promise for languages: all 75 texts in one corpus, twenty queries each, and at
// least 95 % of them find their text first, in every language by itself too.
func TestEveryLanguageIsFoundFirst(t *testing.T) {
	if os.Getenv("QUIRE_SLOW") == "" {
		t.Skip("make slow runs it")
	}
	files, err := filepath.Glob(filepath.Join(shared(t, "lang"), "*.md"))
	if err != nil || len(files) < 75 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
	texts, low := map[string]string{}, map[string]string{}
	if err := os.MkdirAll(filepath.Join(home, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(f), ".md")
		names = append(names, name)
		texts[name], low[name] = string(b), strings.ToLower(string(b))
		if err := os.WriteFile(filepath.Join(home, "docs", name+".md"), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var queries strings.Builder
	asked := map[string]int{}
	rng := rand.New(rand.NewPCG(7, 7))
	for _, name := range names {
		var others []string
		for _, other := range names {
			if other != name {
				others = append(others, low[other])
			}
		}
		candidates := stretches(name, texts[name], others)
		for range min(20, len(candidates)) {
			io.WriteString(&queries, name+"\t"+candidates[rng.IntN(len(candidates))]+"\n")
			asked[name]++
		}
	}
	file := filepath.Join(home, "queries.tsv")
	numbered := strings.Split(strings.TrimSuffix(queries.String(), "\n"), "\n")
	for i, line := range numbered {
		name, q, _ := strings.Cut(line, "\t")
		numbered[i] = name + "." + string(rune('a'+i%20)) + "\t" + q
	}
	if err := os.WriteFile(file, []byte(strings.Join(numbered, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	quire(t, "sync", "-C", home, "--corpus", filepath.Join(home, "docs"), "--progress", "none")
	first := map[string]bool{}
	for line := range strings.SplitSeq(quire(t, "retrieve", "-C", home, "--batch", file, "--trec", "-", "--limit", "1"), "\n") {
		if f := strings.Fields(line); len(f) == 6 {
			first[f[0]] = strings.HasPrefix(f[0], f[2]+".")
		}
	}
	sum, right := 0, 0
	for _, name := range names {
		ok := 0
		for _, line := range numbered {
			id, q, _ := strings.Cut(line, "\t")
			if !strings.HasPrefix(id, name+".") {
				continue
			}
			if first[id] {
				ok++
			} else {
				t.Logf("%s: %q finds another text first", name, q)
			}
		}
		sum, right = sum+asked[name], right+ok
		if asked[name] > 0 && ok*100 < asked[name]*85 {
			t.Errorf("%s: %d of %d queries find it first", name, ok, asked[name])
		}
	}
	for _, name := range []string{"cmn_hans", "cmn_hant", "jpn", "kor", "tha", "lao", "khm", "mya", "bod", "arb", "heb", "hin", "tam"} {
		if asked[name] < 20 {
			t.Errorf("%s: only %d queries", name, asked[name])
		}
	}
	if t.Logf("%d of %d queries in %d languages find their text first", right, sum, len(names)); right*100 < sum*95 || sum < 1400 {
		t.Errorf("%d of %d", right, sum)
	}
}
