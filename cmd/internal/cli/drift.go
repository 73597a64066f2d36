package cli

import (
	"context"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/knowledge/source"
)

// drift looks at the corpus without reading any file: what was added, went away,
// or has another size or time than the last scan saw. out are files that are kept out.
func (a *app) drift(w *workspace.Workspace, rows map[string]*knowledge.Source, out map[string]bool, st *render.StatusInfo) error {
	unconfirmed, err := w.Unconfirmed()
	if err != nil {
		return err
	}
	closed := map[string]bool{}
	for _, r := range unconfirmed {
		closed[r.Name] = true
	}
	cache := source.DecodeCache(readOrNothing(filepath.Join(w.Path(workspace.CacheName), "scan")))
	seen := map[string]bool{}
	for _, r := range w.Config.Roots {
		info := render.RootInfo{Name: r.Name, Path: w.RootPath(r), Outside: w.Outside(r), Confirmed: !closed[r.Name]}
		st.Roots = append(st.Roots, info)
		if closed[r.Name] {
			continue
		}
		if err := walkRoot(w, r, func(printed string, e source.Entry) {
			seen[printed] = true
			row, known := rows[printed]
			switch {
			case out[printed]:
			case !known:
				st.Changed = append(st.Changed, "added "+printed)
			case e.Denied: // the last sync could not read it either, or the next one will say so
			case e.Reason == "" && row.Outcome != knowledge.Excluded && moved(cache, printed, e.Stat, row):
				st.Changed = append(st.Changed, "changed "+printed)
			}
		}); err != nil {
			st.Changed = append(st.Changed, "unreadable root "+r.Name)
		}
	}
	for p := range rows {
		root, _, _ := strings.Cut(p, "/")
		if !seen[p] && !closed[root] {
			st.Changed = append(st.Changed, "gone "+p)
		}
	}
	sort.Strings(st.Changed)
	st.Fresh = len(st.Changed) == 0
	return nil
}

func moved(cache *source.Cache, path string, now source.Stat, row *knowledge.Source) bool {
	if row.Outcome == knowledge.Deferred {
		return false // listed as such; the next sync tries it whatever it looks like
	}
	if k, ok := cache.Clean(path, now); ok {
		return k.Digest != row.Content
	}
	return now.Size != row.Bytes || !cache.Recent(path, now)
}

func walkRoot(w *workspace.Workspace, r workspace.Root, each func(printed string, e source.Entry)) error {
	dir, err := os.OpenRoot(w.RootPath(r))
	if err != nil {
		return err
	}
	defer dir.Close()
	entries, err := source.Walk(context.Background(), dir, source.WalkOptions{
		Exclude: source.ParseIgnore("", strings.Join(w.Config.Exclude, "\n")), Own: w.Own(r),
	})
	if err != nil {
		return err
	}
	paths := make([]string, len(entries))
	for i, e := range entries {
		paths[i] = e.Path
	}
	for i, printed := range source.PrintedAll(r.Name, paths) {
		each(printed, entries[i])
	}
	return nil
}

func readOrNothing(name string) []byte {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return b
}
