package retrieval

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/knowledge/hygiene"
	"quire/knowledge/interaction"
	"quire/retrieval/index"
)

// Memory says which interactions take part in an answer.
type Memory string

// The modes of participation. Without a word interactions take no part at all.
const (
	MemoryOff       Memory = "off"
	MemoryPending   Memory = "pending"   // captured, in no snapshot yet
	MemoryPublished Memory = "published" // promoted into the snapshot
	MemoryAll       Memory = "all"
)

// Valid reports whether m is one of the modes.
func (m Memory) Valid() bool {
	switch m {
	case MemoryOff, MemoryPending, MemoryPublished, MemoryAll:
		return true
	}
	return false
}

func (m Memory) pending() bool   { return m == MemoryPending || m == MemoryAll }
func (m Memory) published() bool { return m == MemoryPublished || m == MemoryAll }

// remembered is a pending entry, laid out as it will be once it is promoted.
type remembered struct {
	row  knowledge.Source
	unit knowledge.Unit
	text string
}

// Remember hands the view the entries of the ledger. They must have been listed
// before the view was opened: in the other order one that is promoted in between
// is in neither.
func (v *View) Remember(entries []interaction.Entry, decisions []interaction.Decision) error {
	var fault error
	promoted := func(id string) bool {
		table, err := v.table(knowledge.InteractionsTable)
		if err != nil || table == nil {
			fault = cmp.Or(fault, err)
			return false
		}
		line, err := table.Lookup(id)
		fault = cmp.Or(fault, err)
		return line != nil
	}
	v.pending = map[string]*remembered{}
	for _, e := range interaction.Pending(entries, decisions, promoted) {
		v.pending[e.ID] = lay(&e)
	}
	return fault
}

// lay renders the text of an entry as paragraphs of one unit, cut into passages.
func lay(e *interaction.Entry) *remembered {
	m := &remembered{row: e.Row()}
	u := &m.unit
	u.Name, u.Kind, u.Ordinal = knowledge.UnitName(knowledge.Message, 1), knowledge.Message, 1
	var text strings.Builder
	for p := range strings.SplitSeq(e.Text, "\n\n") {
		p = knowledge.Escape(strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(p, "\uFFFD"), "\r\n", "\n")))
		if p == "" {
			continue
		}
		if text.Len() > 0 {
			text.WriteString("\n\n")
		}
		b := knowledge.Block{Kind: knowledge.Paragraph, Span: knowledge.Span{text.Len(), text.Len() + len(p)}}
		text.WriteString(p)
		u.Blocks = append(u.Blocks, b)
	}
	m.text = text.String()
	u.Span = knowledge.Span{0, len(m.text)}
	u.Digest = knowledge.DigestOf([]byte(m.text))
	u.Passages = knowledge.Cut(u, m.text)
	for i := range u.Passages {
		// No vocabulary at query time: a token covers at least one byte.
		p := &u.Passages[i]
		p.Measure(m.text, func(s string) int { return len(s) })
		if hygiene.Detect(m.text[p.Span[0]:p.Span[1]]) != "" {
			p.Flags, u.Flags = []knowledge.Flag{knowledge.Instruction}, []knowledge.Flag{knowledge.Instruction}
			m.row.Counts.Instructions++
		}
	}
	m.row.Counts.Chars, m.row.Counts.Words = knowledge.CountText(m.text)
	m.row.Units, m.row.Passages = 1, len(u.Passages)
	return m
}

// memoryHits scores the interactions that take part by the words and statistics of
// the documents' index, so that they rank among the passages as one of them would.
func (v *View) memoryHits(ctx context.Context, q Query, terms []index.Term) ([]index.Hit, error) {
	if len(q.Sources) > 0 || len(q.Types) > 0 && !slices.Contains(q.Types, "interaction") {
		return nil, nil
	}
	var out []index.Hit
	add := func(row *knowledge.Source, u *knowledge.Unit, text string) {
		if q.Path != "" && !knowledge.MatchPath(q.Path, row.Path) {
			return
		}
		for _, p := range u.Passages {
			if len(q.Flags) > 0 && !slices.ContainsFunc(q.Flags, func(f string) bool { return knowledge.HasFlag(p.Flags, knowledge.Flag(f)) }) {
				continue
			}
			id := knowledge.Address{Source: row.ID, Unit: u.Name, Start: p.Span[0], End: p.Span[1], Spanned: true}.String()
			o := index.Outside{ID: id, Text: u.PlainText(text, p.Span), Title: row.Title}
			if h, ok := index.ScoreOutside(terms, v.stats(), o); ok {
				out = append(out, h)
			}
		}
	}
	if q.Memory.pending() {
		for _, m := range v.pending {
			add(&m.row, &m.unit, m.text)
		}
	}
	if q.Memory.published() {
		found, err := v.published(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, id := range found {
			s, err := v.Source(id)
			if err != nil {
				return nil, err
			}
			u, text, err := v.Unit(s, knowledge.UnitName(knowledge.Message, 1))
			if err != nil {
				return nil, err
			}
			add(s, u, text)
		}
	}
	return out, nil
}

// published returns the promoted interactions that hold words of the query.
func (v *View) published(ctx context.Context, q Query) ([]string, error) {
	if v.Corpus.Memory.Entries == 0 {
		return nil, nil
	}
	rd, err := v.openIndex(knowledge.MemoryDir, index.Stats{Docs: v.Corpus.Memory.Passages, Terms: v.Corpus.Memory.Terms})
	if err != nil {
		return nil, err
	}
	defer rd.Close()
	hits, _, err := rd.Search(ctx, index.Query{Text: q.Text, Limit: 50})
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, h := range hits {
		if !slices.Contains(ids, h.Source) {
			ids = append(ids, h.Source)
		}
	}
	return ids, nil
}

// mergeHits orders hits of several indexes as one list.
func mergeHits(a, b []index.Hit) []index.Hit {
	out := append(slices.Clone(a), b...)
	slices.SortStableFunc(out, func(x, y index.Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.ID, y.ID))
	})
	return out
}
