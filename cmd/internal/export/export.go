package export

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/retrieval"
)

// Formats are what a tree can be exported as.
var Formats = []string{"okf", "jsonl", "markdown"}

// Options say what is written.
type Options struct {
	Format   string
	Producer string // quire and its version, as the format's actors are written: quire/0.1.0
	Hidden   bool   // with the text that a reader of the documents does not see
	AsOf     string // RFC 3339: when the export vouches for the evidence; "" leaves times out
}

// Summary counts what was written and what was not.
type Summary struct {
	Documents   int `json:"documents"`
	Authored    int `json:"authored"`
	WithoutText int `json:"without_text"` // documents of which there is no text: listed, not written
	Hidden      int `json:"hidden"`       // units and blocks left out because no reader of the document sees them
	LeftOut     int `json:"left_out"`     // ranges left out by corrections
}

// Emit takes one file: its name with slashes, and a function that writes it.
type Emit func(name string, write func(io.Writer) error) error

// Build hands out the files of an export in order of their names' groups: documents, what
// was written about them, then the index.
func Build(v *retrieval.View, o Options, emit Emit) (Summary, error) {
	b := &builder{view: v, opts: o, emit: emit, names: map[string]string{}}
	var err error
	switch o.Format {
	case "okf", "markdown":
		err = b.bundle()
	case "jsonl":
		err = emit("records.jsonl", b.records)
	default:
		err = fmt.Errorf("there is no export format %s", o.Format)
	}
	return b.sum, err
}

type builder struct {
	view *retrieval.View
	opts Options
	emit Emit
	sum  Summary

	names   map[string]string // id of a document → name of its file
	listing []listed
}

// listed is one line of the index.
type listed struct{ path, title, name, about, id string }

// bundle writes a file a document and a file an authored text, and the index.
func (b *builder) bundle() error {
	var late []*knowledge.Source
	err := b.each(knowledge.SourceTier, func(s *knowledge.Source) error {
		if s.Outcome == knowledge.Excluded {
			return nil
		}
		if !hasText(s) {
			b.sum.WithoutText++
			b.listing = append(b.listing, listed{s.Path, s.Title, "", string(s.Outcome), s.ID})
			return nil
		}
		b.names[s.ID] = fileName("documents", s.Path, s.ID)
		b.listing = append(b.listing, listed{s.Path, s.Title, b.names[s.ID], s.Summary, s.ID})
		return b.document(s)
	})
	if err != nil {
		return err
	}
	if err := b.each(knowledge.AuthoredTier, func(s *knowledge.Source) error {
		late = append(late, s)
		return nil
	}); err != nil {
		return err
	}
	for _, s := range late {
		if err := b.authored(s); err != nil {
			return err
		}
	}
	return b.emit("index.md", b.index)
}

// each calls f with the rows of a tier, by id.
func (b *builder) each(tier knowledge.Tier, f func(*knowledge.Source) error) error {
	var failed error
	err := b.view.Records(func(s *knowledge.Source) bool {
		if s.TrustTier() == tier {
			failed = f(s)
		}
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	return err
}

// hasText reports whether the text of a document may be handed out: what is quarantined
// is not.
func hasText(s *knowledge.Source) bool {
	return s.Recipe != "" && s.Outcome.Searchable()
}

// piece is a unit as it is exported.
type piece struct {
	unit    *knowledge.Unit
	address string // of the whole unit in the tree
	text    string
	cut     int // ranges of it that were left out
}

// pieces returns the units of a document as they are exported, and counts what is left
// out.
func (b *builder) pieces(s *knowledge.Source, d *knowledge.Document) []piece {
	var out []piece
	for i := range d.Units {
		u := &d.Units[i]
		if knowledge.HasFlag(u.Flags, knowledge.Hidden) && !b.opts.Hidden {
			b.sum.Hidden++
			continue
		}
		p := piece{unit: u, address: knowledge.Address{Source: s.ID, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}.String()}
		text := d.UnitText(u)
		var cuts []knowledge.Span
		for j := range u.Blocks {
			bl := &u.Blocks[j]
			if (knowledge.HasFlag(bl.Flags, knowledge.Hidden) || bl.Kind == knowledge.Deletion) && !b.opts.Hidden {
				b.sum.Hidden++
				cuts = append(cuts, bl.Span)
			}
		}
		for _, x := range s.LeftOut {
			if x.Unit == u.Name {
				b.sum.LeftOut++
				cuts = append(cuts, x.Span)
			}
		}
		p.cut, p.text = len(cuts), without(text, cuts)
		out = append(out, p)
	}
	return out
}

// without returns a text without some ranges of its bytes.
func without(text string, cuts []knowledge.Span) string {
	if len(cuts) == 0 {
		return text
	}
	slices.SortFunc(cuts, func(a, b knowledge.Span) int { return a[0] - b[0] })
	var out strings.Builder
	at := 0
	for _, c := range cuts {
		if c[0] > at {
			out.WriteString(text[at:c[0]])
		}
		at = max(at, c[1])
	}
	if at < len(text) {
		out.WriteString(text[at:])
	}
	return out.String()
}
