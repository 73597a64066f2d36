package cli

import (
	"runtime/debug"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/knowledge"
	"quire/publish"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version", Args: wants(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			v, revision := buildVersion()
			if a.json {
				return render.JSON(a.stdout, "version", "", true, map[string]any{
					"version": v, "revision": revision, "tree_format": publish.Version, "evidence_format": knowledge.EvidenceVersion,
				})
			}
			p := a.printer()
			p.Printf("quire %s", v)
			if revision != "" {
				p.Printf(" (%s)", revision)
			}
			p.Printf("\n")
			return p.Err()
		},
	}
}

// buildVersion reads what the build recorded: the module's version and the commit
// it was built from.
func buildVersion() (version, revision string) {
	version = "devel"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version, ""
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		version = v
	}
	dirty := ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "+"
			}
		}
	}
	return version, revision + dirty
}
