package source

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestIgnoreMatch(t *testing.T) {
	tests := []struct {
		name, patterns, path string
		dir                  bool
		want                 bool
		by                   string
	}{
		{"a name matches at any depth", "*.tmp", "a/b/x.tmp", false, true, "*.tmp"},
		{"a slash anchors to the root", "/x.tmp", "a/x.tmp", false, false, ""},
		{"an inner slash anchors too", "a/x", "b/a/x", false, false, ""},
		{"a star stays inside an element", "a/*", "a/b/c", false, false, ""},
		{"two stars cross elements", "a/**/c", "a/x/y/c", false, true, "a/**/c"},
		{"two stars match no element", "a/**/c", "a/c", false, true, "a/**/c"},
		{"trailing stars leave the folder itself", "a/**", "a", true, false, ""},
		{"a trailing slash means folders only", "build/", "build", false, false, ""},
		{"a trailing slash matches a folder", "build/", "x/build", true, true, "build/"},
		{"the last match decides", "*.log\n!keep.log", "keep.log", false, false, "!keep.log"},
		{"order matters", "!keep.log\n*.log", "keep.log", false, true, "*.log"},
		{"a bracket may be negated with !", "[!a]x", "bx", false, true, "[!a]x"},
		{"a bracket may be negated with ^", "[^a]x", "ax", false, false, ""},
		{"classes have names", "v[[:digit:]]", "v7", false, true, "v[[:digit:]]"},
		{"an unknown class matches nothing", "v[[:nope:]]", "v7", false, false, ""},
		{"an unclosed bracket matches nothing", "v[ab", "v[ab", false, false, ""},
		{"a hash can be escaped", `\#x`, "#x", false, true, `\#x`},
		{"a comment is none", "# x", "# x", false, false, ""},
		{"spaces at the end are dropped", "x  ", "x", false, true, "x"},
		{"an escaped space at the end stays", `x\ `, "x ", false, true, `x\ `},
		{"a backslash at the end matches nothing", `x\`, "x", false, false, ""},
		{"lines may end in CRLF", "x\r\ny\r\n", "x", false, true, "x"},
		{"a byte order mark is skipped", "\uFEFFx", "x", false, true, "x"},
		{"a lone slash matches nothing", "/", "x", true, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, by := ParseIgnore("", tt.patterns).Match(tt.path, tt.dir)
			if got != tt.want || by != tt.by {
				t.Errorf("Match(%q) = %v by %q, want %v by %q", tt.path, got, by, tt.want, tt.by)
			}
		})
	}
}

func TestDeeperIgnoreFileDecidesFirst(t *testing.T) {
	root := ParseIgnore("", "*.md")
	both := root.With(ParseIgnore("notes", "!*.md\n/only"))
	for p, want := range map[string]bool{"a.md": true, "notes/a.md": false, "notes/only": true, "notes/x/only": false, "notesx/a.md": true} {
		if got, _ := both.Match(p, false); got != want {
			t.Errorf("Match(%q) = %v, want %v", p, got, want)
		}
	}
	if got, _ := root.Match("notes/a.md", false); !got {
		t.Error("With changed its receiver")
	}
	var none *Ignore
	if got, _ := none.With(root).Match("a.md", false); !got {
		t.Error("nil.With(x) is not x")
	}
	if got, by := none.With(nil).Match("a.md", false); got || by != "" {
		t.Error("nil excludes something")
	}
}

// TestIgnoreAgreesWithGit compares verdict and deciding pattern with git's over
// random ignore files in a real tree, nested ones included.
func TestIgnoreAgreesWithGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: no oracle")
	}
	rounds := 250
	if testing.Short() {
		rounds = 40
	}
	dir := t.TempDir()
	gitRun(t, dir, nil, "init", "-q", ".")
	r := rand.New(rand.NewPCG(1, 2))
	paths := makeTree(t, r, dir)
	cases, excluded := 0, 0
	for round := range rounds {
		files := map[string]string{"": randomPatterns(r)}
		if round%3 == 0 {
			files["a"] = randomPatterns(r)
			files["a/b"] = randomPatterns(r)
		}
		for base, text := range files {
			write(t, filepath.Join(dir, base, ".gitignore"), text)
		}
		want := gitVerdicts(t, dir, paths)
		for _, p := range slices.Sorted(maps.Keys(paths)) {
			got, by := walkVerdict(files, paths, p)
			cases++
			if got {
				excluded++
			}
			if w := want[p]; w.pattern != by || w.excluded != got {
				t.Fatalf("round %d, ignore files %q, path %q (folder %v): got %v by %q, git says %v by %q",
					round, files, p, paths[p], got, by, w.excluded, w.pattern)
			}
		}
		for base := range files {
			if err := os.Remove(filepath.Join(dir, base, ".gitignore")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if cases < 5000 || excluded < cases/20 || excluded > cases*19/20 {
		t.Fatalf("%d cases with %d excluded are no test", cases, excluded)
	}
	t.Logf("%d cases, %d excluded", cases, excluded)
}

type verdict struct {
	excluded bool
	pattern  string
}

// walkVerdict asks folder by folder, as a walk does.
func walkVerdict(files map[string]string, paths map[string]bool, p string) (bool, string) {
	ig := ParseIgnore("", files[""])
	for i := range len(p) {
		if p[i] != '/' {
			continue
		}
		parent := p[:i]
		if out, by := ig.Match(parent, true); out {
			return true, by
		}
		if text, ok := files[parent]; ok {
			ig = ig.With(ParseIgnore(parent, text))
		}
	}
	return ig.Match(p, paths[p])
}

// makeTree makes files and folders with short names and returns path → isDir.
func makeTree(t *testing.T, r *rand.Rand, dir string) map[string]bool {
	t.Helper()
	names := []string{"a", "b", "ab", "ba", "aab", "a.b", "c", "A", "a b", "a-b", "[a]", "1", "!a", "#a", `a\b`, "é", "a]", "abc"}
	paths := map[string]bool{}
	for _, d := range []string{"a", "a/b", "a/b/a", "b", "ab", "a/ab", "c", "c/a", "c/a/b", "a b"} {
		paths[d] = true
	}
	for range 130 {
		parent := ""
		for range r.IntN(4) {
			next := path.Join(parent, names[r.IntN(6)])
			if isDir, taken := paths[next]; taken && !isDir {
				break
			}
			parent = next
			paths[parent] = true
		}
		if p := path.Join(parent, names[r.IntN(len(names))]); !paths[p] {
			paths[p] = false
		}
	}
	for p, isDir := range paths {
		full := filepath.Join(dir, p)
		if isDir {
			if err := os.MkdirAll(full, 0o755); err != nil {
				t.Fatal(err)
			}
		} else {
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				t.Fatal(err)
			}
			write(t, full, "")
		}
	}
	return paths
}

func randomPatterns(r *rand.Rand) string {
	pieces := []string{"a", "a", "b", "b", "ab", "c", "/", "/", "*", "*", "**", "**/", "/**", "?", "[ab]", "[!a]", "[^b]", "[a-b]",
		"[]a]", "[[:alpha:]]", "[[:upper:]]", "[![:space:]]", "[[:x:]]", "[a", `\a`, `\*`, `\`, " ", `\ `, ".", "#", "!", "é", "[[:punct:]]",
		"[a-]", "[--a]", `[\]]`, "***", `\/`, "[a/b]", "-", "[[:alpha:]1-9]", "[[:]a]", "]"}
	var out strings.Builder
	for range 1 + r.IntN(5) {
		if r.IntN(4) == 0 {
			out.WriteByte('!')
		}
		if r.IntN(5) == 0 {
			out.WriteByte('/')
		}
		for range 1 + r.IntN(5) {
			out.WriteString(pieces[r.IntN(len(pieces))])
		}
		if r.IntN(5) == 0 {
			out.WriteByte('/')
		}
		out.WriteString([]string{"\n", "\n", "\n", "\r\n", "  \n"}[r.IntN(5)])
	}
	return out.String()
}

func gitVerdicts(t *testing.T, dir string, paths map[string]bool) map[string]verdict {
	t.Helper()
	in := strings.Join(slices.Sorted(maps.Keys(paths)), "\x00") + "\x00"
	out := gitRun(t, dir, []byte(in), "-c", "core.quotepath=off", "-c", "core.ignorecase=false", "check-ignore", "--no-index", "-v", "-n", "-z", "--stdin")
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	got := map[string]verdict{}
	for i := 0; i+3 < len(fields); i += 4 {
		pattern := fields[i+2]
		got[fields[i+3]] = verdict{pattern != "" && pattern[0] != '!', pattern}
	}
	if len(got) != len(paths) {
		t.Fatalf("git answered for %d of %d paths", len(got), len(paths))
	}
	return got
}

func gitRun(t *testing.T, dir string, in []byte, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(in)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_DIR="+filepath.Join(dir, ".git"), "GIT_WORK_TREE="+dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) { // 1: no path is excluded
		t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, stderr.String())
	}
	return stdout.String()
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestGlobTakesNoLongerOnManyStars(t *testing.T) {
	ig := ParseIgnore("", strings.Repeat("*a", 200)+"b\n"+strings.Repeat("**/", 60)+"x")
	long := strings.Repeat("a", 4000)
	if got, by := ig.Match(fmt.Sprintf("%s/%s", long, long), false); got {
		t.Errorf("matched by %q", by)
	}
}
