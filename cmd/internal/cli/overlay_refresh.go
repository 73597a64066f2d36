package cli

import (
	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/knowledge/overlay"
	"quire/retrieval"
)

func (a *app) overlayRefreshCommand() *cobra.Command {
	var all bool
	var accept []string
	cmd := &cobra.Command{
		Use: "refresh [ID…]", Short: "show what changed below stale overlays and statements, and bind them anew",
		Long: `refresh shows of each stale entry what it says, and how the text it rests on differs
from what it was: as kept snapshots have it, or as the entry quotes it. Read both. Where
the entry still holds, --accept ID binds it to the text as it is now, under a new id;
where it does not, write another with quire overlay apply and drop this one.`,
		Example: "  quire overlay refresh --all\n  quire overlay refresh o3k2x7abcdefg\n  quire overlay refresh --accept o3k2x7abcdefg",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !all && len(accept) == 0 || len(args) > 0 && all {
				return &usageError{"quire overlay refresh takes ids, or --all, or --accept ID", "quire overlay list --stale prints ids"}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			v, w, err := a.open(readFlags{})
			if err != nil {
				return err
			}
			defer v.Close()
			entries, _, err := loadWritten(v, w)
			if err != nil {
				return err
			}
			out := render.Refresh{Stale: []render.StaleEntry{}, Accepted: []render.Rebound{}}
			for _, id := range accept {
				x, err := findWritten(entries, id)
				if err != nil {
					return err
				}
				done, err := rebind(v, w, x)
				if err != nil {
					return err
				}
				out.Accepted = append(out.Accepted, done)
			}
			chosen := entries
			if !all {
				chosen = nil
				for _, id := range args {
					x, err := findWritten(entries, id)
					if err != nil {
						return err
					}
					chosen = append(chosen, *x)
				}
			}
			for i := range chosen {
				x := &chosen[i]
				if x.isStale() && !acceptedIn(out.Accepted, x.ID()) {
					out.Stale = append(out.Stale, staleEntry(v, x))
					a.code = exitIssues
				}
			}
			if a.json {
				return render.JSON(a.stdout, "overlay", v.Snapshot, true, out)
			}
			return render.Refreshed(a.printer(), &out)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "every stale entry")
	cmd.Flags().StringArrayVar(&accept, "accept", nil, "bind this entry to the text as it is now: you have read it and the entry still holds")
	return cmd
}

func acceptedIn(list []render.Rebound, id string) bool {
	for _, x := range list {
		if x.ID == id {
			return true
		}
	}
	return false
}

// rebind binds a stale entry to what stands in the place of its evidence now.
func rebind(v *retrieval.View, w *workspace.Workspace, x *written) (render.Rebound, error) {
	if !x.isStale() && x.now.Unsure == "" {
		return render.Rebound{}, &usageError{x.ID() + " is fresh: there is nothing to accept", "quire overlay list --stale prints what is not"}
	}
	anew, err := overlay.Rebind(x.Entry, holder(v))
	if err != nil {
		return render.Rebound{}, &usageError{err.Error(), ""}
	}
	if _, err := entryFile(w, x.Entry); err != nil { // before anything is written
		return render.Rebound{}, err
	}
	files, err := addOverlays(w, []overlay.Entry{anew})
	if err != nil {
		return render.Rebound{}, err
	}
	if files[0] != x.File {
		err = removeEntry(w, x.Entry)
	}
	return render.Rebound{ID: x.ID(), New: anew.ID(), File: files[0]}, err
}

// staleEntry says what an entry rested on, and what stands there now.
func staleEntry(v *retrieval.View, x *written) render.StaleEntry {
	out := render.StaleEntry{OverlayRow: x.row(), Evidence: []render.EvidenceDiff{}}
	for _, l := range overlay.Losses(x.Entry, holder(v)) {
		d := render.EvidenceDiff{Place: knowledge.Address{Source: l.Source, Unit: l.Unit}.String(), Lines: []retrieval.LineDiff{}}
		before, known := l.Quote, l.Quote != ""
		if known {
			d.Then = "as the entry quotes it"
		} else {
			var was retrieval.KeptUnit
			was, known = v.FindKept(l.Source, func(u retrieval.KeptUnit) bool {
				return l.Held(overlay.UnitRef{Name: u.Name, Digest: u.Digest, Text: u.Text})
			})
			before = was.Text
			if known {
				d.Then = "in snapshot " + was.Snapshot[:12]
			}
		}
		if l.At.Unit != "" {
			d.Now = l.At.String()
		}
		switch {
		case known:
			d.Lines = append(d.Lines, retrieval.LinesBetween(before, l.Now)...)
		case d.Now != "":
			d.Lines = append(d.Lines, retrieval.LinesBetween("", l.Now)...)
		}
		out.Evidence = append(out.Evidence, d)
	}
	return out
}
