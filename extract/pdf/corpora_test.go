package pdf

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/knowledge"
)

// corpora returns the folder of shared test documents, which lies beside the
// repository.
func corpora(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("QUIRE_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	dir = filepath.Join(dir, "corpora")
	if _, err := os.Stat(filepath.Join(dir, "MANIFEST.tsv")); err != nil {
		t.Skip("the shared corpora are not here: ", err)
	}
	return dir
}

type shared struct {
	path, phrases string
	sample        extracttest.Sample
}

func sharedFiles(t *testing.T) []shared {
	t.Helper()
	dir := corpora(t)
	manifest, err := os.ReadFile(filepath.Join(dir, "MANIFEST.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var out []shared
	for line := range strings.SplitSeq(string(manifest), "\n") {
		f := strings.Split(line, "\t")
		if len(f) < 10 || f[1] != "pdf" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, f[0]))
		if err != nil {
			t.Fatal(err)
		}
		s := shared{path: filepath.Base(f[0]), sample: extracttest.Sample{Name: filepath.Base(f[0]), Format: "pdf", Data: data}}
		if f[8] != "" {
			s.phrases = filepath.Join(dir, f[8])
		}
		if p := f[9]; p != "" {
			if unquoted, ok := strings.CutPrefix(p, `"`); ok { // quoted where it has spaces at its ends
				p = strings.ReplaceAll(strings.TrimSuffix(unquoted, `"`), `""`, `"`)
			}
			s.sample.Options = extract.Options{Passwords: []string{p}}
		}
		out = append(out, s)
	}
	if len(out) < 50 {
		t.Fatalf("the manifest lists %d PDF files", len(out))
	}
	return out
}

// squeeze keeps what phrases are compared by.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// TestSharedFilesAreSoundAndHaveTheirPhrases reads every file and looks for the
// phrases that people say it has, in its text, links and authors.
func TestSharedFilesAreSoundAndHaveTheirPhrases(t *testing.T) {
	if testing.Short() {
		t.Skip("reads some hundred pages")
	}
	found, all := 0, 0
	for _, f := range sharedFiles(t) {
		d := extracttest.Extract(t, warmed(), f.sample)
		extracttest.Check(t, d)
		if f.phrases == "" {
			continue
		}
		phrases, err := os.ReadFile(f.phrases)
		if err != nil {
			t.Fatal(err)
		}
		hay := squeeze(everything(d))
		for line := range strings.SplitSeq(string(phrases), "\n") {
			if strings.HasPrefix(line, "#") || squeeze(line) == "" {
				continue
			}
			all++
			if strings.Contains(hay, squeeze(line)) != strings.HasPrefix(line, "!") {
				found++
			} else {
				t.Logf("%s: %q", f.path, line)
			}
		}
	}
	if found*100 < all*95 {
		t.Errorf("%d of %d phrases were found", found, all)
	}
}

func everything(d *knowledge.Document) string {
	var b strings.Builder
	b.WriteString(d.Text)
	for i := range d.Units {
		for _, l := range d.Units[i].Links {
			b.WriteString(l.Target + "\n")
		}
	}
	return b.String()
}
