package cli

import (
	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/knowledge/validate"
	"quire/pipeline"
)

func (a *app) validateCommand() *cobra.Command {
	var f readFlags
	var rules bool
	var lost int
	cmd := &cobra.Command{
		Use: "validate", Short: "check a published tree against every rule; change nothing",
		Long: `validate reads the whole published tree again and checks every record against the
bytes it cites. It writes nothing. It exits 12 where a finding blocks, 3 where one is
an error. Parts of an original (pages, slides, sheets, members) that nothing accounts
for are errors where there are more than --max-unaccounted.`,
		Example: "  quire validate\n  quire validate --published ./published --format json\n  quire validate --rules",
		Args:    wants(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if rules {
				return a.printRules(f)
			}
			if lost < 0 {
				return &usageError{"--max-unaccounted takes 0 or more", ""}
			}
			v, w, err := a.open(f)
			if err != nil {
				return err
			}
			defer v.Close()
			found := validate.Findings{Severity: severities(w)}
			if err := pipeline.Check(cmd.Context(), v, &found); err != nil {
				return err
			}
			found.Allow(lost)
			validate.Sort(found.List)
			counts := map[knowledge.Severity]int{}
			for _, x := range found.List {
				counts[x.Severity]++
			}
			switch {
			case counts[knowledge.Blocking] > 0:
				a.code = exitBlocked
			case counts[knowledge.Error] > 0:
				a.code = exitIssues
			}
			if found.List == nil {
				found.List = []validate.Finding{}
			}
			if a.json {
				return render.JSON(a.stdout, "validate", v.Snapshot, a.code == exitOK || a.code == exitIssues, map[string]any{"findings": found.List, "counts": counts, "unaccounted": found.Unaccounted})
			}
			return render.Findings(a.printer(), v.Snapshot, found.List, v.Corpus.Sources+v.Corpus.Children)
		},
	}
	cmd.Flags().IntVar(&lost, "max-unaccounted", 0, "how many parts of originals may be unaccounted for")
	cmd.Flags().BoolVar(&rules, "rules", false, "list the rules instead")
	a.addReadFlags(cmd, &f)
	return cmd
}

func severities(w *workspace.Workspace) map[string]knowledge.Severity {
	if w == nil {
		return nil
	}
	return w.Config.Validate.Severity
}

func (a *app) printRules(f readFlags) error {
	if a.json || f.format == "json" {
		type rule struct {
			ID       string             `json:"id"`
			Severity knowledge.Severity `json:"severity"`
			About    string             `json:"about"`
		}
		var out []rule
		for _, r := range validate.Rules {
			out = append(out, rule{r.ID, r.Severity, r.About})
		}
		return render.JSON(a.stdout, "validate", "", true, map[string]any{"rules": out})
	}
	p := a.printer()
	for _, r := range validate.Rules {
		p.Printf("%s  %-8s  %s\n", r.ID, r.Severity, r.About)
	}
	return p.Err()
}
