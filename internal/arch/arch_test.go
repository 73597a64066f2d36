// Package arch holds the import rules of the rooms as a test.
package arch

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed says which rooms of quire a room may import. A room is named by the
// longest prefix that is a key here.
var allowed = map[string][]string{
	"cmd":                {"cmd", "pipeline", "extract", "knowledge", "publish", "retrieval", "skills", "internal/hugeheap"},
	"pipeline":           {"extract", "knowledge", "publish", "retrieval/index", "retrieval/vectors"},
	"extract":            {"extract", "knowledge!", "knowledge/hygiene!"},
	"retrieval":          {"retrieval", "publish", "knowledge!", "knowledge/hygiene!", "knowledge/interaction"},
	"retrieval/index":    {"retrieval/index", "knowledge!"},
	"retrieval/vectors":  {"retrieval/vectors", "knowledge!"},
	"retrieval/proof":    {"knowledge!", "knowledge/semantics!"}, // reads numbers, dates and sentences as sync does
	"knowledge":          {},
	"knowledge/":         {"knowledge!", "knowledge/secrets!"}, // secrets is a leaf that redaction and validation share
	"publish":            {},
	"internal":           {},
	"internal/samplegen": {"internal/samplegen"},
	"skills":             {},
}

// everyones are the packages that every room may import: memory in large pages, lines of JSON
// that are not decoded, work put off, files mapped into memory, and what locks and pipes do
// where they are not wanted.
var everyones = map[string]bool{"internal/hugepages": true, "internal/jsonline": true, "internal/lazy": true, "internal/mapped": true, "internal/nolock": true, "internal/regular": true}

func room(pkg string) string {
	best := ""
	for r := range allowed {
		if pkg == strings.TrimSuffix(r, "/") && !strings.HasSuffix(r, "/") || strings.HasPrefix(pkg, strings.TrimSuffix(r, "/")+"/") {
			if len(r) > len(best) {
				best = r
			}
		}
	}
	return best
}

// permits reports whether rule, which may end in "!" for "this package alone",
// covers pkg.
func permits(rule, pkg string) bool {
	if exact, ok := strings.CutSuffix(rule, "!"); ok {
		return pkg == exact
	}
	return pkg == rule || strings.HasPrefix(pkg, rule+"/")
}

func TestRoomsImportOnlyWhatTheyMay(t *testing.T) {
	files := goFiles(t)
	if len(files) < 50 {
		t.Fatalf("only %d Go files found: the walk is broken", len(files))
	}
	for file, imports := range files {
		pkg := path.Dir(file)
		r := room(pkg)
		if r == "" {
			t.Errorf("%s lies in no room", file)
			continue
		}
		for _, imp := range imports {
			target, ours := strings.CutPrefix(imp, "quire/")
			if !ours || target == pkg || everyones[target] {
				continue
			}
			if !slices.ContainsFunc(allowed[r], func(rule string) bool { return permits(rule, target) }) {
				t.Errorf("%s: room %s may not import %s", file, r, imp)
			}
		}
	}
}

// Format packages must run where no file can be opened and nothing be dialled:
// they get readers only. The worker room and PDFium's cache are the exceptions.
func TestFormatPackagesOpenNothing(t *testing.T) {
	banned := []string{"os", "os/exec", "net", "net/http", "path/filepath", "syscall", "io/ioutil"}
	exempt := []string{"extract/worker", "extract/extracttest", "extract/ooxml/ooxmltest", "extract/pdf"}
	checked := 0
	for file, imports := range goFiles(t) {
		dir := path.Dir(file)
		if !strings.HasPrefix(dir, "extract/") || slices.ContainsFunc(exempt, func(e string) bool { return dir == e || strings.HasPrefix(dir, e+"/") }) {
			continue
		}
		checked++
		for _, imp := range imports {
			if slices.Contains(banned, imp) {
				t.Errorf("%s imports %s: extractors get a reader and open nothing", file, imp)
			}
		}
	}
	if checked < 10 {
		t.Fatalf("only %d files of format packages found", checked)
	}
}

// The library behind a room stays in that room.
func TestLibrariesStayInTheirRoom(t *testing.T) {
	home := map[string]string{
		"github.com/blevesearch/zapx":    "retrieval/index",
		"github.com/klippa-app":          "extract/pdf",
		"github.com/ledongthuc":          "extract/pdf",
		"github.com/xuri/excelize":       "extract/ooxml",
		"github.com/emersion/go-message": "extract/email",
		"github.com/spf13/cobra":         "cmd/internal/cli",
		"github.com/tiktoken-go":         "cmd/internal/tokens",
		"github.com/yuin/goldmark":       "extract/markdown",
		"github.com/gofrs/flock":         "publish",
	}
	for file, imports := range goFiles(t) {
		for _, imp := range imports {
			for lib, where := range home {
				if strings.HasPrefix(imp, lib) && !strings.HasPrefix(file, where+"/") {
					t.Errorf("%s imports %s, which belongs to %s alone", file, imp, where)
				}
			}
		}
	}
}

// goFiles maps every file of the module that is not a test to its imports.
func goFiles(t *testing.T) map[string][]string {
	t.Helper()
	root := filepath.Join("..", "..")
	out := map[string][]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && name != root || d.Name() == "testdata" || d.Name() == "sample-corpus") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		imports := []string{}
		for _, i := range f.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			imports = append(imports, p)
		}
		out[filepath.ToSlash(rel)] = imports
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
