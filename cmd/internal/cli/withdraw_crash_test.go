package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A withdrawal that is killed before or after any step leaves readers a whole tree, and
// the next sync, gc or withdrawal finishes it: to the same snapshot, without a trace.
func TestKilledAtEveryStepOfAWithdrawal(t *testing.T) {
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
	corpus := filepath.Join(base, "ws", "corpus")
	writeFiles(t, corpus, map[string]string{
		"secret.md": "# Dismissals\n\nThe zeppelin pilot was dismissed on the ninth of March.\n", "b.md": "# Beta\n\nAnother text of the harbour.\n",
	})
	must(quireHere(t, base, nil, "sync", "--corpus", "ws/corpus", "-C", "ws"))
	must(quireHere(t, base, nil, "pin", "-C", "ws", "1"))
	for i := range 2 {
		writeFiles(t, corpus, map[string]string{"c.md": fmt.Sprintf("# Gamma\n\nText number %d of the harbour.\n", i)})
		must(quireHere(t, base, nil, "sync", "-C", "ws"))
	}
	verb := []string{"withdraw", "-C", "ws", "--yes", "--reason", "asked for", "corpus/secret.md"}
	whole := filepath.Join(t.TempDir(), "whole")
	if err := os.CopyFS(whole, os.DirFS(base)); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(t.TempDir(), "steps")
	must(quireHere(t, whole, []string{listSteps + "=" + list}, verb...))
	want := currentSnapshot(t, filepath.Join(whole, "ws"))
	b, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	steps := strings.Split(strings.TrimSpace(string(b)), "\n")
	for _, s := range []string{"after write marks", "before rename CURRENT", "before remove evidence", "after remove cache", "before write done"} {
		if !strings.Contains(string(b), s) {
			t.Errorf("no step %q", s)
		}
	}
	finishers := [][]string{{"sync", "-C", "ws"}, {"gc", "-C", "ws"}, verb}
	kinds := map[string]bool{} // every kind of step is tried once, whatever the stride
	for i, step := range steps {
		kind := strings.Join(strings.Fields(step)[:2], " ")
		if i%(2*stride()) != 0 && kinds[kind] && stride() > 1 {
			continue
		}
		kinds[kind] = true
		dir := filepath.Join(t.TempDir(), "run")
		if err := os.CopyFS(dir, os.DirFS(base)); err != nil {
			t.Fatal(err)
		}
		at := fmt.Sprintf("killed at step %d (%s)", i+1, step)
		if out, err := quireHere(t, dir, []string{fmt.Sprintf("%s=%d", dieAt, i+1)}, verb...); err == nil {
			t.Fatalf("%s: it was not killed: %s", at, out)
		}
		for _, read := range [][]string{{"retrieve", "harbour"}, {"validate"}, {"verify"}, {"history"}, {"withdraw", "--list"}, {"status"}} {
			out, err := quireHere(t, dir, nil, append(read, "-C", "ws")...)
			if exit := new(exec.ExitError); read[0] == "status" && errors.As(err, &exit) && exit.ExitCode() == exitIssues && strings.Contains(out, "not finished") {
				err = nil // it says that the withdrawal is not finished
			}
			if err != nil {
				t.Errorf("%s: %s fails: %s", at, read[0], out)
			}
		}
		// verb comes last, for a kill before the marks were written.
		for _, finish := range [][]string{finishers[i%len(finishers)], verb, {"sync", "-C", "ws"}, {"verify", "-C", "ws"}} {
			if out, err := quireHere(t, dir, nil, finish...); err != nil {
				t.Errorf("%s: then %s fails: %s", at, finish[0], out)
			}
		}
		ws := filepath.Join(dir, "ws")
		if got := currentSnapshot(t, ws); got != want {
			t.Errorf("%s: it ends at %s, not at %s", at, got, want)
		}
		for _, part := range []string{"published", ".quire", "interactions"} {
			lacks(t, filepath.Join(ws, part), at, "zeppelin")
		}
		if out, err := quireHere(t, dir, nil, "rollback", "-C", "ws", "1"); err != nil || !strings.Contains(out, "rolled back") {
			t.Errorf("%s: the pinned snapshot: %s", at, out)
		}
	}
}

// lacks fails the test where a file below a folder holds a word.
func lacks(t *testing.T, dir, at, word string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(name)
		if strings.Contains(string(b), word) {
			t.Errorf("%s: %s holds %q", at, name, word)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
