package semantics

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abadojack/whatlanggo"

	"quire/extract"
	"quire/knowledge"
)

func TestLanguage(t *testing.T) {
	german := "Die Kommission hat den Bericht geprüft und empfiehlt, die Mittel für das kommende Jahr zu erhöhen. Der Beschluss gilt ab sofort."
	tests := []struct{ name, declared, text, want string }{
		{"enough text decides", "", german, "deu"},
		{"a declaration does not overrule it", "en-US", german, "deu"},
		{"a few letters decide nothing", "", "Budget 2026", "und"},
		{"a declaration alone decides nothing", "en", "Budget 2026", "und"},
		{"figures have no language", "", "12 345 67", "und"},
		{"a script of one language decides with few letters", "", "Ελλάδα και Κύπρος", "ell"},
		{"kanji with kana is Japanese", "", "東京都新宿区西新宿二丁目の会議室で予算委員会を開催し、来年度予算案を承認した。", "jpn"},
		{"no text is undetermined", "", "", "und"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := assemble(t, knowledge.Metadata{Language: tt.declared}, unit(knowledge.Section, tt.text))
			if got := Derive(d).Language; got.Code != tt.want || len(got.Shares) > 0 {
				t.Errorf("language = %+v, want %s", got, tt.want)
			}
		})
	}
}

func TestLanguageSharesOfAMixedDocument(t *testing.T) {
	english := strings.Repeat("The committee has examined the report and recommends that the funds for next year be increased by a third. ", 90)
	german := strings.Repeat("Die Kommission hat den Bericht geprüft und empfiehlt, die Mittel für das kommende Jahr um ein Drittel zu erhöhen. ", 60)
	d := assemble(t, knowledge.Metadata{}, extract.Unit{Kind: knowledge.Section, Blocks: []extract.Block{extract.Text(english), extract.Text(german)}})
	lang := Derive(d).Language
	if lang.Code != "eng" || len(lang.Shares) != 2 || lang.Shares[0].Code != "eng" || lang.Shares[1].Code != "deu" {
		t.Errorf("language = %+v", lang)
	}
}

// TestLanguageOfDeclarations reads the Universal Declaration of Human Rights in
// many languages. A wrong answer is worse than none: it turns dates around.
func TestLanguageOfDeclarations(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpus(t, "lang"), "*.md"))
	if len(files) < 60 {
		t.Skipf("only %d declarations are here", len(files))
	}
	// Close relatives that share their ways with dates and numbers.
	accepted := map[string]string{"uzn": "uzb", "glg": "por", "slk": "ces"}
	right, undecided := 0, 0
	var wrong []string
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		want, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(f), ".md"), "_")
		k := derive(t, knowledge.Section, string(b))
		switch {
		case k.Language.Code == want || k.Language.Code == accepted[want]:
			right++
		case k.Language.Code == undetermined:
			undecided++
		default:
			wrong = append(wrong, want+" as "+k.Language.Code)
		}
		if len(k.Summary) == 0 {
			t.Errorf("%s: %d sentences and no summary", want, k.Counts.Sentences)
		}
	}
	t.Logf("%d right, %d undecided, wrong: %v", right, undecided, wrong)
	if len(wrong) > 1 || right < len(files)*9/10 {
		t.Errorf("%d of %d right, wrong: %v", right, len(files), wrong)
	}
}

// Where frequent words decide alone, the detector could not have decided otherwise.
func TestClearIsWhatTheWitnessSaysWhateverTheDetectorFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	lists := strings.Split(strings.TrimSpace(frequentWords), "\n")
	decided := 0
	for range 4000 {
		a, b := strings.Fields(lists[r.IntN(len(lists))])[1:], strings.Fields(lists[r.IntN(len(lists))])[1:]
		share, mixed := r.IntN(300), r.IntN(100)
		var text []string
		for range 20 + r.IntN(200) {
			switch {
			case r.IntN(1000) >= share:
				text = append(text, "zzqx")
			case r.IntN(100) < mixed:
				text = append(text, b[r.IntN(len(b))])
			default:
				text = append(text, a[r.IntN(len(a))])
			}
		}
		c := countFrequent(strings.Join(text, " "))
		want := c.clear()
		if want == "" {
			continue
		}
		decided++
		for lang := range whatlanggo.Langs {
			for _, reliable := range []bool{false, true} {
				if code, ok := c.witness(lang.Iso6393(), reliable); code != want || !ok {
					t.Fatalf("%q: clear says %s, of %s the witness says %s %v", text, want, lang.Iso6393(), code, ok)
				}
			}
		}
	}
	if decided < 300 {
		t.Errorf("only %d texts were decided by their words", decided)
	}
}
