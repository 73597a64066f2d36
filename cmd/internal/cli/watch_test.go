package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A watch publishes what changes, in old and new folders, by the save patterns of
// editors; many changes at once are few publishes; it ends cleanly.
func TestWatchPublishesWhatChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for quiet periods")
	}
	base := t.TempDir()
	ws, docs := filepath.Join(base, "ws"), filepath.Join(base, "docs")
	writeFiles(t, docs, map[string]string{"a.md": "# Alpha\n\nThe first text.\n"})
	if out, err := quireHere(t, base, nil, "sync", "--corpus", docs, "-C", ws); err != nil {
		t.Fatal(err, out)
	}
	cmd := exec.Command(filepath.Join(linkDir(t), "quire"), "sync", "--watch", "--corpus", docs, "-C", ws)
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(base, ".config"))
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	found := func(what, query, text string) {
		t.Helper()
		deadline := time.Now().Add(90 * time.Second) // far beyond any machine's need
		for time.Now().Before(deadline) {
			if got, _ := quireHere(t, base, nil, "retrieve", "-C", ws, query); strings.Contains(got, text) {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Fatalf("%s was not published: %s", what, out.String())
	}
	watched := func() bool {
		got, _ := quireHere(t, base, nil, "status", "-C", ws)
		return strings.Contains(got, "watched:")
	}
	for !watched() {
		time.Sleep(50 * time.Millisecond)
	}
	if got, err := quireHere(t, base, nil, "sync", "--watch", "-C", ws); err == nil || !strings.Contains(got, "watched already") {
		t.Errorf("a second watch: %v %s", err, got)
	}
	time.Sleep(time.Second) // the first look is over
	writeFiles(t, docs, map[string]string{"a.md": "# Alpha\n\nThe text about walnuts.\n"})
	found("an edit", "walnuts", "about walnuts")
	// An editor writes beside the file and renames.
	writeFiles(t, docs, map[string]string{".a.md.swp": "# Alpha\n\nThe text about hazelnuts.\n"})
	if err := os.Rename(filepath.Join(docs, ".a.md.swp"), filepath.Join(docs, "a.md")); err != nil {
		t.Fatal(err)
	}
	found("an atomic save", "hazelnuts", "about hazelnuts")
	writeFiles(t, docs, map[string]string{"new/deeper/b.md": "# Beta\n\nThe text about chestnuts.\n"})
	found("a file in a new folder", "chestnuts", "about chestnuts")
	before := strings.Count(read(t, filepath.Join(ws, "published", "history.jsonl")), "\n")
	many := map[string]string{}
	for i := range 60 {
		many["many/"+string(rune('a'+i%26))+strings.Repeat("x", i/26)+".md"] = "# Many\n\nOne of many acorns.\n"
	}
	writeFiles(t, docs, many)
	found("a mass change", "acorns", "many acorns")
	time.Sleep(3 * quietPeriod)
	if n := strings.Count(read(t, filepath.Join(ws, "published", "history.jsonl")), "\n") - before; n < 1 || n > 3 {
		t.Errorf("60 files at once were %d publishes", n)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if watched() {
		t.Error("status still says that it is watched")
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
