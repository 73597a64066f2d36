package cli

import (
	"os"
	"slices"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
)

func (a *app) initCommand() *cobra.Command {
	var corpora []string
	cmd := &cobra.Command{
		Use: "init", Short: "make a folder a workspace: write quire.yaml",
		Long: `init writes a quire.yaml that names the folders of documents. Without --corpus
that is the folder corpus in the workspace, which is made.`,
		Example: "  quire init\n  quire init --corpus ~/Documents/project -C ~/knowledge",
		Args:    wants(0, 0, "no arguments; the folder is named with -C"),
		RunE: func(*cobra.Command, []string) error {
			if slices.Contains(corpora, "") {
				return &usageError{"--corpus names no folder", "is a variable empty? name one, or . for this folder"}
			}
			w, err := workspace.Init(a.target(), corpora)
			if err != nil {
				return err
			}
			if err := w.Confirm(corpora); err != nil {
				return err
			}
			if a.json {
				return render.JSON(a.stdout, "init", "", true, map[string]any{"workspace": w.Dir, "roots": w.Config.Roots})
			}
			p := a.printer()
			p.Printf("workspace %s\n", p.Line(w.Dir))
			for _, r := range w.Config.Roots {
				p.Printf("  root %-12s %s\n", r.Name, p.Line(w.RootPath(r)))
			}
			p.Printf("next: quire sync\n")
			return p.Err()
		},
	}
	cmd.Flags().StringArrayVar(&corpora, "corpus", nil, "a folder of documents; may be given several times")
	return cmd
}

// target is the folder that init and sync work on where there is no workspace yet.
func (a *app) target() string {
	if a.dir != "" {
		return a.dir
	}
	if env := os.Getenv("QUIRE_WORKSPACE"); env != "" {
		return env
	}
	return "."
}
