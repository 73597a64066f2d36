package cli

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/publish"
)

func (a *app) historyCommand() *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use: "history", Short: "list what was published, when and why, and which snapshots are kept",
		Args: wants(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			if limit < 0 {
				return &usageError{"--limit takes a number, 0 for all", ""}
			}
			w, err := a.workspace()
			if err != nil {
				return err
			}
			s, err := publish.Open(w.Path(workspace.PublishedName))
			if err != nil {
				return err
			}
			defer s.Close()
			kept, err := s.Kept()
			if err != nil {
				return err
			}
			events, err := s.History()
			if err != nil {
				return err
			}
			info := render.HistoryOf(events, kept, limit)
			if a.json {
				return render.JSON(a.stdout, "history", "", true, info)
			}
			return render.History(a.printer(), info)
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 20, "events listed, the newest first; 0 for all")
	return cmd
}

func (a *app) rollbackCommand() *cobra.Command {
	return &cobra.Command{
		Use: "rollback [SNAPSHOT]", Short: "make an older snapshot the current one",
		Long: `rollback moves the pointer to a kept snapshot: the one that was current before, or the
one named by the beginning of its id or the number of its publish. It changes nothing
else. The next sync goes forward again to what the documents give.`,
		Example: "  quire rollback\n  quire rollback 77b0c1d9e8a4",
		Args:    wants(0, 1, "at most one snapshot"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.changing(cmd.Context(), func(_ *workspace.Workspace, s *publish.Store) error {
				to, err := rollbackTarget(s, args)
				if err != nil {
					return err
				}
				before, err := s.Current()
				if err != nil {
					return err
				}
				after, err := s.Rollback(to.ID, a.now().UTC().Format(time.RFC3339))
				if err != nil {
					return err
				}
				info := render.RolledBack{From: before.Snapshot, To: after.Snapshot, Sequence: after.Sequence}
				if a.json {
					return render.JSON(a.stdout, "rollback", after.Snapshot, true, info)
				}
				return render.Rollback(a.printer(), info)
			})
		},
	}
}

// rollbackTarget is the snapshot that is named, or the one that was current before.
func rollbackTarget(s *publish.Store, args []string) (publish.Kept, error) {
	current, err := s.Current()
	if err != nil {
		return publish.Kept{}, err
	}
	if len(args) > 0 {
		k, err := findSnapshot(s, args[0])
		if err == nil && k.Current {
			err = &usageError{"snapshot " + render.Short(k.ID) + " is the current one", "quire history lists the others"}
		}
		return k, err
	}
	history, err := s.Events()
	if err != nil {
		return publish.Kept{}, err
	}
	for i := len(history) - 1; i >= 0; i-- {
		if history[i].Snapshot == current.Snapshot && history[i].Previous != "" && history[i].Previous != current.Snapshot {
			return findSnapshot(s, history[i].Previous)
		}
	}
	return publish.Kept{}, &usageError{"there is no snapshot before the current one", "quire history lists those that are kept"}
}

func findSnapshot(s *publish.Store, name string) (publish.Kept, error) {
	k, err := s.Find(name)
	var missing *publish.NoSnapshotError
	if errors.As(err, &missing) {
		return k, &usageError{err.Error(), "quire history lists those that are kept"}
	}
	return k, err
}

func (a *app) pinCommand() *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use: "pin SNAPSHOT", Short: "keep a snapshot for good",
		Args: wants(1, 1, "one snapshot, as quire history prints it"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.changing(cmd.Context(), func(_ *workspace.Workspace, s *publish.Store) error {
				k, err := findSnapshot(s, args[0])
				if err != nil {
					return err
				}
				if err := s.SetPin(publish.Pin{Snapshot: k.ID, At: a.now().UTC().Format(time.RFC3339), Reason: reason}); err != nil {
					return err
				}
				return a.pinned("pin", k.ID, true)
			})
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, for quire history")
	return cmd
}

func (a *app) unpinCommand() *cobra.Command {
	return &cobra.Command{
		Use: "unpin SNAPSHOT", Short: "let a pinned snapshot go the way of the others",
		Args: wants(1, 1, "one snapshot, as quire history prints it"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.changing(cmd.Context(), func(_ *workspace.Workspace, s *publish.Store) error {
				k, err := findSnapshot(s, args[0])
				if err != nil {
					return err
				}
				was, err := s.Unpin(k.ID)
				if err == nil && !was {
					err = &usageError{"snapshot " + render.Short(k.ID) + " is not pinned", "quire history marks those that are"}
				}
				if err != nil {
					return err
				}
				return a.pinned("unpin", k.ID, false)
			})
		},
	}
}

func (a *app) pinned(verb, id string, is bool) error {
	if a.json {
		return render.JSON(a.stdout, verb, "", true, map[string]any{"pinned": is, "id": id})
	}
	p := a.printer()
	word := "pinned"
	if !is {
		word = "no longer pinned"
	}
	p.Printf("%s · snapshot %s\n", word, render.Short(id))
	return p.Err()
}

// changing runs f on the published tree of a workspace under the writer's lock.
// It finishes a withdrawal that was cut short first.
func (a *app) changing(ctx context.Context, f func(*workspace.Workspace, *publish.Store) error) error {
	return a.locking(ctx, func(w *workspace.Workspace, s *publish.Store) error {
		if _, err := a.settleWithdrawn(ctx, w, s); err != nil {
			return err
		}
		return f(w, s)
	})
}

// locking runs f on the published tree of a workspace under the writer's lock.
func (a *app) locking(ctx context.Context, f func(*workspace.Workspace, *publish.Store) error) error {
	w, err := a.workspace()
	if err != nil {
		return err
	}
	lock, err := a.lock(ctx, w, false)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	s, err := publish.Open(w.Path(workspace.PublishedName))
	if err != nil {
		return err
	}
	defer s.Close()
	s.Fault = a.fault
	return f(w, s)
}
