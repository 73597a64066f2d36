package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"quire/cmd/internal/render"
	"quire/cmd/internal/tokens"
	"quire/cmd/internal/workspace"
	"quire/extract"
	"quire/extract/formats"
	"quire/extract/worker"
	"quire/knowledge"
	"quire/retrieval"
)

// verifier reads originals again, each once, and compares what addresses name.
type verifier struct {
	*app
	view      *retrieval.View
	workspace *workspace.Workspace
	pool      *worker.Pool
	read      map[string]*reread // by id
}

// reread is a source as its file has it now.
type reread struct {
	doc    *knowledge.Document
	recipe knowledge.Recipe
	err    error
}

func (a *app) newVerifier(v *retrieval.View, w *workspace.Workspace) (*verifier, error) {
	if w == nil {
		return nil, &usageError{"--verify reads the originals: it needs the workspace, not a published tree alone", "leave out --published"}
	}
	pool, err := newPool(1)
	if err != nil {
		return nil, err
	}
	return &verifier{a, v, w, pool, map[string]*reread{}}, nil
}

func (x *verifier) Close() { x.pool.Close() }

// verify reads the original of an address again, in a worker and by the rules that it
// was read by, and says whether the text there is still what was cited.
func (x *verifier) verify(ctx context.Context, t *retrieval.Trace) (*render.Reread, error) {
	s, err := x.view.Source(t.Source.ID)
	if err != nil {
		return nil, err
	}
	if s.TrustTier() != knowledge.SourceTier {
		return &render.Reread{State: "not-read", Detail: "it is no document of the corpus: there is no original to read"}, nil
	}
	if s.Recipe == "" {
		return &render.Reread{State: "not-read", Detail: fmt.Sprintf("%s has no text (%s)", s.Path, s.Outcome)}, nil
	}
	r := x.read[s.ID]
	if r == nil {
		r = x.reread(ctx, s)
		x.read[s.ID] = r
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if r.err != nil {
		return &render.Reread{State: "not-read", Detail: r.err.Error()}, nil
	}
	recorded, err := x.view.Document(s)
	if err != nil {
		return nil, err
	}
	out := &render.Reread{Bytes: r.recipe.Content == s.Content, Extractor: r.recipe.Extractor}
	if was := recorded.Evidence.Recipe.Extractor; was != r.recipe.Extractor {
		out.Detail = fmt.Sprintf("read by %s then, by %s now", was, r.recipe.Extractor)
	}
	a, err := knowledge.ParseAddress(t.Address)
	if err != nil {
		return nil, err
	}
	compareAgain(out, a, t.Text, recorded, r.doc)
	return out, nil
}

func (x *verifier) reread(ctx context.Context, s *knowledge.Source) *reread {
	p := primed{x.pool, new(sync.Once), x.say}
	file, err := x.openAsItIs(ctx, x.view, x.workspace, p, s)
	if err != nil {
		return &reread{err: err}
	}
	defer file.Close()
	o, err := readingOptions(x.workspace)
	if err != nil {
		return &reread{err: err}
	}
	info, err := file.Stat()
	if err != nil {
		return &reread{err: err}
	}
	reader := formats.Registry("").For(s.Type, o)
	if reader == nil {
		return &reread{err: fmt.Errorf("%s is %s, which quire does not read any more", s.Path, s.Type)}
	}
	size := info.Size()
	digest, _, err := knowledge.DigestReader(file)
	if err != nil {
		return &reread{err: fmt.Errorf("read %s: %w", s.Path, err)}
	}
	recipe := knowledge.Recipe{Content: digest, Format: s.Type, Extractor: extract.Label(reader), Options: o.Recipe(s.Type)}
	limits := x.workspace.Config.Limits.WithDefaults()
	var as *extract.Assembler
	err = p.Extract(ctx, worker.Job{
		Extractor: reader.Name(), File: file, Size: size, Name: filepath.Base(s.Path), Format: s.Type, Limits: limits, Options: o,
	}, func() extract.Sink {
		as = extract.NewAssembler(recipe, limits, tokens.New().Count, nil)
		return as
	})
	if as == nil {
		return &reread{err: fmt.Errorf("read %s again: %w", s.Path, err)}
	}
	doc := as.Finish(err)
	if doc.Evidence.Outcome == knowledge.Failed || doc.Evidence.Outcome == knowledge.Encrypted {
		return &reread{err: fmt.Errorf("%s cannot be read any more (%s)", s.Path, doc.Evidence.Outcome)}
	}
	return &reread{doc: doc, recipe: recipe}
}

// openAsItIs is openOriginal for bytes that may have changed.
func (a *app) openAsItIs(ctx context.Context, v *retrieval.View, w *workspace.Workspace, x pooled, s *knowledge.Source) (*os.File, error) {
	return a.openChain(ctx, v, w, x, s, false)
}
