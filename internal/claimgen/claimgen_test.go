package claimgen

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the statements anew")

const file = "../../retrieval/eval/testdata/claims/generated.tsv"

func TestStatementsAreThoseOnFile(t *testing.T) {
	var b strings.Builder
	seen, classes := map[string]bool{}, map[string]bool{}
	for _, s := range Statements() {
		if seen[s.Text] {
			t.Errorf("twice: %s", s.Text)
		}
		seen[s.Text] = true
		if !s.True {
			classes[s.Class] = true
		}
		fmt.Fprintf(&b, "%s\t%s\t%t\t%s\n", s.Language, s.Class, s.True, s.Text)
	}
	for _, m := range Mutations {
		if !classes[m] {
			t.Errorf("no statement is made false by %s", m)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != b.String() {
		t.Errorf("%s is not what the generator writes: go test ./internal/claimgen -update", file)
	}
}
