package xlsx

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/extract/ooxml/ooxmltest"
	"quire/knowledge"
)

// corpus returns the workbooks in the shared corpora, which lie beside the
// repository. The test is skipped where they do not.
func corpus(t *testing.T) []string {
	t.Helper()
	shared := os.Getenv("QUIRE_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	var files []string
	for _, pattern := range []string{"xlsx/*.xls[xm]", "ico-gcs/*/*.xlsx"} {
		found, err := filepath.Glob(filepath.Join(shared, "corpora", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skipf("no workbooks in the shared corpora at %s", shared)
	}
	return files
}

// cellText is what the cells of the sheets that are seen show: the truths are
// what a spreadsheet program saves as text.
func cellText(d *knowledge.Document) string {
	var out strings.Builder
	for i := range d.Units {
		u := &d.Units[i]
		text := d.UnitText(u)
		for k := range u.Blocks {
			b := &u.Blocks[k]
			switch b.Kind {
			case knowledge.Table, knowledge.Paragraph, knowledge.Heading, knowledge.Caption, knowledge.Image:
				if !knowledge.HasFlag(u.Flags, knowledge.Hidden) && !knowledge.HasFlag(b.Flags, knowledge.Hidden) {
					out.WriteString(knowledge.Plain(b, text[b.Span[0]:b.Span[1]], 0) + "\n")
				}
			}
		}
	}
	return out.String()
}

func TestSharedCorpusIsReadAsItsTruths(t *testing.T) {
	const (
		floor = 0.95 // mean word F1
		files = 16   // that have a truth beside them
	)
	sum, n := 0.0, 0
	for _, f := range corpus(t) {
		if strings.Contains(f, "large_strings") {
			continue // 56 MB of text
		}
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s := extracttest.Sample{Name: filepath.Base(f), Format: "xlsx", Data: data, Options: extract.Options{Passwords: []string{"password"}}}
		d := extracttest.Extract(t, New(), s)
		extracttest.Check(t, d)
		if t.Failed() {
			t.Fatalf("in %s", f)
		}
		checkPhrases(t, f, d)
		for _, ending := range []string{".truth.txt", ".truth.md"} {
			truth, err := os.ReadFile(f + ending)
			if err != nil {
				continue
			}
			f1 := ooxmltest.WordF1(cellText(d), string(truth))
			t.Logf("%.4f %s", f1, filepath.Base(f))
			sum += f1
			n++
		}
	}
	if n < files || sum/float64(n) < floor {
		t.Errorf("mean word F1 is %.4f over %d files, want %.2f over %d", sum/float64(max(n, 1)), n, floor, files)
	}
}

// checkPhrases looks for the phrases that have to occur in a file, by their
// letters and digits.
func checkPhrases(t *testing.T, file string, d *knowledge.Document) {
	t.Helper()
	phrases, err := os.ReadFile(file + ".must.txt")
	if err != nil {
		return
	}
	have := d.Text
	for i := range d.Units {
		have += d.Units[i].Title
	}
	have = letters(have)
	for phrase := range strings.Lines(string(phrases)) {
		if phrase = strings.TrimSpace(phrase); !strings.HasPrefix(phrase, "#") && !strings.Contains(have, letters(phrase)) {
			t.Errorf("%s lacks %q", filepath.Base(file), phrase)
		}
	}
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
