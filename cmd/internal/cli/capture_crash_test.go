package cli

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Ten commands that capture the same and different transcripts at once, and are
// killed at any moment, leave each entry once: what a command said it added is
// there, and a last run adds exactly what is missing.
func TestTenKilledCapturesKeepEachEntryOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some ten processes")
	}
	const processes, entries, shared = 10, 40, 15
	base := t.TempDir()
	ws := filepath.Join(base, "ws")
	files := map[string]string{"ws/corpus/a.md": "# Alpha\n\nThe first text.\n"}
	want := map[string]bool{}
	for p := range processes {
		var b strings.Builder
		for i := range entries {
			conversation := fmt.Sprintf("own-%d", p)
			if i < shared {
				conversation = "shared"
			}
			text := fmt.Sprintf("remark %d of %s about the lease", i, conversation)
			want[text] = true
			fmt.Fprintf(&b, `{"conversation":%q,"turn":%d,"role":"user","text":%q,"time":"2026-03-01T10:00:00Z"}`+"\n", conversation, i, text)
		}
		files[fmt.Sprintf("t%d.jsonl", p)] = b.String()
	}
	writeFiles(t, base, files)
	if out, err := quireHere(t, base, nil, "sync", "--corpus", "ws/corpus", "-C", "ws"); err != nil {
		t.Fatal(err, out)
	}
	acknowledged := struct {
		sync.Mutex
		ids map[string]bool
	}{ids: map[string]bool{}}
	capture := func(p int, after time.Duration) {
		cmd := exec.Command(filepath.Join(linkDir(t), "quire"), "capture", "-C", ws, "--json", "--from", "generic", filepath.Join(base, fmt.Sprintf("t%d.jsonl", p)))
		var out strings.Builder
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Error(err)
			return
		}
		if after > 0 {
			timer := time.AfterFunc(after, func() { cmd.Process.Kill() })
			defer timer.Stop()
		}
		if cmd.Wait() != nil {
			return // killed: it promised nothing
		}
		var answer struct{ Added []string }
		if err := json.Unmarshal([]byte(out.String()), &answer); err != nil {
			t.Errorf("%v: %s", err, out.String())
		}
		acknowledged.Lock()
		defer acknowledged.Unlock()
		for _, id := range answer.Added {
			if acknowledged.ids[id] {
				t.Errorf("%s was added by two commands", id)
			}
			acknowledged.ids[id] = true
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	linkDir(t)
	for round := range 3 {
		var wg sync.WaitGroup
		for p := range processes {
			after := time.Duration(r.IntN(250)+1) * time.Millisecond
			if round == 2 {
				after = 0
			}
			wg.Go(func() { capture(p, after) })
		}
		wg.Wait()
	}
	out, err := quireHere(t, base, nil, "memory", "list", "-C", "ws", "--json")
	if err != nil {
		t.Fatal(err, out)
	}
	var listed struct {
		Entries []struct{ ID, Text string }
	}
	if err := json.Unmarshal([]byte(out), &listed); err != nil {
		t.Fatal(err, out)
	}
	seen, ids := map[string]bool{}, map[string]bool{}
	for _, e := range listed.Entries {
		if !want[e.Text] || seen[e.Text] || ids[e.ID] {
			t.Errorf("%s is there twice, or was never said: %s", e.ID, e.Text)
		}
		seen[e.Text], ids[e.ID] = true, true
	}
	if len(seen) != len(want) {
		t.Errorf("%d entries of %d", len(seen), len(want))
	}
	for id := range acknowledged.ids {
		if !ids[id] {
			t.Errorf("%s was acknowledged and is gone", id)
		}
	}
}
