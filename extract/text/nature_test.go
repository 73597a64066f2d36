package text

import (
	"fmt"
	"strings"
	"testing"

	"quire/extract/extracttest"
)

func TestNatureOfATextIsFoundByItsLines(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     nature
	}{
		{"prose", prose + "\n" + prose, mixed},
		{"prose that quotes a command", prose + "\n    $ make; make install\n\n" + prose + "\n" + prose, mixed},
		{"Go", "package a\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(1)\n}\n", program},
		{"Python", "import os\n\ndef f(a, b=1):\n    \"\"\"Words.\"\"\"\n    x = os.path.join(a, b)\n    return x[0]\n", program},
		{"SQL", "CREATE TABLE a (\n  id INT,\n  name TEXT\n);\nINSERT INTO a VALUES (1, 'x');\nINSERT INTO a VALUES (2, 'y');\n", program},
		{"a style sheet", "a {\n  color: red;\n}\nb {\n  color: blue;\n}\n", program},
		{"settings", "# c\n[a]\nx = 1\ny = 2\n\n[b.c]\nz: 3\n", settings},
		{"a dialogue in brackets", "[aside]\nAnn speaks to nobody.\nBob does not hear.\nThey leave.\n", mixed},
	} {
		if got := natureOf(tt.in); got != tt.want {
			t.Errorf("%s is of nature %d, want %d", tt.name, got, tt.want)
		}
	}
}

// titles lists the titles of the parts of a text.
func titles(t *testing.T, in string) string {
	t.Helper()
	d := extracttest.Extract(t, New(), sample(in))
	extracttest.Check(t, d)
	var out []string
	for _, u := range d.Units {
		out = append(out, u.Title)
	}
	return strings.Join(out, " / ")
}

func TestDefinitionsBeginParts(t *testing.T) {
	body := strings.Repeat("\tx = append(x, f(x))\n\n\ty[i] = x[j];\n", 6)
	in := "package a\n\nimport \"fmt\"\n\n// One does it.\nfunc One(x int) int {\n" + body + "}\n\ntype T struct {\n" + body + "}\n\nfunc (t *T) Small() {}\n\nif (a) {\n" + body + "}\n"
	if got := titles(t, in); got != "func One(x int) int / type T struct / func (t *T) Small() {}" {
		t.Errorf("parts are %s", got)
	}
	for line, want := range map[string]bool{
		"def f(x):": true, "class A<T> extends B {": true, "export default async function f() {": true, "pub(crate) fn f() -> u8 {": true,
		"static int parse(const char *s, int n)": true, "CREATE OR REPLACE VIEW v AS": true, "public final class A": true,
		"    def f(x):": false, "if (a) {": false, "x = f(y)": false, "return f(y)": false, "f(x);": false, "classify the ducks": false,
	} {
		if definition(line) != want {
			t.Errorf("definition(%q) is %v", line, !want)
		}
	}
}

func TestPartsOfALogAreNamedByTheirTime(t *testing.T) {
	for _, form := range []string{"2024-01-%02d 03:04:05 INFO started the service", "[2024-01-%02dT03:04:05] started", "Jan %02d 03:04:05 host cron[1]: started", `10.0.0.1 - - [%02d/Jan/2024:03:04:05 +0000] "GET / HTTP/1.1" 200 5`} {
		var b strings.Builder
		for i := range 5 {
			fmt.Fprintf(&b, form+"\n", 10+i)
		}
		got := titles(t, b.String())
		if !strings.Contains(got, "10") || !strings.Contains(got, " – ") || !strings.Contains(got, "14") || !strings.Contains(got, "03:04:05") {
			t.Errorf("%s: the part is named %q", form, got)
		}
	}
	if got := titles(t, "On 2024-01-02 03:04:05 we met.\n"); got != "" {
		t.Errorf("prose is named %q", got)
	}
}

func TestNamesInBracketsAreHeadingsOfSettings(t *testing.T) {
	d := extracttest.Extract(t, New(), sample("top = 1\n[a]\nx = 1\n[b.c] # why\ny = [\"p\", \"q\"]\n"))
	if got, want := show(d), "code lines=1-1: top = 1 / heading1 lines=2-2: a / code lines=3-3: x = 1 / heading2 lines=4-4: b.c # why / code lines=5-5: y = [\"p\", \"q\"]"; got != want {
		t.Errorf("blocks are\n%s\nwant\n%s", got, want)
	}
}
