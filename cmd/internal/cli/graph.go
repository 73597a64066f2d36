package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/retrieval"
)

// The bounds of a graph: a drawing of more nodes shows nothing.
const (
	graphDepth    = 1
	maxGraphDepth = 10
	graphNodes    = 200
	maxGraphNodes = 100000
	edgesPerNode  = 5
)

func (a *app) graphCommand() *cobra.Command {
	var f readFlags
	var q retrieval.GraphQuery
	var format string
	cmd := &cobra.Command{
		Use: "graph [ADDRESS]", Short: "print how documents relate: what lies in, answers, links to, replaces or contradicts what",
		Long: `graph prints the relations around one document, or of the whole corpus: which lie in
which, answer, link to, replace, repeat or contradict which. A path works in place of an
address. dot and mermaid are for drawing. What --limit leaves out is counted.`,
		Example: "  quire graph plans/strategy-2026.md --depth 2\n  quire graph --kind links-to --format mermaid",
		Args:    wants(0, 1, "at most one address or path"),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case !slices.Contains([]string{"text", "json", "dot", "mermaid"}, format):
				return &usageError{"--format takes text, json, dot or mermaid, not " + format, ""}
			case a.json && format != "text" && format != "json":
				return &usageError{"--json and --format " + format + " exclude each other", ""}
			case q.Depth < 1 || q.Depth > maxGraphDepth:
				return &usageError{fmt.Sprintf("--depth takes 1 to %d, not %d", maxGraphDepth, q.Depth), ""}
			case q.Nodes < 1 || q.Nodes > maxGraphNodes:
				return &usageError{fmt.Sprintf("--limit takes 1 to %d, not %d", maxGraphNodes, q.Nodes), ""}
			}
			a.json = a.json || format == "json"
			v, _, err := a.open(f)
			if err != nil {
				return err
			}
			defer v.Close()
			if len(args) > 0 {
				addr, err := parseAddress(v, args[0])
				if err != nil {
					return err
				}
				q.From = addr.Source
			}
			q.Edges = edgesPerNode * q.Nodes
			g, err := v.Graph(q)
			if err == nil && len(g.Edges) == 0 && len(q.Kinds) > 0 {
				err = knownKinds(v, q.Kinds)
			}
			if err != nil {
				return err
			}
			switch {
			case a.json:
				return render.JSON(a.stdout, "graph", v.Snapshot, true, g)
			case format == "dot":
				return render.GraphDot(a.printer(), g)
			case format == "mermaid":
				return render.GraphMermaid(a.printer(), g)
			}
			return render.GraphText(a.printer(), g)
		},
	}
	cmd.Flags().IntVar(&q.Depth, "depth", graphDepth, "how many relations away from the document")
	cmd.Flags().StringSliceVar(&q.Kinds, "kind", nil, "only relations of this kind, such as links-to; may be given several times")
	cmd.Flags().IntVar(&q.Nodes, "limit", graphNodes, "how many documents at most, and five times as many relations")
	cmd.Flags().StringVar(&f.published, "published", "", "read this published tree instead of a workspace's")
	cmd.Flags().StringVar(&format, "format", "text", "text, json, dot or mermaid")
	return cmd
}

// knownKinds refuses a kind that no relation of the snapshot has: it may be misspelt.
func knownKinds(v *retrieval.View, kinds []string) error {
	have, err := v.EdgeKinds()
	if err != nil {
		return err
	}
	var names []string
	for _, c := range have {
		names = append(names, c.Name)
	}
	for _, k := range kinds {
		if !slices.Contains(names, k) {
			hint := "there are no relations in this snapshot"
			if len(names) > 0 {
				hint = "there are: " + strings.Join(names, ", ")
			}
			return &usageError{"no relation of this snapshot is of kind " + k, hint}
		}
	}
	return nil
}
