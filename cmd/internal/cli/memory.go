package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/internal/regular"
	"quire/knowledge"
	"quire/knowledge/interaction"
	"quire/publish"
	"quire/retrieval"
)

func (a *app) memoryCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "memory", Short: "decide what becomes of captured conversations",
		Long: `Captured entries are pending: readable at once with quire retrieve --memory pending,
in no snapshot. accept makes one part of the next snapshot, at the interaction tier;
reject closes it; forget takes it out of every byte and keeps it out.`,
		RunE: func(*cobra.Command, []string) error {
			return &usageError{"quire memory takes list, accept, reject or forget", "see quire memory --help"}
		},
	}
	cmd.AddCommand(a.memoryListCommand(), a.memoryAcceptCommand(), a.memoryRejectCommand(), a.memoryForgetCommand())
	return cmd
}

func (a *app) memoryListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "list captured entries and their state", Args: wants(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			w, err := a.workspace()
			if err != nil {
				return err
			}
			rows, err := memoryRows(w)
			if err != nil {
				return err
			}
			if a.json {
				return render.JSON(a.stdout, "memory", "", true, map[string]any{"entries": rows})
			}
			return render.Memory(a.printer(), rows)
		},
	}
}

func memoryRows(w *workspace.Workspace) ([]render.MemoryRow, error) {
	entries, decisions, err := readLedger(w)
	if err != nil {
		return nil, err
	}
	if entries, err = withRecords(w, entries); err != nil {
		return nil, err
	}
	promoted := map[string]bool{}
	err = whatIsPublished(w, func(v *retrieval.View) error {
		return v.Records(func(s *knowledge.Source) bool {
			promoted[s.ID] = true
			return true
		})
	})
	if err != nil {
		return nil, err
	}
	pending := map[string]bool{}
	for _, e := range interaction.Pending(entries, decisions, func(id string) bool { return promoted[id] }) {
		pending[e.ID] = true
	}
	rows := []render.MemoryRow{}
	for _, e := range entries {
		state := "rejected"
		switch {
		case promoted[e.ID]:
			state = "published"
		case pending[e.ID] && isAccepted(w, e.ID):
			state = "accepted"
		case pending[e.ID]:
			state = "pending"
		}
		rows = append(rows, render.MemoryRow{ID: e.ID, State: state, Conversation: e.Origin.Conversation, Turn: e.Origin.Turn, Role: e.Origin.Role, Time: e.Time, Text: e.Text})
	}
	return rows, nil
}

// whatIsPublished lends the current snapshot to f; where there is none, f is not asked.
func whatIsPublished(w *workspace.Workspace, f func(*retrieval.View) error) error {
	v, err := retrieval.Open(w.Path(workspace.PublishedName))
	if errors.Is(err, publish.ErrNothingPublished) {
		return nil
	}
	if err != nil {
		return err
	}
	defer v.Close()
	return f(v)
}

func acceptedFile(w *workspace.Workspace, id string) string {
	return filepath.Join(w.Path(workspace.OverlaysName), "interactions", interaction.AcceptedName(id))
}

func isAccepted(w *workspace.Workspace, id string) bool {
	_, err := os.Stat(acceptedFile(w, id))
	return err == nil
}

func (a *app) memoryAcceptCommand() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use: "accept ID…", Short: "let entries into the next snapshot", Args: wants(0, -1, "ids, or --all"),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := a.workspace()
			if err != nil {
				return err
			}
			if len(args) == 0 && !all {
				return &usageError{"quire memory accept takes ids, or --all", "quire memory list shows them"}
			}
			done, err := a.accept(cmd.Context(), w, args, all)
			if err != nil {
				return err
			}
			if a.json {
				return render.JSON(a.stdout, "memory", "", true, map[string]any{"accepted": nonNil(done)})
			}
			p := a.printer()
			p.Printf("accepted %d\n", len(done))
			if len(done) > 0 {
				p.Printf("next: quire sync\n")
			}
			return p.Err()
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "every pending entry")
	return cmd
}

// promoteAll accepts every pending entry, or only counts them.
func (a *app) promoteAll(ctx context.Context, w *workspace.Workspace, only bool) (int, error) {
	if !only {
		done, err := a.accept(ctx, w, nil, true)
		return len(done), err
	}
	entries, decisions, err := readLedger(w)
	return len(interaction.Pending(entries, decisions, func(id string) bool { return isAccepted(w, id) })), err
}

// forgottenIn asks the ledger of a workspace which entries were taken back.
func forgottenIn(w *workspace.Workspace) func([]interaction.Entry) (map[string]bool, error) {
	return func(entries []interaction.Entry) (map[string]bool, error) {
		l, done, err := openLedger(w, false)
		if err != nil || l == nil {
			return nil, err
		}
		defer done()
		return l.Covers(entries)
	}
}

// withRecords adds the accepted records that the ledger does not have: those of a
// clone, or of a ledger that was lost.
func withRecords(w *workspace.Workspace, entries []interaction.Entry) ([]interaction.Entry, error) {
	have := map[string]bool{}
	for _, e := range entries {
		have[e.ID] = true
	}
	names, err := filepath.Glob(acceptedFile(w, "*"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		b, err := regular.ReadFile(name)
		if err != nil {
			continue
		}
		if e, err := interaction.DecodeAccepted(b); err == nil && !have[e.ID] {
			have[e.ID] = true
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// accept writes pending entries where the next sync finds them.
func (a *app) accept(ctx context.Context, w *workspace.Workspace, ids []string, all bool) ([]string, error) {
	entries, decisions, err := readLedger(w)
	if err != nil {
		return nil, err
	}
	pending := interaction.Pending(entries, decisions, func(id string) bool { return isAccepted(w, id) })
	if !all {
		if pending, err = named(entries, ids); err != nil {
			return nil, err
		}
	}
	if len(pending) == 0 {
		return nil, nil
	}
	l, done, err := openLedger(w, true)
	if err != nil {
		return nil, err
	}
	defer done()
	var out []string
	for _, e := range pending {
		b, err := interaction.EncodeAccepted(e)
		if err != nil {
			return out, err
		}
		name := acceptedFile(w, e.ID)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return out, fmt.Errorf("accept %s: %w", e.ID, underlying(err))
		}
		if err := replaceFile(name, b); err != nil {
			return out, err
		}
		if err := l.Decide(ctx, interaction.Decision{ID: e.ID, Verdict: interaction.Accept, Time: a.now().UTC().Format(time.RFC3339)}); err != nil {
			return out, err
		}
		out = append(out, e.ID)
	}
	return out, nil
}

// named returns the entries that ids, or unique beginnings of ids, name.
func named(entries []interaction.Entry, ids []string) ([]interaction.Entry, error) {
	var out []interaction.Entry
	for _, id := range ids {
		id, _, _ = strings.Cut(id, "#")
		var found []interaction.Entry
		for _, e := range entries {
			if len(id) >= 4 && strings.HasPrefix(e.ID, id) {
				found = append(found, e)
			}
		}
		if len(found) != 1 {
			return nil, &usageError{fmt.Sprintf("%d captured entries begin with %s", len(found), id), "quire memory list shows them"}
		}
		if !slices.ContainsFunc(out, func(e interaction.Entry) bool { return e.ID == found[0].ID }) {
			out = append(out, found[0])
		}
	}
	return out, nil
}

func (a *app) memoryRejectCommand() *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use: "reject ID…", Short: "close entries without publishing them", Args: wants(1, -1, "ids"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.TrimSpace(reason) == "" {
				return &usageError{"to reject takes a reason", "give one: --reason \"…\""}
			}
			w, err := a.workspace()
			if err != nil {
				return err
			}
			entries, _, err := readLedger(w)
			if err != nil {
				return err
			}
			found, err := named(entries, args)
			if err != nil {
				return err
			}
			l, done, err := openLedger(w, true)
			if err != nil {
				return err
			}
			defer done()
			ids := []string{}
			for _, e := range found {
				if err := l.Decide(cmd.Context(), interaction.Decision{ID: e.ID, Verdict: interaction.Reject, Reason: reason, Time: a.now().UTC().Format(time.RFC3339)}); err != nil {
					return err
				}
				if err := os.Remove(acceptedFile(w, e.ID)); err != nil && !errors.Is(err, os.ErrNotExist) {
					return fmt.Errorf("reject %s: %w", e.ID, underlying(err))
				}
				ids = append(ids, e.ID)
			}
			if a.json {
				return render.JSON(a.stdout, "memory", "", true, map[string]any{"rejected": ids})
			}
			p := a.printer()
			p.Printf("rejected %d\n", len(ids))
			return p.Err()
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return cmd
}

func (a *app) memoryForgetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "forget ID…", Short: "take entries out of every byte, and keep them out", Args: wants(1, -1, "ids"),
		Long: `forget removes entries from the ledger and from the accepted records, and leaves a
mark that refuses them when they are captured again. The next quire sync removes them
from the published tree: from the current snapshot, and every older one that holds
them goes.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := a.workspace()
			if err != nil {
				return err
			}
			return a.forget(cmd.Context(), w, args)
		},
	}
}

func (a *app) forget(ctx context.Context, w *workspace.Workspace, args []string) error {
	entries, _, err := readLedger(w)
	if err != nil {
		return err
	}
	if entries, err = withRecords(w, entries); err != nil {
		return err
	}
	found, err := named(entries, args)
	if err != nil {
		return err
	}
	l, done, err := openLedger(w, true)
	if err != nil {
		return err
	}
	defer done()
	published := 0
	rows, err := memoryRows(w)
	if err != nil {
		return err
	}
	for _, e := range found {
		if err := os.Remove(acceptedFile(w, e.ID)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("forget %s: %w", e.ID, underlying(err))
		}
		_, err := l.Forget(ctx, e.ID)
		if errors.Is(err, interaction.ErrUnknown) { // a record alone: the ledger has to know what to refuse
			if _, err = l.Append(ctx, []interaction.Entry{e}); err == nil {
				_, err = l.Forget(ctx, e.ID)
			}
		}
		if err != nil {
			return err
		}
		if slices.ContainsFunc(rows, func(r render.MemoryRow) bool { return r.ID == e.ID && r.State == "published" }) {
			published++
		}
	}
	if a.json {
		return render.JSON(a.stdout, "memory", "", true, map[string]any{"forgotten": len(found), "still_published": published})
	}
	p := a.printer()
	p.Printf("forgotten %d\n", len(found))
	if published > 0 {
		p.Printf("%d still in the published tree until the next sync: quire sync\n", published)
	}
	return p.Err()
}
