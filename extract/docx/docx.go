package docx

import (
	"context"
	"errors"
	"fmt"
	"io"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

type reader struct{}

// New returns the extractor of DOCX.
func New() extract.Extractor { return reader{} }

// Name implements extract.Extractor.
func (reader) Name() string { return "docx" }

// Version implements extract.Extractor.
func (reader) Version() int { return 3 }

// Formats implements extract.Extractor.
func (reader) Formats() []string { return []string{"docx"} }

// Extract implements extract.Extractor.
func (reader) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	pkg, main, err := ooxml.OpenMain(in, lim)
	if err != nil {
		return err
	}
	d := &document{ctx: ctx, pkg: pkg, sink: sink, main: main, cited: map[string]bool{}}
	if err := d.prepare(); err != nil {
		return err
	}
	meta := pkg.Metadata()
	if meta.Language == "" {
		meta.Language = d.styles.language
	}
	d.template(&meta)
	if err := sink.Meta(meta); err != nil {
		return err
	}
	err = d.read()
	if err == nil || errors.Is(err, extract.ErrDamaged) {
		err = first(err, pkg.Children(ctx, sink))
	}
	return err
}

// document is one run over one file.
type document struct {
	ctx  context.Context
	pkg  *ooxml.Package
	sink extract.Sink
	main string

	styles    *styles
	numbering *numbering
	footnotes *notes
	endnotes  *notes
	comments  *comments

	backdrop bool  // something may lie behind the text of the body
	section  int   // of the body, from 0
	types    types // of the body so far
	out      sections
	cited    map[string]bool // comments delivered with their anchor
	loads    ooxml.Loads     // from elsewhere
	err      error           // what must end reading, met deep inside an element
}

// prepare reads the parts that the body refers to.
func (d *document) prepare() error {
	rels := d.pkg.Rels(d.main)
	tree := func(kind string, s knowledge.Severity) (*ooxml.Node, string, error) {
		part := rels.First(kind)
		if part == "" {
			return nil, "", nil
		}
		root, err := d.pkg.Tree(part)
		return root, part, ooxml.PartIssue(d.sink, part, s, err)
	}
	root, _, err := tree("styles", knowledge.Warning)
	d.styles = readStyles(root)
	if err != nil {
		return err
	}
	root, _, err = tree("numbering", knowledge.Warning)
	d.numbering = readNumbering(root, d.styles)
	if err != nil {
		return err
	}
	settings, _, err := tree("settings", knowledge.Warning)
	if err != nil {
		return err
	}
	root, part, err := tree("footnotes", knowledge.Error)
	d.footnotes = readNotes(root, part, settings.Kid("w:footnotePr"), "decimal")
	if err != nil {
		return err
	}
	root, part, err = tree("endnotes", knowledge.Error)
	d.endnotes = readNotes(root, part, settings.Kid("w:endnotePr"), "lowerRoman")
	if err != nil {
		return err
	}
	root, part, err = tree("comments", knowledge.Error)
	d.comments = readComments(root, part)
	if err != nil {
		return err
	}
	if len(rels.ByType("vbaProject")) > 0 {
		return d.sink.Issue(knowledge.Issue{Code: "macros", Severity: knowledge.Note, Detail: "the document holds macros, which were not read"})
	}
	return nil
}

// read walks the body and delivers units. What was read before an error is
// delivered, too.
func (d *document) read() error {
	d.out = sections{sink: d.sink}
	furniture, err := d.furniture()
	if err != nil {
		return err
	}
	d.out.furniture = furniture
	err = d.body()
	if err == nil {
		d.out.blocks(d.uncitedNotes()...)
		d.out.blocks(d.uncitedComments()...)
		d.out.story(d.outsides())
		err = d.err
	}
	if flushErr := d.out.close(); err == nil || errors.Is(err, extract.ErrDamaged) {
		err = errors.Join(err, flushErr)
	}
	return err
}

// body reads the main part.
func (d *document) body() error {
	s, err := d.pkg.Stream(d.main)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := d.sectionNotes(); err != nil {
		return err
	}
	st := d.story(d.main)
	if err := d.walk(s, st); err != nil {
		d.out.story(st.finish())
		return err
	}
	d.out.story(st.finish())
	if s.Doctype() {
		return d.sink.Issue(knowledge.Issue{Code: "doctype", Severity: knowledge.Warning, Locator: ooxml.MemberLocator(d.main),
			Detail: "the document declares a document type; its entities were not expanded"})
	}
	return nil
}

// first returns the first error that there is.
func first(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// walk reads the elements that hold paragraphs and tables one by one and goes
// into all that only wraps them.
func (d *document) walk(s *ooxml.Stream, st *story) error {
	for depth := 0; ; {
		n, err := s.Next()
		if err == io.EOF {
			if depth > 0 {
				return fmt.Errorf("%w: the document ends early", extract.ErrDamaged)
			}
			return nil
		}
		if err != nil {
			return err
		}
		if n == nil {
			depth--
			continue
		}
		switch n.Name {
		case "w:document", "w:body", "w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:moveTo":
			depth++
			continue
		case "w:p", "w:tbl", "w:altChunk", "mc:AlternateContent", "w:del", "w:moveFrom", "m:oMathPara", "m:oMath",
			"w:commentRangeStart", "w:commentRangeEnd":
			err = s.Fill(n)
			d.out.story(st.top(n))
			d.endSection(n)
			err = first(err, d.err, d.out.err)
		case "w:background":
			err = s.Fill(n)
			d.backdrop = d.backdrop || isShaded(n)
		default:
			err = s.Skip()
		}
		if err == nil {
			err = d.ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}
