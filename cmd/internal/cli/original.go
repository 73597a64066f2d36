package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"quire/cmd/internal/workspace"
	"quire/extract"
	"quire/extract/formats"
	"quire/extract/worker"
	"quire/knowledge"
	"quire/retrieval"
)

// openOriginal opens the bytes that a source was read from: the file on disk, or
// what containers on disk hold, taken out of them again. Bytes that are not those of
// the snapshot are an error.
func (a *app) openOriginal(ctx context.Context, v *retrieval.View, w *workspace.Workspace, x pooled, s *knowledge.Source) (*os.File, error) {
	return a.openChain(ctx, v, w, x, s, true)
}

// openChain opens an original through its containers. exact wants the bytes of the
// snapshot; else they are taken as they are now.
func (a *app) openChain(ctx context.Context, v *retrieval.View, w *workspace.Workspace, x pooled, s *knowledge.Source, exact bool) (*os.File, error) {
	var chain []*knowledge.Source
	for at := s; ; {
		chain = append([]*knowledge.Source{at}, chain...)
		if at.Parent == "" {
			break
		}
		var err error
		if at, err = v.Source(at.Parent); err != nil {
			return nil, err
		}
	}
	file, err := openOnDisk(w, chain[0], exact)
	if err != nil {
		return nil, err
	}
	for i, in := range chain[:len(chain)-1] {
		inner, err := a.takeOut(ctx, x, w, file, in, chain[i+1], exact)
		file.Close()
		if err != nil {
			return nil, err
		}
		file = inner
	}
	return file, nil
}

// openOnDisk opens the file of a source and makes sure of its bytes.
func openOnDisk(w *workspace.Workspace, s *knowledge.Source, exact bool) (*os.File, error) {
	if unconfirmed, err := w.Unconfirmed(); err != nil {
		return nil, err
	} else if len(unconfirmed) > 0 {
		return nil, &usageError{"the workspace names folders outside of it that you have not confirmed", "quire sync says which"}
	}
	for _, r := range w.Config.Roots {
		name, ok := strings.CutPrefix(s.Path, r.Name+"/")
		if !ok {
			continue
		}
		root, err := os.OpenRoot(w.RootPath(r))
		if err != nil {
			return nil, &rootError{r.Name, w.RootPath(r), underlying(err)}
		}
		defer root.Close()
		f, err := root.Open(filepath.FromSlash(name))
		if err != nil {
			if found, finding := findPrinted(root, r.Name, s.Path); finding == nil {
				f, err = root.Open(filepath.FromSlash(found))
			}
		}
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", s.Path, underlying(err))
		}
		if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
			f.Close()
			return nil, fmt.Errorf("%s is no longer a regular file", s.Path)
		}
		if !exact {
			return f, nil
		}
		if d, _, err := knowledge.DigestReader(f); err != nil || d != s.Content {
			f.Close()
			return nil, fmt.Errorf("%s has changed since the snapshot; quire sync reads it again", s.Path)
		}
		return f, nil
	}
	return nil, fmt.Errorf("%s lies in no root of this workspace", s.Path)
}

// pooled runs extraction jobs.
type pooled interface {
	Extract(ctx context.Context, j worker.Job, newSink func() extract.Sink) error
}

// takeOut reads a container again and keeps the one member that is asked for.
func (a *app) takeOut(ctx context.Context, x pooled, w *workspace.Workspace, file *os.File, in, member *knowledge.Source, exact bool) (*os.File, error) {
	o, err := readingOptions(w)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(w.Path(workspace.CacheName), 0o755); err != nil {
		return nil, fmt.Errorf("take %s out of %s: %w", member.Path, in.Path, underlying(err))
	}
	reader := formats.Registry("").For(in.Type, o)
	if reader == nil {
		return nil, fmt.Errorf("%s is %s, which quire does not read any more", in.Path, in.Type)
	}
	out, err := os.CreateTemp(w.Path(workspace.CacheName), "member-")
	if err != nil {
		return nil, fmt.Errorf("take %s out of %s: %w", member.Path, in.Path, underlying(err))
	}
	if err := os.Remove(out.Name()); err != nil { // it goes with its descriptor
		out.Close()
		return nil, fmt.Errorf("take %s out of %s: %w", member.Path, in.Path, underlying(err))
	}
	info, err := file.Stat()
	if err != nil {
		out.Close()
		return nil, fmt.Errorf("take %s out of %s: %w", member.Path, in.Path, underlying(err))
	}
	sink := &memberSink{want: member.Member.String(), out: out}
	err = x.Extract(ctx, worker.Job{
		Extractor: reader.Name(), File: file, Size: info.Size(), Name: filepath.Base(in.Path), Format: in.Type, Limits: w.Config.Limits.WithDefaults(), Options: o,
	}, func() extract.Sink { return sink })
	if err == nil || sink.found || errors.Is(err, extract.ErrDamaged) {
		if !exact && sink.found {
			return out, nil
		}
		d, _, digestErr := knowledge.DigestReader(io.NewSectionReader(out, 0, member.Bytes))
		if err = digestErr; err == nil && sink.found && d == member.Content {
			return out, nil
		}
		err = fmt.Errorf("%s is no longer in %s as the snapshot has it; quire sync --rehash reads it again", member.Path, in.Path)
	}
	out.Close()
	return nil, err
}

// readingOptions are those that sync reads with.
func readingOptions(w *workspace.Workspace) (extract.Options, error) {
	p, err := workspace.ReadPasswords()
	return extract.Options{PDFEngine: w.Config.Extract.PDF.Engine, Passwords: p.List}, err
}

// memberSink keeps the bytes of one child and lets everything else go by.
type memberSink struct {
	want  string // printed member; "" for the first child there is
	out   io.WriterAt
	found bool
}

func (*memberSink) Meta(knowledge.Metadata) error { return nil }
func (*memberSink) Unit(extract.Unit) error       { return nil }
func (*memberSink) Issue(knowledge.Issue) error   { return nil }

func (s *memberSink) Child(c knowledge.Child, r io.Reader) error {
	if s.found || r == nil || s.want != "" && c.Member.String() != s.want {
		return nil
	}
	s.found = true
	_, err := io.Copy(io.NewOffsetWriter(s.out, 0), r)
	return err
}
