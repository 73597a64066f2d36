package notebook

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

type extractor struct{}

// New returns the extractor of the format ipynb.
func New() extract.Extractor { return extractor{} }

func (extractor) Name() string      { return "notebook" }
func (extractor) Version() int      { return 1 }
func (extractor) Formats() []string { return []string{"ipynb"} }

// file is a notebook of format 4; one of format 3 has its cells in worksheets.
type file struct {
	Cells      []json.RawMessage `json:"cells"`
	Worksheets []struct {
		Cells []json.RawMessage `json:"cells"`
	} `json:"worksheets"`
	Metadata struct {
		Title   string `json:"title"`
		Authors []struct {
			Name string `json:"name"`
		} `json:"authors"`
		Kernel struct {
			Language string `json:"language"`
		} `json:"kernelspec"`
		Language struct {
			Name string `json:"name"`
		} `json:"language_info"`
	} `json:"metadata"`
}

// Extract delivers one section unit for each heading and the pictures as children.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	lim = lim.WithDefaults()
	d, err := extract.Decode(ctx, in, lim)
	if err != nil {
		return err
	}
	var f file
	if err := json.Unmarshal([]byte(d.Text), &f); err != nil {
		if d.Rest() != nil {
			return d.Rest()
		}
		return fmt.Errorf("read notebook: its JSON is not that of a notebook: %w", extract.ErrDamaged)
	}
	r := reader{ctx: ctx, sink: sink, lim: lim, text: d.Text, line: 1, language: f.Metadata.Language.Name}
	if r.language == "" {
		r.language = f.Metadata.Kernel.Language
	}
	m := knowledge.Metadata{Title: f.Metadata.Title}
	for _, a := range f.Metadata.Authors {
		m.Authors = append(m.Authors, a.Name)
	}
	if err := d.Open(sink, m); err != nil {
		return err
	}
	cells := f.Cells
	for _, w := range f.Worksheets {
		cells = append(cells, w.Cells...)
	}
	for _, c := range cells {
		if err := r.cell(c); err != nil {
			return err
		}
	}
	if err := r.flush(); err != nil {
		return err
	}
	return d.Rest()
}

// reader makes sections of cells and delivers them.
type reader struct {
	ctx      context.Context
	sink     extract.Sink
	lim      extract.Limits
	text     string
	at, line int // how far the cells are found in text
	language string

	where       knowledge.Locator // of the cell
	first, last int               // its lines
	unit        *extract.Unit
	from, to    int // lines of the unit
	size        int
	ordinal     int
	children    int
}

// maxUnit is how many bytes of text a section holds before it goes on in another.
const maxUnit = 64 << 10

// place finds the lines of a cell.
func (r *reader) place(raw json.RawMessage) {
	if i := strings.Index(r.text[r.at:], string(raw)); i >= 0 {
		r.first = r.line + strings.Count(r.text[r.at:r.at+i], "\n")
		r.last = r.first + strings.Count(string(raw), "\n")
		r.at, r.line = r.at+i+len(raw), r.last
	}
	r.where = lines(r.first, r.last)
}

func lines(first, last int) knowledge.Locator {
	return knowledge.Loc("lines", strconv.Itoa(first)+"-"+strconv.Itoa(last))
}

// add takes the next block; a heading begins a section.
func (r *reader) add(b extract.Block, links []knowledge.Link, images int) error {
	n := len(b.Text)
	for _, row := range b.Rows {
		for _, c := range row {
			n += len(c.Text) + 3
		}
	}
	if b.Kind == knowledge.Heading || r.unit != nil && r.size > 0 && r.size+n > maxUnit {
		title := ""
		if r.unit != nil {
			title = r.unit.Title
		}
		if err := r.flush(); err != nil {
			return err
		}
		if b.Kind == knowledge.Heading {
			title = knowledge.Line(b.Text, knowledge.MaxTitle)
		}
		r.open(title)
	}
	if r.unit == nil {
		r.open("")
	}
	b.Locator = r.where
	r.unit.Blocks = append(r.unit.Blocks, b)
	r.unit.Links = append(r.unit.Links, links...)
	r.unit.Images += images
	r.size += n
	r.to = r.last
	return nil
}

func (r *reader) open(title string) {
	r.ordinal++
	r.unit = &extract.Unit{Name: knowledge.UnitName(knowledge.Section, r.ordinal), Kind: knowledge.Section, Ordinal: r.ordinal, Title: title}
	r.from, r.to, r.size = r.first, r.last, 0
}

// flush delivers the section that is open, if any.
func (r *reader) flush() error {
	if r.unit == nil {
		return nil
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	u := *r.unit
	r.unit = nil
	if u.Title != "" {
		u.Locator = u.Locator.With("heading", u.Title)
	}
	u.Locator = u.Locator.Join(lines(r.from, r.to))
	return r.sink.Unit(u)
}
