package ooxml

import (
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// Children delivers the files embedded in the package: every part that some
// part relates to as a package, an OLE object or a chunk of another format, and
// what else lies in a folder of embeddings. Order is that of part names. Then it
// notes which parts with text were read, and what the directory of the package hides.
func (p *Package) Children(ctx context.Context, sink extract.Sink) error {
	embedded := map[string]bool{}
	for _, name := range p.names {
		if strings.HasSuffix(strings.ToLower(path.Dir(name)), "/embeddings") {
			embedded[partKey(name)] = true
		}
		owner, ok := relsOwner(name)
		if !ok {
			continue
		}
		for _, r := range p.Rels(owner).ByType("package", "oleObject", "aFChunk") {
			if !r.External {
				embedded[partKey(r.Target)] = true
			}
		}
	}
	for _, name := range p.names {
		if !embedded[partKey(name)] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.child(name, sink); err != nil {
			return err
		}
	}
	if p.hidden != nil {
		code, detail := extract.Reason(p.hidden)
		if err := sink.Issue(knowledge.Issue{Code: code, Severity: knowledge.Error, Detail: detail}); err != nil {
			return err
		}
	}
	return p.account(sink)
}

// textParts are the ends of the content types of parts whose text stands in units of
// another part.
var textParts = []string{"main+xml", ".header+xml", ".footer+xml", "notes+xml", ".notesSlide+xml", "omments+xml", ".chart+xml", ".diagramData+xml"}

// account notes the parts with text that were read.
func (p *Package) account(sink extract.Sink) error {
	for _, name := range p.names {
		kind := p.ContentType(name)
		if !p.opened[partKey(name)] || !slices.ContainsFunc(textParts, func(end string) bool { return strings.HasSuffix(kind, end) }) {
			continue
		}
		if err := extract.Part(sink, MemberLocator(name), knowledge.Extracted, ""); err != nil {
			return err
		}
	}
	return nil
}

func (p *Package) child(name string, sink extract.Sink) error {
	c := knowledge.Child{Member: MemberLocator(name), Name: path.Base(name)}
	rc, err := p.Reader(name)
	if err == nil {
		defer rc.Close()
		r := &lastError{Reader: rc}
		err = sink.Child(c, r)
		if err == nil || r.err == nil {
			return err // delivered, or the sink wants to stop
		}
		err = r.err
	}
	return PartIssue(sink, name, knowledge.Error, err)
}

// lastError remembers why reading ended, to tell trouble with the part from
// trouble with the sink.
type lastError struct {
	io.Reader
	err error
}

// Read implements io.Reader.
func (l *lastError) Read(b []byte) (int, error) {
	n, err := l.Reader.Read(b)
	if err != nil && err != io.EOF {
		l.err = err
	}
	return n, err
}

// PartIssue reports trouble with one part to the sink. A limit of the whole
// file comes back as the error that ends reading; a nil err is no trouble.
func PartIssue(sink extract.Sink, part string, s knowledge.Severity, err error) error {
	if err == nil {
		return nil
	}
	code, detail := extract.Reason(err)
	var lim *extract.LimitError
	switch {
	case errors.As(err, &lim) && lim.Limit == "inflated":
		return err
	case errors.Is(err, ErrNoPart):
		code, detail = "missing-part", "a part that the document refers to is not in the package"
	case lim == nil:
		code, detail = "damaged-part", "the part is not well-formed or not readable"
	}
	return sink.Issue(knowledge.Issue{Code: code, Severity: s, Locator: MemberLocator(part), Detail: detail})
}
