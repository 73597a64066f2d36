package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/knowledge"
	"quire/knowledge/semantics"
	"quire/retrieval"
)

func (a *app) showCommand() *cobra.Command {
	var f readFlags
	var outline, summary bool
	cmd := &cobra.Command{
		Use: "show ADDRESS", Short: "print the exact text that an address names",
		Long: `show prints the text of a span, a unit or a whole source, and behind it what people and
agents wrote about it. A path works in place of an address.`,
		Example: "  quire show q7m2kx4tb3rqa#sec2\n  quire show plans/strategy-2026.md",
		Args:    wants(1, 1, "one address or path"),
		RunE: func(_ *cobra.Command, args []string) error {
			f.pending = strings.HasPrefix(args[0], "i")
			v, _, err := a.open(f)
			if err != nil {
				return err
			}
			defer v.Close()
			addr, err := parseAddress(v, args[0])
			if err != nil {
				return err
			}
			if summary && outline {
				return &usageError{"--outline and --summary exclude each other", ""}
			}
			if summary {
				return a.showSummary(v, addr)
			}
			s, err := v.Show(addr)
			if err != nil {
				return err
			}
			if outline {
				if s.Unit != "" {
					return &usageError{"--outline takes a source, not a unit", "quire show --outline " + s.Source.ID}
				}
				s.Text = ""
			}
			if err := v.WithAuthored(s); err != nil {
				return err
			}
			if a.json {
				return render.JSON(a.stdout, "show", v.Snapshot, true, s)
			}
			return render.Show(a.printer(), s)
		},
	}
	cmd.Flags().BoolVar(&outline, "outline", false, "only the list of a source's units, without their text")
	cmd.Flags().BoolVar(&summary, "summary", false, "what may be said of a source: its kind, summary, decisions, terms, names and gaps, each with its place")
	a.addReadFlags(cmd, &f)
	return cmd
}

// showSummary prints what was derived from a source.
func (a *app) showSummary(v *retrieval.View, addr knowledge.Address) error {
	if addr.Unit != "" {
		return &usageError{"--summary takes a source, not a unit", "quire show --summary " + addr.Source}
	}
	row, err := v.Source(addr.Source)
	if err != nil {
		return err
	}
	b, err := v.Derived(row)
	if err != nil {
		return err
	}
	if b == nil {
		return &retrieval.NotFoundError{What: fmt.Sprintf("a summary of %s (%s)", row.Path, row.Outcome)}
	}
	if a.json {
		return render.JSON(a.stdout, "show", v.Snapshot, true, map[string]any{"address": row.ID, "path": row.Path, "knowledge": json.RawMessage(b)})
	}
	var k semantics.Knowledge
	if err := json.Unmarshal(b, &k); err != nil {
		return fmt.Errorf("read the knowledge of %s: %w", row.ID, err)
	}
	p := a.printer()
	p.Printf("%s  %s\n", p.Bold(row.ID), p.Line(row.Path))
	p.Fence(strings.TrimRight(semantics.MarkdownSummary(k), "\n"))
	return p.Err()
}

// parseAddress reads an address, or takes a path for the source it names.
func parseAddress(v *retrieval.View, s string) (knowledge.Address, error) {
	addr, bad := knowledge.ParseAddress(s)
	if bad != nil {
		if lower, err := knowledge.ParseAddress(strings.ToLower(s)); err == nil {
			addr, bad = lower, nil
		}
	}
	if bad == nil {
		row, err := v.Source(addr.Source)
		if err != nil {
			return addr, err
		}
		addr.Source = row.ID
		return addr, nil
	}
	row, err := v.Resolve(s)
	var missing *retrieval.NotFoundError
	switch {
	case err == nil:
		return knowledge.Address{Source: row.ID}, nil
	case !errors.As(err, &missing), strings.ContainsAny(s, "/."), len(missing.Near) > 0:
		return addr, err
	}
	return addr, &usageError{bad.Error(), "quire retrieve prints addresses"}
}
