package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// spool takes the bytes of embedded documents off a worker into one file without a
// name, so that nothing is left behind however the run ends.
type spool struct {
	dir   string
	limit int64 // bytes for all children of one document
	file  *os.File
	used  int64
	parts map[string]part // by printed member
	err   error           // of the disk: it stops the run
}

// part is where the bytes of one child lie in the spool.
type part struct{ offset, size int64 }

func (s *spool) reset() {
	s.used, s.parts = 0, map[string]part{}
}

func (s *spool) close() {
	if s != nil && s.file != nil {
		s.file.Close()
	}
}

// child is the extract.ChildFunc of a document.
func (s *spool) child(c knowledge.Child, r io.Reader) (knowledge.Child, error) {
	if s.file == nil {
		if s.file, s.err = unnamedFile(s.dir); s.err != nil {
			return c, s.err
		}
	}
	at := s.used
	n, err := io.Copy(io.NewOffsetWriter(s.file, at), io.LimitReader(r, s.limit-s.used+1))
	var limit *extract.LimitError
	switch {
	case errors.As(err, &limit):
		c.Reason = limit.Code()
		return c, nil
	case errors.Is(err, extract.ErrDamaged):
		c.Reason = "damaged"
		return c, nil
	case err != nil:
		s.err = err
		return c, err
	case at+n > s.limit:
		return c, &extract.LimitError{Limit: "inflated", Max: s.limit}
	}
	s.used = at + n
	body := io.NewSectionReader(s.file, at, n)
	if c.Digest, c.Size, err = knowledge.DigestReader(body); err != nil {
		s.err = err
		return c, err
	}
	c.Type = extract.Detect(body, n, c.Name).Name
	s.parts[c.Member.String()] = part{at, n}
	return c, nil
}

// children makes the items of everything inside a document.
func (r *run) children(ctx context.Context, parent input, doc *knowledge.Document, s *spool) ([]*item, error) {
	var out []*item
	taken := map[string]bool{}
	for _, c := range doc.Evidence.Children {
		in := input{
			id: knowledge.ChildID(parent.id, c.Member), path: childPath(parent.path, c, taken), parent: parent.id, member: c.Member,
			name: c.Name, content: c.Digest, size: c.Size, format: c.Type, depth: parent.depth + 1, met: parent.met,
		}
		if reason, detail := r.shut(c, in); reason != "" {
			it := &item{id: in.id, row: &knowledge.Source{
				ID: in.id, Path: in.path, Parent: in.parent, Member: in.member, Type: in.format, Bytes: in.size, Content: in.content,
				Outcome: (&knowledge.Child{Reason: reason}).Outcome(), Reason: reason, Detail: detail,
			}}
			it.untitled()
			if err := it.close(); err != nil {
				return nil, err
			}
			out = append(out, it)
			continue
		}
		in.open = func() (*os.File, int64, error) {
			at, ok := part{}, false
			if s != nil {
				at, ok = s.parts[c.Member.String()]
			}
			if !ok {
				return nil, 0, fmt.Errorf("the bytes of %s are not at hand", in.path)
			}
			f, err := reopen(s.file)
			return f, at.offset, err
		}
		items, err := r.buildInput(ctx, in)
		if err != nil {
			return nil, err
		}
		out = append(out, items...)
	}
	return out, nil
}

// shut returns why a child is not looked into, "" where it is.
func (r *run) shut(c knowledge.Child, in input) (reason, detail string) {
	in.met.documents++
	in.met.bytes += in.size
	limits := r.opts.Limits.WithDefaults()
	switch {
	case in.met.documents > limits.Members:
		return "limit:members", fmt.Sprintf("the file holds more than %d documents at all depths", limits.Members)
	case in.met.bytes > limits.Inflated:
		return "limit:inflated", fmt.Sprintf("the file holds more than %d bytes of documents at all depths", limits.Inflated)
	case c.Digest == "" && c.Reason != "":
		return c.Reason, "its bytes could not be read out of the container"
	case in.depth > limits.Depth:
		return "limit:depth", fmt.Sprintf("it lies deeper than %d containers", limits.Depth)
	}
	return "", ""
}

// childrenStored reports whether the evidence of everything inside a document is
// in the store, so that the container need not be opened again.
func (r *run) childrenStored(doc *knowledge.Document, depth int) bool {
	for _, c := range doc.Evidence.Children {
		x := r.opts.Registry.For(c.Type, r.opts.Extract)
		if x == nil || c.Digest == "" || depth > r.opts.Limits.WithDefaults().Depth {
			continue
		}
		recipe := r.recipeOf(c.Digest, c.Type, x)
		child, _, ok := r.stored(unlocked(recipe).Key())
		if !ok {
			child, _, ok = r.stored(recipe.Key())
		}
		if !ok || !r.childrenStored(child, depth+1) {
			return false
		}
	}
	return true
}

// childPath prints the path of a child. Two children of one name are told apart
// by their place.
func childPath(parent string, c knowledge.Child, taken map[string]bool) string {
	name := strings.Trim(strings.ReplaceAll(knowledge.Line(c.Name, 200), "\\", "/"), "/")
	if name == "" {
		name = c.Member.String()
	}
	p := parent + "!/" + name
	if taken[p] {
		p += "~" + c.Member.String()
	}
	taken[p] = true
	return p
}

// reopen gives a second descriptor of a file without a name.
func reopen(f *os.File) (*os.File, error) {
	return os.Open(filepath.Join("/dev/fd", fmt.Sprint(f.Fd())))
}
