package cli

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
)

func (a *app) statsCommand() *cobra.Command {
	var f readFlags
	cmd := &cobra.Command{
		Use: "stats", Short: "add up the corpus: types, languages, kinds, dates, sizes, tokens and relations",
		Long: `stats adds up what is published: how many documents of each type, language, kind and
outcome, their dates and sizes, the tokens that reading all of it would take, and the
relations by kind. It names the folder of the pages that tell topics, timeline,
conflicts, duplicates and gaps.`,
		Args: wants(0, 0, "no arguments"),
		RunE: func(_ *cobra.Command, _ []string) error {
			v, w, err := a.open(f)
			if err != nil {
				return err
			}
			defer v.Close()
			s, err := v.Stats()
			if err != nil {
				return err
			}
			info := &render.CorpusStats{Stats: s}
			if dir := v.PagesDir(); dir != "" {
				base := f.published
				if w != nil {
					base = workspace.PublishedName
				}
				info.Pages = filepath.ToSlash(filepath.Join(base, dir))
			}
			if a.json {
				return render.JSON(a.stdout, "stats", v.Snapshot, true, info)
			}
			return render.Stats(a.printer(), v.Snapshot, info)
		},
	}
	a.addReadFlags(cmd, &f)
	return cmd
}
