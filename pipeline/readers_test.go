package pipeline

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quire/knowledge"
	"quire/publish"
	"quire/retrieval"
)

var generation = regexp.MustCompile(`generation\d+`)

// Fifty readers ask on and on while snapshots are published and pruned: no answer
// that takes less than the grace of readers fails, and every answer is of one
// snapshot, the one it names.
func TestReadersSurviveAnyNumberOfPublishes(t *testing.T) {
	const readers = 50
	abouts := []string{"lantern", "anchor", "crane", "ferry", "pilot", "quay"}
	publishes, grace := 10, 5*time.Second
	if os.Getenv("QUIRE_SLOW") != "" {
		publishes = 100
	}
	w := newWorld(t)
	said := map[string]string{} // generation by snapshot, as published
	next := func(g int) {
		for d, about := range abouts {
			w.write(about+".md", fmt.Sprintf("# Harbour of %s\n\nThe %s of the harbour is in generation%d here. See [%s](%s.md).\n", about, about, g, about, abouts[(d+1)%len(abouts)]))
		}
		r := w.sync(func(o *Options) { o.Keep, o.Grace = 1, grace })
		said[r.Snapshot] = fmt.Sprintf("generation%d", g)
	}
	next(0)
	var (
		wg      sync.WaitGroup
		done    atomic.Bool
		answers atomic.Int64
		late    atomic.Int64 // answers that outlived the grace
		mu      sync.Mutex
		seen    = map[string]string{} // generation by snapshot, as read
	)
	for range readers {
		wg.Go(func() {
			for !done.Load() {
				began := time.Now()
				snapshot, text, err := readOnce(w.published(), len(abouts))
				if err != nil && time.Since(began) > grace-2*time.Second { // times in the history are whole seconds, taken before the pointer moves
					late.Add(1)
					continue
				}
				mu.Lock()
				if before, ok := seen[snapshot]; err == nil && ok && before != text {
					err = fmt.Errorf("snapshot %.12s says %s and %s", snapshot, before, text)
				}
				if err == nil {
					seen[snapshot] = text
				}
				mu.Unlock()
				if err != nil {
					t.Error(err)
					return
				}
				answers.Add(1)
				time.Sleep(30 * time.Millisecond) // the publisher needs a processor too
			}
		})
	}
	for g := range publishes {
		next(g + 1)
		time.Sleep(grace / 10)
	}
	done.Store(true)
	wg.Wait()
	for snapshot, text := range seen {
		if said[snapshot] != text {
			t.Errorf("snapshot %.12s was published with %s and read with %s", snapshot, said[snapshot], text)
		}
	}
	store, err := publish.Open(w.published())
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	kept, err := store.Kept()
	if err != nil || len(kept) >= publishes {
		t.Errorf("%d snapshots are kept of %d: nothing was pruned; %v", len(kept), publishes, err)
	}
	if answers.Load() < readers {
		t.Errorf("only %d answers", answers.Load())
	}
	t.Logf("%d answers of %d snapshots by %d readers during %d publishes; %d were too slow", answers.Load(), len(seen), readers, publishes, late.Load())
}

// readOnce asks, shows and traces in one view, and returns the generation that all it
// read is of.
func readOnce(published string, documents int) (snapshot, text string, err error) {
	v, err := retrieval.Open(published)
	if err != nil {
		return "", "", fmt.Errorf("open: %w", err)
	}
	defer v.Close()
	res, err := v.Retrieve(context.Background(), retrieval.Query{Text: "harbour generation here", Limit: 2 * documents, Hops: 1})
	if err != nil {
		return v.Snapshot, "", fmt.Errorf("retrieve: %w", err)
	}
	if len(res.Results) != documents {
		return v.Snapshot, "", fmt.Errorf("%d results in snapshot %.12s, which has %d documents", len(res.Results), v.Snapshot, documents)
	}
	for i, p := range res.Results {
		if g := generation.FindString(p.Text); g == "" || i > 0 && g != text {
			return v.Snapshot, "", fmt.Errorf("one answer of snapshot %.12s says %s and %q", v.Snapshot, text, p.Text)
		} else {
			text = g
		}
		if i > 0 {
			continue // one of them is enough to show and trace
		}
		a, err := knowledge.ParseAddress(p.Address)
		if err != nil {
			return v.Snapshot, "", err
		}
		s, err := v.Show(a)
		if err != nil {
			return v.Snapshot, "", fmt.Errorf("show: %w", err)
		}
		tr, err := v.Trace(a, nil)
		if err != nil {
			return v.Snapshot, "", fmt.Errorf("trace: %w", err)
		}
		if s.Text != p.Text || tr.Text != p.Text {
			return v.Snapshot, "", fmt.Errorf("%s is found as %q, shown as %q and traced as %q", p.Address, p.Text, s.Text, tr.Text)
		}
	}
	return v.Snapshot, text, nil
}
