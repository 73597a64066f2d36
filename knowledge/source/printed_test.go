package source

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	nfc = "caf\u00e9"  // one character
	nfd = "cafe\u0301" // two
)

func TestPrintedIsOneSafeFormOfAPath(t *testing.T) {
	for _, c := range []struct{ name, path, want string }{
		{"plain", "a/B c.pdf", "r/a/B c.pdf"},
		{"composed", nfc, "r/" + nfc},
		{"decomposed", nfd, "r/" + nfc},
		{"bytes that are no UTF-8", "a\xffb\xc3", "r/a%FFb%C3"},
		{"line breaks and controls", "a\nb\x7f\tc", "r/a%0Ab%7F%09c"},
		{"controls beyond ASCII", "a\u0085b", "r/a%C2%85b"},
		{"line separators", "a\u2028b\u2029", "r/a%E2%80%A8b%E2%80%A9"},
		{"text that runs backwards", "a\u202efdp.exe", "r/a%E2%80%AEfdp.exe"},
		{"a real replacement character", "a\ufffd", "r/a\ufffd"},
		{"a percent sign", "100%", "r/100%"},
	} {
		if got := Printed("r", c.path); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNamesThatWouldPrintAlikeStayApart(t *testing.T) {
	for _, c := range []struct {
		name  string
		paths []string
		want  []string
	}{
		{"twins", []string{nfd, nfc}, []string{"r/" + nfc, "r/caf%C3%A9"}},
		{"a broken byte and its code", []string{"%FF", "\xff"}, []string{"r/%FF", "r/%25FF"}},
		{"twins and the code of one", []string{"caf%C3%A9", nfd, nfc}, []string{"r/caf%C3%A9", "r/" + nfc, "r/caf%25C3%25A9"}},
		{"that code too", []string{"%25FF", "%FF", "\xff"}, []string{"r/%25FF", "r/%FF", "r/%2525FF"}},
		{"twin folders", []string{nfd + "/a", nfc + "/a"}, []string{"r/" + nfc + "/a", "r/caf%C3%A9/a"}},
	} {
		if !slices.IsSorted(c.paths) {
			t.Errorf("%s: the case is not in order", c.name)
		}
		if got := PrintedAll("r", c.paths); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestPrintedPathsAreUniqueLinesOfText(t *testing.T) {
	pieces := []string{"a", "%", "25", "C3", "A9", "FF", "\xff", "\xc3", "\xa9", "\u00e9", "e\u0301", "e", "\u0301", "\n", "/x/"}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		set := map[string]bool{}
		for range 60 {
			var b strings.Builder
			for range 1 + r.IntN(4) {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
			set[b.String()] = true
		}
		var paths []string
		for p := range set {
			paths = append(paths, p)
		}
		slices.Sort(paths)
		owner := map[string]string{}
		for i, p := range PrintedAll("r", paths) {
			if !utf8.ValidString(p) || strings.ContainsAny(p, "\n\r") {
				t.Fatalf("%q prints as %q", paths[i], p)
			}
			if o, ok := owner[p]; ok {
				t.Fatalf("seed %d: %q and %q both print as %q", seed, o, paths[i], p)
			}
			owner[p] = paths[i]
		}
	}
}
