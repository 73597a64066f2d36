package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// folders makes folders below a new one and returns its path without links.
func folders(t *testing.T, names ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	check(t, err)
	for _, n := range names {
		check(t, os.MkdirAll(filepath.Join(dir, n), 0o755))
	}
	return dir
}

func configure(t *testing.T, dir, text string) *Workspace {
	t.Helper()
	check(t, os.WriteFile(filepath.Join(dir, ConfigName), []byte(text), 0o644))
	w, err := Find(dir, false)
	check(t, err)
	return w
}

func TestFindClimbsToTheNearestWorkspace(t *testing.T) {
	dir := folders(t, "a/b/c", "a/inner/d")
	configure(t, dir, oneRoot)
	configure(t, filepath.Join(dir, "a/inner"), oneRoot)
	for from, want := range map[string]string{".": ".", "a/b/c": ".", "a/inner": "a/inner", "a/inner/d": "a/inner"} {
		w, err := Find(filepath.Join(dir, from), true)
		if err != nil || w.Dir != filepath.Join(dir, want) {
			t.Errorf("from %s: %+v %v, want %s", from, w, err, want)
		}
	}
	if _, err := Find(filepath.Join(dir, "a"), false); !errors.Is(err, ErrNotFound) {
		t.Errorf("without climbing: %v", err)
	}
	if _, err := Find(filepath.Join(dir, "none"), true); err == nil || errors.Is(err, ErrNotFound) {
		t.Errorf("missing folder: %v", err)
	}
	check(t, os.WriteFile(filepath.Join(dir, "a/inner", ConfigName), []byte("x: 1\n"), 0o644))
	if _, err := Find(filepath.Join(dir, "a/inner/d"), true); err == nil || !strings.Contains(err.Error(), filepath.Join("inner", ConfigName)) {
		t.Errorf("a broken configuration was passed over: %v", err)
	}
}

func TestInitNamesRootsAfterTheirFolders(t *testing.T) {
	for _, c := range []struct {
		name    string
		corpora []string // below the parent of the workspace
		want    string
	}{
		{"none given", nil, "[{corpus corpus}]"},
		{"its own folder", []string{"ws"}, "[{corpus .}]"},
		{"below it", []string{"ws/My Docs", "ws/x/My Docs"}, "[{my-docs My Docs} {my-docs-2 x/My Docs}]"},
		{"outside of it", []string{"other"}, "[{other /other}]"},
		{"named twice", []string{"ws/docs", "ws/./docs"}, "[{docs docs}]"},
		{"two dots in a name", []string{"ws/..docs"}, "[{docs ..docs}]"},
		{"words of YAML", []string{"ws/null", "ws/true", "ws/12", "ws/a: b # c"}, "[{null null} {true true} {12 12} {a--b---c a: b # c}]"},
		{"a line break", []string{"ws/a\nb"}, "[{a-b a\nb}]"},
		{"no letters", []string{"ws/日本"}, "[{corpus 日本}]"},
	} {
		parent := folders(t, append([]string{"ws"}, c.corpora...)...)
		var given []string
		for _, p := range c.corpora {
			given = append(given, filepath.Join(parent, p))
		}
		w, err := Init(filepath.Join(parent, "ws"), given)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := strings.ReplaceAll(fmt.Sprint(w.Config.Roots), parent, ""); got != c.want {
			t.Errorf("%s: roots %s, want %s", c.name, got, c.want)
		}
		for _, r := range w.Config.Roots {
			if info, err := os.Stat(w.RootPath(r)); err != nil || !info.IsDir() {
				t.Errorf("%s: root %v leads to no folder", c.name, r)
			}
		}
		if _, err := Init(filepath.Join(parent, "ws"), nil); err == nil {
			t.Errorf("%s: a workspace was initialised twice", c.name)
		}
	}
	dir := folders(t)
	if _, err := Init(dir, []string{filepath.Join(dir, "none")}); err == nil {
		t.Error("a root that is no folder was taken")
	}
	if _, err := os.Stat(filepath.Join(dir, ConfigName)); err == nil {
		t.Error("a failed init left a configuration")
	}
}

func TestOutsideLooksThroughLinks(t *testing.T) {
	dir := folders(t, "ws/docs", "other/deep", "ws2")
	link := func(target, name string) { check(t, os.Symlink(target, filepath.Join(dir, name))) }
	link("../other", "ws/out")
	link("docs", "ws/in")
	link("ws", "way")
	w := &Workspace{Dir: filepath.Join(dir, "ws")}
	through := &Workspace{Dir: filepath.Join(dir, "way")}
	for path, want := range map[string]bool{
		".": false, "docs": false, "in": false, "missing": false, "..hidden": false, filepath.Join(dir, "ws/docs"): false, filepath.Join(dir, "way/docs"): false,
		"..": true, "../ws2": true, "out": true, "out/deep": true, filepath.Join(dir, "other"): true, "docs/../../other": true,
	} {
		if got := w.Outside(Root{Path: path}); got != want {
			t.Errorf("%s is outside: %t, want %t", path, got, want)
		}
		if got := through.Outside(Root{Path: path}); got != want {
			t.Errorf("seen through a link, %s is outside: %t, want %t", path, got, want)
		}
	}
}

func TestOwnNamesAreNoPartOfTheCorpus(t *testing.T) {
	dir := folders(t, "corpus/ws/docs", "else")
	check(t, os.Symlink("corpus", filepath.Join(dir, "way")))
	w := &Workspace{Dir: filepath.Join(dir, "corpus/ws")}
	for _, c := range []struct {
		root string
		own  []string
		not  []string
	}{
		{".", []string{"quire.yaml", "published", ".quire", "overlays", "interactions", "identity.jsonl"}, []string{"docs", "docs/quire.yaml", "ws/published"}},
		{"..", []string{"ws/published", "ws/.quire", "ws/quire.yaml"}, []string{"published", "ws", "ws/docs"}},
		{filepath.Join(dir, "way"), []string{"ws/published", "ws/.quire"}, []string{"published"}},
		{"docs", nil, []string{"published", "quire.yaml", "../published"}},
		{filepath.Join(dir, "else"), nil, []string{"published", "ws/published"}},
	} {
		own := w.Own(Root{Path: c.root})
		for _, p := range c.own {
			if !own(p) {
				t.Errorf("root %s: %s is taken for a document", c.root, p)
			}
		}
		for _, p := range c.not {
			if own(p) {
				t.Errorf("root %s: %s is taken for quire's own", c.root, p)
			}
		}
	}
}

func TestRootsOutsideNeedOneConfirmation(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(t.TempDir(), "config"))
	dir := folders(t, "ws/docs", "other", "secret", "ws2")
	check(t, os.Symlink("../other", filepath.Join(dir, "ws/link")))
	text := "roots: [{name: docs, path: docs}, {name: other, path: ../other}, {name: link, path: link}]\n"
	w := configure(t, filepath.Join(dir, "ws"), text)
	open := func(w *Workspace) string {
		t.Helper()
		roots, err := w.Unconfirmed()
		check(t, err)
		var names []string
		for _, r := range roots {
			names = append(names, r.Name)
		}
		return strings.Join(names, " ")
	}
	if got := open(w); got != "other link" {
		t.Errorf("unconfirmed: %q", got)
	}
	check(t, w.Confirm([]string{filepath.Join(dir, "secret"), filepath.Join(dir, "ws/docs")}))
	if got := open(w); got != "other link" {
		t.Errorf("after a word on other folders: %q", got)
	}
	check(t, w.Confirm([]string{filepath.Join(dir, "other")}))
	if got := open(w); got != "" {
		t.Errorf("after confirming the folder that both lead to: %q", got)
	}
	if got := open(configure(t, filepath.Join(dir, "ws2"), strings.ReplaceAll(text, "path: link", "path: ../secret"))); got != "other link" {
		t.Error("one workspace's confirmation holds for another")
	}
	check(t, os.Remove(filepath.Join(dir, "ws/link")))
	check(t, os.Symlink("../secret", filepath.Join(dir, "ws/link")))
	if got := open(w); got != "link" {
		t.Errorf("after the link was pointed elsewhere: %q", got)
	}
	name, err := confirmedFile()
	check(t, err)
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the record of confirmations: %v %v", info, err)
	}
	check(t, os.WriteFile(name, []byte("garbage\n{}\n"), 0o600))
	if got := open(w); got != "other link" {
		t.Errorf("with a damaged record: %q", got)
	}
}
