package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"quire/extract"
	"quire/extract/worker"
	"quire/knowledge"
)

// watcher counts how many jobs are between two units of a large document.
type watcher struct {
	Extractor
	most *atomic.Int64
}

func (x watcher) Extract(ctx context.Context, j worker.Job, newSink func() extract.Sink) error {
	var inside atomic.Int64
	defer func() { atOnce.Add(-inside.Load()) }()
	return x.Extractor.Extract(ctx, j, func() extract.Sink {
		return watchedSink{newSink(), func() {
			if inside.CompareAndSwap(0, 1) {
				for m := atOnce.Add(1); m > x.most.Load(); {
					x.most.Store(m)
				}
			}
		}}
	})
}

var atOnce atomic.Int64

type watchedSink struct {
	extract.Sink
	passed func()
}

func (s watchedSink) Unit(u extract.Unit) error {
	err := s.Sink.Unit(u)
	if g, ok := s.Sink.(gated); ok && g.Weight() > large {
		s.passed()
	}
	return err
}

func TestOneLargeDocumentAtATimeIsInMemory(t *testing.T) {
	defer func(n int64) { large = n }(large)
	large = 20 << 10
	w := newWorld(t)
	for i := range 4 {
		w.write(fmt.Sprintf("%d.txt", i), strings.Repeat(fmt.Sprintf("The lantern of quay %d is lit.\n", i), 1500))
	}
	most := new(atomic.Int64)
	r := w.sync(func(o *Options) { o.Jobs, o.Extractor = 4, watcher{o.Extractor, most} })
	if r.Outcomes[knowledge.Extracted] != 4 {
		t.Fatalf("outcomes %v, problems %+v", r.Outcomes, r.Problems)
	}
	if most.Load() != 1 {
		t.Errorf("%d large documents at a time", most.Load())
	}
}

func TestAGateLetsGoOfWhoeverStopsWaiting(t *testing.T) {
	turn := newTurn()
	a, b := &gate{turn: turn}, &gate{turn: turn}
	if err := errors.Join(a.take(t.Context()), a.take(t.Context())); err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := b.take(stopped); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	b.leave()
	a.leave()
	if err := b.take(t.Context()); err != nil {
		t.Error(err)
	}
}
