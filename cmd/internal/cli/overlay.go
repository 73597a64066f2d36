package cli

import (
	"fmt"
	"io"
	"os"
	"path"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge/overlay"
)

func (a *app) overlayCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "overlay", Short: "plan, write, list and refresh what agents and people add to documents",
		Long: `An overlay is a text about one unit of a document, bound to the digest of the
unit's text: it is searched at the authored tier while that text stands, and set
aside when it changes. A statement is a text about a document that cites the places it
rests on, and holds while all of them stand. Both are files below overlays/, committed
with the corpus.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return &usageError{"quire overlay takes plan, apply, list, show, drop, refresh or corrections", "see quire overlay --help"}
		},
	}
	cmd.AddCommand(a.overlayPlanCommand(), a.overlayApplyCommand(), a.overlayListCommand(), a.overlayShowCommand(), a.overlayDropCommand(), a.overlayRefreshCommand(), a.overlayCorrectionsCommand())
	return cmd
}

func (a *app) overlayApplyCommand() *cobra.Command {
	return &cobra.Command{
		Use: "apply FILE|-", Short: "check overlays and statements and add them to overlays/",
		Long: `apply reads one or many entries as YAML or JSON, checks them against the published
tree, and writes the valid ones below overlays/. The next quire sync publishes them.

An overlay has unit (an address), slot, text and author. A statement has source, kind,
text, author and cites: addresses, units by their digest, or quoted words, which are
widened to their whole line. What an entry cites must stand in the tree as it is.`,
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
			entries, problems, err := overlay.ParseApply(name, in, resolver(v), holder(v))
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
			if len(written)+len(problems) == 0 && !a.json {
				p := a.printer()
				p.Printf("nothing to add: there is no entry in %s\n", p.Line(name))
				return p.Err()
			}
			return a.printApplied(written, problems)
		},
	}
}

// input opens a file, or standard input for "-". Whatever else lies in the place of the
// file, a pipe above all, is an error at once.
func (a *app) input(arg string) (io.ReadCloser, string, error) {
	if arg == "-" {
		return io.NopCloser(a.stdin), "standard input", nil
	}
	if info, err := os.Stat(arg); err == nil && !info.Mode().IsRegular() {
		return nil, "", &usageError{arg + " is no file", "name a file, or - for standard input"}
	}
	f, err := os.Open(arg)
	if err != nil {
		return nil, "", fmt.Errorf("read %s: %w", arg, underlying(err))
	}
	return f, arg, nil
}

// addOverlays writes each entry as a file of its own.
func addOverlays(w *workspace.Workspace, entries []overlay.Entry) ([]string, error) {
	var written []string
	for _, e := range entries {
		name := overlay.FileFor(e)
		if err := putFile(w, name, overlay.Encode([]overlay.Entry{e})); err != nil {
			return written, err
		}
		written = append(written, name)
	}
	return written, nil
}

// putFile writes a file of a workspace, whole or not at all, with the folders above it.
// A folder that is a link to elsewhere is not followed.
func putFile(w *workspace.Workspace, name string, b []byte) error {
	root, err := os.OpenRoot(w.Dir)
	if err != nil {
		return fmt.Errorf("open the workspace: %w", underlying(err))
	}
	defer root.Close()
	if err = root.MkdirAll(path.Dir(name), 0o755); err == nil {
		err = root.WriteFile(name+".new", b, 0o644)
	}
	if err == nil {
		err = root.Rename(name+".new", name)
	}
	if err != nil {
		root.Remove(name + ".new")
		return fmt.Errorf("write %s: %w", name, underlying(err))
	}
	return nil
}

// replaceFile writes a file whole or not at all.
func replaceFile(name string, b []byte) error {
	tmp := name + ".new"
	if err := os.WriteFile(tmp, b, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", name, underlying(err))
	}
	if err := os.Rename(tmp, name); err != nil {
		os.Remove(tmp)
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
