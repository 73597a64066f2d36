package knowledge

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// pieces are what an attacker would build a text of that leaves its fence.
var pieces = []string{
	"lease", " ", "\n", "\r", "\r\n", "\t", "\v", "\f", "\x00", "\x1b", "\x1b[2J", "\x1b]0;title\x07", "\x1b[1A", "\x9b2J", "\u009b2J", "\x7f", "\b\b\b\b",
	"\u0085", "\u2028", "\u2029", "\u202e", "\u202a", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\u206a", "\u206f", "\ufff9", "\ufffb", "\ufeff", "\u200b",
	"\xed\xa0\x80", "\xed\xb0\x80", "\xff", "\xc3", "\xe2\x94", "\xf0\x9f", "\xc0\x8a", "\xe0\x80\x8a", FenceMark, "│", "\u0338", "\u20dd", "\u0301\u0301\u0301", "\U000e0049\U000e0067", "\U000e0001",
	"```", "~~~", "-->", "</document>", "]]>", `"`, `\`, `\u{1b}`, `\n`, `"}`, "1  qaaaaaaaaaaaa#sec1  x · source · fresh",
}

func attack(rng *rand.Rand) string {
	var b strings.Builder
	for range rng.IntN(12) {
		b.WriteString(pieces[rng.IntN(len(pieces))])
	}
	return b.String()
}

// holds reports why out could leave its fence or steer a terminal; "" if it cannot.
func holds(out string) string {
	switch {
	case !strings.HasSuffix(out, "\n"):
		return "has no end of line"
	case !utf8.ValidString(out):
		return "is not UTF-8"
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(out, "\n"), "\n") {
		if !strings.HasPrefix(line, FenceMark) {
			return "has a line without a mark"
		}
		if strings.ContainsFunc(line, func(r rune) bool { return r != '\t' && Steers(r) }) {
			return "steers"
		}
	}
	return ""
}

func checkFence(t *testing.T, s string) {
	t.Helper()
	for name, out := range map[string]string{"Fenced": Fenced(s), "FencedTight": FencedTight(s)} {
		if why := holds(out); why != "" {
			t.Fatalf("%s of %q %s: %q", name, s, why, out)
		}
	}
	if got, want := strings.Count(Fenced(s), "\n"), strings.Count(s, "\n")+1; got != want {
		t.Fatalf("%q has %d lines in its fence, want %d", s, got, want)
	}
	quoted := QuoteJSON(s)
	if strings.ContainsFunc(quoted, Steers) {
		t.Fatalf("QuoteJSON lets a character of %q through: %q", s, quoted)
	}
	var back string
	if err := json.Unmarshal([]byte(quoted), &back); err != nil {
		t.Fatalf("QuoteJSON of %q is not JSON: %v", s, err)
	}
	var want strings.Builder
	for _, r := range s { // each broken byte is one replacement character
		want.WriteRune(r)
	}
	if back != want.String() {
		t.Fatalf("QuoteJSON gives %q back as %q", s, back)
	}
	if v := Visible(s); Visible(v) != v || strings.ContainsFunc(v, func(r rune) bool { return r != '\t' && Steers(r) }) {
		t.Fatalf("Visible of %q is %q", s, v)
	}
	if l := Line(s, 20); strings.ContainsFunc(l, Steers) || utf8.RuneCountInString(l) > 20 {
		t.Fatalf("Line of %q is %q", s, l)
	}
}

func TestNoTextLeavesItsFence(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	for _, s := range pieces {
		checkFence(t, s)
		checkFence(t, "a\n"+s+"\nb")
	}
	for range 20_000 {
		checkFence(t, attack(rng))
	}
	for b := range 256 {
		for c := range 256 {
			checkFence(t, string([]byte{byte(b), byte(c), '\n', byte(b)}))
		}
	}
}

func TestWhatSteersIsWrittenOut(t *testing.T) {
	for in, want := range map[string]string{
		"a\x1b[2Jb": `a\u{1b}[2Jb`, "a\u202eb": `a\u{202e}b`, "a\u2028b": `a\u{2028}b`, "a\xffb": `a\u{ff}b`, "\U000e0049": `\u{e0049}`, "\u206a": `\u{206a}`, "tab\tstays é 漢": "tab\tstays é 漢",
	} {
		if got := Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
	if got := QuoteJSON("\U000e0049\u202e"); got != `"\udb40\udc49\u202e"` {
		t.Errorf("%s", got)
	}
}

func FuzzFenced(f *testing.F) {
	for _, s := range pieces {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkFence(t, s) })
}
