package email

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"quire/extract"
	"quire/extract/html"
	"quire/knowledge"
)

// maxSheets is how many bytes of style sheets of a saved page are looked at.
const maxSheets = 1 << 20

// webPage is a page that a browser saved as a message: the first HTML part is the
// page, the parts beside it are what it shows.
type webPage struct {
	start   string // Content-ID of the page, where the message names it
	root    *textPart
	address string   // where the page was
	sheets  []string // its style sheets
	found   map[string]knowledge.Locator
}

// page extracts a saved page.
func page(ctx context.Context, r io.Reader, lim extract.Limits, sink extract.Sink) error {
	br, err := narrow(bufio.NewReaderSize(r, 64<<10))
	if err != nil {
		return err
	}
	w := &webPage{found: map[string]knowledge.Locator{}}
	m := &reader{ctx: ctx, sink: sink, lim: lim, names: map[string]bool{}, page: w}
	m.top = readHeader(br, true)
	w.start = contentID(parseParams(m.top.get("Content-Type")).params["start"])
	if err := m.entity(m.top, br, place{}); err != nil {
		return err
	}
	if w.root == nil {
		return m.deliver() // a message without a page
	}
	return w.deliver(m)
}

// contentID returns an id without its brackets.
func contentID(s string) string { return strings.Trim(strings.TrimSpace(s), "<>") }

// take reads one part: the page, a style sheet, or a file that the page shows.
func (w *webPage) take(m *reader, h header, ct, disposition value, r io.Reader, at place) error {
	id, location := contentID(h.get("Content-Id")), h.get("Content-Location")
	where := knowledge.Loc("part", at.part())
	if id != "" {
		w.found["cid:"+id] = where
	}
	if location != "" {
		w.found[location] = where
	}
	switch {
	case w.root == nil && (ct.word == "text/html" || ct.word == "application/xhtml+xml") && (w.start == "" || w.start == id || at.path == ""):
		data, err := m.bounded(r, &extract.LimitError{Limit: "text", Max: min(maxWide, m.lim.Text)}, at)
		w.root, w.address = &textPart{part: at.part(), data: data, charset: ct.params["charset"]}, location
		return err
	case ct.word == "text/css":
		data, err := io.ReadAll(io.LimitReader(r, maxSheets))
		w.sheets = append(w.sheets, string(data))
		if err != nil {
			return err
		}
		return extract.Part(m.sink, where, knowledge.Excluded, "style-sheet")
	case ct.word == "text/plain" && w.root == nil && location == "":
		return m.text(ct, r, at)
	}
	name, given := fileName(ct, disposition, at)
	if base := lastElement(location); base != "" && !given {
		name = base
	}
	m.children++
	return m.sink.Child(knowledge.Child{Member: where, Name: name}, r)
}

// lastElement returns the file name in an address, "" where it has none.
func lastElement(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Opaque != "" {
		return ""
	}
	if base := path.Base(u.Path); len(path.Ext(base)) > 1 {
		return base
	}
	return ""
}

// deliver gives the page to the sink as the HTML extractor does with a file.
func (w *webPage) deliver(m *reader) error {
	base := knowledge.Loc("part", w.root.part)
	p := html.Read(w.root.data, html.Options{
		Charset: w.root.charset, Page: true, Base: base, Limits: m.lim, Styles: w.sheets, Address: w.address,
		Find: func(address string) (knowledge.Locator, bool) {
			address, _, _ = strings.Cut(address, "#")
			l, ok := w.found[address]
			return l, ok
		},
	})
	if err := m.sink.Meta(w.metadata(m, p.Meta)); err != nil {
		return err
	}
	for _, i := range p.Issues {
		i.Locator = base
		if err := m.sink.Issue(i); err != nil {
			return err
		}
	}
	for _, b := range m.bodies { // said in front of the page, for readers of mail alone
		if b.beside {
			if err := m.issue("mime-boundary", knowledge.Warning, b.plain[0].part, "text outside of the parts was not read"); err != nil {
				return err
			}
			continue
		}
		for _, t := range b.plain {
			if err := extract.Part(m.sink, knowledge.Loc("part", t.part), knowledge.Excluded, otherForm); err != nil {
				return err
			}
		}
	}
	if err := extract.Part(m.sink, base, knowledge.Extracted, ""); err != nil {
		return err
	}
	for _, u := range p.Sections(base, 1, m.lim.UnitBytes) {
		if err := m.ctx.Err(); err != nil {
			return err
		}
		if err := m.sink.Unit(u); err != nil {
			return err
		}
	}
	return p.Deliver(m.ctx, m.sink)
}

// metadata adds to what the page says of itself what the browser wrote.
func (w *webPage) metadata(m *reader, meta knowledge.Metadata) knowledge.Metadata {
	if meta.Title == "" {
		meta.Title = oneLine(m.top.text("Subject"))
	}
	address := m.top.get("Snapshot-Content-Location")
	if address == "" {
		address = w.address
	}
	for key, v := range map[string]string{"location": address, "saved": isoDate(m.top.text("Date"))} {
		if v == "" {
			continue
		}
		if meta.Extra == nil {
			meta.Extra = map[string]string{}
		}
		meta.Extra[key] = v
	}
	return meta
}

// bounded reads a part up to a limit and reports what is longer.
func (m *reader) bounded(r io.Reader, limit *extract.LimitError, at place) ([]byte, error) {
	var b bytes.Buffer
	n, err := b.ReadFrom(io.LimitReader(r, limit.Max+1))
	if err != nil || n <= limit.Max {
		return b.Bytes(), err
	}
	return b.Bytes()[:limit.Max], m.issue(limit.Code(), knowledge.Error, at.part(), fmt.Sprintf("only the first %d bytes of the body were read", limit.Max))
}
