package workspace

import (
	"fmt"
	"strings"
	"testing"
)

const oneRoot = "roots: [{name: corpus, path: corpus}]\n"

func TestParseConfigReadsEveryKey(t *testing.T) {
	c, err := ParseConfig([]byte(`
roots:
  - {name: docs, path: ../docs}
  - {name: mail_2, path: /srv/mail}
exclude: ["*.tmp"]
keep: 3
limits: {pages: 7, text: 1000}
extract: {pdf: {engine: ledongthuc}}
validate: {severity: {QV401: off, QV204: blocking}}
`))
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(c.Roots, c.Exclude, c.Keep, c.Limits.Pages, c.Limits.Text, c.Extract.PDF, c.Validate.Severity)
	if want := "[{docs ../docs} {mail_2 /srv/mail}] [*.tmp] 3 7 1000 {ledongthuc} map[QV204:blocking QV401:off]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if c, err = ParseConfig([]byte(oneRoot)); err != nil || c.Keep != DefaultKeep {
		t.Errorf("keep %d %v, want the default", c.Keep, err)
	}
}

func TestParseConfigSaysWhatIsWrongAndWhere(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'k'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s*%c]\n", c, c, strings.Repeat(fmt.Sprintf("*%c, ", c-1), 9), c-1)
	}
	for name, c := range map[string]struct{ text, want string }{
		"unknown key":            {oneRoot + "keeep: 3\n", "line 2: unknown key keeep; the nearest known one is keep"},
		"unknown nested key":     {oneRoot + "limits:\n  page: 3\n", "line 3: unknown key limits.page; the nearest known one is limits.pages"},
		"unknown key in a list":  {"roots:\n  - name: a\n    pth: b\n", "line 3: unknown key roots.pth; the nearest known one is roots.path"},
		"key twice":              {oneRoot + oneRoot, `"roots" already defined`},
		"empty file":             {"", "roots: names no corpus root"},
		"comments only":          {"# nothing\n", "roots: names no corpus root"},
		"a list":                 {"- a\n", "line 1"},
		"a word":                 {"corpus\n", "line 1"},
		"not YAML":               {"roots: [\n", "line"},
		"wrong type":             {oneRoot + "keep: many\n", "line 2"},
		"alias bomb":             {bomb + oneRoot, "unknown key a"},
		"two documents":          {oneRoot + "---\nkeep: 1\n", "more than one document"},
		"root without a path":    {"roots: [{name: a}]\n", "number 1 needs a name and a path"},
		"root with a bad name":   {"roots: [{name: A B, path: a}]\n", `"A B" may hold only`},
		"name twice":             {"roots: [{name: a, path: a}, {name: a, path: b}]\n", `"a" is used twice`},
		"folder twice":           {"roots: [{name: a, path: x/../b}, {name: c, path: ./b}]\n", "a and c are the same folder"},
		"keep nothing":           {oneRoot + "keep: -1\n", "keep: must be at least 1"},
		"unknown engine":         {oneRoot + "extract: {pdf: {engine: mupdf}}\n", `"mupdf" is neither`},
		"unknown severity":       {oneRoot + "validate: {severity: {QV401: loud}}\n", `validate.severity.QV401: "loud" is not`},
		"unknown rule":           {oneRoot + "validate: {severity: {QV999: off}}\n", "validate.severity.QV999: there is no such rule"},
		"limit below zero":       {oneRoot + "limits: {unit_bytes: -5}\n", "limits.unit_bytes: -5 is less than nothing"},
		"limit beyond numbers":   {oneRoot + "limits: {unit_bytes: 3000000000000000000}\n", "limits.unit_bytes: 3000000000000000000 is more than any file can meet; write at most 1125899906842624"},
		"seconds beyond numbers": {oneRoot + "limits: {total: 9223372037}\n", "limits.total: 9223372037 is more than"},
		"a second and a half":    {oneRoot + "limits: {seconds: 1.5}\n", "line 2: limits.seconds: 1.5 is no whole number"},
		"half a snapshot":        {oneRoot + "keep: 2.5\n", "line 2: keep: 2.5 is no whole number"},
		"not a number":           {oneRoot + "limits: {text: .nan}\n", "is no whole number"},
		"anchor inside itself":   {"roots: &a [*a]\n", "a"},
		"merged key is a key":    {"<<: {keep: 3}\n" + oneRoot, "unknown key <<"},
		"deep nesting":           {"exclude: " + strings.Repeat("[", 20000), ""},
		"number where a list is": {"roots: 3\n", "line 1"},
	} {
		_, err := ParseConfig([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestAliasesOfLargeListsAreRefused(t *testing.T) {
	text := "exclude:\n"
	for c := 'a'; c < 'k'; c++ {
		ref := "x"
		if c > 'a' {
			ref = fmt.Sprintf("*%c", c-1)
		}
		text += fmt.Sprintf("  - &%c [%s%s]\n", c, strings.Repeat(ref+", ", 9), ref)
	}
	if _, err := ParseConfig([]byte(oneRoot + text)); err == nil {
		t.Error("a billion strings were accepted")
	}
}

func TestDistanceCountsEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"keep", "keep", 0}, {"keeep", "keep", 1}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"abc", "", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%s to %s: %d edits, want %d", c.a, c.b, got, c.want)
		}
	}
}
