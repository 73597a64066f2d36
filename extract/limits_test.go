package extract

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	limitsPage  = "../docs/limits.md"
	limitsBegin = "<!-- generated from extract.AllLimits: QUIRE_UPDATE=1 go test ./extract -run LimitsPage -->\n"
	limitsEnd   = "<!-- end of generated -->\n"
)

func TestLimitsPageIsCurrent(t *testing.T) {
	var b strings.Builder
	b.WriteString("| limit | default | of what |\n|---|---:|---|\n")
	for _, l := range AllLimits() {
		if l.Name == "" || l.Counts == "" || l.Default <= 0 {
			t.Errorf("limit %+v says too little", l)
		}
		fmt.Fprintf(&b, "| `%s` | %d | %s |\n", l.Name, l.Default, l.Counts)
	}
	b.WriteString("\nThese cannot be set; they keep a hostile reader or page from costing more than it is worth:\n\n")
	for _, name := range slices.Sorted(maps.Keys(FixedLimits)) {
		fmt.Fprintf(&b, "- `limit:%s`: %s\n", name, FixedLimits[name])
	}
	page, err := os.ReadFile(limitsPage)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(page), limitsBegin)
	_, tail, closed := strings.Cut(rest, limitsEnd)
	if !ok || !closed {
		t.Fatalf("%s has no generated part", limitsPage)
	}
	want := head + limitsBegin + b.String() + limitsEnd + tail
	if os.Getenv("QUIRE_UPDATE") != "" {
		if err := os.WriteFile(limitsPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(page) {
		t.Errorf("%s is not current; its first comment says how to write it", limitsPage)
	}
}

var limitInSource = regexp.MustCompile(`"limit:([a-z_]+)"|Limit: "([a-z_]+)"|Over\("([a-z_]+)"\)`)

// TestLimitsInTheSourceHaveAName holds that no reader reports a limit that cannot
// be set.
func TestLimitsInTheSourceHaveAName(t *testing.T) {
	var names []string
	for _, l := range AllLimits() {
		names = append(names, l.Name)
	}
	for name := range FixedLimits {
		names = append(names, name)
	}
	found := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "hostile") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range limitInSource.FindAllStringSubmatch(string(b), -1) {
			found++
			if name := m[1] + m[2] + m[3]; !slices.Contains(names, name) {
				t.Errorf("%s: there is no limit %s", path, name)
			}
		}
		return nil
	})
	if err != nil || found < 40 {
		t.Errorf("%d limits in the source: %v", found, err)
	}
}

func TestRecipeNamesLimitsThatChangeOutput(t *testing.T) {
	def := reflect.TypeOf(Limits{})
	for i := range def.NumField() {
		name := def.Field(i).Tag.Get("yaml")
		var l Limits
		reflect.ValueOf(&l).Elem().Field(i).SetInt(7)
		want := "limits=" + name + ":7"
		if name == "seconds" || name == "total" || name == "memory" || name == "pixels" {
			want = ""
		}
		if got := l.Recipe(); got != want {
			t.Errorf("recipe with %s: %q, want %q", name, got, want)
		}
		if full := l.WithDefaults(); reflect.ValueOf(full).Field(i).Int() != 7 || l.Over(name).Max != 7 {
			t.Errorf("%s does not stay as it is set", name)
		}
	}
	if got := (Limits{}).Recipe() + DefaultLimits().Recipe(); got != "" {
		t.Errorf("recipe of the defaults is %q", got)
	}
}
