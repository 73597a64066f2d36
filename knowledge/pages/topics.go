package pages

import (
	"slices"
	"sort"
	"strings"

	"quire/internal/jsonline"
)

// What makes a topic: it stands in two documents at least, and not in so many that it
// says nothing of them: a heading of a template.
const (
	fewestDocuments = 2
	commonFrom      = 25  // documents of a corpus in which a share of them means something
	mostPerMille    = 200 // of the documents of the corpus
)

// topics counts in how many documents each heading and term stands, by a hash of its
// key: the texts of the chosen ones are read in a second pass.
type topics struct {
	documents int
	counts    map[uint64]int32
	keys      []uint64 // of all cards that were counted, one after the other
	cards     []counted
	defined   map[uint64]int32
	chosen    map[uint64]*topic
	recurring int // topics that may be listed
	common    int // that stand in too many documents
}

// counted is a card whose topics were counted: the place of its source, and where its keys
// end.
type counted struct{ source, end int }

// topic is one chosen topic while its documents are collected.
type topic struct {
	text string
	at   string // path that its text was taken from
	docs best[place]
}

type place struct {
	source int
	path   string
	unit   string
}

func newTopics() *topics {
	return &topics{counts: map[uint64]int32{}, defined: map[uint64]int32{}, chosen: map[uint64]*topic{}}
}

// count counts the topics of the card of a source, each once.
func (t *topics) count(m *met) {
	from := len(t.keys)
	defer func() { t.cards = append(t.cards, counted{m.at, len(t.keys)}) }()
	for _, x := range m.topics {
		if slices.Contains(t.keys[from:], x.key) {
			continue
		}
		t.keys = append(t.keys, x.key)
		t.counts[x.key]++
		if x.term {
			t.defined[x.key]++
		}
	}
}

// choose takes the topics of the most documents.
func (t *topics) choose() {
	limit := int32(t.documents)
	if t.documents >= commonFrom {
		limit = max(fewestDocuments, int32(t.documents*mostPerMille/1000))
	}
	type often struct {
		key uint64
		n   int32
	}
	var list []often
	for k, n := range t.counts {
		switch {
		case n > limit:
			t.common++
		case n >= fewestDocuments:
			list = append(list, often{k, n})
		}
	}
	t.recurring = len(list)
	sort.Slice(list, func(i, j int) bool {
		if list[i].n != list[j].n {
			return list[i].n > list[j].n
		}
		return list[i].key < list[j].key
	})
	for _, x := range list[:min(len(list), maxEntries)] {
		t.chosen[x.key] = &topic{docs: best[place]{n: maxDocuments, less: func(a, b *place) bool { return a.path < b.path }}}
	}
}

// has tells of so many sources which have a chosen topic.
func (t *topics) has(sources int) []bool {
	out := make([]bool, sources)
	from := 0
	for _, c := range t.cards {
		for _, k := range t.keys[from:c.end] {
			out[c.source] = out[c.source] || t.chosen[k] != nil
		}
		from = c.end
	}
	return out
}

// document adds a document to the chosen topics that it has. The text of a topic is as
// the first document by path writes it.
func (t *topics) document(m *met, sources []Source) {
	var seen []uint64
	for _, x := range m.topics {
		chosen := t.chosen[x.key]
		if chosen == nil || slices.Contains(seen, x.key) {
			continue
		}
		seen = append(seen, x.key)
		path := sources[m.at].Path
		if chosen.at == "" || path < chosen.at {
			chosen.at, chosen.text = path, jsonline.Text(x.text)
		}
		chosen.docs.add(place{m.at, path, jsonline.Text(x.unit)})
	}
}

type topicsPage struct {
	Schema    string       `json:"schema"`
	Documents int          `json:"documents"` // that were looked at
	Topics    []topicEntry `json:"topics"`
	More      int          `json:"more"`   // topics that are not listed
	Common    int          `json:"common"` // headings in more than a fifth of the documents: of a template
}

type topicEntry struct {
	Topic     string `json:"topic"` // as one document writes it
	Count     int    `json:"count"` // documents that have it
	Defined   int    `json:"defined,omitempty"`
	Documents []Doc  `json:"documents"`
	More      int    `json:"more,omitempty"`
}

func (t *topics) page(c Corpus) page {
	p := &topicsPage{Schema: "quire.topics/1", Documents: t.documents, Topics: []topicEntry{}, More: t.recurring - len(t.chosen), Common: t.common}
	for k, x := range t.chosen {
		e := topicEntry{Topic: cut(x.text), Count: int(t.counts[k]), Defined: int(t.defined[k]), More: x.docs.more()}
		for _, d := range x.docs.list {
			e.Documents = append(e.Documents, c.doc(d.source, d.unit))
		}
		p.Topics = append(p.Topics, e)
	}
	sort.Slice(p.Topics, func(i, j int) bool {
		a, b := &p.Topics[i], &p.Topics[j]
		if a.Count != b.Count {
			return a.Count > b.Count
		}
		if n := strings.Compare(key(a.Topic), key(b.Topic)); n != 0 {
			return n < 0
		}
		return a.Topic < b.Topic
	})
	return p
}

func (p *topicsPage) markdown(m *markdown) {
	m.title("Topics", "Headings and defined terms that return in several documents, the most frequent first.")
	if len(p.Topics) == 0 {
		m.line("No heading and no defined term stands in two documents.")
	}
	for _, t := range p.Topics {
		what := plural(t.Count, "document")
		if t.Defined > 0 {
			what += ", defined in " + number(t.Defined)
		}
		m.item(m.text(t.Topic) + " · " + what)
		for _, d := range t.Documents {
			m.sub(m.doc(d))
		}
		m.rest(t.More, "document")
	}
	m.left(p.More, "topic")
	if p.Common > 0 {
		m.line(plural(p.Common, "heading") + " in more than a fifth of the documents: not listed, as they are of a template.")
	}
}
