package cli

import (
	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
)

func (a *app) overlayCorrectionsCommand() *cobra.Command {
	var f readFlags
	var left bool
	cmd := &cobra.Command{
		Use: "corrections", Short: "list what overlays/corrections.yaml changed in the published tree, and what did not apply",
		Long: `corrections lists every correction that the snapshot was made with: document dates and
kinds, excluded ranges, which document counts instead of which, and which are no
duplicates; each with its author and reason, what was read instead, and where it did not
apply, why. It exits 3 where one did not.`,
		Args: wants(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			v, _, err := a.open(f)
			if err != nil {
				return err
			}
			defer v.Close()
			list, err := v.Corrections("")
			if err != nil {
				return err
			}
			kept := list[:0]
			for _, c := range list {
				if !c.Applied {
					a.code = exitIssues
				}
				if !left || !c.Applied {
					kept = append(kept, c)
				}
			}
			if a.json {
				return render.JSON(a.stdout, "overlay", v.Snapshot, true, map[string]any{"corrections": kept, "aliases": len(v.Corpus.Aliases)})
			}
			return render.Corrections(a.printer(), kept)
		},
	}
	cmd.Flags().BoolVar(&left, "not-applied", false, "only those that did not apply")
	a.addReadFlags(cmd, &f)
	return cmd
}
