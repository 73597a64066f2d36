package cli

import (
	"errors"
	"os"
	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/knowledge/validate"
	"quire/pipeline"
	"quire/retrieval"
	"strings"
)

// checkWorkspace checks what only a workspace can tell: ids against identity.jsonl, the
// snapshot against the files on disk, and what people wrote below overlays/.
func (a *app) checkWorkspace(w *workspace.Workspace, v *retrieval.View, f *validate.Findings) error {
	rows := map[string]*knowledge.Source{}
	err := v.Sources(func(s *knowledge.Source) bool {
		if !s.IsChild() {
			rows[s.Path] = s
		}
		return true
	})
	if err != nil {
		return nil // reported as damage
	}
	if identity, err := readIdentity(w); err != nil {
		f.Add(validate.FileIdentity, &knowledge.Source{Path: workspace.IdentityName}, "", "%v", err)
	} else {
		for path, s := range rows {
			if !identity.Knows(path, s.ID) {
				f.Add(validate.FileIdentity, s, "", "no line of %s gives it its id", workspace.IdentityName)
			}
		}
	}
	dir, err := os.OpenRoot(w.Dir)
	if err != nil {
		return err
	}
	defer dir.Close()
	return errors.Join(a.checkDrift(w, rows, f), pipeline.CheckInputs(dir.FS(), f))
}

// checkDrift finds what changed on disk since the snapshot, as status does. Where nobody
// can tell what is kept out, nobody can tell what is new.
func (a *app) checkDrift(w *workspace.Workspace, rows map[string]*knowledge.Source, f *validate.Findings) error {
	list, err := withdrawnIn(w)
	if err != nil {
		return nil
	}
	out, err := notIn(w, list, func(p string) bool { return rows[p] != nil })
	if err != nil {
		return nil
	}
	kept := map[string]bool{}
	for _, x := range out {
		kept[x.Path] = true
	}
	var st render.StatusInfo
	if err := a.drift(w, rows, kept, &st); err != nil {
		return err
	}
	for _, change := range st.Changed {
		what, path, _ := strings.Cut(change, " ")
		s := rows[path]
		if s == nil {
			s = &knowledge.Source{Path: path}
		}
		f.Add(validate.CorpusChanged, s, "", "%s since the snapshot was made", what)
	}
	return nil
}
