package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/internal/regular"
	"quire/knowledge"
	"quire/knowledge/overlay"
	"quire/retrieval"
)

func (a *app) overlayListCommand() *cobra.Command {
	var stale bool
	cmd := &cobra.Command{
		Use: "list", Short: "list overlays and statements and whether they still hold", Args: wants(0, 0, "no arguments"),
		Long: `list prints every authored entry: fresh, stale (what it rests on has changed) or orphan
(its document is gone), and what is wrong with entries that cannot be read.`,
		RunE: func(*cobra.Command, []string) error {
			v, w, err := a.open(readFlags{})
			if err != nil {
				return err
			}
			defer v.Close()
			all, problems, err := loadWritten(v, w)
			if err != nil {
				return err
			}
			rows := []render.OverlayRow{}
			for i := range all {
				if all[i].isStale() {
					a.code = exitIssues
				} else if stale {
					continue
				}
				rows = append(rows, all[i].row())
			}
			for _, p := range problems {
				a.code = exitIssues
				rows = append(rows, render.OverlayRow{State: "invalid", File: p.File, Line: p.Line, Text: p.What})
			}
			if a.json {
				return render.JSON(a.stdout, "overlay", v.Snapshot, true, map[string]any{"overlays": rows})
			}
			return render.Overlays(a.printer(), rows, stale)
		},
	}
	cmd.Flags().BoolVar(&stale, "stale", false, "only those that no longer hold or cannot be read")
	return cmd
}

// row is an entry as lists show it.
func (x *written) row() render.OverlayRow {
	r := render.OverlayRow{
		ID: x.ID(), State: string(x.now.State), Slot: string(x.Slot), Author: x.Author, Date: x.Date, StaleAfter: x.StaleAfter, File: x.File, Line: x.Line,
		About: knowledge.Address{Source: x.Source, Unit: x.Unit}.String(), Moved: x.now.Moved, Lost: x.now.Lost, Unsure: x.now.Unsure, Text: x.Text,
	}
	for _, at := range x.now.Rests {
		r.Rests = append(r.Rests, at.String())
	}
	return r
}

func (a *app) overlayShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: "print one overlay or statement, what it rests on, and what others wrote there",
		Args: wants(1, 1, "the id of an overlay, or its beginning"),
		RunE: func(_ *cobra.Command, args []string) error {
			v, w, err := a.open(readFlags{})
			if err != nil {
				return err
			}
			defer v.Close()
			all, _, err := loadWritten(v, w)
			if err != nil {
				return err
			}
			x, err := findWritten(all, args[0])
			if err != nil {
				return err
			}
			out := render.OverlayShown{OverlayRow: x.row(), Others: []render.OverlayRow{}}
			if u := x.now.Unit; u != "" {
				out.Unit = knowledge.Address{Source: x.Source, Unit: u, Check: x.now.Digest.Short(knowledge.CheckDigits)}.String()
			}
			for i := range all {
				if o := &all[i]; o.ID() != x.ID() && o.Source == x.Source && o.now.Unit == x.now.Unit && x.now.Unit != "" {
					out.Others = append(out.Others, o.row())
				}
			}
			if x.isStale() {
				a.code = exitIssues
			}
			if a.json {
				return render.JSON(a.stdout, "overlay", v.Snapshot, true, out)
			}
			return render.OverlayShow(a.printer(), &out)
		},
	}
}

func (a *app) overlayDropCommand() *cobra.Command {
	var reason string
	var undo bool
	cmd := &cobra.Command{
		Use: "drop ID", Short: "take an overlay or statement out; it is kept aside, and --undo takes it back",
		Long: `drop takes an entry out of its file and keeps it, with the reason, below
overlays/dropped/, which no sync reads. --undo puts it back as it was.`,
		Example: "  quire overlay drop --reason \"wrong chart\" o3k2x7abcdefg\n  quire overlay drop --undo o3k2x7abcdefg",
		Args:    wants(1, 1, "the id of an overlay, or its beginning"),
		RunE: func(_ *cobra.Command, args []string) error {
			if (reason == "") != undo {
				return &usageError{"quire overlay drop needs --reason, or --undo", "say why, for whoever finds it: --reason \"superseded by a better one\""}
			}
			v, w, err := a.open(readFlags{})
			if err != nil {
				return err
			}
			defer v.Close()
			if undo {
				return a.undrop(w, args[0])
			}
			all, _, err := loadWritten(v, w)
			if err != nil {
				return err
			}
			x, err := findWritten(all, args[0])
			if err != nil {
				return err
			}
			if _, err := entryFile(w, x.Entry); err != nil { // before anything is written
				return err
			}
			kept := overlay.DroppedFile(x.Entry)
			if err := putFile(w, kept, overlay.EncodeDropped(x.Entry, reason)); err != nil {
				return err
			}
			if err := removeEntry(w, x.Entry); err != nil {
				return err
			}
			if a.json {
				return render.JSON(a.stdout, "overlay", "", true, map[string]any{"dropped": x.ID(), "from": x.File, "kept": kept})
			}
			p := a.printer()
			p.Printf("dropped %s from %s\nkept as %s: quire overlay drop --undo %s takes it back\nnext: quire sync\n", x.ID(), p.Line(x.File), kept, x.ID())
			return p.Err()
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why; required")
	cmd.Flags().BoolVar(&undo, "undo", false, "put a dropped entry back")
	return cmd
}

// undrop puts a dropped entry into a file of its own.
func (a *app) undrop(w *workspace.Workspace, id string) error {
	dir := path.Dir(overlay.DroppedFile(overlay.Entry{}))
	root, err := os.OpenRoot(w.Dir)
	if err != nil {
		return fmt.Errorf("open the workspace: %w", underlying(err))
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("list %s: %w", dir, underlying(err))
	}
	var found []string
	for _, f := range entries {
		if strings.HasPrefix(f.Name(), "o") && strings.HasPrefix(f.Name(), id) && path.Ext(f.Name()) == ".yaml" {
			found = append(found, path.Join(dir, f.Name()))
		}
	}
	if len(found) != 1 || !knowledge.ValidIDPrefix(id) {
		return &retrieval.NotFoundError{What: "dropped overlay " + id}
	}
	b, err := regular.ReadIn(root, found[0])
	if err != nil {
		return fmt.Errorf("read %s: %w", found[0], underlying(err))
	}
	e, err := overlay.ParseDropped(path.Base(found[0]), b)
	if err != nil {
		return err
	}
	files, err := addOverlays(w, []overlay.Entry{e})
	if err != nil {
		return err
	}
	if err := root.Remove(found[0]); err != nil {
		return fmt.Errorf("remove %s: %w", found[0], underlying(err))
	}
	return a.printApplied(files, nil)
}
