package cli

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/pipeline"
	"quire/publish"
)

func (a *app) statusCommand() *cobra.Command {
	var excluded bool
	cmd := &cobra.Command{
		Use: "status", Short: "say what is published, how old it is, and whether the corpus has changed since",
		Args: wants(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, err := a.workspace()
			if err != nil {
				return err
			}
			st, err := a.status(w, excluded)
			if err != nil {
				return err
			}
			a.code = issueCode(st.WithIssues)
			if a.json {
				return render.JSON(a.stdout, "status", st.Snapshot, true, st)
			}
			return render.Status(a.printer(), st)
		},
	}
	cmd.Flags().BoolVar(&excluded, "excluded", false, "name the files that were left out by a rule, and the rule")
	return cmd
}

func (a *app) status(w *workspace.Workspace, excluded bool) (*render.StatusInfo, error) {
	v, _, err := a.open(readFlags{})
	if err != nil {
		return nil, err
	}
	defer v.Close()
	st := &render.StatusInfo{
		Snapshot: v.Snapshot, Sequence: v.Pointer.Sequence, PublishedAt: v.Pointer.PublishedAt, Outcomes: v.Corpus.Outcomes,
		Sources: v.Corpus.Sources, Children: v.Corpus.Children, Withdrawn: v.Corpus.Withdrawn, Passages: v.Corpus.Passages, Parts: v.Corpus.Parts, Unsettled: v.Corpus.Unsettled,
		Problems: []pipeline.Problem{}, Changed: []string{}, Roots: []render.RootInfo{},
	}
	if at, err := time.Parse(time.RFC3339, v.Pointer.PublishedAt); err == nil {
		st.AgeSeconds = int64(a.now().Sub(at).Seconds())
	}
	if command := w.Config.Judge.Command; len(command) > 0 {
		st.Judge = "not-confirmed"
		if _, ok, err := w.Command("judge", command); err == nil && ok {
			st.Judge = "confirmed"
		}
	}
	rows := map[string]*knowledge.Source{}
	err = v.Sources(func(s *knowledge.Source) bool {
		if p, ok := pipeline.ProblemOf(s); ok {
			st.Problems = append(st.Problems, p)
		} else if excluded && s.Outcome == knowledge.Excluded {
			st.Excluded = append(st.Excluded, p)
		}
		if !s.IsChild() {
			rows[s.Path] = s
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	pipeline.SortProblems(st.Problems)
	st.Overlays, st.Addressed = v.Corpus.Overlays, v.Corpus.Addressed
	st.WithIssues = st.Unsettled > 0 || st.Overlays.Stale > 0 || st.Outcomes[knowledge.Failed]+st.Outcomes[knowledge.Partial]+st.Outcomes[knowledge.Deferred]+st.Outcomes[knowledge.Quarantined] > 0
	list, err := withdrawnIn(w)
	if err != nil { // looking does no harm, but nobody can tell which files are new
		a.say(err.Error())
		st.WithIssues, st.Unknown = true, true
		return st, nil
	}
	if st.Unfinished = list.Unfinished(); st.Unfinished {
		st.WithIssues = true
	}
	out, err := notIn(w, list, func(p string) bool { return rows[p] != nil })
	if err != nil {
		return nil, err
	}
	kept := map[string]bool{}
	for _, f := range out {
		kept[f.Path] = true
		if excluded {
			st.Excluded = append(st.Excluded, pipeline.Problem{Path: f.Path, Outcome: knowledge.Excluded, Code: "withdrawn", Message: f.Reason})
		}
	}
	pipeline.SortProblems(st.Excluded)
	if err := a.drift(w, rows, kept, st); err != nil {
		return nil, err
	}
	st.Syncing = locked(w, "lock")
	st.Watched = locked(w, watchName)
	return st, nil
}

// locked reports whether another process holds a lock of the workspace. Looking makes
// no file.
func locked(w *workspace.Workspace, name string) bool {
	name = filepath.Join(w.Path(workspace.CacheName), name)
	if _, err := os.Stat(name); err != nil {
		return false
	}
	lock, err := publish.TryLock(name)
	if err == nil {
		lock.Unlock()
	}
	return errors.Is(err, publish.ErrLocked)
}
