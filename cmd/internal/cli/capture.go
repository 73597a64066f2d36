package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/knowledge/interaction"
)

func (a *app) captureCommand() *cobra.Command {
	var from string
	cmd := &cobra.Command{
		Use: "capture FILE|-", Short: "add what was said in a conversation to the ledger",
		Long: `capture reads a transcript as JSON lines {"conversation","turn","role","text","time",
"sources":[],"attachments":[]}, the first five required, takes secrets out, and appends
what is new to interactions/. It is done when the entries are on disk. They are
pending at once: quire retrieve --memory pending.`,
		Example: "  quire capture --from generic chat.jsonl\n  some-export | quire capture --from generic -",
		Args:    wants(1, 1, "one file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if from != "generic" {
				return &usageError{"--from takes generic, not " + from, ""}
			}
			w, err := a.workspace()
			if err != nil {
				return err
			}
			return a.capture(cmd.Context(), w, from, args[0])
		},
	}
	cmd.Flags().StringVar(&from, "from", "generic", "the form of the transcript: generic")
	return cmd
}

func (a *app) capture(ctx context.Context, w *workspace.Workspace, host, arg string) error {
	in, _, err := a.input(arg)
	if err != nil {
		return err
	}
	defer in.Close()
	t, err := interaction.ParseGeneric(in)
	if err != nil {
		return err
	}
	info := render.CaptureInfo{Lines: len(t.Entries) + len(t.Bad), Bad: []string{}}
	for i := range t.Bad {
		info.Bad = append(info.Bad, t.Bad[i].Error())
	}
	var entries []interaction.Entry
	for _, raw := range t.Entries {
		// No digest of the transcript as it came: a short secret could be guessed from it.
		e, err := interaction.New(interaction.Capture{Host: host}, raw)
		if err != nil {
			info.Bad = append(info.Bad, fmt.Sprintf("line %d: %v", raw.Line, err))
			continue
		}
		info.Redactions += e.Redactions
		entries = append(entries, e)
	}
	l, done, err := openLedger(w, true)
	if err != nil {
		return err
	}
	defer done()
	got, err := l.Append(ctx, entries)
	if err != nil {
		return err
	}
	// What was said is kept whatever else is missing: it would be lost for good. The next
	// sync refuses to publish.
	if _, err := withdrawnIn(w); err != nil {
		a.say(err.Error())
	}
	info.Added, info.Duplicates, info.Forgotten = nonNil(got.Added), len(got.Duplicates), len(got.Forgotten)
	if len(info.Bad) > 0 {
		a.code = exitIssues
	}
	if a.json {
		return render.JSON(a.stdout, "capture", "", true, info)
	}
	return render.Capture(a.printer(), info)
}

func nonNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// openLedger opens the ledger of a workspace. l is nil where there is none and
// make is not set.
func openLedger(w *workspace.Workspace, make bool) (l *interaction.Ledger, done func(), err error) {
	dir := w.Path(workspace.InteractionsName)
	if make {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, nil, fmt.Errorf("create the ledger: %w", underlying(err))
		}
	}
	root, err := os.OpenRoot(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, func() {}, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("open the ledger: %w", underlying(err))
	}
	return interaction.Open(root, interaction.Options{Random: rand.Reader}), func() { root.Close() }, nil
}

// readLedger lists what is in the ledger; nothing where there is none.
func readLedger(w *workspace.Workspace) ([]interaction.Entry, []interaction.Decision, error) {
	l, done, err := openLedger(w, false)
	if err != nil || l == nil {
		return nil, nil, err
	}
	defer done()
	entries, damage, err := l.Entries()
	if err != nil {
		return nil, nil, err
	}
	for _, d := range damage {
		fmt.Fprintf(os.Stderr, "quire: the ledger has a damaged record: %s\n", knowledge.Line(fmt.Sprintf("%+v", d), 200))
	}
	decisions, _, err := l.Decisions()
	return entries, decisions, err
}
