package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quire/cmd/internal/export"
	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
)

type exportFlags struct {
	readFlags
	hidden, check bool
	asOf          string
}

func (a *app) exportCommand() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use: "export okf|jsonl|markdown DIR", Short: "write the published tree for other programs: Open Knowledge Format, JSON lines or Markdown",
		Long: `export writes every document with text, and what people and agents wrote about them,
into a folder of its own. The same snapshot gives the same bytes.

okf is a bundle of the Open Knowledge Format 0.2: a Markdown file a document, with its
sources, who generated it, its status, and when authored texts want another look.
markdown is the same without the fields of that format. jsonl is one file of records:
documents, units with their text, authored texts, relations, corrections.

Every text carries its address in the tree and a digest of what was written. What a
reader of a document does not see (hidden sheets, slides, text, deletions) is left out
unless --hidden; what a correction excludes, what is quarantined and what was withdrawn
is never written, nor are conversations.

DIR must be new, empty, or an earlier export, of which only files that are as they were
written are replaced or removed. --check compares instead and exits 12 where it differs.`,
		Example: "  quire export okf ../bundle\n  quire export jsonl --published published ../records\n  quire export okf --check ../bundle",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 || !slices.Contains(export.Formats, args[0]) {
				return &usageError{"quire export takes a format, okf, jsonl or markdown, and a folder", "see quire export --help"}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if f.asOf != "" {
				t, err := time.Parse(time.RFC3339, f.asOf)
				if err != nil {
					return &usageError{"--as-of takes a time such as 2026-03-01T12:00:00Z, not " + f.asOf, ""}
				}
				f.asOf = t.UTC().Format(time.RFC3339)
			}
			v, w, err := a.open(f.readFlags)
			if err != nil {
				return err
			}
			defer v.Close()
			if err := outside(args[1], w, f.published); err != nil {
				return err
			}
			version, _ := buildVersion()
			o := export.Options{Format: args[0], Producer: "quire/" + version, Hidden: f.hidden, AsOf: f.asOf}
			out := render.Exported{Format: args[0], Dir: args[1], Differs: []string{}}
			build := func(emit export.Emit) error {
				var err error
				out.Summary, err = export.Build(v, o, emit)
				return err
			}
			if f.check {
				differs, err := export.Differs(args[1], build)
				if err != nil {
					return exportError(args[1], err)
				}
				if out.Differs = append(out.Differs, differs...); len(differs) > 0 {
					a.code = exitBlocked
				}
			} else if out.Written, err = export.Folder(args[1], args[0], v.Snapshot, build); err != nil {
				return exportError(args[1], err)
			}
			if a.json {
				return render.JSON(a.stdout, "export", v.Snapshot, len(out.Differs) == 0, out)
			}
			return render.Export(a.printer(), v.Snapshot, &out, f.check)
		},
	}
	a.addReadFlags(cmd, &f.readFlags)
	cmd.Flags().BoolVar(&f.hidden, "hidden", false, "with the text that a reader of the documents does not see")
	cmd.Flags().StringVar(&f.asOf, "as-of", "", "write this time, such as 2026-03-01T12:00:00Z, as that of the export and of its check of the evidence; without it no time is written")
	cmd.Flags().BoolVar(&f.check, "check", false, "compare DIR with what would be written; write nothing")
	return cmd
}

// outside refuses a folder in which an export would be taken for a document, or would
// lie among what quire keeps.
func outside(dir string, w *workspace.Workspace, published string) error {
	var kept []string
	if w != nil {
		for _, r := range w.Config.Roots {
			kept = append(kept, w.RootPath(r))
		}
		for _, n := range []string{workspace.PublishedName, workspace.OverlaysName, workspace.InteractionsName, workspace.CacheName} {
			kept = append(kept, w.Path(n))
		}
	} else {
		kept = append(kept, published)
	}
	at, err := linksResolved(dir)
	if err != nil {
		return err
	}
	for _, k := range kept {
		full, err := linksResolved(k)
		if err != nil {
			return err
		}
		if rel, err := filepath.Rel(full, at); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return &usageError{fmt.Sprintf("%s lies in %s, which quire reads or keeps", dir, k), "name a folder elsewhere"}
		}
	}
	return nil
}

// linksResolved returns an absolute path without links, as far as it exists.
func linksResolved(p string) (string, error) {
	abs, err := filepath.Abs(p)
	if err != nil {
		return "", err
	}
	rest := ""
	for at := abs; ; at = filepath.Dir(at) {
		if full, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(full, rest), nil
		}
		if at == filepath.Dir(at) {
			return abs, nil
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// exportError says what to do about a folder that cannot be written to.
func exportError(dir string, err error) error {
	var foreign *export.ForeignError
	switch {
	case errors.As(err, &foreign) && len(foreign.Names) > 0:
		return &usageError{err.Error(), "move those files away, or export into another folder"}
	case errors.As(err, &foreign):
		return &usageError{err.Error(), "name a new or empty folder: nothing of yours is overwritten"}
	case errors.Is(err, os.ErrNotExist):
		return &usageError{dir + " is not there", "write it first, without --check"}
	}
	return fmt.Errorf("export to %s: %w", dir, err)
}
