package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/knowledge/overlay"
	"quire/retrieval"
)

func (a *app) overlayCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "overlay", Short: "write and list what agents and people add to documents",
		Long: `An overlay is a text about one unit of a document, bound to the digest of the
unit's text: it is searched at the authored tier while that text stands, and set
aside when it changes. Overlays are files below overlays/, committed with the corpus.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return &usageError{"quire overlay takes apply or list", "see quire overlay --help"}
		},
	}
	cmd.AddCommand(a.overlayApplyCommand(), a.overlayListCommand())
	return cmd
}

func (a *app) overlayApplyCommand() *cobra.Command {
	return &cobra.Command{
		Use: "apply FILE|-", Short: "check overlays and add them to overlays/",
		Long: `apply reads one or many entries as YAML or JSON, each with unit (an address), slot,
text and author, checks them against the published tree, and writes the valid ones
below overlays/. The next quire sync publishes them.`,
		Example: "  quire overlay apply notes.yaml\n  echo '{\"unit\":\"q7m2kx4tb3rqa#p3\",\"slot\":\"page-summary\",\"text\":\"…\",\"author\":\"me\"}' | quire overlay apply -",
		Args:    wants(1, 1, "one file, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			v, w, err := a.open(readFlags{})
			if err != nil {
				return err
			}
			defer v.Close()
			in, name, err := a.input(args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			entries, problems, err := overlay.ParseApply(name, in, resolver(v))
			if err != nil {
				return err
			}
			written, err := addOverlays(w, entries)
			if err != nil {
				return err
			}
			if len(problems) > 0 {
				a.code = exitIssues
			}
			return a.printApplied(written, problems)
		},
	}
}

// input opens a file, or standard input for "-".
func (a *app) input(arg string) (io.ReadCloser, string, error) {
	if arg == "-" {
		return io.NopCloser(a.stdin), "standard input", nil
	}
	f, err := os.Open(arg)
	if err != nil {
		return nil, "", fmt.Errorf("read %s: %w", arg, underlying(err))
	}
	return f, arg, nil
}

// resolver finds the unit that an address names in the published tree.
func resolver(v *retrieval.View) overlay.Resolver {
	return func(addr knowledge.Address) (overlay.Target, error) {
		if _, err := v.Show(addr); err != nil {
			return overlay.Target{}, err // stale, for one
		}
		s, err := v.Source(addr.Source)
		if err != nil {
			return overlay.Target{}, err
		}
		u, _, err := v.Unit(s, addr.Unit)
		if err != nil {
			return overlay.Target{}, err
		}
		return overlay.Target{Source: s.ID, Unit: u.Name, Digest: u.Digest}, nil
	}
}

// addOverlays writes each entry as a file of its own.
func addOverlays(w *workspace.Workspace, entries []overlay.Entry) ([]string, error) {
	var written []string
	for _, e := range entries {
		name := overlay.FileFor(e)
		full := filepath.Join(w.Dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return written, fmt.Errorf("write %s: %w", name, underlying(err))
		}
		if err := replaceFile(full, overlay.Encode([]overlay.Entry{e})); err != nil {
			return written, err
		}
		written = append(written, name)
	}
	return written, nil
}

// replaceFile writes a file whole or not at all.
func replaceFile(name string, b []byte) error {
	tmp := name + ".new"
	if err := os.WriteFile(tmp, b, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", name, underlying(err))
	}
	if err := os.Rename(tmp, name); err != nil {
		return fmt.Errorf("write %s: %w", name, underlying(err))
	}
	return nil
}

func (a *app) printApplied(written []string, problems []overlay.Problem) error {
	if a.json {
		messages := []string{}
		for _, p := range problems {
			messages = append(messages, p.String())
		}
		if written == nil {
			written = []string{}
		}
		return render.JSON(a.stdout, "overlay", "", true, map[string]any{"written": written, "problems": messages})
	}
	p := a.printer()
	for _, f := range written {
		p.Printf("written %s\n", p.Line(f))
	}
	for _, x := range problems {
		p.Printf("refused %s\n", p.Line(x.String()))
	}
	if len(written) > 0 {
		p.Printf("next: quire sync\n")
	}
	return p.Err()
}

func (a *app) overlayListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "list overlays and whether they still hold", Args: wants(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			v, w, err := a.open(readFlags{})
			if err != nil {
				return err
			}
			defer v.Close()
			root, err := os.OpenRoot(w.Dir)
			if err != nil {
				return fmt.Errorf("open the workspace: %w", underlying(err))
			}
			defer root.Close()
			entries, problems, err := overlay.Load(root.FS())
			if err != nil {
				return err
			}
			_, flawed := overlay.LoadAliases(root.FS())
			problems = append(problems, flawed...)
			var rows []render.OverlayRow
			for _, e := range entries {
				verdict := overlay.Match(e, func(source string) ([]overlay.UnitRef, bool) { return unitsOf(v, source) })
				if verdict.State != overlay.Fresh {
					a.code = exitIssues
				}
				rows = append(rows, render.OverlayRow{
					ID: e.ID(), State: string(verdict.State), Slot: string(e.Slot), Author: e.Author, File: e.File, Line: e.Line,
					About: knowledge.Address{Source: e.Source, Unit: e.Unit}.String(), Moved: verdict.Moved, Text: e.Text,
				})
			}
			for _, p := range problems {
				a.code = exitIssues
				rows = append(rows, render.OverlayRow{State: "invalid", File: p.File, Line: p.Line, Text: p.What})
			}
			if a.json {
				if rows == nil {
					rows = []render.OverlayRow{}
				}
				return render.JSON(a.stdout, "overlay", v.Snapshot, true, map[string]any{"overlays": rows})
			}
			return render.Overlays(a.printer(), rows)
		},
	}
}

func unitsOf(v *retrieval.View, source string) ([]overlay.UnitRef, bool) {
	s, err := v.Source(source)
	if err != nil {
		return nil, false
	}
	out := []overlay.UnitRef{}
	if s.Recipe == "" {
		return out, true
	}
	doc, err := v.Document(s)
	if err != nil {
		return out, true
	}
	for i := range doc.Units {
		out = append(out, overlay.UnitRef{Name: doc.Units[i].Name, Digest: doc.Units[i].Digest})
	}
	return out, true
}
