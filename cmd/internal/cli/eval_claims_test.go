package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quire/internal/claimgen"
)

const claims = "../../../retrieval/eval/testdata/claims/"

// claim is a line of the evaluation set.
type claim struct {
	language, class string
	is              bool
	text            string
}

func readClaims(t *testing.T, name string) []claim {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []claim
	for line := range strings.Lines(string(b)) {
		f := strings.SplitN(strings.TrimSpace(line), "\t", 4)
		if len(f) != 4 {
			t.Fatalf("%s: want language, class, true or false, text: %q", name, line)
		}
		out = append(out, claim{f[0], f[1], f[2] == "true", f[3]})
	}
	return out
}

// TestEvalClaims holds the evaluation set against the sample corpus and the generated
// one: hardly a false statement may pass, and most true ones must.
func TestEvalClaims(t *testing.T) {
	sample, err := filepath.Abs("../../../sample-corpus/documents")
	if err != nil {
		t.Fatal(err)
	}
	generated := t.TempDir()
	for name, text := range claimgen.Documents() {
		full := filepath.Join(generated, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tally := map[string]map[string]int{}
	total := 0
	for _, set := range []struct{ file, corpus string }{{"sample.tsv", sample}, {"generated.tsv", generated}} {
		dir := t.TempDir()
		quireInto(t, dir, "", "sync", "--corpus", set.corpus)
		total += judgeClaims(t, dir, set.file, tally)
	}
	if total < 400 {
		t.Fatalf("only %d statements", total)
	}
	sum := func(class string) (n, supported int) {
		for verdict, k := range tally[class] {
			n += k
			if verdict == "supported" {
				supported += k
			}
		}
		return n, supported
	}
	var trueN, trueOK, falseN, falseOK int
	var names []string
	for class := range tally {
		names = append(names, class)
	}
	slices.Sort(names)
	for _, class := range names {
		n, ok := sum(class)
		if strings.HasPrefix(class, "true") {
			trueN, trueOK = trueN+n, trueOK+ok
		} else {
			falseN, falseOK = falseN+n, falseOK+ok
		}
		c := tally[class]
		t.Logf("%-20s %4d: supported %3d partial %3d contradicted %3d unsupported %3d not-checkable %d", class, n, c["supported"], c["partial"], c["contradicted"], c["unsupported"], c["not-checkable"])
	}
	t.Logf("true supported %d of %d, false supported %d of %d", trueOK, trueN, falseOK, falseN)
	if falseOK*100 > falseN {
		t.Errorf("%d of %d false statements pass as supported; at most 1 in 100 may", falseOK, falseN)
	}
	if trueOK*100 < trueN*80 {
		t.Errorf("%d of %d true statements are supported; 80 in 100 must be", trueOK, trueN)
	}
}

// quireInto runs quire on the workspace dir and returns what it printed; exits 3 and
// 4 are answers.
func quireInto(t *testing.T, dir, stdin string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(filepath.Join(linkDir(t), "quire"), append([]string{"-C", dir}, args...)...)
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(dir, ".config"))
	cmd.Stdin, cmd.Stderr = strings.NewReader(stdin), os.Stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != exitIssues && cmd.ProcessState.ExitCode() != exitNothing {
		t.Fatalf("quire %s: %v", strings.Join(args, " "), err)
	}
	return out
}

func judgeClaims(t *testing.T, dir, file string, tally map[string]map[string]int) int {
	t.Helper()
	set := readClaims(t, claims+file)
	var answer strings.Builder
	for _, c := range set {
		fmt.Fprintf(&answer, "- %s\n", c.text)
	}
	out := quireInto(t, dir, answer.String(), "--json", "trace", "--answer", "-")
	var got struct {
		Statements []struct {
			Text, Verdict string
			Reasons       []string
			Evidence      []struct{ Address string }
		}
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if len(got.Statements) != len(set) {
		t.Fatalf("%s has %d statements, the answer %d", file, len(set), len(got.Statements))
	}
	for i, s := range got.Statements {
		c := set[i]
		key := fmt.Sprintf("%t %s", c.is, c.class)
		if tally[key] == nil {
			tally[key] = map[string]int{}
		}
		tally[key][s.Verdict]++
		if s.Verdict != "not-checkable" && s.Verdict != "unsupported" && len(s.Evidence) == 0 {
			t.Errorf("%s: %s without a span", s.Verdict, s.Text)
		}
		if os.Getenv("QUIRE_EVAL") != "" && c.is != (s.Verdict == "supported") {
			t.Logf("%s %t %s: %s: %s\n\t%s", c.language, c.is, c.class, s.Verdict, s.Text, strings.Join(s.Reasons, "\n\t"))
		}
	}
	return len(set)
}
