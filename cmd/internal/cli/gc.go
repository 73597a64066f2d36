package cli

import (
	"context"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/pipeline"
	"quire/publish"
	"quire/retrieval"
)

func (a *app) gcCommand() *cobra.Command {
	var keep int
	var dry bool
	cmd := &cobra.Command{
		Use: "gc", Short: "remove old snapshots and what nothing refers to",
		Long: `gc removes the snapshots beyond those that are kept, and every piece of evidence and
knowledge that no kept snapshot refers to. Pinned snapshots stay, and so does whatever
a reader could hold.`,
		Example: "  quire gc --dry-run\n  quire gc --keep 2",
		Args:    wants(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			// What can go makes room for a withdrawal that a full disk cut short.
			return a.locking(cmd.Context(), func(w *workspace.Workspace, s *publish.Store) error {
				if !cmd.Flags().Changed("keep") {
					keep = w.Config.Keep
				}
				if keep < 1 {
					return &usageError{"--keep takes 1 or more: the current snapshot is always kept", ""}
				}
				versions, err := pipeline.SemanticsKept(s)
				if err != nil {
					return err
				}
				done, err := s.Collect(publish.Retention{Keep: keep, Grace: pipeline.ReaderGrace, Now: a.now(), Leaves: pipeline.LeavesOf(versions...), Superseded: pipeline.Superseded(s)}, dry)
				if err == nil && !dry {
					_, err = a.settleWithdrawn(cmd.Context(), w, s)
				}
				if err != nil {
					return err
				}
				info := render.Collected{DryRun: dry, Snapshots: append([]string{}, done.Snapshots...), Leaves: done.Leaves, Bytes: done.Bytes}
				if a.json {
					return render.JSON(a.stdout, "gc", "", true, info)
				}
				return render.GC(a.printer(), info)
			})
		},
	}
	cmd.Flags().IntVar(&keep, "keep", 0, "snapshots kept, the current one included (default: keep in quire.yaml)")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "say what would go; remove nothing")
	return cmd
}

func (a *app) verifyCommand() *cobra.Command {
	var f readFlags
	cmd := &cobra.Command{
		Use: "verify", Short: "hash everything that is published again, in all kept snapshots",
		Long: `verify reads every file of every kept snapshot, and all evidence and knowledge that
they refer to, and compares it with its digest. It exits 12 where something is
missing or has other bytes; quire sync --rehash rebuilds exactly that.`,
		Args: wants(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			v, w, err := a.open(f)
			if err != nil {
				return err
			}
			v.Close()
			dir := f.published
			if w != nil {
				dir = w.Path(workspace.PublishedName)
			}
			info, err := verifyAll(cmd.Context(), dir)
			if err != nil {
				return err
			}
			if len(info.Damage) > 0 {
				a.code = exitBlocked
			}
			if a.json {
				return render.JSON(a.stdout, "verify", "", len(info.Damage) == 0, info)
			}
			return render.Verified(a.printer(), info)
		},
	}
	a.addReadFlags(cmd, &f)
	return cmd
}

func verifyAll(ctx context.Context, dir string) (*render.Verification, error) {
	s, err := publish.Open(dir)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	kept, err := s.Kept()
	if err != nil {
		return nil, err
	}
	info := &render.Verification{Damage: []render.Damage{}}
	seen, told := map[string]bool{}, map[render.Damage]bool{}
	for _, k := range kept {
		info.Snapshots++
		damaged := func(name, detail string) {
			if d := (render.Damage{Name: name, Detail: detail}); !told[d] {
				told[d] = true
				info.Damage = append(info.Damage, d)
			}
		}
		v, err := retrieval.OpenAt(dir, k)
		if err != nil {
			damaged("snapshots/"+k.ID, err.Error())
			continue
		}
		v.Verify(damaged)
		err = v.VerifyLeaves(ctx, seen, damaged)
		v.Close()
		if err != nil {
			return nil, err
		}
	}
	info.Leaves = len(seen)
	return info, nil
}
