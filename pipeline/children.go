package pipeline

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// spool takes the bytes of embedded documents off a worker into files without a
// name, so that nothing is left behind however the run ends.
type spool struct {
	dir   string
	limit int64 // bytes for all children of one document
	used  int64
	files map[string]*os.File
	err   error // of the disk: it stops the run
}

func (s *spool) reset() {
	closeAll(s.files)
	s.files, s.used = map[string]*os.File{}, 0
}

func closeAll(files map[string]*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// child is the extract.ChildFunc of a document.
func (s *spool) child(c knowledge.Child, r io.Reader) (knowledge.Child, error) {
	f, err := unnamedFile(s.dir)
	if err != nil {
		s.err = err
		return c, err
	}
	n, err := io.Copy(f, io.LimitReader(r, s.limit-s.used+1))
	if s.used += n; err == nil && s.used > s.limit {
		err = &extract.LimitError{Limit: "inflated", Max: s.limit}
	}
	if err != nil {
		f.Close()
		if _, ok := err.(*extract.LimitError); ok {
			return c, err
		}
		c.Reason = "damaged"
		return c, nil
	}
	c.Digest, c.Size, err = knowledge.DigestReader(io.NewSectionReader(f, 0, n))
	if err != nil {
		f.Close()
		s.err = err
		return c, err
	}
	c.Type = extract.Detect(f, n, c.Name).Name
	s.files[c.Member.String()] = f
	return c, nil
}

func unnamedFile(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("spool an attachment: %w", err)
	}
	f, err := os.CreateTemp(dir, "spool-")
	if err != nil {
		return nil, fmt.Errorf("spool an attachment: %w", err)
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, fmt.Errorf("spool an attachment: %w", err)
	}
	return f, nil
}

// children makes the items of everything inside a document.
func (r *run) children(ctx context.Context, parent input, doc *knowledge.Document, spool map[string]*os.File) ([]*item, error) {
	var out []*item
	taken := map[string]bool{}
	for _, c := range doc.Evidence.Children {
		in := input{
			id: knowledge.ChildID(parent.id, c.Member), path: childPath(parent.path, c, taken), parent: parent.id, member: c.Member,
			name: c.Name, content: c.Digest, size: c.Size, format: c.Type, depth: parent.depth + 1,
		}
		if reason, detail := r.shut(c, in); reason != "" {
			it := &item{id: in.id, row: knowledge.Source{
				ID: in.id, Path: in.path, Parent: in.parent, Member: in.member, Type: in.format, Bytes: in.size, Content: in.content,
				Outcome: shutOutcome(reason), Reason: reason, Detail: detail,
			}}
			it.untitled()
			out = append(out, it)
			continue
		}
		file := spool[c.Member.String()]
		in.open = func() (*os.File, error) {
			if file == nil {
				return nil, fmt.Errorf("the bytes of %s are not at hand", in.path)
			}
			return reopen(file)
		}
		items, err := r.buildInput(ctx, in)
		if err != nil {
			return nil, err
		}
		items[0].untitled()
		out = append(out, items...)
	}
	return out, nil
}

// shut returns why a child is not looked into, "" where it is.
func (r *run) shut(c knowledge.Child, in input) (reason, detail string) {
	switch limit := r.opts.Limits.WithDefaults().Depth; {
	case c.Digest == "" && c.Reason != "":
		return c.Reason, "its bytes could not be read out of the container"
	case in.depth > limit:
		return "limit:depth", fmt.Sprintf("it lies deeper than %d containers", limit)
	}
	return "", ""
}

func shutOutcome(reason string) knowledge.Outcome {
	switch reason {
	case "encrypted":
		return knowledge.Encrypted
	case "unsupported-method":
		return knowledge.Unsupported
	}
	return knowledge.Failed
}

// childrenStored reports whether the evidence of everything inside a document is
// in the store, so that the container need not be opened again.
func (r *run) childrenStored(doc *knowledge.Document, depth int) bool {
	for _, c := range doc.Evidence.Children {
		x := r.opts.Registry.For(c.Type, r.opts.Extract)
		if x == nil || c.Digest == "" || depth > r.opts.Limits.WithDefaults().Depth {
			continue
		}
		child, _, ok := r.stored(r.recipeOf(c.Digest, c.Type, x).Key())
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
