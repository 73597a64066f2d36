package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// lookahead is how many pages are read before the first is delivered. It decides
// what can be known of a document's type and running headers.
const lookahead = 100

// maxHeld bounds the segments that wait in the window, which holds fewer pages
// where these are full beyond what anybody could read.
const maxHeld = 400_000

// Extract implements extract.Extractor.
func (x *Extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	lim = lim.WithDefaults()
	if in.Size > lim.Bytes {
		return &extract.LimitError{Limit: "bytes", Max: lim.Bytes}
	}
	src, err := x.engine.open(in, lim)
	if err != nil {
		return err
	}
	defer src.close()
	if err := sink.Meta(src.meta()); err != nil {
		return err
	}
	d := &document{src: src, sink: sink, census: newCensus(), marks: outlineMarks(src.outline())}
	return d.deliver(ctx, lim)
}

// document is the state of one extraction.
type document struct {
	src    source
	sink   extract.Sink
	tally  *tally
	census *census
	look   *look
	marks  map[int]map[string]int // page to squashed title to level
	window []*waiting
	held   int          // segments in the window
	files  []attachment // of pages
}

// waiting is a page that was read and not yet delivered.
type waiting struct {
	n     int
	page  *page
	flows []flow
}

// outlineMarks arranges the bookmarks by page; those that lead nowhere count for
// every page, under -1.
func outlineMarks(list []bookmark) map[int]map[string]int {
	marks := map[int]map[string]int{}
	for _, b := range list {
		key := squash(b.title)
		if key == "" {
			continue
		}
		if marks[b.page] == nil {
			marks[b.page] = map[string]int{}
		}
		if marks[b.page][key] == 0 {
			marks[b.page][key] = b.level
		}
	}
	return marks
}

// titles returns the level of each heading that the outline has on page n.
func (d *document) titles(n int) map[string]int {
	if m := d.marks[n]; m != nil {
		return m
	}
	return d.marks[-1]
}

func (d *document) deliver(ctx context.Context, lim extract.Limits) error {
	total := d.src.pages()
	if total == 0 {
		return fmt.Errorf("%w: it has no pages", extract.ErrDamaged)
	}
	readable := min(total, lim.Pages)
	d.tally = newTally(total)
	for n := range readable {
		if err := ctx.Err(); err != nil {
			return err
		}
		d.read(n)
		for len(d.window) > lookahead || d.held > maxHeld && len(d.window) > 1 {
			if err := d.deliverFirst(); err != nil {
				return err
			}
		}
	}
	for len(d.window) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := d.deliverFirst(); err != nil {
			return err
		}
	}
	if err := d.attachments(); err != nil {
		return err
	}
	if total > lim.Pages {
		return &extract.LimitError{Limit: "pages", Max: int64(lim.Pages)}
	}
	return nil
}

// read takes one more page into the window. A page that cannot be read is an
// empty page with an issue.
func (d *document) read(n int) {
	w := &waiting{n: n}
	p, err := d.src.page(n)
	if err != nil {
		w.page = &page{failed: err}
	} else {
		w.page = p
		w.flows = p.flows()
		for i := range w.flows {
			d.held += len(w.flows[i].segments)
		}
		if len(d.files) < maxAnnots {
			d.files = append(d.files, p.files...)
		}
		d.tally.add(n, w.flows)
		d.census.add(w.flows, d.titles(n))
		p.trim()
	}
	d.window = append(d.window, w)
}

// deliverFirst delivers the page that waits longest.
func (d *document) deliverFirst() error {
	if d.look == nil {
		l := d.census.look()
		d.look = &l
	}
	w := d.window[0]
	d.window[0] = nil
	d.window = d.window[1:]
	for i := range w.flows {
		d.held -= len(w.flows[i].segments)
	}
	u := extract.Unit{
		Name: knowledge.UnitName(knowledge.Page, w.n+1), Kind: knowledge.Page, Ordinal: w.n + 1,
		Locator: knowledge.Loc("page", strconv.Itoa(w.n+1)),
	}
	if w.page.failed != nil {
		code := "page-unreadable"
		var limit *extract.LimitError
		if errors.As(w.page.failed, &limit) {
			code = limit.Code()
		}
		if err := d.issue(code, knowledge.Error, u.Locator, w.page.failed.Error()); err != nil {
			return err
		}
		return d.sink.Unit(u)
	}
	pw := &pageWriter{doc: d, page: w.page, unit: &u, marks: d.titles(w.n)}
	pw.write(w.flows)
	for _, i := range pw.issues {
		if err := d.sink.Issue(i); err != nil {
			return err
		}
	}
	return d.sink.Unit(u)
}

func (d *document) issue(code string, s knowledge.Severity, at knowledge.Locator, detail string) error {
	return d.sink.Issue(knowledge.Issue{Code: code, Severity: s, Locator: at, Detail: detail})
}

// attachments delivers embedded files as children: those of the document, then
// those that hang on a page and were not among them.
func (d *document) attachments() error {
	used := map[string]bool{}
	n := 0
	deliver := func(a attachment) error {
		n++
		return d.attachment(a, n, used)
	}
	if err := d.src.attachments(deliver); err != nil {
		return err
	}
	for _, a := range d.files {
		if used[strings.TrimSpace(a.name)] {
			continue
		}
		if err := deliver(a); err != nil {
			return err
		}
	}
	return nil
}

// attachment delivers the n-th embedded file under a name of its own.
func (d *document) attachment(a attachment, n int, used map[string]bool) error {
	name := strings.TrimSpace(a.name)
	if name == "" {
		name = fmt.Sprintf("attachment-%d", n)
	}
	member := name
	for i := 2; used[member]; i++ {
		member = fmt.Sprintf("%s (%d)", name, i)
	}
	used[member] = true
	c := knowledge.Child{Member: knowledge.Loc("member", member), Name: name, Reason: a.reason}
	var r io.Reader = strings.NewReader("")
	if a.open != nil && c.Reason == "" {
		got, err := a.open()
		if err != nil {
			c.Reason = err.Error()
		} else {
			r = got
		}
	}
	if c.Reason != "" {
		return d.issue("attachment-unreadable", knowledge.Error, c.Member, c.Reason)
	}
	if err := d.sink.Child(c, r); err != nil {
		return fmt.Errorf("deliver attachment %d: %w", n, err)
	}
	return nil
}
