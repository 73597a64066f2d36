package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// quireHere runs this test binary as quire, with extra environment.
func quireHere(t *testing.T, dir string, env []string, args ...string) (string, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Args[0] = filepath.Join(linkDir(t), "quire")
	cmd.Path = cmd.Args[0]
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(dir, ".config")), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

var linked string

// linkDir holds a link named quire to this binary: its name decides what it is.
func linkDir(t testing.TB) string {
	t.Helper()
	if linked != "" {
		return linked
	}
	dir, err := os.MkdirTemp("", "quire-crash-")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "quire")); err != nil {
		t.Fatal(err)
	}
	linked = dir
	return dir
}

func currentSnapshot(t *testing.T, ws string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(ws, "published", "CURRENT"))
	if err != nil {
		return ""
	}
	var p struct{ Snapshot string }
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatalf("CURRENT is torn: %q", b)
	}
	return p.Snapshot
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A sync that is killed before or after any step that changes the disk leaves the
// old snapshot or the new one, whole; the next sync ends at the clean digest.
func TestKilledAtEveryStepOfPublish(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some hundred processes")
	}
	base := t.TempDir()
	writeFiles(t, filepath.Join(base, "ws", "corpus"), map[string]string{
		"a.md": "# Alpha\n\nThe first text.\n", "b.md": "# Beta\n\nThe second text.\n", "sub/c.txt": "The third text.\n",
	})
	must := func(out string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	must(quireHere(t, base, nil, "sync", "--corpus", "ws/corpus", "-C", "ws"))
	old := currentSnapshot(t, filepath.Join(base, "ws"))
	writeFiles(t, filepath.Join(base, "ws", "corpus"), map[string]string{"b.md": "# Beta\n\nThe second text, edited.\n", "d.md": "# Delta\n\nA fourth text.\n"})

	whole := filepath.Join(t.TempDir(), "whole")
	if err := os.CopyFS(whole, os.DirFS(base)); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(t.TempDir(), "steps")
	must(quireHere(t, whole, []string{listSteps + "=" + list}, "sync", "-C", "ws"))
	want := currentSnapshot(t, filepath.Join(whole, "ws"))
	b, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	steps := strings.Split(strings.TrimSpace(string(b)), "\n")
	if len(steps) < 12 || want == old {
		t.Fatalf("only %d steps, or no new snapshot: the hook is not called", len(steps))
	}
	for i, step := range steps {
		if i%stride() != 0 {
			continue
		}
		dir := filepath.Join(t.TempDir(), "run")
		if err := os.CopyFS(dir, os.DirFS(base)); err != nil {
			t.Fatal(err)
		}
		ws := filepath.Join(dir, "ws")
		if out, err := quireHere(t, dir, []string{fmt.Sprintf("%s=%d", dieAt, i+1)}, "sync", "-C", "ws"); err == nil {
			t.Fatalf("step %d (%s): sync was not killed: %s", i+1, step, out)
		}
		if got := currentSnapshot(t, ws); got != old && got != want {
			t.Errorf("killed at %s: the pointer names %q", step, got)
		}
		if out, err := quireHere(t, dir, nil, "retrieve", "-C", "ws", "first text"); err != nil {
			t.Errorf("killed at %s: readers fail: %s", step, out)
		}
		if out, err := quireHere(t, dir, nil, "validate", "-C", "ws"); err != nil {
			t.Errorf("killed at %s: validate finds: %s", step, out)
		}
		if out, err := quireHere(t, dir, nil, "sync", "-C", "ws"); err != nil {
			t.Errorf("killed at %s: the next sync fails: %s", step, out)
		}
		if got := currentSnapshot(t, ws); got != want {
			t.Errorf("killed at %s: the next sync ends at %s, not at %s", step, got, want)
		}
		if left, _ := filepath.Glob(filepath.Join(ws, "published", "snapshots", ".*")); len(left) > 0 {
			t.Errorf("killed at %s: %v is left behind", step, left)
		}
	}
}

// The verbs that change a published tree without compiling, killed at every step,
// leave a tree that reads, validates, verifies and syncs.
func TestKilledAtEveryStepOfOtherVerbs(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some hundred processes")
	}
	base := t.TempDir()
	must := func(out string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for i, text := range []string{"first", "second", "third"} {
		writeFiles(t, filepath.Join(base, "ws", "corpus"), map[string]string{"a.md": "# Alpha\n\nThe " + text + " text.\n", fmt.Sprintf("b%d.md", i): "# Beta\n\nAnother text.\n"})
		must(quireHere(t, base, nil, "sync", "--corpus", "ws/corpus", "-C", "ws"))
	}
	want := currentSnapshot(t, filepath.Join(base, "ws"))
	old := time.Now().Add(-time.Hour) // past the grace of readers
	err := filepath.Walk(filepath.Join(base, "ws", "published"), func(name string, _ os.FileInfo, err error) error {
		return errors.Join(err, os.Chtimes(name, old, old))
	})
	if err != nil {
		t.Fatal(err)
	}
	history := filepath.Join(base, "ws", "published", "history.jsonl")
	b, err := os.ReadFile(history)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(history, regexp.MustCompile(`"at":"[^"]*"`).ReplaceAll(b, []byte(`"at":"2026-01-01T00:00:00Z"`)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, verb := range [][]string{{"rollback"}, {"gc", "--keep", "1"}, {"pin", "1"}} {
		whole := filepath.Join(t.TempDir(), "whole")
		if err := os.CopyFS(whole, os.DirFS(base)); err != nil {
			t.Fatal(err)
		}
		list := filepath.Join(t.TempDir(), "steps")
		must(quireHere(t, whole, []string{listSteps + "=" + list}, append(verb, "-C", "ws")...))
		b, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		steps := strings.Split(strings.TrimSpace(string(b)), "\n")
		if len(steps) < 2 {
			t.Fatalf("%s: only the steps %q: the hook is not called", verb[0], steps)
		}
		for i, step := range steps {
			if i%stride() != 0 {
				continue
			}
			dir := filepath.Join(t.TempDir(), "run")
			if err := os.CopyFS(dir, os.DirFS(base)); err != nil {
				t.Fatal(err)
			}
			if out, err := quireHere(t, dir, []string{fmt.Sprintf("%s=%d", dieAt, i+1)}, append(verb, "-C", "ws")...); err == nil {
				t.Fatalf("%s was not killed at %s: %s", verb[0], step, out)
			}
			for _, check := range [][]string{{"retrieve", "text"}, {"validate"}, {"history"}, {"verify"}, {"sync"}, {"gc"}, {"verify"}} {
				if out, err := quireHere(t, dir, nil, append(check, "-C", "ws")...); err != nil {
					t.Errorf("%s killed at %s: %s fails: %s", verb[0], step, check[0], out)
				}
			}
			if got := currentSnapshot(t, filepath.Join(dir, "ws")); got != want {
				t.Errorf("%s killed at %s: the next sync ends at %s, not at %s", verb[0], step, got, want)
			}
		}
	}
}

// stride is how many steps lie between two at which a test is killed: make slow sets
// QUIRE_SLOW and takes every one.
func stride() int {
	if os.Getenv("QUIRE_SLOW") != "" {
		return 1
	}
	return 8
}
