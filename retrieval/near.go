package retrieval

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"slices"

	"quire/knowledge"
	"quire/publish"
	"quire/retrieval/index"
	"quire/retrieval/vectors"
)

// VectorsUsed says which vectors took part in an answer.
type VectorsUsed struct {
	Model knowledge.Digest `json:"model"`
	Alone int              `json:"alone"` // passages that only vectors found: they hold no word of the query
}

const (
	// fuseRank is what a rank is added to before its reciprocal is taken, so that the
	// first places do not decide alone: the value of the paper that proposed the method
	// (Cormack, Clarke, Büttcher, SIGIR 2009), where it was the best of those tried.
	fuseRank = 60
	// fuseDepth is how many of the best passages of each ranking are joined. What words
	// find behind them keeps its place below.
	fuseDepth = 100
	// nearRead is how many of the nearest passages are held against the filters.
	nearRead = 300
)

// meaning is the vectors of a snapshot, open.
type meaning struct {
	words *vectors.Words
	files []*os.File // words, passages
	size  int64      // of passages
}

func (m *meaning) close() error {
	if m == nil {
		return nil
	}
	var err error
	for _, f := range m.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// openMeaning opens the vectors of the snapshot on first use.
func (v *View) openMeaning() (*meaning, error) {
	if v.meaning != nil {
		return v.meaning, nil
	}
	m := &meaning{}
	var size int64
	for _, name := range []string{vectors.WordsFile, vectors.PassagesFile} {
		full := v.snap.Name(path.Join(knowledge.VectorsDir, name))
		f, err := v.store.OpenFile(full)
		if err != nil {
			return nil, errors.Join(lost(full, err), m.close())
		}
		m.files = append(m.files, f)
		info, err := f.Stat()
		if err != nil {
			return nil, errors.Join(err, m.close())
		}
		size, m.size = m.size, info.Size()
	}
	var err error
	if m.words, err = vectors.OpenWords(m.files[0], size); err != nil {
		return nil, errors.Join(v.vectorsDamage(err), m.close())
	}
	v.meaning = m
	return m, nil
}

// vectorsDamage names the file of the published tree that an error of vectors is about.
func (v *View) vectorsDamage(err error) error {
	var damaged *vectors.DamagedError
	if errors.As(err, &damaged) {
		return &publish.DamagedError{Name: v.snap.Name(path.Join(knowledge.VectorsDir, damaged.File)), Detail: damaged.Detail}
	}
	return err
}

// near returns the ids of the passages whose vectors are nearest to the words of a query,
// nil where vectors take no part.
func (v *View) near(q Query, p *plan) ([]string, error) {
	if v.Corpus.Vectors == nil || q.NoVectors || p.query.All {
		return nil, nil
	}
	m, err := v.openMeaning()
	if err != nil {
		return nil, err
	}
	question, ok, err := m.words.Embed(p.words)
	if err != nil || !ok {
		return nil, v.vectorsDamage(err)
	}
	var want func(string) bool
	if s := p.query.Sources; len(s) > 0 {
		want = func(id string) bool { return slices.Contains(s, id) }
	}
	found, err := vectors.Nearest(m.files[1], m.size, m.words.Model(), question, nearRead, want)
	if err != nil {
		return nil, v.vectorsDamage(err)
	}
	ids := make([]string, len(found))
	for i, n := range found {
		ids[i] = n.ID
	}
	return ids, nil
}

// places is where a passage stands in both rankings, from 1; 0 where it is in none.
type places struct{ words, vectors int }

// score is 1 for what is first in both.
func (p places) score() float64 {
	return reciprocal(p.words) + reciprocal(p.vectors)
}

func reciprocal(rank int) float64 {
	if rank == 0 {
		return 0
	}
	return float64(fuseRank+1) / float64(2*(fuseRank+rank))
}

// fuse joins the ranking by words with that by vectors, by the sum of reciprocal ranks.
func (f *found) fuse() error {
	near := f.total.Beside[:min(len(f.total.Beside), fuseDepth)]
	f.byWords = f.hits
	if len(near) == 0 {
		return nil
	}
	if err := f.settle(nearDepth); err != nil {
		return err
	}
	f.closer = nil // its order is taken into account
	f.places = map[string]places{}
	top := f.hits[:min(len(f.hits), fuseDepth)]
	joined := slices.Clone(top)
	for i, h := range top {
		f.places[h.ID] = places{words: i + 1}
	}
	for i, h := range near {
		at, both := f.places[h.ID]
		if !both {
			joined = append(joined, h)
		}
		if h.Score == 0 && !both {
			f.alone++
		}
		at.vectors = i + 1
		f.places[h.ID] = at
	}
	rank := func(n int) int { return cmp.Or(n, math.MaxInt) - 1 }
	slices.SortStableFunc(joined, func(a, b index.Hit) int {
		x, y := f.places[a.ID], f.places[b.ID]
		return cmp.Or(cmp.Compare(y.score(), x.score()), cmp.Compare(rank(x.words), rank(y.words)), cmp.Compare(x.vectors, y.vectors))
	})
	for _, h := range f.hits[len(top):] {
		if _, came := f.places[h.ID]; !came {
			joined = append(joined, h)
		}
	}
	f.hits = joined
	f.total.Matched += f.alone
	return nil
}

// shown returns the score of a hit as an answer gives it, and its parts.
func (f *found) shown(h *index.Hit) (float64, []index.Part) {
	if f.places == nil {
		return h.Score, h.Parts
	}
	at := f.places[h.ID]
	var parts []index.Part
	for _, r := range []struct {
		name string
		rank int
	}{{"words", at.words}, {"vectors", at.vectors}} {
		if r.rank > 0 {
			parts = append(parts, index.Part{Term: fmt.Sprint("rank ", r.rank), Field: r.name, Score: reciprocal(r.rank)})
		}
	}
	return at.score(), append(parts, h.Parts...)
}

// fuseDocuments joins a ranking of documents by words with the order in which vectors
// name their passages.
func fuseDocuments(byWords []Ranked, near []index.Hit) []Ranked {
	at := map[string]places{}
	for i, r := range byWords {
		at[r.Source] = places{words: i + 1}
	}
	n := 0
	for _, h := range near {
		p := at[h.Source]
		if p.vectors > 0 {
			continue
		}
		if p.words == 0 {
			byWords = append(byWords, Ranked{Source: h.Source})
		}
		n++
		p.vectors = n
		at[h.Source] = p
	}
	for i := range byWords {
		byWords[i].Score = at[byWords[i].Source].score()
	}
	slices.SortStableFunc(byWords, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Source, b.Source))
	})
	return byWords
}
