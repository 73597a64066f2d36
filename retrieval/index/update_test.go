package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// probes are queries of rare, common, many and no words, in and out of headings.
func probes() []Query {
	var out []Query
	for _, ranks := range [][]int{{0}, {1, 2, 3}, {50, 400}, {3, 90, 700, 5000}, {30000}} {
		var words []string
		for _, r := range ranks {
			words = append(words, wordOfRank(r))
		}
		q := Query{Text: "the " + strings.Join(words, " "), Limit: 25}
		out = append(out, q)
		q.IncludeHidden, q.Types = true, []string{"pdf"}
		out = append(out, q)
	}
	return out
}

type answer struct {
	Hits  []Hit
	Total Total
}

func answers(t *testing.T, dir string, st Stats) (out []answer) {
	t.Helper()
	r := open(t, dir, st)
	for _, q := range probes() {
		hits, total := search(t, r, q)
		out = append(out, answer{hits, total})
	}
	return out
}

// Whatever sequence of updates led to a set of passages, the answers are those of
// an index built from that set: the same ids, the same scores to the last bit.
func TestAnyUpdatesRankAsOneBuild(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint("sequence ", seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, seed))
			live := map[string]Doc{}
			for _, d := range made(300, 30) {
				live[d.ID] = d
			}
			dir := build(t, sorted(live))
			root := t.TempDir()
			for step := range 24 {
				remove, add := someChange(rng, live)
				next := filepath.Join(root, fmt.Sprint(step))
				before := readAll(t, dir)
				if err := Update(t.Context(), dir, next, remove, slices.Values(add)); err != nil {
					t.Fatal(err)
				}
				if !maps.Equal(before, readAll(t, dir)) {
					t.Fatalf("step %d changed the old index", step)
				}
				dir = next
			}
			docs := sorted(live)
			st := sizesOf(docs)
			rng.Shuffle(len(docs), func(i, j int) { docs[i], docs[j] = docs[j], docs[i] })
			if got, want := answers(t, dir, st), answers(t, build(t, docs), st); !reflect.DeepEqual(got, want) {
				t.Errorf("updated index answers\n%+v\nclean build answers\n%+v", got, want)
			}
		})
	}
}

func sorted(live map[string]Doc) []Doc {
	return slices.SortedFunc(maps.Values(live), func(a, b Doc) int { return strings.Compare(a.ID, b.ID) })
}

// someChange removes, replaces and adds a few passages, sometimes many.
func someChange(rng *rand.Rand, live map[string]Doc) (remove []string, add []Doc) {
	ids := slices.Sorted(maps.Keys(live))
	rng.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	n := rng.IntN(5)
	if rng.IntN(8) == 0 {
		n = len(ids) / 3
	}
	remove = append([]string{"qunknown#1"}, ids[:n]...)
	for _, id := range remove {
		delete(live, id)
	}
	for range rng.IntN(6) {
		d := madeDoc(rng.IntN(100000), 30)
		if len(add) > 0 && rng.IntN(3) == 0 {
			d.ID = ids[len(ids)-1] // replace
		}
		if slices.ContainsFunc(add, func(e Doc) bool { return e.ID == d.ID }) {
			continue
		}
		add = append(add, d)
		live[d.ID] = d
	}
	return remove, add
}

func TestUpdateFromAndToNothing(t *testing.T) {
	docs := made(20, 20)
	var ids []string
	for _, d := range docs {
		ids = append(ids, d.ID)
	}
	root := t.TempDir()
	empty, full, again := build(t, nil), filepath.Join(root, "full"), filepath.Join(root, "again")
	if err := Update(t.Context(), empty, full, nil, slices.Values(docs)); err != nil {
		t.Fatal(err)
	}
	st := sizesOf(docs)
	if got, want := answers(t, full, st), answers(t, build(t, docs), st); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if err := Update(t.Context(), full, again, ids, slices.Values[[]Doc](nil)); err != nil {
		t.Fatal(err)
	}
	if hits, _ := search(t, open(t, again, Stats{}), Query{Text: wordOfRank(0)}); len(hits) != 0 {
		t.Errorf("found %v in an index that was emptied", hits)
	}
}

func TestUpdateOfManyPassages(t *testing.T) {
	docs := made(2*batchDocs+300, 10)
	dir := build(t, docs[:batchDocs+100])
	next := filepath.Join(t.TempDir(), "next")
	if err := Update(t.Context(), dir, next, nil, slices.Values(docs[batchDocs-100:])); err != nil {
		t.Fatal(err)
	}
	st := sizesOf(docs)
	if got, want := answers(t, next, st), answers(t, build(t, docs), st); !reflect.DeepEqual(got, want) {
		t.Error("answers differ from a clean build")
	}
}

func TestUpdatesShareSegmentsAndStayFew(t *testing.T) {
	docs := made(400, 20)
	dir := build(t, docs)
	first, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	files, root := first, t.TempDir()
	for step := range 30 {
		next := filepath.Join(root, fmt.Sprint(step))
		if err := Update(t.Context(), dir, next, nil, slices.Values([]Doc{madeDoc(1000+step, 20)})); err != nil {
			t.Fatal(err)
		}
		if files, err = Files(next, files...); err != nil {
			t.Fatal(err)
		}
		fresh, err := Files(next)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(files, fresh) {
			t.Fatalf("step %d: digests taken over %v, computed %v", step, files, fresh)
		}
		if len(files) > maxSegments+1 {
			t.Fatalf("step %d: %d files", step, len(files))
		}
		dir = next
	}
	if !slices.Contains(files, first[0]) {
		t.Errorf("30 passages made Update rewrite the segment of 400: %v, at first %v", files, first)
	}
}

func TestPurgeLeavesNoTrace(t *testing.T) {
	docs := append(made(50, 20), Doc{
		ID: "qsecretsecret#m1@0-9", Source: "qsecretsecret", Text: "xyzzyplugh", Heading: "plughxyzzy", Path: "mail/very-private.eml",
	})
	dir := build(t, docs)
	root := t.TempDir()
	for _, c := range []struct {
		name   string
		extend []Doc
	}{{"one segment", nil}, {"two segments", made(60, 20)[50:]}} {
		t.Run(c.name, func(t *testing.T) {
			from := dir
			if c.extend != nil {
				from = filepath.Join(root, "extended")
				if err := Update(t.Context(), dir, from, nil, slices.Values(c.extend)); err != nil {
					t.Fatal(err)
				}
			}
			to := filepath.Join(root, strings.ReplaceAll(c.name, " ", "-"))
			if err := Purge(t.Context(), from, to, []string{"qsecretsecret#m1@0-9"}); err != nil {
				t.Fatal(err)
			}
			left := append(slices.Clone(docs[:50]), c.extend...)
			st := sizesOf(left)
			if got, want := answers(t, to, st), answers(t, build(t, left), st); !reflect.DeepEqual(got, want) {
				t.Error("answers differ from a clean build")
			}
			for name, content := range readAll(t, to) {
				for _, word := range []string{"secret", "xyzzy", "plugh", "private"} {
					if strings.Contains(content, word) {
						t.Errorf("%s still holds %q", name, word)
					}
				}
			}
		})
	}
}

func TestMergeBelow(t *testing.T) {
	small := func(n int) (s []sizes) {
		for range n {
			s = append(s, sizes{live: 3})
		}
		return s
	}
	for _, c := range []struct {
		name     string
		segments []sizes
		want     int64
	}{
		{"one", []sizes{{live: 100}}, 0},
		{"as many as may be", append(small(maxSegments-1), sizes{live: 1000}), 0},
		{"small ones too many", append(small(maxSegments), sizes{live: 1000}), 3*maxSegments + 1},
		{"all of a size", small(maxSegments + 1), 3*(maxSegments+1) + 1},
		{"a fifth deleted", []sizes{{live: 80, deleted: 20}}, 0},
		{"more than a fifth", []sizes{{live: 79, deleted: 21}, {live: 1}}, 81},
		{"much more", []sizes{{live: 60, deleted: 40}}, 61},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := mergeBelow(c.segments); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}

func TestCancelledWritesStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	docs := made(30, 10)
	root := t.TempDir()
	if err := Build(ctx, filepath.Join(root, "a"), slices.Values(docs)); !errors.Is(err, context.Canceled) {
		t.Errorf("build: got %v", err)
	}
	if err := Update(ctx, build(t, docs), filepath.Join(root, "b"), nil, slices.Values(docs)); !errors.Is(err, context.Canceled) {
		t.Errorf("update: got %v", err)
	}
}

func TestBuildRefusesAFolderInUse(t *testing.T) {
	dir := build(t, made(3, 5))
	if err := Build(t.Context(), dir, slices.Values(made(3, 5))); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("got %v", err)
	}
}
