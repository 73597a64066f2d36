package cli

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/publish"
	"quire/retrieval"
)

func (a *app) diffCommand() *cobra.Command {
	var queries string
	cmd := &cobra.Command{
		Use: "diff [FROM [TO]]", Short: "say what changed between two snapshots",
		Long: `diff compares two kept snapshots: the one before the current with the current, one with
the current, or two. It lists sources that came, went, were renamed, changed or were
read otherwise, the lines of text that differ, and the statements that came or were
withdrawn. Snapshots are named by the beginning of their id or the number of their
publish.`,
		Example: "  quire diff\n  quire diff 77b0c1d9e8a4\n  quire diff --queries questions.txt 3 5",
		Args:    wants(0, 2, "at most two snapshots"),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := a.workspace()
			if err != nil {
				return err
			}
			from, to, err := a.twoSnapshots(w, args)
			if err != nil {
				return err
			}
			defer from.Close()
			defer to.Close()
			d, err := retrieval.DiffOf(from, to)
			if err != nil {
				return err
			}
			churn, err := churnOf(cmd.Context(), from, to, queries)
			if err != nil {
				return err
			}
			if a.json {
				return render.JSON(a.stdout, "diff", "", true, struct {
					*retrieval.Diff
					Ranking []render.Churn `json:"ranking,omitempty"`
				}{d, churn})
			}
			return render.Diff(a.printer(), d, churn)
		},
	}
	cmd.Flags().StringVar(&queries, "queries", "", "a file of queries, one a line: how much their ten best results differ")
	return cmd
}

func (a *app) twoSnapshots(w *workspace.Workspace, args []string) (from, to *retrieval.View, err error) {
	dir := w.Path(workspace.PublishedName)
	s, err := publish.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	var a0, b0 publish.Kept
	if len(args) > 0 {
		a0, err = findSnapshot(s, args[0])
	} else {
		a0, err = rollbackTarget(s, nil)
	}
	if err != nil {
		return nil, nil, err
	}
	if len(args) > 1 {
		b0, err = findSnapshot(s, args[1])
	} else {
		var p publish.Pointer
		if p, err = s.Current(); err == nil {
			b0, err = findSnapshot(s, p.Snapshot)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if from, err = retrieval.OpenAt(dir, a0); err != nil {
		return nil, nil, err
	}
	if to, err = retrieval.OpenAt(dir, b0); err != nil {
		from.Close()
	}
	return from, to, err
}

// churnOf asks both snapshots every query of a file.
func churnOf(ctx context.Context, from, to *retrieval.View, file string) ([]render.Churn, error) {
	if file == "" {
		return nil, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, &usageError{"--queries: " + underlying(err).Error(), "name a file with one query a line"}
	}
	var out []render.Churn
	for q := range strings.Lines(string(b)) {
		if q = strings.TrimSpace(q); q == "" {
			continue
		}
		before, err := tenBest(ctx, from, q)
		if err != nil {
			return nil, err
		}
		after, err := tenBest(ctx, to, q)
		if err != nil {
			return nil, err
		}
		c := render.Churn{Query: q, Of: max(len(before), len(after))}
		var left []knowledge.Digest
		for _, d := range before {
			if slices.Contains(after, d) {
				c.Same++
				left = append(left, d)
			}
		}
		right := slices.DeleteFunc(slices.Clone(after), func(d knowledge.Digest) bool { return !slices.Contains(before, d) })
		c.Order = slices.Equal(left, right)
		out = append(out, c)
	}
	return out, nil
}

func tenBest(ctx context.Context, v *retrieval.View, query string) ([]knowledge.Digest, error) {
	r, err := v.Retrieve(ctx, retrieval.Query{Text: query, Limit: 10})
	var bad *retrieval.BadQueryError
	if errors.As(err, &bad) {
		return nil, &usageError{"--queries: " + query + ": " + err.Error(), bad.Hint}
	}
	if err != nil {
		return nil, err
	}
	var out []knowledge.Digest
	for _, p := range r.Results {
		out = append(out, p.Digest)
	}
	return out, nil
}
