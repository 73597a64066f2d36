package extract

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"quire/knowledge"
)

// Assembler is the Sink that makes a knowledge.Document of what an extractor
// delivers. It checks all of it as input from an enemy: names, kinds, numbers and
// sizes; what it refuses is an error of the extractor, never of the run.
type Assembler struct {
	limits Limits
	count  func(string) int
	child  ChildFunc

	doc      knowledge.Document
	text     strings.Builder
	names    map[string]bool
	members  map[string]bool // printed locators of the children
	lines    map[string]bool // whether a heading or row addresses a model
	headings []openHeading
	header   *knowledge.Ref  // header rows of the table that the next unit may go on with
	leads    knowledge.Leads // rows of that table that the next unit may go on with
	inTable  bool            // text.md ends in a table
	weight   int64           // bytes that the records take, about
	metaSeen bool
	blocks   int  // of all units
	spilled  bool // embedded files were left out
}

type openHeading struct {
	level int
	ref   knowledge.Ref
}

// ChildFunc takes the bytes of an embedded document and returns c with its size
// and digest filled in.
type ChildFunc func(c knowledge.Child, r io.Reader) (knowledge.Child, error)

// NewAssembler returns an assembler for one document. count returns the o200k
// tokens of a string. child may be nil: children are then only hashed.
func NewAssembler(r knowledge.Recipe, lim Limits, count func(string) int, child ChildFunc) *Assembler {
	a := &Assembler{limits: lim.WithDefaults(), count: count, child: child, names: map[string]bool{}, members: map[string]bool{}, lines: map[string]bool{}}
	if a.child == nil {
		a.child = hashChild
	}
	r.Layout = knowledge.EvidenceVersion
	a.doc.Evidence = knowledge.Evidence{Schema: knowledge.EvidenceSchema, Recipe: r}
	return a
}

func hashChild(c knowledge.Child, r io.Reader) (knowledge.Child, error) {
	var err error
	c.Digest, c.Size, err = knowledge.DigestReader(r)
	return c, err
}

// Meta implements Sink.
func (a *Assembler) Meta(m knowledge.Metadata) error {
	if a.metaSeen {
		return errors.New("metadata delivered twice")
	}
	a.metaSeen = true
	line := func(s *string) { *s = knowledge.Line(*s, 1000) }
	for _, s := range []*string{&m.Title, &m.Created, &m.Modified, &m.Language, &m.Subject, &m.Charset} {
		line(s)
	}
	for _, list := range []*[]string{&m.Authors, &m.Keywords} {
		*list = (*list)[:min(len(*list), maxMeta)]
		for i := range *list {
			line(&(*list)[i])
		}
	}
	extra := m.Extra
	m.Extra = nil
	for _, k := range slices.Sorted(maps.Keys(extra)) {
		if m.Extra == nil {
			m.Extra = map[string]string{}
		}
		if len(m.Extra) == maxMeta {
			break
		}
		m.Extra[knowledge.Line(k, 80)] = knowledge.Line(extra[k], 2000)
	}
	a.doc.Evidence.Meta = m
	return nil
}

// maxMeta bounds each list of what a document says of itself.
const maxMeta = 1000

// Issue implements Sink.
func (a *Assembler) Issue(i knowledge.Issue) error {
	i.Code, i.Detail = knowledge.Line(i.Code, 80), knowledge.Line(i.Detail, 400)
	switch i.Severity {
	case knowledge.Note, knowledge.Warning, knowledge.Error:
	default: // Blocking is for rules, not for extractors
		i.Severity = knowledge.Error
	}
	const most = 1000 // the first thousand tell enough
	switch list := a.doc.Evidence.Issues; {
	case len(list) < most:
		a.doc.Evidence.Issues = append(list, i)
	case i.Severity == knowledge.Error && !slices.ContainsFunc(list, isError):
		list[most-1] = i // the one that decides the outcome
	}
	return nil
}

func isError(i knowledge.Issue) bool { return i.Severity == knowledge.Error }

// Child implements Sink.
func (a *Assembler) Child(c knowledge.Child, r io.Reader) error {
	switch n := len(a.doc.Evidence.Children); {
	case n >= a.limits.Members:
		return a.limits.Over("members")
	case n >= a.limits.Attachments && !holdsMembers[a.doc.Evidence.Recipe.Format]:
		return a.spill()
	}
	member := c.Member.String()
	if err := a.charge(int64(2*len(member)) + childBytes); err != nil {
		return err
	}
	if a.members[member] {
		return fmt.Errorf("two children at %s", member)
	}
	a.members[member] = true
	// What the bytes are is for the sink to say: a digest that is taken on trust
	// would give the document the text of another one.
	c = knowledge.Child{Member: c.Member, Name: knowledge.Line(c.Name, 255), Reason: knowledge.Line(c.Reason, 80)}
	if r != nil {
		var err error
		if c, err = a.child(c, r); err != nil {
			return err
		}
	} else if c.Reason == "" {
		return fmt.Errorf("child %s has neither bytes nor a reason", c.Member)
	}
	a.doc.Evidence.Children = append(a.doc.Evidence.Children, c)
	return nil
}

// holdsMembers are the formats whose children are what the file is for. The
// children of others hang on a text, which is read whole without them.
var holdsMembers = map[string]bool{"zip": true, "tar": true, "gz": true, "bz2": true, "mbox": true}

// spill leaves an embedded file out and says so once.
func (a *Assembler) spill() error {
	if a.spilled {
		return nil
	}
	a.spilled = true
	e := a.limits.Over("attachments")
	return a.Issue(knowledge.Issue{Code: e.Code(), Severity: knowledge.Error, Detail: fmt.Sprintf("embedded files after the first %d were left out", e.Max)})
}

// Unit implements Sink.
func (a *Assembler) Unit(in Unit) error {
	if err := a.check(&in); err != nil {
		return err
	}
	if err := a.charge(in.records()); err != nil {
		return err
	}
	if len(a.doc.Units) >= a.limits.Units {
		return a.limits.Over("units")
	}
	if a.blocks += len(in.Blocks); a.blocks > a.limits.Blocks {
		return a.limits.Over("blocks")
	}
	u := knowledge.Unit{
		Name: in.Name, Kind: in.Kind, Ordinal: in.Ordinal, Parent: in.Parent,
		Title: knowledge.Line(in.Title, knowledge.MaxTitle), Locator: in.Locator, Flags: in.Flags, Links: in.Links,
		Counts: knowledge.Counts{Images: in.Images},
	}
	u.Blocks = make([]knowledge.Block, 0, len(in.Blocks))
	w := unitWriter{unit: &u, most: a.limits.UnitBytes}
	joins := in.Continues && a.inTable
	for i := range in.Blocks {
		if w.block(&in.Blocks[i], joins && i == 0); w.err != nil {
			return w.err
		}
	}
	body := w.text.String()
	if len(body) > a.limits.UnitBytes {
		return a.limits.Over("unit_bytes")
	}
	if int64(a.text.Len()+len(body)) > a.limits.Text {
		return a.limits.Over("text")
	}
	a.place(&u, body, joins)
	above := a.context(&u, body, in.Continues)
	u.Passages = knowledge.Cut(&u, body, above...)
	a.records(&u, body, in.Continues)
	for i := range u.Passages {
		p := &u.Passages[i]
		if in.Continues && p.Header == nil && p.Channel == "table" && len(u.Blocks) > 0 && p.Span[0] < u.Blocks[0].Span[1] {
			p.Header = u.Header
		}
		p.Measure(body, a.count)
	}
	chars, words := knowledge.CountText(u.PlainText(body, knowledge.Span{0, len(body)}))
	u.Counts.Chars, u.Counts.Words = chars, words
	a.label(&u, body)
	n := len(u.Blocks)
	a.inTable = n > 0 && goesOn(&u) == n-1 && !knowledge.HasFlag(u.Blocks[n-1].Flags, knowledge.Hidden)
	a.names[u.Name] = true
	a.doc.Units = append(a.doc.Units, u)
	return nil
}

// place writes the unit's text into text.md behind a comment that names it.
func (a *Assembler) place(u *knowledge.Unit, body string, continues bool) {
	switch {
	case continues && body != "":
		a.text.WriteByte('\n')
	case u.Kind != knowledge.Section:
		if a.text.Len() > 0 {
			a.text.WriteString("\n\n")
		}
		fmt.Fprintf(&a.text, "<!-- %s %s%s -->", u.Name, strings.ReplaceAll(u.Locator.String(), "--", "%2D-"), unseen(u.Flags))
		if body != "" {
			a.text.WriteString("\n\n")
		}
	case a.text.Len() > 0 && body != "":
		a.text.WriteString("\n\n")
	}
	start := a.text.Len()
	a.text.WriteString(body)
	u.Span = knowledge.Span{start, a.text.Len()}
	u.Digest = knowledge.DigestOf([]byte(body))
}

// unseen says in the comment that names a unit why no reader sees it.
func unseen(flags []knowledge.Flag) string {
	var b strings.Builder
	for _, f := range flags {
		if knowledge.HasFlag([]knowledge.Flag{f}, knowledge.Hidden) {
			b.WriteString(" · " + strings.ReplaceAll(string(f), "--", "—"))
		}
	}
	return b.String()
}

// context gives the unit the headings above it and keeps track of those in it.
// The unit's first heading, where nothing stands before it, is its own. It returns
// the levels of the context.
func (a *Assembler) context(u *knowledge.Unit, body string, continues bool) (levels []int) {
	cite := func() {
		u.Context, levels = nil, nil
		for _, h := range a.headings {
			u.Context, levels = append(u.Context, h.ref), append(levels, h.level)
		}
	}
	if u.Kind != knowledge.Page && u.Kind != knowledge.Section && u.Kind != knowledge.Part {
		a.headings = nil // a slide, sheet or message begins anew
	}
	cite()
	begun := false // text stands before the next heading; running headers do not count
	for i := range u.Blocks {
		b := &u.Blocks[i]
		if b.Kind != knowledge.Heading {
			begun = begun || b.Kind.Channel() != "furniture"
			continue
		}
		ref := knowledge.Ref{Text: knowledge.Line(knowledge.Plain(b, body[b.Span[0]:b.Span[1]], 0), knowledge.MaxTitle), Unit: u.Name, Span: b.Span}
		keep := len(a.headings)
		for keep > 0 && a.headings[keep-1].level >= b.Level {
			keep--
		}
		a.headings = append(a.headings[:keep:keep], openHeading{b.Level, ref})
		if !begun {
			cite()
		}
		begun = true
	}
	if continues {
		u.Header = a.header
	}
	last := goesOn(u)
	switch {
	case continues && last <= 0:
	case last >= 0 && u.Blocks[last].HeaderRows > 0:
		a.header = knowledge.HeaderRef(u.Name, body, headerSpan(&u.Blocks[last], body))
	default:
		a.header = nil
	}
	return levels
}

// records gives row ranges and their passages the first row of the record that
// they begin inside of.
func (a *Assembler) records(u *knowledge.Unit, body string, continues bool) {
	if u.Kind != knowledge.Rows {
		a.leads = knowledge.Leads{}
		return
	}
	last := goesOn(u)
	before := a.leads
	a.leads = knowledge.Leads{}
	for i := range u.Blocks {
		b := &u.Blocks[i]
		if b.Kind != knowledge.Table {
			continue
		}
		var leads knowledge.Leads
		if continues && i == 0 {
			leads = before
			first := body[b.Span[0]:b.Span[1]]
			first, _, _ = strings.Cut(first, "\n")
			u.Record = leads.Above(first)
		}
		leads.Read(u, b, body)
		if i == last {
			a.leads = leads
		}
	}
}

// goesOn returns the index of the table that the next unit may go on with: the
// last one that is seen and has a place in the original, else the last; -1
// without any. What is hidden or was a chart stands behind it.
func goesOn(u *knowledge.Unit) int {
	last, placed := -1, false
	for i := range u.Blocks {
		b := &u.Blocks[i]
		here := b.FirstRow > 0 && !knowledge.HasFlag(b.Flags, knowledge.Hidden)
		if b.Kind == knowledge.Table && (here || !placed) {
			last, placed = i, here
		}
	}
	return last
}

func headerSpan(b *knowledge.Block, body string) knowledge.Span {
	end, rows := b.Span[0], 0
	for end < b.Span[1] {
		next := b.Span[1]
		if i := strings.IndexByte(body[end:b.Span[1]], '\n'); i >= 0 {
			next = end + i + 1
		}
		if !knowledge.IsTableRule(strings.TrimSuffix(body[end:next], "\n")) {
			if rows++; rows > b.HeaderRows {
				break
			}
		}
		end = next
	}
	return knowledge.Span{b.Span[0], end}
}

// Weight returns about how many bytes what was assembled so far takes in memory: text
// and records.
func (a *Assembler) Weight() int64 { return int64(a.text.Len()) + a.weight }

// Finish returns the document. err is what Extract returned: it decides the
// outcome together with what was delivered.
func (a *Assembler) Finish(err error) *knowledge.Document {
	d := &a.doc
	if a.text.Len() > 0 {
		a.text.WriteByte('\n')
	}
	d.Text = a.text.String()
	e := &d.Evidence
	e.Text = knowledge.DigestOf([]byte(d.Text))
	e.TextBytes = len(d.Text)
	e.Units = len(d.Units)
	for i := range d.Units {
		e.Counts.Add(d.Units[i].Counts)
		e.Passages += len(d.Units[i].Passages)
	}
	code, detail := Reason(err)
	detail = knowledge.Line(detail, 400)
	if code != "" {
		e.Issues = append(e.Issues, knowledge.Issue{Code: code, Severity: knowledge.Error, Detail: detail})
	}
	e.Outcome, e.Reason = outcome(e, code)
	if i := a.addressed(); i != nil {
		e.Issues = append(e.Issues, *i)
	}
	return d
}
