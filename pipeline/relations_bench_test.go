package pipeline

import (
	"fmt"
	"testing"

	"quire/internal/relationgen"
	"quire/knowledge"
	"quire/knowledge/relations"
	"quire/publish"
)

// What it costs to join 20,000 sources anew after one of them said something else: to
// decode their facts and to join them.
func BenchmarkRelate20000(b *testing.B) {
	w := newWorld(b)
	c := relationgen.New(3, 200)
	for _, p := range c.Paths() {
		w.write(p, c.Files[p])
	}
	w.sync(nil)
	store, err := publish.Open(w.published())
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	snap, _, err := store.Open()
	if err != nil {
		b.Fatal(err)
	}
	r := &run{prev: newPrevious(), opts: Options{Jobs: 2}}
	if err := r.prev.load(snap); err != nil {
		b.Fatal(err)
	}
	size := 0
	for id, line := range r.prev.facts {
		for k := range 20000 / len(r.prev.facts) { // others of their kind, elsewhere
			r.items = append(r.items, &item{id: id, line: fmt.Appendf(nil, `{"id":"%s%d","path":"r/%d/%s.md"}`, id, k, k, id), reused: true})
			size += len(line)
		}
	}
	b.ReportMetric(float64(size)/float64(len(r.items)), "B/source")
	b.ResetTimer()
	for b.Loop() {
		_, all, err := r.factLines()
		if err != nil {
			b.Fatal(err)
		}
		nodes := make([]relations.Node, len(all))
		for i := range all {
			nodes[i] = relations.Node{ID: publish.Field(r.items[i].line, "id"), Path: pathOf(r.items[i].line), Content: string(knowledge.DigestOf(r.items[i].line)), Facts: all[i].Facts}
		}
		relations.Join(nodes, relations.Corrections{})
	}
}
