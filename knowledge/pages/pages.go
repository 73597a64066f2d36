package pages

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sort"

	"golang.org/x/sync/errgroup"

	"quire/knowledge"
)

// Version is raised whenever the same corpus makes other pages.
const Version = 2

// Dir is the folder of the pages in a snapshot.
const Dir = knowledge.PagesDir

// Names are the pages, each a Markdown and a JSON file of that name.
var Names = []string{"topics", "timeline", "conflicts", "duplicates", "gaps"}

// The bounds of a page. Its size does not follow that of the corpus: what is left out
// is counted.
const (
	maxEntries   = 200 // of each list of a page
	maxDocuments = 12  // of one topic or group
)

// Source is what the pages want to know of the row of a source.
type Source struct {
	ID, Path, Title, Date, Outcome, Reason string
	Searchable                             bool // its text is published and current
}

// Corpus is what the pages are made of. Cards and edges are read side by side.
type Corpus struct {
	Sources []Source                        // by id, without what a rule leaves out
	Cards   func() iter.Seq2[[]byte, error] // lines of Cards, by id; read twice
	Edges   func() iter.Seq2[[]byte, error] // lines of the edges table, by id
}

// File is one written page.
type File struct {
	Name string // below the folder of the snapshot
	Data []byte
}

// Doc names a document on a page.
type Doc struct {
	ID   string `json:"id"`
	Path string `json:"path"`
	Unit string `json:"unit,omitempty"` // where it says what the entry is about
}

// Build writes all pages.
func Build(c Corpus) ([]File, error) {
	b := &builder{corpus: c, topics: newTopics(), timeline: newTimeline(), gaps: newGaps()}
	b.rows()
	var g errgroup.Group
	g.Go(func() error {
		if err := b.cards(); err != nil {
			return err
		}
		return b.topicsOf()
	})
	relations, err := readRelations(c)
	if err = errors.Join(g.Wait(), err); err != nil {
		return nil, err
	}
	var out []File
	for _, p := range []struct {
		name string
		page page
	}{
		{"topics", b.topics.page(c)}, {"timeline", b.timeline.page(c)}, {"conflicts", relations.conflictsPage(c)},
		{"duplicates", relations.duplicatesPage(c)}, {"gaps", b.gaps.page(c)},
	} {
		j, err := knowledge.Marshal(p.page)
		if err != nil {
			return nil, fmt.Errorf("write page %s: %w", p.name, err)
		}
		md := &markdown{}
		p.page.markdown(md)
		out = append(out, File{Dir + "/" + p.name + ".json", append(j, '\n')}, File{Dir + "/" + p.name + ".md", md.Bytes()})
	}
	return out, nil
}

// page is what both forms of a page are written from.
type page interface{ markdown(*markdown) }

type builder struct {
	corpus   Corpus
	topics   *topics
	timeline *timeline
	gaps     *gaps
}

// rows reads what the rows alone say.
func (b *builder) rows() {
	for i := range b.corpus.Sources {
		s := &b.corpus.Sources[i]
		if s.Searchable {
			b.topics.documents++
			if s.Date != "" {
				b.timeline.document(i, s)
			}
		}
		b.gaps.row(i, s)
	}
}

// cards reads the cards once.
func (b *builder) cards() error {
	return b.eachCard(nil, func(m *met) {
		b.topics.count(m)
		for _, d := range m.card.Dated {
			b.timeline.statement(m.at, &b.corpus.Sources[m.at], d)
		}
		b.gaps.card(m.at, &b.corpus.Sources[m.at], &m.card)
	})
}

// topicsOf reads the cards again, for the documents of the topics that were chosen.
func (b *builder) topicsOf() error {
	b.topics.choose()
	if len(b.topics.chosen) == 0 {
		return nil
	}
	return b.eachCard(b.topics.has(len(b.corpus.Sources)), func(m *met) { b.topics.document(m, b.corpus.Sources) })
}

// cardBlock is how many cards are read at a time, on several processors: it is most of
// what the pages cost.
const cardBlock = 512

// eachCard calls f with the cards of searchable sources in order; where wanted is given, of
// those alone that it has. The next cards are fetched and read meanwhile.
func (b *builder) eachCard(wanted []bool, f func(*met)) error {
	fetched, read := make(chan []met, 1), make(chan []met, 1)
	var g errgroup.Group
	g.Go(func() error {
		defer close(fetched)
		return b.fetch(wanted, fetched)
	})
	g.Go(func() (failure error) {
		defer close(read)
		for block := range fetched {
			if failure == nil {
				if failure = readCards(block); failure == nil {
					read <- block
				}
			}
		}
		return failure
	})
	for block := range read {
		for i := range block {
			f(&block[i])
		}
	}
	return g.Wait()
}

// fetch sends the lines of cards in blocks.
func (b *builder) fetch(wanted []bool, blocks chan<- []met) error {
	at := 0
	var block []met
	for line, err := range b.corpus.Cards() {
		if err != nil {
			return err
		}
		id, ok := idOf(line)
		for at < len(b.corpus.Sources) && b.corpus.Sources[at].ID < id {
			at++
		}
		if ok && (at == len(b.corpus.Sources) || b.corpus.Sources[at].ID != id || !b.corpus.Sources[at].Searchable || wanted != nil && !wanted[at]) {
			continue
		}
		if block = append(block, met{at: at, line: line}); len(block) == cardBlock {
			blocks <- block
			block = make([]met, 0, cardBlock)
		}
	}
	blocks <- block
	return nil
}

// readCards reads the lines of a block.
func readCards(block []met) error {
	var g errgroup.Group
	parts := runtime.GOMAXPROCS(0)
	for part := range parts {
		g.Go(func() error {
			for i := part * len(block) / parts; i < (part+1)*len(block)/parts; i++ {
				m := &block[i]
				if !m.read() || m.card.ID == "" {
					return fmt.Errorf("read a card: it is not one: %.40q", m.line)
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// idOf returns the id that the line of a card begins with.
func idOf(line []byte) (string, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(`{"id":"`))
	id, _, ends := bytes.Cut(rest, []byte(`"`))
	return string(id), ok && ends
}

// find returns the place of a source by its id, -1 where it is not there.
func (c *Corpus) find(id string) int {
	i := sort.Search(len(c.Sources), func(i int) bool { return c.Sources[i].ID >= id })
	if i < len(c.Sources) && c.Sources[i].ID == id {
		return i
	}
	return -1
}

func (c *Corpus) doc(i int, unit string) Doc {
	return Doc{ID: c.Sources[i].ID, Path: c.Sources[i].Path, Unit: unit}
}

// cut returns a statement as a page prints it.
func cut(s string) string { return knowledge.Line(s, MaxTextChars) }

// best keeps the first n of what it is given, in an order.
type best[T any] struct {
	n     int
	less  func(a, b *T) bool
	list  []T
	total int
}

func (b *best[T]) add(x T) {
	b.total++
	if len(b.list) == b.n && !b.less(&x, &b.list[b.n-1]) {
		return
	}
	i := sort.Search(len(b.list), func(i int) bool { return b.less(&x, &b.list[i]) })
	if len(b.list) < b.n {
		b.list = append(b.list, x)
	}
	copy(b.list[i+1:], b.list[i:])
	b.list[i] = x
}

// more is how many were left out.
func (b *best[T]) more() int { return b.total - len(b.list) }
