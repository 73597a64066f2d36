package retrieval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/publish"
	"quire/retrieval/index"
)

// View is one snapshot, open for questions.
type View struct {
	Snapshot string // 64 hex digits
	Pointer  publish.Pointer
	Corpus   knowledge.Corpus

	store   *publish.Store
	snap    *publish.Snapshot
	tables  map[string]*publish.Table // those asked for
	records records                   // evidence read last
	reader  *index.Reader             // opened by the first search
	meaning *meaning                  // opened by the first search with vectors
	pending map[string]*remembered    // captured entries that no snapshot has, by id
}

// Open opens the current snapshot of the published folder at dir.
func Open(dir string) (*View, error) {
	store, err := publish.Open(dir)
	if err != nil {
		return nil, err
	}
	snap, pointer, err := store.Open()
	if err != nil {
		store.Close()
		return nil, err
	}
	return view(store, snap, pointer)
}

// OpenAt opens a kept snapshot by its id, with the event that made it current last.
func OpenAt(dir string, k publish.Kept) (*View, error) {
	store, err := publish.Open(dir)
	if err != nil {
		return nil, err
	}
	snap, err := store.Snapshot(k.ID)
	if err != nil {
		store.Close()
		return nil, err
	}
	return view(store, snap, publish.Pointer{Snapshot: k.ID, Sequence: k.Sequence, PublishedAt: k.At})
}

func view(store *publish.Store, snap *publish.Snapshot, pointer publish.Pointer) (*View, error) {
	v := &View{Snapshot: snap.Manifest.ID, Pointer: pointer, store: store, snap: snap, tables: map[string]*publish.Table{}}
	if err := json.Unmarshal(snap.Manifest.Body, &v.Corpus); err != nil {
		store.Close()
		return nil, &publish.DamagedError{Name: snap.Name("snapshot.json"), Detail: "has a broken body"}
	}
	return v, nil
}

// table opens a table of the snapshot on first use; nil where it has none of that name.
func (v *View) table(name string) (*publish.Table, error) {
	if t, ok := v.tables[name]; ok {
		return t, nil
	}
	if _, ok := v.snap.Manifest.Tables[name]; !ok {
		return nil, nil
	}
	t, err := v.snap.Table(name)
	if err == nil {
		v.tables[name] = t
	}
	return t, err
}

// Close releases the snapshot.
func (v *View) Close() error {
	var err error
	if v.reader != nil {
		err = v.reader.Close()
	}
	return errors.Join(err, v.meaning.close(), v.store.Close())
}

// PagesDir names the folder of the pages of the corpus, below the published folder; ""
// where the snapshot has none.
func (v *View) PagesDir() string {
	if len(v.snap.FilesBelow(knowledge.PagesDir)) == 0 {
		return ""
	}
	return v.snap.Name(knowledge.PagesDir)
}

// index opens the passage index on first use.
func (v *View) index() (*index.Reader, error) {
	if v.reader != nil {
		return v.reader, nil
	}
	var err error
	v.reader, err = v.openIndex(knowledge.IndexDir, v.stats())
	return v.reader, err
}

func (v *View) stats() index.Stats {
	return index.Stats{Docs: v.Corpus.Passages, Terms: v.Corpus.Terms}
}

// openIndex opens an index of the snapshot. Where its files are not those that the
// record lists, the record is read once more: a withdrawal may have put another index in
// the place of one that held what was withdrawn, which no answer shows.
func (v *View) openIndex(dir string, st index.Stats) (*index.Reader, error) {
	rd, err := v.tryIndex(dir, st)
	if !errors.As(err, new(*publish.DamagedError)) {
		return rd, err
	}
	again, lost := v.store.Snapshot(v.Snapshot)
	if lost != nil || slices.Equal(again.Manifest.Files, v.snap.Manifest.Files) {
		return rd, err
	}
	v.snap = again
	return v.tryIndex(dir, st)
}

func (v *View) tryIndex(dir string, st index.Stats) (*index.Reader, error) {
	var files []index.File
	for _, f := range v.snap.FilesBelow(dir) {
		files = append(files, index.File{Name: f.Name, Size: f.Size})
	}
	rd, err := index.Open(v.snap.Path(dir), files, st)
	return rd, v.indexDamage(dir, err)
}

// indexDamage names the file of the published tree that an error of an index is about.
func (v *View) indexDamage(dir string, err error) error {
	var damaged *index.DamagedError
	if errors.As(err, &damaged) {
		err = &publish.DamagedError{Name: v.snap.Name(path.Join(dir, damaged.File)), Detail: fmt.Sprintf("has %s, its record says %s", damaged.Got, damaged.Want)}
	}
	return err
}

// NotFoundError says that the snapshot holds no such thing.
type NotFoundError struct {
	What string   // the address or path as given
	Near []string // what it may have meant
}

func (e *NotFoundError) Error() string {
	if len(e.Near) > 0 {
		return fmt.Sprintf("%s is not in this snapshot; did you mean %s", e.What, strings.Join(e.Near, ", "))
	}
	return fmt.Sprintf("%s is not in this snapshot", e.What)
}

// Source returns the row of the id that begins with prefix. Several such ids are
// an error that lists them.
func (v *View) Source(prefix string) (*knowledge.Source, error) {
	if s, err := v.pendingSource(prefix); s != nil || err != nil {
		return s, err
	}
	var rows [][]byte
	table, err := v.table(knowledge.TableOf(prefix))
	if err != nil {
		return nil, err
	}
	if table == nil {
		return nil, &NotFoundError{What: "source " + prefix}
	}
	if len(prefix) == knowledge.IDLength {
		line, err := table.Lookup(prefix)
		if err != nil {
			return nil, err
		}
		if line != nil {
			rows = append(rows, line)
		}
	} else {
		if rows, err = table.Prefixed(prefix); err != nil {
			return nil, err
		}
	}
	switch len(rows) {
	case 0:
		return nil, &NotFoundError{What: "source " + prefix}
	case 1:
		return decodeSource(rows[0])
	}
	e := &NotFoundError{What: "the short id " + prefix + " is not unique: it"}
	for _, line := range rows[:min(len(rows), 5)] {
		e.Near = append(e.Near, jsonline.Field(line, "id"))
	}
	return nil, e
}

// pendingSource returns the row of the pending entry whose id begins with prefix.
func (v *View) pendingSource(prefix string) (*knowledge.Source, error) {
	var found []string
	for id := range v.pending {
		if strings.HasPrefix(id, prefix) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		row := v.pending[found[0]].row
		return &row, nil
	}
	slices.Sort(found)
	return nil, &NotFoundError{What: "the short id " + prefix + " is not unique: it", Near: found[:min(len(found), 5)]}
}

func decodeSource(line []byte) (*knowledge.Source, error) {
	var s knowledge.Source
	if err := json.Unmarshal(line, &s); err != nil {
		return nil, &publish.DamagedError{Name: "tables", Detail: "hold a row that is not JSON: " + err.Error()}
	}
	return &s, nil
}

// Sources calls f with the row of every source, in order of id, until it returns
// false.
func (v *View) Sources(f func(*knowledge.Source) bool) error {
	return v.rows(knowledge.SourcesTable, f)
}

// Records calls f with every row of every table, sources first.
func (v *View) Records(f func(*knowledge.Source) bool) error {
	for _, name := range []string{knowledge.SourcesTable, knowledge.OverlaysTable, knowledge.InteractionsTable} {
		if err := v.rows(name, f); err != nil {
			return err
		}
	}
	return nil
}

func (v *View) rows(name string, f func(*knowledge.Source) bool) error {
	table, err := v.table(name)
	if err != nil || table == nil {
		return err
	}
	for line, err := range table.All() {
		if err != nil {
			return err
		}
		s, err := decodeSource(line)
		if err != nil {
			return err
		}
		if !f(s) {
			return nil
		}
	}
	return nil
}

// Unit returns a unit of a source and its text, verified against its digest.
func (v *View) Unit(s *knowledge.Source, name string) (*knowledge.Unit, string, error) {
	if m := v.pending[s.ID]; m != nil {
		if name != m.unit.Name {
			return nil, "", &NotFoundError{What: s.ID + "#" + name, Near: []string{"#" + m.unit.Name}}
		}
		return &m.unit, m.text, nil
	}
	if s.Recipe == "" {
		return nil, "", &NotFoundError{What: fmt.Sprintf("text of %s (%s)", s.Path, s.Outcome)}
	}
	jsonl, record, err := v.evidence(s)
	if err != nil {
		return nil, "", err
	}
	u, ok, err := knowledge.FindUnit(jsonl, name)
	if err != nil {
		return nil, "", &publish.DamagedError{Name: record, Detail: err.Error()}
	}
	if !ok {
		return nil, "", &NotFoundError{What: s.ID + "#" + name, Near: unitNames(jsonl)}
	}
	text, file, err := v.span(s, u.Span)
	if err != nil {
		return nil, "", err
	}
	if knowledge.DigestOf(text) != u.Digest {
		return nil, "", &publish.DamagedError{Name: file,
			Detail: fmt.Sprintf("has other bytes at %d-%d than the record of %s says", u.Span[0], u.Span[1], name)}
	}
	return &u, string(text), nil
}

// evidence reads the record of a source, which stands until the next one is read, and
// names its leaf. It is hashed the first time: headings and locators come from it, and no
// span of the text vouches for them.
func (v *View) evidence(s *knowledge.Source) ([]byte, string, error) {
	return find(func(name string) ([]byte, error) {
		if b, ok := v.records.get(name, s.Evidence); ok {
			return b, nil
		}
		b, err := v.store.ReadLeafInto(v.records.buf, name, s.Evidence.Hex())
		if err == nil {
			v.records.put(name, s.Evidence, b)
		}
		return b, err
	}, knowledge.RecordName(s.Recipe))
}

// span reads a stretch of the text of a source, and names its leaf.
func (v *View) span(s *knowledge.Source, at knowledge.Span) ([]byte, string, error) {
	return find(func(name string) ([]byte, error) {
		return v.store.ReadSpan(name, int64(at[0]), int64(at[1]))
	}, knowledge.TextName(s.Recipe))
}

// textName names the leaf of the text of a source.
func (v *View) textName(s *knowledge.Source) string {
	_, at, _ := knowledge.Find(func(name string) (struct{}, error) {
		if v.store.Size(name) < 0 {
			return struct{}{}, fs.ErrNotExist
		}
		return struct{}{}, nil
	}, knowledge.TextName(s.Recipe))
	return at
}

// find reads a leaf, also one of an older layout; one that is missing is damage.
func find(read func(name string) ([]byte, error), name string) ([]byte, string, error) {
	b, at, err := knowledge.Find(read, name)
	return b, at, lost(at, err)
}

func lost(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &publish.DamagedError{Name: name, Detail: "is missing"}
	}
	return err
}

// Document returns the whole evidence of a source.
func (v *View) Document(s *knowledge.Source) (*knowledge.Document, error) {
	if m := v.pending[s.ID]; m != nil {
		d := &knowledge.Document{Units: []knowledge.Unit{m.unit}, Text: m.text}
		d.Evidence.Text = m.unit.Digest
		d.Evidence.Recipe.Extractor = "ledger"
		return d, nil
	}
	if _, _, err := v.evidence(s); err != nil {
		return nil, err
	}
	return knowledge.LoadDocument(v.store.ReadFile, s.Recipe)
}

// Derived returns the stored knowledge of a source as JSON, nil where there is
// none.
func (v *View) Derived(s *knowledge.Source) ([]byte, error) {
	if s.Knowledge != "" {
		return v.derivedRow(s)
	}
	if s.InLeaf == "" {
		return nil, nil
	}
	b, name, err := find(v.store.ReadFile, knowledge.DerivedName(s.Recipe, v.Corpus.Semantics))
	if err != nil {
		return nil, err
	}
	if knowledge.DigestOf(b) != s.InLeaf {
		return nil, &publish.DamagedError{Name: name, Detail: "has other bytes than its record says"}
	}
	return b, nil
}

func (v *View) derivedRow(s *knowledge.Source) ([]byte, error) {
	t, err := v.table(knowledge.KnowledgeTable)
	if err != nil {
		return nil, err
	}
	line, err := t.Lookup(s.ID)
	if err != nil {
		return nil, err
	}
	b, ok := knowledge.DerivedIn(line, s.ID, s.Knowledge)
	if !ok {
		return nil, &publish.DamagedError{Name: v.snap.Name(knowledge.KnowledgeTable + ".idx"), Detail: "leads to another row of " + s.ID + " than its source says"}
	}
	return b, nil
}

func unitNames(jsonl []byte) []string {
	var names []string
	for line := range strings.SplitSeq(string(jsonl), "\n") {
		if name := jsonline.Field([]byte(line), "name"); name != "" && strings.HasPrefix(line, `{"name":`) {
			names = append(names, "#"+name)
		}
	}
	if n := len(names); n > 4 {
		return []string{names[0], names[1], "…", names[n-1]}
	}
	return names
}
