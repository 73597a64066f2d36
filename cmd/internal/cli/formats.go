package cli

import (
	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/extract/formats"
)

func (a *app) formatsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "formats", Short: "list the formats that are read, what of each, and what not",
		Args: wants(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			list := render.FormatList(formats.Registry(""))
			if a.json {
				return render.JSON(a.stdout, "formats", "", true, map[string]any{"formats": list})
			}
			return render.Formats(a.printer(), list)
		},
	}
}
