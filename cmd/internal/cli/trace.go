package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/retrieval"
)

func (a *app) traceCommand() *cobra.Command {
	var f readFlags
	var answer answerFlags
	var look lookFlags
	cmd := &cobra.Command{
		Use: "trace ADDRESS... | --answer FILE", Short: "say where an address comes from, or whether an answer holds",
		Long: `trace prints the origin of what an address names: the file and what holds it, the
place in the original and in words, digests, the extractor, the snapshot, the states
that kept snapshots have of the file, what cites it and what counts instead of it; and
whether the file on disk still has the same bytes. A stale address exits 4 and names
what is there now; 3 says that the file on disk is no longer the one that was read.

Of several addresses it prints a line each: whether it holds, the file and the place.

--verify reads the original again, in a worker and by the same rules, and says whether
the text is the same, moved or changed: an edit elsewhere in the file does not matter.

--answer checks a text or Markdown file (- for standard input) statement by statement
against the documents: supported, partial, contradicted, unsupported or not checkable,
with the spans that decide. Citations in it are addresses or links to paths. Exit 4
where a statement has a verdict of --fail-on. --save NAME keeps the spans it rests on;
--recheck says later which saved answers rest on text that changed, and exits 4.
--judge asks an external command too; its opinion stands beside the verdict and never
changes it. It runs once you confirmed it with --confirm-judge, until its files change.`,
		Example: "  quire trace q7m2kx4tb3rqa#sec2@0-310~8f3a1c\n  quire trace q7m2kx4tb3rqa#sec2@0-310~8f3a1c q9x1dw7peh5ma#p4\n  quire trace --answer answer.md --save board-report\n  quire trace --recheck board-report",
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case answer.recheck && answer.file != "":
				return &usageError{"--recheck looks at saved answers; --answer checks one anew", ""}
			case answer.recheck:
				return nil
			case answer.file != "" && len(args) > 0:
				return &usageError{"trace takes addresses or --answer, not both", ""}
			case answer.file != "":
				return nil
			case cmd.Flags().Changed("answer"):
				return &usageError{"--answer names no file", "is a variable empty? - is standard input"}
			case cmd.Flags().Changed("fail-on"), answer.save != "", answer.judge, answer.confirm != "", f.format == "markdown":
				return &usageError{"--fail-on, --save, --judge, --confirm-judge and --format markdown belong to --answer", ""}
			}
			return wants(1, -1, "one or more addresses, as retrieve prints them, or --answer FILE")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.format == "markdown" {
				f.format, answer.markdown = "text", true
			}
			f.pending = answer.file != "" // it may cite what was captured
			for _, s := range args {
				f.pending = f.pending || strings.HasPrefix(s, "i")
			}
			v, w, err := a.open(f)
			if err != nil {
				return err
			}
			defer v.Close()
			if answer.recheck {
				return a.traceRecheck(v, w, args)
			}
			if answer.file != "" {
				return a.traceAnswer(cmd.Context(), v, w, answer)
			}
			disk := onDisk(w)
			if len(args) > 1 {
				if look.render {
					return &usageError{"--render draws one address at a time", ""}
				}
				return a.traceEach(cmd.Context(), v, w, disk, look, args)
			}
			t, err := traceOne(v, disk, args[0])
			if err != nil {
				return err
			}
			out := render.Traced{Trace: t}
			if look.verify {
				x, err := a.newVerifier(v, w)
				if err != nil {
					return err
				}
				defer x.Close()
				if out.Verified, err = x.verify(cmd.Context(), t); err != nil {
					return err
				}
			}
			if look.render {
				if w == nil {
					return &usageError{"--render reads the original: it needs the workspace, not a published tree alone", "leave out --published"}
				}
				if out.Picture, _, err = a.draw(cmd.Context(), v, w, t.Address, defaultDPI); err != nil {
					return err
				}
			}
			if w != nil {
				if out.Answers, err = restingOn(w, t.Address); err != nil {
					return err
				}
			}
			if t.OnDisk == "changed" || t.OnDisk == "missing" {
				a.code = exitIssues
			}
			if out.Verified != nil {
				a.code = out.Verified.Exit(exitIssues, exitNothing)
			}
			if a.json {
				return render.JSON(a.stdout, "trace", "", true, out)
			}
			return render.Trace(a.printer(), out)
		},
	}
	a.addReadFlags(cmd, &f)
	cmd.Flags().BoolVar(&look.verify, "verify", false, "read the original again, in a worker, and compare the text")
	cmd.Flags().BoolVar(&look.render, "render", false, "also draw the place in a PDF, as quire render does")
	cmd.Flags().StringVar(&answer.file, "answer", "", "a text or Markdown file to check, - for standard input")
	cmd.Flags().StringVar(&answer.failOn, "fail-on", "contradicted,unsupported,partial", "verdicts that exit 4, or none")
	cmd.Flags().StringVar(&answer.save, "save", "", "keep what the answer rests on under this name, below overlays/answers/")
	cmd.Flags().BoolVar(&answer.judge, "judge", false, "also ask the command judge.command of quire.yaml about partial and unsupported statements")
	cmd.Flags().StringVar(&answer.confirm, "confirm-judge", "", "let that command run: name it as quire.yaml does, words divided by spaces")
	cmd.Flags().BoolVar(&answer.recheck, "recheck", false, "say whether saved answers still rest on the same text: those named, or all")
	cmd.Flags().Lookup("format").Usage = "text or json; markdown for an answer with footnotes"
	return cmd
}

// lookFlags ask for more about addresses than the tree holds.
type lookFlags struct{ verify, render bool }

func traceOne(v *retrieval.View, disk retrieval.OnDisk, s string) (*retrieval.Trace, error) {
	addr, err := parseAddress(v, s)
	if err != nil {
		return nil, err
	}
	return v.Trace(addr, disk)
}

// traceEach prints a verdict on each address. The exit code is that of the worst.
func (a *app) traceEach(ctx context.Context, v *retrieval.View, w *workspace.Workspace, disk retrieval.OnDisk, look lookFlags, addresses []string) error {
	var x *verifier
	if look.verify {
		var err error
		if x, err = a.newVerifier(v, w); err != nil {
			return err
		}
		defer x.Close()
	}
	checks := make([]render.Check, 0, len(addresses))
	for _, s := range addresses {
		c := render.Check{Address: s}
		t, err := traceOne(v, disk, s)
		var (
			stale   *retrieval.StaleError
			missing *retrieval.NotFoundError
			usage   *usageError
		)
		switch {
		case err == nil:
			c.Verdict, c.Trace = "holds", t
			if t.OnDisk == "changed" || t.OnDisk == "missing" {
				c.Verdict = "file-" + t.OnDisk
				a.code = max(a.code, exitIssues)
			}
			if x != nil {
				if c.Verified, err = x.verify(ctx, t); err != nil {
					return err
				}
				c.Verdict, c.Nearest = c.Verified.Word(), c.Verified.Now
				a.code = max(a.code, c.Verified.Exit(exitIssues, exitNothing))
			}
		case errors.As(err, &stale):
			c.Verdict, c.Nearest, c.Message = "stale", stale.Nearest, err.Error()
			if stale.Moved {
				c.Verdict = "moved"
			}
			a.code = exitNothing
		case errors.As(err, &missing):
			c.Verdict, c.Message = "gone", err.Error()
			a.code = exitNothing
		case errors.As(err, &usage):
			c.Verdict, c.Message = "not-an-address", err.Error()
			a.code = exitNothing
		default:
			return err
		}
		c.Message = knowledge.Line(c.Message, 1000)
		checks = append(checks, c)
	}
	if a.json {
		return render.JSON(a.stdout, "trace", v.Snapshot, true, render.Checks{Checks: checks})
	}
	return render.TraceEach(a.printer(), checks)
}
