package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"quire/extract/formats"
	"quire/internal/jsonline"
	"quire/internal/relationgen"
	"quire/knowledge"
	"quire/publish"
)

// joinWorld is a published snapshot of many planted corpora side by side, of which no two
// have anything in common: 20,000 sources, each with the relations that it has in a
// corpus of 200.
type joinWorld struct {
	b     testing.TB
	store *publish.Store
	cache string
	lines [][]byte // rows of the sources, by id
	facts map[string][]byte
}

func newJoinWorld(b testing.TB, n int) *joinWorld {
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
	prev := newPrevious()
	if err := prev.load(snap); err != nil {
		b.Fatal(err)
	}
	j := &joinWorld{b: b, cache: b.TempDir(), facts: map[string][]byte{}}
	if j.store, err = publish.Create(b.TempDir()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { j.store.Close() })
	if err := prev.facts.load(); err != nil {
		b.Fatal(err)
	}
	for k := 0; len(j.lines) < n; k++ {
		for id, line := range prev.facts.all {
			path := strings.Replace(pathOf(prev.lines[id]), "corpus/", fmt.Sprintf("corpus/%d/", k), 1)
			its := knowledge.SourceID("corpus", path, 0)
			j.lines = append(j.lines, fmt.Appendf(nil, `{"id":"%s","path":%q,"type":"markdown","content":"sha256:%s%d","bytes":1}`, its, path, jsonline.Field(prev.lines[id], "content"), k))
			f := decodeFacts(b, line)
			f.ID = its
			j.disguise(&f, k)
			j.facts[its] = encodeFacts(b, &f)
		}
	}
	slices.SortFunc(j.lines, func(a, b []byte) int { return strings.Compare(jsonline.Field(a, "id"), jsonline.Field(b, "id")) })
	return j
}

// disguise changes all that the sources of one corpus are joined by, in the same way for
// all of them.
func (j *joinWorld) disguise(f *facts, k int) {
	for _, s := range []knowledge.Sketch{f.Facts.Text, f.Numbers, f.Names, f.Outline} {
		for i := range s {
			if s[i] != 0 {
				s[i] = 1 + byte((uint64(s[i])+knowledge.Mix(uint64(k*1000+i))%255)%255)
			}
		}
	}
	for i := range f.Claims {
		f.Claims[i].Key = fmt.Sprintf("%02x", k%256) + f.Claims[i].Key[2:]
	}
	if f.Title != "" {
		f.Title += fmt.Sprintf(" at site %d", k)
	}
	if f.Shape != "" {
		f.Shape += fmt.Sprint(k)
	}
}

// run is a sync at the point where it joins: of all sources, some of which have other facts.
func (j *joinWorld) run(changed map[string][]byte) *run {
	r := &run{opts: Options{Store: j.store, Registry: formats.Registry(""), CacheDir: j.cache, Jobs: 2, Now: time.Now}, prev: newPrevious(), report: newReport()}
	if err := r.loadPrevious(); err != nil {
		j.b.Fatal(err)
	}
	for _, line := range j.lines {
		id := jsonline.Field(line, "id")
		it := &item{id: id, line: line, reused: r.prev.snapshot != nil, facts: j.facts[id]}
		if f, ok := changed[id]; ok {
			it.reused, it.facts = false, f
		}
		r.items = append(r.items, it)
	}
	r.delta = r.compare()
	return r
}

// join joins, and publishes if told to.
func (j *joinWorld) join(r *run, commit bool) time.Duration {
	began := time.Now()
	tables, err := r.relate()
	if err != nil {
		j.b.Fatal(err)
	}
	if !commit {
		took := time.Since(began)
		r.joins.close()
		return took
	}
	var rows []publish.Row
	for _, it := range r.items {
		rows = append(rows, publish.Row{Key: it.id, Line: it.line})
	}
	if tables[knowledge.SourcesTable], err = j.store.PutTable(rows); err != nil {
		j.b.Fatal(err)
	}
	for _, name := range []string{knowledge.OverlaysTable, knowledge.InteractionsTable} {
		if tables[name], err = j.store.PutTable(nil); err != nil {
			j.b.Fatal(err)
		}
	}
	body, err := knowledge.Marshal(knowledge.Corpus{Rules: r.rules()})
	if err != nil {
		j.b.Fatal(err)
	}
	draft, err := j.store.NewDraft(tables, body)
	if err != nil {
		j.b.Fatal(err)
	}
	r.plan.id = publish.SnapshotID(tables, body)
	if _, err := draft.Commit(publish.Event{Cause: "publish", Changes: []byte("{}")}, func(*publish.Snapshot) error { return nil }); err != nil {
		j.b.Fatal(err)
	}
	r.report.Snapshot = r.plan.id
	r.joins.save(r)
	return 0
}

// What it costs to join 20,000 sources after one of them said something else: of all
// anew (full-ms), and of what the change touches (part-ms), and how often the one goes
// into the other.
func BenchmarkRelate20000(b *testing.B) {
	j := newJoinWorld(b, 20000)
	j.join(j.run(nil), true)
	size := 0
	for _, line := range j.facts {
		size += len(line)
	}
	info, err := os.Stat(filepath.Join(j.cache, joinsName))
	if err != nil {
		b.Fatal(err)
	}
	var full, part time.Duration
	at := 0
	for b.Loop() {
		id := jsonline.Field(j.lines[(at*7919)%len(j.lines)], "id")
		other := jsonline.Field(j.lines[(at*7919+1)%len(j.lines)], "id")
		at++
		f := decodeFacts(b, j.facts[other])
		f.ID = id
		changed := map[string][]byte{id: encodeFacts(b, &f)}
		r := j.run(changed)
		part += j.join(r, false)
		r = j.run(changed)
		r.opts.CacheDir = b.TempDir()
		full += j.join(r, false)
	}
	n := float64(b.N) * 1e6
	b.ReportMetric(float64(full)/n, "full-ms")
	b.ReportMetric(float64(part)/n, "part-ms")
	b.ReportMetric(float64(full)/float64(part), "full/part")
	b.ReportMetric(float64(size)/float64(len(j.lines)), "B-facts/source")
	b.ReportMetric(float64(info.Size())/float64(len(j.lines)), "B-keys/source")
}
