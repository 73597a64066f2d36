package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/knowledge/overlay"
	"quire/retrieval"
)

// written is an authored entry of a workspace and whether it holds in the published tree.
type written struct {
	overlay.Entry
	now overlay.Verdict
}

// loadWritten reads every authored entry of a workspace, and what is wrong with others.
func loadWritten(v *retrieval.View, w *workspace.Workspace) ([]written, []overlay.Problem, error) {
	root, err := os.OpenRoot(w.Dir)
	if err != nil {
		return nil, nil, fmt.Errorf("open the workspace: %w", underlying(err))
	}
	defer root.Close()
	entries, problems, err := overlay.Load(root.FS())
	if err != nil {
		return nil, nil, err
	}
	_, flawed := overlay.LoadCorrections(root.FS())
	hold := holder(v)
	out := make([]written, len(entries))
	for i, e := range entries {
		out[i] = written{e, overlay.Match(e, hold)}
	}
	return out, append(problems, flawed...), nil
}

// findWritten returns the entry whose id begins with a word.
func findWritten(all []written, id string) (*written, error) {
	var found []*written
	for i := range all {
		if strings.HasPrefix(all[i].ID(), id) && id != "" {
			found = append(found, &all[i])
		}
	}
	switch len(found) {
	case 0:
		return nil, &retrieval.NotFoundError{What: "overlay " + id}
	case 1:
		return found[0], nil
	}
	e := &retrieval.NotFoundError{What: "the short id " + id + " is not unique: it"}
	for _, x := range found[:min(len(found), 5)] {
		e.Near = append(e.Near, x.ID())
	}
	return nil, e
}

// resolver finds the unit that an address names in the published tree.
func resolver(v *retrieval.View) overlay.Resolver {
	return func(addr knowledge.Address) (overlay.Target, error) {
		s, err := v.Source(addr.Source)
		if err != nil {
			return overlay.Target{}, err
		}
		if addr.Unit == "" {
			return overlay.Target{Source: s.ID}, nil
		}
		shown, err := v.Show(addr)
		if err != nil {
			return overlay.Target{}, err // stale, for one
		}
		u, text, err := v.Unit(s, addr.Unit)
		if err != nil {
			return overlay.Target{}, err
		}
		return overlay.Target{
			Source: s.ID, Unit: u.Name, Digest: u.Digest, Content: s.Content, Bare: strings.TrimSpace(text) == "", Check: shown.Digest.Short(knowledge.CheckDigits),
		}, nil
	}
}

// holder returns what there is of sources in the published tree. A source whose evidence
// cannot be read has no units.
func holder(v *retrieval.View) overlay.Holder {
	last := map[string]overlay.Holding{}
	return func(source string) (overlay.Holding, bool) {
		if h, ok := last[source]; ok {
			return h, true
		}
		s, err := v.Source(source)
		if err != nil || s.ID != source {
			return overlay.Holding{}, false
		}
		h := overlay.Holding{}
		if s.Recipe != "" {
			if doc, err := v.Document(s); err == nil {
				h.Content = s.Content
				h.Add(doc)
			}
		}
		if len(last) > 16 {
			clear(last)
		}
		last[source] = h
		return h, true
	}
}

// entryFile reads the file that an entry stands in and returns its bytes without it;
// none where the file held nothing else.
func entryFile(w *workspace.Workspace, e overlay.Entry) ([]byte, error) {
	root, err := os.OpenRoot(w.Dir)
	if err != nil {
		return nil, fmt.Errorf("open the workspace: %w", underlying(err))
	}
	defer root.Close()
	data, err := root.ReadFile(e.File)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", e.File, underlying(err))
	}
	return overlay.Without(e.File, data, e)
}

// removeEntry takes an entry out of the file that it stands in.
func removeEntry(w *workspace.Workspace, e overlay.Entry) error {
	rest, err := entryFile(w, e)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return putFile(w, e.File, rest)
	}
	root, err := os.OpenRoot(w.Dir)
	if err != nil {
		return fmt.Errorf("open the workspace: %w", underlying(err))
	}
	defer root.Close()
	if err := root.Remove(e.File); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove %s: %w", e.File, underlying(err))
	}
	return nil
}

// isStale reports whether an entry is out of search.
func (x *written) isStale() bool { return x.now.State != overlay.Fresh }
