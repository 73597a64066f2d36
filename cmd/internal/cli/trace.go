package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/knowledge/source"
	"quire/retrieval"
)

func (a *app) traceCommand() *cobra.Command {
	var f readFlags
	cmd := &cobra.Command{
		Use: "trace ADDRESS", Short: "say where an address comes from and whether it still holds",
		Long: `trace prints the origin of what an address names: the file and what holds it, the
place in the original, digests, the extractor, the snapshot, and what cites it; and
whether the file on disk still has the same bytes. A stale address exits 4 and names
what is there now; 3 says that the file on disk is no longer the one that was read.`,
		Example: "  quire trace q7m2kx4tb3rqa#sec2@0-310~8f3a1c",
		Args:    wants(1, 1, "one address, as retrieve prints it"),
		RunE: func(_ *cobra.Command, args []string) error {
			f.pending = strings.HasPrefix(args[0], "i")
			v, w, err := a.open(f)
			if err != nil {
				return err
			}
			defer v.Close()
			addr, err := parseAddress(v, args[0])
			if err != nil {
				return err
			}
			t, err := v.Trace(addr, onDisk(w))
			if err != nil {
				return err
			}
			if t.OnDisk == "changed" || t.OnDisk == "missing" {
				a.code = exitIssues
			}
			if a.json {
				return render.JSON(a.stdout, "trace", "", true, t)
			}
			return render.Trace(a.printer(), t)
		},
	}
	a.addReadFlags(cmd, &f)
	return cmd
}

func (a *app) showCommand() *cobra.Command {
	var f readFlags
	var outline bool
	cmd := &cobra.Command{
		Use: "show ADDRESS", Short: "print the exact text that an address names",
		Long: `show prints the text of a span, a unit or a whole source. A path works in place of
an address.`,
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

// onDisk returns a look at the corpus of a workspace, nil where there is none.
// Roots outside the workspace that were not confirmed are not looked at.
func onDisk(w *workspace.Workspace) retrieval.OnDisk {
	if w == nil {
		return nil
	}
	closed := map[string]bool{}
	if open, err := w.Unconfirmed(); err == nil {
		for _, r := range open {
			closed[r.Name] = true
		}
	}
	return func(path string, content knowledge.Digest, size int64) string {
		for _, r := range w.Config.Roots {
			if strings.HasPrefix(path, r.Name+"/") && !closed[r.Name] {
				return compare(w.RootPath(r), r.Name, path, content, size)
			}
		}
		return "not-checked"
	}
}

func compare(dir, root, printed string, content knowledge.Digest, size int64) string {
	r, err := os.OpenRoot(dir)
	if err != nil {
		return "missing"
	}
	defer r.Close()
	name := strings.TrimPrefix(printed, root+"/")
	info, err := r.Lstat(filepath.FromSlash(name))
	if err != nil {
		if name, err = findPrinted(r, root, printed); err != nil {
			return "missing"
		}
		if info, err = r.Lstat(filepath.FromSlash(name)); err != nil {
			return "missing"
		}
	}
	switch {
	case !info.Mode().IsRegular():
		return "missing"
	case info.Size() != size:
		return "changed"
	}
	f, err := r.Open(filepath.FromSlash(name))
	if err != nil {
		return "not-checked"
	}
	defer f.Close()
	if d, _, err := knowledge.DigestReader(f); err != nil || d != content {
		return "changed"
	}
	return "same"
}

// findPrinted looks for the file whose name prints as given: one that is not in
// NFC or holds bytes that are not UTF-8.
func findPrinted(r *os.Root, root, printed string) (string, error) {
	at := "."
	rest := strings.Split(strings.TrimPrefix(printed, root+"/"), "/")
	for _, want := range rest {
		f, err := r.Open(at)
		if err != nil {
			return "", err
		}
		names, err := f.Readdirnames(-1)
		f.Close()
		if err != nil {
			return "", err
		}
		found := ""
		for _, n := range names {
			if source.Printed(root, n) == root+"/"+want {
				found = n
			}
		}
		if found == "" {
			return "", os.ErrNotExist
		}
		at = filepath.Join(at, found)
	}
	return at, nil
}
