package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/knowledge"
	"quire/retrieval"
)

func (a *app) showCommand() *cobra.Command {
	var f readFlags
	var outline bool
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
	a.addReadFlags(cmd, &f)
	return cmd
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
