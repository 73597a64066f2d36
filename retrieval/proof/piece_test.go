package proof

import (
	"strings"
	"testing"
)

// A passage is taken apart into sentences, items and rows, each a span of its text.
func TestThePiecesOfAPassage(t *testing.T) {
	p := &Passage{Text: "# Fees\n\nA card costs *12 euros*. It is [free](x.md) for pupils.\n\n- Late days cost 10 cents.\n- Copies too.\n\n| Office | Rent (EUR) |\n| --- | --- |\n| Lyon | 500 |\n| A\\|B | 400 |", Language: "eng"}
	want := []string{"Fees", "A card costs *12 euros*.", "It is [free](x.md) for pupils.", "Late days cost 10 cents.", "Copies too.", "| Lyon | 500 |", "| A\\|B | 400 |"}
	got := p.prepare()
	if len(got) != len(want) {
		for _, pc := range got {
			t.Log(p.Text[pc.start:pc.end])
		}
		t.Fatalf("%d pieces, want %d", len(got), len(want))
	}
	for i := range got {
		if s := p.Text[got[i].start:got[i].end]; s != want[i] {
			t.Errorf("piece %d: %q, want %q", i, s, want[i])
		}
		for _, tk := range got[i].tokens {
			if tk.start < got[i].start || tk.end > got[i].end {
				t.Errorf("piece %d: a token at %d-%d outside of %d-%d", i, tk.start, tk.end, got[i].start, got[i].end)
			}
		}
	}
	row := got[5]
	if v := row.tokens[len(row.tokens)-1].value; !row.table || v == nil || v.kind != money || v.unit != "EUR" {
		t.Errorf("the rent of Lyon is %+v", v)
	}
}

func TestABareNumberTakesTheUnitOfItsHeader(t *testing.T) {
	for _, c := range [][3]string{
		{"500", "Rent (EUR)", "500 EUR"}, {"500", "amount_eur", "500 EUR"}, {"500", "Rent", "500"}, {"12", "Share in %", "12 %"}, {"12,5", "Breite (cm)", "12,5 cm"},
		{"Lyon", "Place (EUR)", "Lyon"}, {"2026-01-05", "Date (d)", "2026-01-05"}, {"", "EUR", ""},
	} {
		if got := withUnit(c[0], c[1]); got != c[2] {
			t.Errorf("%q below %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestMarksOfMarkdownGiveWayToSpaces(t *testing.T) {
	for in, want := range map[string]string{
		"a *b* `c`": "a  b   c ", "[t](u.md) x": " t        x", "snake_case _x_": "snake_case  x ", "1\\. a\\|b": "1 . a\\|b", "plain": "plain",
	} {
		if got := mask(in); got != want || len(got) != len(in) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// A table says where it is wrong.
func TestATableOfRulesNamesWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"[nonsense]\na":           "unknown section nonsense",
		"[concepts]\nno colon":    "want NAME: words",
		"[axes]\nname: only one":  "want NAME: words | words",
		"[numbers]\none=many":     "many",
		"[stop]\nthe\n\n[what]\n": "line 4",
	} {
		l := &language{code: "eng", stem: files[0].stem}
		if err := l.parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestTheLanguageOfAStatement(t *testing.T) {
	for text, want := range map[string]string{
		"The rent of the hall is due in May.": "eng", "Die Miete der Halle ist im Mai fällig.": "deu",
		"Le loyer de la salle est dû en mai.": "fra", "El alquiler de la sala vence en mayo.": "spa",
	} {
		if got := codeOf(text, "und"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got := codeOf("De huur van de hal.", "nld"); got != "nld" {
		t.Errorf("an answer in a language without tables: %s", got)
	}
}
