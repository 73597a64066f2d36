package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"quire/publish"
)

// Processes that read while others publish and prune never fail, and each answer is of
// the one snapshot that it names.
func TestReadersOfOtherProcessesSurvivePublishes(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some hundred processes")
	}
	base := t.TempDir()
	ws := filepath.Join(base, "ws")
	linkDir(t)
	publishes := 100
	if stride() > 1 {
		publishes = 5
	}
	names := []string{"anchor", "crane", "ferry", "quay"}
	said := map[string]string{}
	next := func(g int) {
		t.Helper()
		files := map[string]string{}
		for _, n := range names {
			files[n+".md"] = fmt.Sprintf("# The %s\n\nThe %s of the harbour is in generation%d here.\n", n, n, g)
		}
		writeFiles(t, filepath.Join(ws, "corpus"), files)
		if out, err := quireHere(t, base, nil, "sync", "-C", "ws", "--corpus", "ws/corpus"); err != nil {
			t.Errorf("sync %d: %v: %s", g, err, out)
		}
		said[currentSnapshot(t, ws)] = fmt.Sprintf("generation%d", g)
	}
	if err := os.MkdirAll(ws, 0o755); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, ws, map[string]string{"quire.yaml": "roots:\n  - name: corpus\n    path: corpus\nkeep: 1\n"})
	next(0)
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		seen = map[string]string{}
		n    int
		done = make(chan struct{})
	)
	for range 8 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				snapshot, text, err := answerOf(base, len(names))
				mu.Lock()
				if before := seen[snapshot]; err == nil && before != "" && before != text {
					err = fmt.Errorf("snapshot %.12s says %s and %s", snapshot, before, text)
				}
				seen[snapshot] = text
				n++
				mu.Unlock()
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for g := range publishes {
		next(g + 1)
	}
	close(done)
	wg.Wait()
	for snapshot, text := range seen {
		if said[snapshot] != text {
			t.Errorf("snapshot %.12s was published with %q and read with %q", snapshot, said[snapshot], text)
		}
	}
	t.Logf("%d answers of %d snapshots during %d publishes", n, len(seen), publishes)
}

// answerOf starts one retrieve and returns the generation that all its results are of.
func answerOf(base string, results int) (snapshot, text string, err error) {
	cmd := exec.Command(filepath.Join(linked, "quire"), "retrieve", "-C", "ws", "--json", "--limit", "9", "harbour generation here")
	cmd.Dir = base
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(base, ".config"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", "", fmt.Errorf("retrieve: %w: %s", err, out)
	}
	var v struct {
		Snapshot string
		Results  []struct{ Text string }
	}
	if err := json.Unmarshal(out, &v); err != nil {
		return "", "", fmt.Errorf("%w: %s", err, out)
	}
	for _, r := range v.Results {
		g := regexp.MustCompile(`generation\d+`).FindString(r.Text)
		if g == "" || text != "" && g != text {
			return v.Snapshot, "", fmt.Errorf("one answer says %s and %q", text, r.Text)
		}
		text = g
	}
	if len(v.Results) != results {
		return v.Snapshot, "", fmt.Errorf("%d results: %s", len(v.Results), out)
	}
	return v.Snapshot, text, nil
}

// Of two syncs at once one waits and says so; with --no-wait it exits 11 at once.
func TestTheSecondSyncWaitsOrExits(t *testing.T) {
	base := t.TempDir()
	ws := filepath.Join(base, "ws")
	writeFiles(t, filepath.Join(ws, "corpus"), map[string]string{"a.md": "# Alpha\n\nThe first text.\n"})
	if out, err := quireHere(t, base, nil, "sync", "-C", "ws", "--corpus", "ws/corpus"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	lock, err := publish.TryLock(filepath.Join(ws, ".quire", "lock"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := quireHere(t, base, nil, "sync", "-C", "ws", "--no-wait")
	if exit := new(exec.ExitError); !asExit(err, &exit) || exit.ExitCode() != exitLocked {
		t.Errorf("--no-wait: %v: %s", err, out)
	}
	writeFiles(t, filepath.Join(ws, "corpus"), map[string]string{"a.md": "# Alpha\n\nThe second text.\n"})
	began := time.Now()
	time.AfterFunc(4*time.Second, func() { lock.Unlock() })
	out, err = quireHere(t, base, nil, "sync", "-C", "ws")
	if err != nil || !strings.Contains(out, "another sync is running here; waiting for it") || time.Since(began) < 3*time.Second {
		t.Errorf("waiting: %v: %s", err, out)
	}
	// Two at once in earnest: both end well and agree.
	var wg sync.WaitGroup
	for i := range 4 {
		writeFiles(t, filepath.Join(ws, "corpus"), map[string]string{fmt.Sprintf("n%d.md", i): "# New\n\nText.\n"})
		wg.Go(func() {
			if out, err := quireHere(t, base, nil, "sync", "-C", "ws"); err != nil {
				t.Errorf("at once: %v: %s", err, out)
			}
		})
	}
	wg.Wait()
	if out, err := quireHere(t, base, nil, "sync", "-C", "ws", "--check"); err != nil {
		t.Errorf("after four at once: %v: %s", err, out)
	}
}

func asExit(err error, to **exec.ExitError) bool {
	e, ok := err.(*exec.ExitError)
	if ok {
		*to = e
	}
	return ok
}

// A published tree that was copied by any usual means, or read-only, opens, verifies
// and answers as the original does.
func TestACopiedTreeOpensAndVerifies(t *testing.T) {
	base := t.TempDir()
	ws := filepath.Join(base, "ws")
	for i, text := range []string{"first", "second"} {
		writeFiles(t, filepath.Join(ws, "corpus"), map[string]string{"a.md": "# Alpha\n\nThe " + text + " text.\n", fmt.Sprintf("b%d.md", i): "# Beta\n\nMore.\n"})
		if out, err := quireHere(t, base, nil, "sync", "-C", "ws", "--corpus", "ws/corpus"); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	want, err := quireHere(t, base, nil, "retrieve", "--json", "--published", "ws/published", "second text")
	if err != nil {
		t.Fatal(want)
	}
	for how, script := range map[string]string{
		"cp -r":                        "cp -r ws/published copy",
		"rsync -a":                     "rsync -a ws/published/ copy/",
		"tar":                          "mkdir copy && tar -C ws/published -cf - . | tar -C copy -xf -",
		"zip":                          "(cd ws/published && zip -qr ../../copy.zip .) && mkdir copy && cd copy && unzip -q ../copy.zip",
		"git clone":                    "cp -r ws/published repo && cd repo && git init -q && git add -A && git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -qm x && cd .. && git -c protocol.file.allow=always clone -q repo copy",
		"git clone with autocrlf=true": "cp -r ws/published repo && cd repo && git init -q && git add -A && git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -qm x && cd .. && git -c core.autocrlf=true clone -q repo copy",
		"read-only":                    "cp -r ws/published copy && chmod -R a-w copy",
	} {
		tools := map[string]string{"rsync -a": "rsync", "zip": "zip unzip", "git clone": "git", "git clone with autocrlf=true": "git"}[how]
		if err := exec.Command("sh", "-c", "for tool in "+tools+"; do command -v $tool || exit 1; done").Run(); err != nil {
			t.Logf("%s: not tried: one of %s is missing", how, tools)
			continue
		}
		clean := exec.Command("sh", "-c", "chmod -R u+w copy 2>/dev/null; rm -rf copy copy.zip repo")
		clean.Dir = base
		if err := clean.Run(); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("sh", "-ec", script)
		cmd.Dir = base
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", how, err, out)
			continue
		}
		for _, verb := range [][]string{{"retrieve", "--json", "--published", "copy", "second text"}, {"verify", "--published", "copy"}, {"validate", "--published", "copy"}} {
			out, err := quireHere(t, base, nil, verb...)
			if err != nil || verb[0] == "retrieve" && out != want {
				t.Errorf("%s: %s: %v: %s", how, verb[0], err, out)
			}
		}
	}
}
