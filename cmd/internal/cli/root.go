package cli

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
)

// app is what all verbs share: streams, and the flags of the root.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	dir            string // -C
	json           bool
	color          string
	progress       string
	timeout        time.Duration
	now            func() time.Time
	verb           string
	args           []string
	code           int // exit code of a command that succeeded with something to say
	fault          func(step string) error
}

// Main runs quire and returns its exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run(args, stdin, stdout, stderr, nil)
}

// run is Main with a function that is called at every step of publish that
// changes the disk: tests die in it.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, fault func(step string) error) int {
	if code, ok := serveHidden(args, stdout, stderr); ok {
		return code
	}
	log.SetOutput(io.Discard) // the index library logs what it returns as an error too
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, now: time.Now, args: args, fault: fault}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second ^C ends the process at once
	root := a.root()
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if cmd != nil {
		a.verb = cmd.Name()
	}
	if err != nil {
		return a.fail(ctx, err)
	}
	return a.code
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "quire",
		Short: "compile a folder of documents into a knowledge tree, and answer from it with evidence",
		Long: `quire compiles a folder of documents into a published knowledge tree. sync does
that in stages and publishes one immutable snapshot; retrieve, trace and show read
it. No server, no model call, no network.`,
		SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		PersistentPreRunE: a.prepare,
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	f := root.PersistentFlags()
	f.StringVarP(&a.dir, "directory", "C", "", "the workspace (default: the nearest folder above with quire.yaml, or QUIRE_WORKSPACE)")
	f.BoolVar(&a.json, "json", false, "print one JSON object")
	f.StringVar(&a.color, "color", "auto", "auto, always or never")
	f.StringVar(&a.progress, "progress", "auto", "auto, plain, json or none; always on stderr")
	f.DurationVar(&a.timeout, "timeout", 0, "stop after this time, such as 30s")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return &usageError{flagMessage(err), "see " + c.CommandPath() + " --help"}
	})
	root.SetHelpFunc(a.help(root.HelpFunc()))
	root.AddCommand(a.initCommand(), a.syncCommand(), a.statusCommand(), a.validateCommand(), a.coverageCommand(), a.doctorCommand(), a.extractCommand(), a.showCommand(),
		a.retrieveCommand(), a.evalCommand(), a.traceCommand(), a.graphCommand(), a.statsCommand(), a.renderCommand(), a.formatsCommand(), a.overlayCommand(), a.captureCommand(), a.memoryCommand(), a.exitCodesCommand(), a.skillsCommand(),
		a.historyCommand(), a.diffCommand(), a.rollbackCommand(), a.pinCommand(), a.unpinCommand(), a.gcCommand(), a.verifyCommand(), a.withdrawCommand(), a.exportCommand(), a.versionCommand())
	return root
}

// prepare checks the flags of the root and sets the time limit.
func (a *app) prepare(cmd *cobra.Command, _ []string) error {
	a.verb = cmd.Name()
	if up := cmd.Parent(); a.json && up != nil && up.Name() == "completion" {
		return &usageError{"completion prints a script for a shell; it has no JSON form", "leave out --json"}
	}
	switch a.color {
	case "auto", "always", "never":
	default:
		return &usageError{"--color takes auto, always or never, not " + a.color, ""}
	}
	switch a.progress {
	case "auto", "plain", "json", "none":
	default:
		return &usageError{"--progress takes auto, plain, json or none, not " + a.progress, ""}
	}
	if a.timeout < 0 {
		return &usageError{"--timeout takes a time such as 30s, not " + a.timeout.String(), ""}
	}
	if a.timeout > 0 {
		ctx, cancel := context.WithTimeoutCause(cmd.Context(), a.timeout, errTimedOut)
		cobra.OnFinalize(cancel)
		cmd.SetContext(ctx)
	}
	return nil
}

// workspace finds the workspace of a reading command.
func (a *app) workspace() (*workspace.Workspace, error) {
	if a.dir != "" {
		return workspace.Find(a.dir, false)
	}
	if env := os.Getenv("QUIRE_WORKSPACE"); env != "" {
		return workspace.Find(env, false)
	}
	return workspace.Find(".", true)
}

// terminal reports whether w is a terminal.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

func (a *app) printer() render.Printer {
	color := a.color == "always" || a.color == "auto" && terminal(a.stdout) && os.Getenv("NO_COLOR") == ""
	return render.Printer{W: a.stdout, Color: color}
}

// args builds a check of the number of arguments whose error says what the verb
// takes.
func wants(min, max int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < min || max >= 0 && len(args) > max {
			return &usageError{cmd.CommandPath() + " takes " + what, "see " + cmd.CommandPath() + " --help"}
		}
		return nil
	}
}

// flagMessage takes the parser's own words out of an error about a flag.
func flagMessage(err error) string {
	m := err.Error()
	if i := strings.Index(m, ": strconv."); i >= 0 {
		m = m[:i] + ": it takes a number"
	}
	return m
}
