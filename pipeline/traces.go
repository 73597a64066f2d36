package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/publish"
	"quire/retrieval/index"
)

// The kinds of traces that a withdrawn source may have left.
const (
	idTrace     = "id"
	pathTrace   = "path"
	digestTrace = "digest"
	textTrace   = "text"
)

// minTraceText is how many bytes a line of text has at least that is searched for:
// shorter ones, such as a date or "Yours sincerely", stand anywhere.
const minTraceText = 20

// minPassageText is how many bytes of such lines a passage has at least for a document
// with all of them to be named as one that holds it.
const minPassageText = 40

// traces are what was in the withdrawn sources, in all kept snapshots: what must not
// be found any more.
type traces struct {
	needles  []trace
	seen     map[string]int  // needle by text
	passages [][]int         // the lines of each passage, as places in needles
	terms    map[string]bool // field, NUL, term
	sources  map[string]*WithdrawnSource
	ids      map[string]bool // with those inside
	read     map[string]bool // evidence that was gathered
}

// trace is one string to search for.
type trace struct {
	kind string
	text string
}

func newTraces() *traces {
	return &traces{seen: map[string]int{}, terms: map[string]bool{}, sources: map[string]*WithdrawnSource{}, ids: map[string]bool{}, read: map[string]bool{}}
}

func (t *traces) add(kind, text string) (at int, ok bool) {
	if len(text) < window {
		return 0, false
	}
	if at, ok := t.seen[text]; ok {
		return at, true
	}
	t.seen[text] = len(t.needles)
	t.needles = append(t.needles, trace{kind, text})
	return len(t.needles) - 1, true
}

// gather takes the traces of everything in a snapshot that goes.
func (t *traces) gather(ctx context.Context, r *run) error {
	for p, id := range r.prev.byPath {
		if !r.opts.Withdrawn.Row(id, knowledge.Digest(contentOf(r.prev.lines[id]))) {
			continue
		}
		w := &WithdrawnSource{ID: id, Path: p, Children: -1}
		for _, it := range r.tree(id, nil) {
			if err := ctx.Err(); err != nil {
				return err
			}
			row, err := it.full()
			if err != nil {
				return err
			}
			w.Children++
			w.Passages += row.Passages
			if err := t.source(r, row); err != nil {
				return err
			}
		}
		t.sources[id] = w // of the newest snapshot: they come oldest first
	}
	return nil
}

func (t *traces) source(r *run, row *knowledge.Source) error {
	t.ids[row.ID] = true
	t.add(idTrace, row.ID)
	quoted, err := json.Marshal(row.Path)
	if err != nil {
		return err
	}
	t.add(pathTrace, `"path":`+string(quoted)) // in records
	t.add(pathTrace, "\t"+row.Path+"\n")       // in the scan cache
	for _, d := range []knowledge.Digest{row.Content, row.Recipe, row.Evidence, row.Knowledge, row.InLeaf} {
		if d != "" && row.Bytes > 0 {
			t.add(digestTrace, d.Hex())
		}
	}
	if row.Recipe == "" {
		return nil
	}
	if key := row.ID + string(row.Recipe) + row.Path; !t.read[key] {
		t.read[key] = true
		doc, err := knowledge.LoadDocument(r.opts.Store.ReadFile, row.Recipe)
		if err != nil {
			return &publish.DamagedError{Name: knowledge.EvidenceName(row.Recipe), Detail: "can not be read: " + err.Error()}
		}
		t.document(row, doc)
	}
	return nil
}

func (t *traces) document(row *knowledge.Source, doc *knowledge.Document) {
	for d := range Passages(row, doc) {
		index.Terms(d, func(field, term string) { t.terms[field+"\x00"+term] = true })
	}
	for i := range doc.Units {
		u := &doc.Units[i]
		text := doc.UnitText(u)
		for _, p := range u.Passages {
			var lines []int
			size := 0
			for line := range strings.SplitSeq(text[p.Span[0]:p.Span[1]], "\n") {
				if line = strings.TrimSpace(line); len(line) < minTraceText {
					continue
				}
				at, _ := t.add(textTrace, line)
				lines = append(lines, at)
				size += len(line)
				t.variants(line)
			}
			if size >= minPassageText {
				t.passages = append(t.passages, lines)
			}
		}
	}
}

// variants adds the other forms in which a line of text.md may stand somewhere: without
// its escapes, and as JSON writes it.
func (t *traces) variants(line string) {
	plain := strings.TrimSpace(knowledge.Unescape(line))
	for _, s := range []string{line, plain} {
		if len(s) < minTraceText {
			continue
		}
		t.add(textTrace, s)
		if b, err := knowledge.Marshal(s); err == nil {
			t.add(textTrace, strings.Trim(string(b), `"`))
		}
	}
}

// list returns the sources, by path.
func (t *traces) list() []WithdrawnSource {
	out := make([]WithdrawnSource, 0, len(t.sources))
	for _, w := range t.sources {
		out = append(out, *w)
	}
	slices.SortFunc(out, func(a, b WithdrawnSource) int { return strings.Compare(a.Path+a.ID, b.Path+b.ID) })
	return out
}

// enumerate looks for the traces in every segment of every kept snapshot's indexes, and
// notes which terms are still listed. In an index that was built from nothing each of them
// has a passage; elsewhere it may be one of another source that was deleted since.
func (t *traces) enumerate(r *run, p *Proof, anew bool, listed map[string]bool) error {
	snap, body := r.prev.snapshot, &r.prev.body
	main, err := OpenIndex(snap, index.Stats{Docs: body.Passages, Terms: body.Terms})
	if err != nil {
		return err
	}
	readers := map[string]*index.Reader{knowledge.IndexDir: main}
	if files := snap.FilesBelow(knowledge.MemoryDir); len(files) > 0 {
		memory, err := openIndexIn(snap, knowledge.MemoryDir, index.Stats{Docs: body.Memory.Passages, Terms: body.Memory.Terms})
		if err != nil {
			return errors.Join(err, main.Close())
		}
		readers[knowledge.MemoryDir] = memory
	}
	for _, dir := range []string{knowledge.IndexDir, knowledge.MemoryDir} {
		rd := readers[dir]
		if rd == nil {
			continue
		}
		where := snap.Name(dir)
		l := index.Listing{
			ID: func(id string, deleted bool) {
				source, _, _ := strings.Cut(id, "#")
				if t.ids[source] {
					p.fail(where, "a segment holds the id "+id)
				}
			},
			Term: func(field, term string, live int) {
				key := field + "\x00" + term
				if !t.terms[key] {
					return
				}
				listed[key] = true
				if live == 0 && anew {
					p.fail(where, "a dictionary lists a term of field "+field+" that no passage has: "+term)
				}
			},
		}
		n, err := rd.Enumerate(l)
		if err = errors.Join(err, rd.Close()); err != nil {
			return err
		}
		p.Segments, p.Terms, p.IDs = p.Segments+n.Segments, p.Terms+n.Terms, p.IDs+n.IDs
	}
	return nil
}

// ownTerms counts the terms of text, headings and titles that no dictionary lists now.
func (t *traces) ownTerms(listed map[string]bool) int {
	n := 0
	for key := range t.terms {
		field, _, _ := strings.Cut(key, "\x00")
		if !listed[key] && index.Scored(field) {
			n++
		}
	}
	return n
}
