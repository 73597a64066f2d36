package render

import (
	"context"
	"encoding/csv"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"quire/extract"
	"quire/extract/formats"
	"quire/knowledge"
)

const sharedCorpora = "../../../../shared/corpora"

// reach is what extraction has to reach by kind, on means over the files with a
// truth: F1 of words, their order, and the share of phrases that occur. Two of the
// fourteen PDFs are scans without text and count as 0; the truth of one of fourteen
// DOCX files leaves out its running headers, which are printed here.
var reach = map[string][3]float64{
	"pdf": {0.83, 0.83, 0.95}, "docx": {0.97, 0.98, 0.92}, "pptx": {0.99, 0.99, 1}, "xlsx": {0.95, 0.97, 0.90},
	"html": {0.80, 0.95, 1}, "md": {0.975, 0.99, 0}, "csv": {0.9985, 0.99, 0}, "txt": {0.85, 0.98, 0},
}

// TestEvalExtraction measures extract --format text on real files with known
// texts, and prints a row a kind. Invented are words of the output that the truth
// does not have; truths that are another program's output lack what that program
// does not read.
func TestEvalExtraction(t *testing.T) {
	if os.Getenv("QUIRE_EVAL") == "" {
		t.Skip("QUIRE_EVAL is not set: make eval runs it")
	}
	files := manifest(t)
	kinds := map[string][]score{}
	for _, f := range files {
		kinds[f.kind] = append(kinds[f.kind], measure(t, f))
	}
	fmt.Println("| kind | files | with a truth | word F1 | order | with phrases | phrases | invented words |\n|---|---:|---:|---:|---:|---:|---:|---:|")
	for _, kind := range slices.Sorted(mapKeys(kinds)) {
		var f1, order, phrases, invented float64
		withTruth, withPhrases := 0, 0
		for _, s := range kinds[kind] {
			if s.truth {
				withTruth++
				f1, order, invented = f1+s.f1, order+s.order, invented+s.invented
			}
			if s.phrases >= 0 {
				withPhrases++
				phrases += s.phrases
			}
		}
		f1, order, invented, phrases = mean(f1, withTruth), mean(order, withTruth), mean(invented, withTruth), mean(phrases, withPhrases)
		fmt.Printf("| %s | %d | %d | %.3f | %.3f | %d | %.3f | %.1f %% |\n", kind, len(kinds[kind]), withTruth, f1, order, withPhrases, phrases, 100*invented)
		if want, ok := reach[kind]; ok && (f1 < want[0] || order < want[1] || withPhrases > 0 && phrases < want[2]) {
			t.Errorf("%s falls short: %.3f %.3f %.3f, want %v", kind, f1, order, phrases, want)
		}
	}
}

func mean(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

func mapKeys(m map[string][]score) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

type sharedFile struct{ path, kind, password string }

// manifest lists the files of the first tier.
func manifest(t *testing.T) []sharedFile {
	f, err := os.Open(filepath.Join(sharedCorpora, "MANIFEST.tsv"))
	if err != nil {
		t.Skip("the shared corpora are not at hand: ", err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.FieldsPerRecord = '\t', -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	var out []sharedFile
	for _, row := range rows[1:] {
		if row[at["tier"]] == "1" {
			out = append(out, sharedFile{row[at["path"]], row[at["kind"]], row[at["password"]]})
		}
	}
	return out
}

type score struct {
	truth               bool
	f1, order, invented float64
	phrases             float64 // -1: none are asked for
}

func measure(t *testing.T, f sharedFile) score {
	t.Helper()
	s := score{phrases: -1}
	name := filepath.Join(sharedCorpora, f.path)
	got := plainOf(t, name, f.password)
	for _, ending := range []string{".truth.txt", ".truth.md"} {
		b, err := os.ReadFile(name + ending)
		if err != nil {
			continue
		}
		want, have := string(b), got
		if ending == ".truth.md" {
			want, have = stripMarkdown(want), stripMarkdown(have)
		}
		s.truth = true
		s.f1, s.order, s.invented = compare(wordsOf(have), wordsOf(want))
	}
	if b, err := os.ReadFile(name + ".must.txt"); err == nil {
		s.phrases = phrasesIn(got, string(b))
	}
	return s
}

func plainOf(t *testing.T, name, password string) string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	o := extract.Options{}
	if password != "" {
		o.Passwords = []string{password}
	}
	format := extract.Detect(file, info.Size(), filepath.Base(name)).Name
	x := evalRegistry.For(format, o)
	if x == nil {
		return ""
	}
	a := extract.NewAssembler(knowledge.Recipe{}, extract.Limits{}, func(string) int { return 1 }, nil)
	in := extract.Input{ReaderAt: file, Size: info.Size(), Name: filepath.Base(name), Format: format, Options: o}
	d := a.Finish(x.Extract(context.Background(), in, extract.DefaultLimits(), a))
	var b strings.Builder
	plainText(&b, d)
	return b.String()
}

var evalRegistry = formats.Registry("")

// compare scores a bag and a sequence of words against the wanted ones.
func compare(got, want []string) (f1, order, invented float64) {
	count := map[string]int{}
	for _, w := range want {
		count[w]++
	}
	hit := 0
	for _, w := range got {
		if count[w] > 0 {
			count[w]--
			hit++
		}
	}
	if len(got)+len(want) == 0 {
		return 1, 1, 0
	}
	if hit == 0 {
		return 0, 0, 0
	}
	return 2 * float64(hit) / float64(len(got)+len(want)), float64(common(got, want)) / float64(hit), 1 - float64(hit)/float64(len(got))
}

// common returns the length of the longest common subsequence, bit-parallel.
func common(a, b []string) int {
	masks := map[string]*big.Int{}
	for i, w := range b {
		if masks[w] == nil {
			masks[w] = new(big.Int)
		}
		masks[w].SetBit(masks[w], i, 1)
	}
	full := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(len(b))), big.NewInt(1))
	v, u, rest := new(big.Int).Set(full), new(big.Int), new(big.Int)
	for _, w := range a {
		m := masks[w]
		if m == nil {
			continue
		}
		u.And(v, m)
		rest.AndNot(v, m)
		v.Add(v, u)
		v.Or(v, rest)
		v.And(v, full)
	}
	n := len(b)
	for _, word := range v.Bits() {
		for ; word != 0; word &= word - 1 {
			n--
		}
	}
	return n
}

var endOfLineHyphen = regexp.MustCompile(`(\pL)[-\x{2010}\x{00ad}][ \t]*\r?\n[ \t]*(\p{Ll})`)

// wordsOf are runs of letters and digits; of scripts without spaces each character.
func wordsOf(s string) []string {
	s = endOfLineHyphen.ReplaceAllString(norm.NFKC.String(s), "$1$2")
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
			word.Reset()
		}
	}
	for _, r := range strings.ToLower(s) {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Cf):
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			flush()
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsNumber(r):
			word.WriteRune(r)
		default:
			flush()
		}
	}
	flush()
	return out
}

var markdownMarks = []struct {
	rx *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`(?s)<!--.*?-->`), " "},
	{regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`), "$1"},
	{regexp.MustCompile(`\\([\\` + "`" + `*_{}\[\]()#+.!|<>~$&-])`), "$1"},
	{regexp.MustCompile(`</?(?:br|u|sub|sup|b|i|em|strong)\s*/?>`), " "},
	{regexp.MustCompile(`(\*\*|__|~~)`), ""},
	{regexp.MustCompile(`(^|\W)[*_](\S)`), "$1$2"},
	{regexp.MustCompile(`(\S)[*_](\W|$)`), "$1$2"},
	{regexp.MustCompile(`(?m)^\s*(` + "```" + `|~~~).*$`), " "},
	{regexp.MustCompile(`&(amp|lt|gt|nbsp);`), " "},
}

func stripMarkdown(s string) string {
	for _, m := range markdownMarks {
		s = m.rx.ReplaceAllString(s, m.to)
	}
	return s
}

// phrasesIn returns the share of phrases, one a line, that occur; of one behind "!"
// that it does not.
func phrasesIn(text, list string) float64 {
	hay := squash(text)
	good, all := 0, 0
	for line := range strings.Lines(list) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		line, not := strings.CutPrefix(line, "!")
		needle := squash(strings.TrimPrefix(line, `\`))
		if needle == "" {
			continue
		}
		all++
		if strings.Contains(hay, needle) != not {
			good++
		}
	}
	if all == 0 {
		return 1 // nothing but signs
	}
	return float64(good) / float64(all)
}

// squash keeps letters and digits only.
func squash(s string) string { return strings.Join(wordsOf(s), "") }
