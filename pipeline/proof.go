package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/publish"
)

// Proof is what was searched after a withdrawal, and for what.
type Proof struct {
	Files    int   `json:"files"`    // of the published tree, the cache, the ledger and the authored input
	Bytes    int64 `json:"bytes"`    // of those
	Needles  int   `json:"needles"`  // ids, paths, digests and lines of text that were searched for
	Shared   int   `json:"shared"`   // of those: also in a document that stays
	Segments int   `json:"segments"` // of the indexes of all kept snapshots
	Terms    int   `json:"terms"`    // that their dictionaries list
	IDs      int   `json:"ids"`      // that they store
	// OwnTerms are the terms that only the withdrawn had: no dictionary lists them.
	OwnTerms int       `json:"own_terms"`
	Failures []Failure `json:"failures"`
}

// Failure is a place where something withdrawn still is.
type Failure struct {
	Where string `json:"where"` // a file
	What  string `json:"what"`
}

// maxFailures bounds the failures that are listed; one is enough for a proof to fail.
const maxFailures = 50

func (p *Proof) fail(where, what string) {
	f := Failure{where, knowledge.Line(what, 200)}
	if len(p.Failures) < maxFailures && !slices.Contains(p.Failures, f) {
		p.Failures = append(p.Failures, f)
	}
}

// Holder is something that stays and holds what was withdrawn, or speaks of it.
type Holder struct {
	Kind     string `json:"kind"`              // source, overlay, interaction
	Address  string `json:"address,omitempty"` // of a source or an entry
	Path     string `json:"path"`
	Why      string `json:"why"`                // equal-bytes, same-passages, mentions
	Passages int    `json:"passages,omitempty"` // of the withdrawn that it holds whole
}

// hit is one trace found in one place.
type hit struct {
	trace int
	where string
}

// search is a proof while it is made.
type search struct {
	w      *Withdrawal
	t      *traces
	m      *matcher
	paths  map[string]string          // id → path
	found  map[string]map[int]bool    // traces in live evidence, by recipe
	equal  map[string]bool            // ids of live sources with a withdrawn digest
	shared map[int]bool               // traces that a document that stays holds
	others []hit                      // in what is derived
	inputs map[Holder]map[int]bool    // in authored input and the ledger
	owners map[string]map[string]bool // recipe → ids of rows
}

// prove searches everything that quire keeps for the traces. What a document that
// stays holds is no failure but makes that a holder; anything else is.
func (w *Withdrawal) prove(ctx context.Context, o Options, t *traces) error {
	s := &search{
		w: w, t: t, m: newMatcher(t.needles), paths: map[string]string{}, found: map[string]map[int]bool{},
		equal: map[string]bool{}, shared: map[int]bool{}, inputs: map[Holder]map[int]bool{}, owners: map[string]map[string]bool{},
	}
	w.Proof.Needles = len(t.needles)
	if err := s.indexes(ctx, o); err != nil {
		return err
	}
	err := o.Store.EachFile(func(name string, data []byte) error {
		s.published(name, data)
		return ctx.Err()
	})
	if err == nil {
		err = s.folder(ctx, o.CacheDir, ".quire", s.cached)
	}
	if err == nil && o.Inputs != nil {
		err = s.authored(ctx, o.Inputs)
	}
	if err != nil {
		return fmt.Errorf("prove the withdrawal: %w", err)
	}
	s.conclude()
	return nil
}

// indexes enumerates the segments of all kept snapshots, and learns what rows there
// are.
func (s *search) indexes(ctx context.Context, o Options) error {
	kept, err := o.Store.Kept()
	if err != nil {
		return err
	}
	anew := map[string]bool{}
	for _, r := range s.w.Snapshots {
		anew[r.New] = r.anew
	}
	listed := map[string]bool{}
	for _, k := range kept {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := openRewrite(o, k.ID)
		if err != nil {
			return err
		}
		for id, line := range r.prev.lines {
			s.paths[id] = cmp.Or(s.paths[id], pathOf(line))
			if recipe := knowledge.Digest(publish.Field(line, "recipe")); recipe != "" {
				if s.owners[recipe.Hex()] == nil {
					s.owners[recipe.Hex()] = map[string]bool{}
				}
				s.owners[recipe.Hex()][id] = true
			}
		}
		if err := s.t.enumerate(r, &s.w.Proof, anew[k.ID], listed); err != nil {
			return err
		}
	}
	s.w.Proof.OwnTerms = s.t.ownTerms(listed)
	return nil
}

func (s *search) count(data []byte) {
	s.w.Proof.Files++
	s.w.Proof.Bytes += int64(len(data))
}

// published searches one file of the tree, its name included.
func (s *search) published(name string, data []byte) {
	s.count(data)
	group, rest, _ := strings.Cut(name, "/")
	recipe := ""
	if parts := strings.Split(rest, "/"); group == "evidence" && len(parts) > 1 {
		recipe = parts[1]
	}
	see := func(i, at int) {
		switch {
		case recipe != "" && len(s.owners[recipe]) > 0:
			if s.found[recipe] == nil {
				s.found[recipe] = map[int]bool{}
			}
			s.found[recipe][i], s.shared[i] = true, true
		case group == "tables" && s.t.needles[i].kind == digestTrace && at >= 0:
			// The digest of a withdrawn file in the row of another is an equal file.
			s.equal[publish.Field(lineAt(data, at), "id")], s.shared[i] = true, true
		default:
			s.others = append(s.others, hit{i, name})
		}
	}
	s.m.find([]byte(name), func(i, _ int) { see(i, -1) })
	s.m.find(data, see)
}

// lineAt returns the line of data that holds the byte at.
func lineAt(data []byte, at int) []byte {
	from := bytes.LastIndexByte(data[:at], '\n') + 1
	to := bytes.IndexByte(data[at:], '\n')
	if to < 0 {
		return data[from:]
	}
	return data[from : at+to]
}

// folder searches the files below a folder.
func (s *search) folder(ctx context.Context, dir, label string, use func(name string, data []byte)) error {
	root, err := os.OpenRoot(dir)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	return s.walk(ctx, root.FS(), ".", func(name string, data []byte) { use(label+"/"+name, data) })
}

func (s *search) walk(ctx context.Context, fsys fs.FS, dir string, use func(name string, data []byte)) error {
	return fs.WalkDir(fsys, dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			if os.IsNotExist(err) {
				err = nil
			}
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		s.count(data)
		use(name, data)
		return nil
	})
}

func (s *search) cached(name string, data []byte) {
	s.m.find(data, func(i, _ int) { s.others = append(s.others, hit{i, name}) })
}

// authored searches what people and agents wrote: it is theirs, so what holds a trace
// is named and stays.
func (s *search) authored(ctx context.Context, inputs fs.FS) error {
	for dir, kind := range map[string]string{"overlays": "overlay", "interactions": "interaction"} {
		err := s.walk(ctx, inputs, dir, func(name string, data []byte) {
			s.m.find(data, func(i, at int) {
				h := Holder{Kind: kind, Path: name}
				if kind == "interaction" || strings.HasPrefix(name, acceptedDir+"/") {
					h.Kind, h.Address = "interaction", publish.Field(lineAt(data, at), "id")
				}
				if s.inputs[h] == nil {
					s.inputs[h] = map[int]bool{}
				}
				s.inputs[h][i] = true
			})
		})
		if err != nil {
			return err
		}
	}
	b, err := fs.ReadFile(inputs, "identity.jsonl")
	if err == nil {
		s.count(b)
		s.cached("identity.jsonl", b)
	}
	return nil
}

// conclude names holders and failures.
func (s *search) conclude() {
	p := &s.w.Proof
	for recipe, found := range s.found {
		n := s.passages(found)
		for id := range s.owners[recipe] {
			h := Holder{Kind: holderKind(id), Address: id, Path: s.paths[id], Why: "same-passages", Passages: n}
			switch {
			case s.equal[id]:
				continue // named below
			case n == 0 && !s.speaks(found):
				continue // a line in common
			case n == 0:
				h.Why = "mentions"
			}
			s.w.HeldBy = append(s.w.HeldBy, h)
		}
	}
	for id := range s.equal {
		s.w.HeldBy = append(s.w.HeldBy, Holder{Kind: holderKind(id), Address: id, Path: s.paths[id], Why: "equal-bytes"})
	}
	for h, found := range s.inputs {
		h.Passages, h.Why = s.passages(found), "same-passages"
		if h.Passages == 0 {
			if h.Why = "mentions"; !s.speaks(found) {
				continue
			}
		}
		s.w.HeldBy = append(s.w.HeldBy, h)
	}
	slices.SortFunc(s.w.HeldBy, func(a, b Holder) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Address, b.Address), strings.Compare(a.Why, b.Why))
	})
	p.Shared = len(s.shared)
	for _, h := range s.others {
		if !s.shared[h.trace] {
			p.fail(h.where, "holds a "+s.t.needles[h.trace].kind+" of the withdrawn: "+strings.TrimSpace(s.t.needles[h.trace].text))
		}
	}
	slices.SortFunc(p.Failures, func(a, b Failure) int {
		return cmp.Or(strings.Compare(a.Where, b.Where), strings.Compare(a.What, b.What))
	})
}

// passages counts the withdrawn passages of which every line was found.
func (s *search) passages(found map[int]bool) int {
	n := 0
	for _, lines := range s.t.passages {
		if !slices.ContainsFunc(lines, func(i int) bool { return !found[i] }) {
			n++
		}
	}
	return n
}

// speaks reports whether one of the traces names a withdrawn source.
func (s *search) speaks(found map[int]bool) bool {
	for i := range found {
		if k := s.t.needles[i].kind; k == idTrace || k == digestTrace || k == pathTrace {
			return true
		}
	}
	return false
}

func holderKind(id string) string {
	switch knowledge.TableOf(id) {
	case knowledge.OverlaysTable:
		return "overlay"
	case knowledge.InteractionsTable:
		return "interaction"
	}
	return "source"
}
