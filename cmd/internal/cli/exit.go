package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/extract/worker"
	"quire/internal/nolock"
	"quire/knowledge"
	"quire/pipeline"
	"quire/publish"
	"quire/retrieval"
	"quire/retrieval/index"
	"quire/retrieval/vectors"
)

// The exit codes. They are a contract; exit-codes prints them.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitIssues      = 3
	exitNothing     = 4
	exitConfirm     = 10
	exitLocked      = 11
	exitBlocked     = 12
	exitUnpublished = 13
	exitInterrupted = 130
)

var exitCodes = []render.ExitCode{
	{Code: exitOK, Name: "ok", About: "done"},
	{Code: exitFailed, Name: "failed", About: "not done; nothing that was published is lost"},
	{Code: exitUsage, Name: "usage", About: "the command line is wrong"},
	{Code: exitIssues, Name: "done-with-issues", About: "done; some files failed, are partial, deferred or quarantined"},
	{Code: exitNothing, Name: "nothing-found", About: "nothing found, or an address that is stale"},
	{Code: exitConfirm, Name: "needs-confirmation", About: "stopped before a step that needs a person's word"},
	{Code: exitLocked, Name: "locked", About: "another sync is running here"},
	{Code: exitBlocked, Name: "blocked", About: "validation found what must not be published, or the check differs"},
	{Code: exitUnpublished, Name: "nothing-published", About: "there is no snapshot yet"},
	{Code: exitInterrupted, Name: "interrupted", About: "stopped by a signal"},
}

var errTimedOut = errors.New("the time limit is over")

// usageError is a mistake on the command line.
type usageError struct{ detail, hint string }

func (e *usageError) Error() string { return e.detail }

// confirmError stops a run until a person repeats it with a flag.
type confirmError struct {
	detail, hint string
	retry        []string
}

func (e *confirmError) Error() string { return e.detail }

// rootError says that a folder of documents cannot be opened.
type rootError struct {
	name, path string
	err        error
}

func (e *rootError) Error() string {
	return fmt.Sprintf("read root %s at %s: %v", e.name, e.path, e.err)
}
func (e *rootError) Unwrap() error { return e.err }

// fault is an error as a user sees it.
type fault struct {
	code  int
	name  string
	hint  string
	retry []string
}

// fail prints an error once, in the form the user asked for, and returns the exit
// code.
func (a *app) fail(ctx context.Context, err error) int {
	f := a.classify(ctx, err)
	message := strings.TrimPrefix(err.Error(), "quire: ")
	if errors.As(err, new(*unfinishedError)) {
		// its own words say what was done
	} else if context.Cause(ctx) == errTimedOut || errors.Is(err, context.DeadlineExceeded) {
		message = errTimedOut.Error()
	} else if f.code == exitInterrupted {
		message = "interrupted; nothing was published by this run"
	}
	e := render.Error{Code: f.name, Message: knowledge.Line(message, 1000), Hint: f.hint, RetryArgv: f.retry}
	var stale *retrieval.StaleError
	switch {
	case f.code == exitNothing && (a.json || wantsJSON(a.args)):
		// Exits 0, 3 and 4 are answers: that something is not there is one.
		answer := map[string]any{"status": f.name, "message": e.Message, "hint": e.Hint}
		if errors.As(err, &stale) {
			answer["address"], answer["nearest"], answer["moved"] = stale.Address, stale.Nearest, stale.Moved
		}
		if err := render.JSON(a.stdout, a.verb, "", true, answer); err != nil {
			return exitFailed
		}
	case a.json || wantsJSON(a.args):
		render.JSONError(a.stdout, e)
	default:
		render.TextError(a.stderr, e)
	}
	return f.code
}

// wantsJSON looks for --json among arguments that could not be parsed.
func wantsJSON(args []string) bool {
	for _, s := range args {
		if s == "--json" || s == "--json=true" || s == "--format=json" {
			return true
		}
		if s == "--" {
			return false
		}
	}
	return false
}

func (a *app) classify(ctx context.Context, err error) fault {
	var (
		usage    *usageError
		confirm  *confirmError
		badQuery *retrieval.BadQueryError
		missing  *retrieval.NotFoundError
		stale    *retrieval.StaleError
		guard    *pipeline.GuardError
	)
	switch {
	case errors.As(err, &usage):
		return fault{exitUsage, "usage", usage.hint, nil}
	case errors.As(err, &badQuery):
		return fault{exitUsage, "usage", badQuery.Hint, nil}
	case strings.HasPrefix(err.Error(), "unknown command"), strings.HasPrefix(err.Error(), "unknown flag"):
		return fault{exitUsage, "usage", "quire --help lists the commands", nil}
	case errors.As(err, new(*vectors.DigestError)):
		return fault{exitFailed, "failed", "if it is the model you mean, write that digest behind vectors: digest: in quire.yaml", nil}
	case errors.As(err, &confirm):
		return fault{exitConfirm, "needs-confirmation", confirm.hint, confirm.retry}
	case errors.As(err, &guard):
		return fault{exitConfirm, "needs-confirmation", "if the files are gone for good: quire sync --accept-deletions", append(a.again("sync"), "--accept-deletions")}
	case errors.As(err, new(*retrieval.NoLedgerError)):
		return fault{exitFailed, "failed", "quire sync publishes a snapshot with one", a.again("sync")}
	case errors.As(err, new(*outdatedError)):
		return fault{exitBlocked, "outdated", "quire sync publishes what is there now; quire status lists what changed", a.again("sync")}
	case errors.Is(err, publish.ErrLocked):
		return fault{exitLocked, "locked", "wait for it, or leave out --no-wait", nil}
	case errors.Is(err, publish.ErrNothingPublished):
		return fault{exitUnpublished, "nothing-published", "quire sync publishes the first snapshot", a.again("sync")}
	case errors.Is(err, workspace.ErrNotFound):
		return fault{exitUsage, "workspace-not-found", "run quire init in the folder that holds your documents, or name one: quire " + a.verb + " -C DIR", []string{"quire", "sync", "--corpus", "."}}
	case errors.As(err, &missing):
		return fault{exitNothing, "not-found", "quire retrieve finds addresses; quire status lists what could not be read", nil}
	case errors.As(err, &stale):
		return fault{exitNothing, "stale", staleHint(stale), nil}
	}
	return a.classifySystem(ctx, err)
}

func staleHint(e *retrieval.StaleError) string {
	if e.Nearest == "" {
		return "search again: the document no longer says it"
	}
	return "look at what is there now: quire show " + e.Nearest
}

func (a *app) classifySystem(ctx context.Context, err error) fault {
	var (
		damaged  *publish.DamagedError
		evidence *knowledge.EvidenceError
		broken   *index.DamagedError
		format   *publish.FormatError
		none     *worker.StartError
	)
	var root *rootError
	switch {
	case errors.As(err, &root):
		return fault{exitFailed, "root-missing", "if its drive is not mounted, mount it; if the folder moved, change its path in quire.yaml; what was published is untouched", nil}
	case errors.As(err, new(*unfinishedError)):
		code := exitFailed
		if ctx.Err() != nil && context.Cause(ctx) != errTimedOut {
			code = exitInterrupted
		}
		return fault{code, "withdrawal-unfinished", "the next quire sync finishes it; until then the documents may still be found", a.again("sync")}
	case ctx.Err() != nil && context.Cause(ctx) != errTimedOut, errors.Is(err, context.Canceled):
		return fault{exitInterrupted, "interrupted", "the next quire sync goes on where this one stopped", nil}
	case errors.As(err, &none):
		return fault{exitFailed, "no-reader", "nothing was recorded of the files; try again when the machine is less busy, and see quire doctor", a.again("sync")}
	case errors.Is(err, context.DeadlineExceeded):
		return fault{exitFailed, "timeout", "give it more: --timeout", nil}
	case errors.As(err, &format):
		return fault{exitFailed, "format", "this tree was written by another quire: update quire, or sync it anew with this one", nil}
	case errors.As(err, &damaged), errors.As(err, &evidence), errors.As(err, &broken):
		return fault{exitFailed, "damaged", "quire sync --rehash rebuilds what is damaged", append(a.again("sync"), "--rehash")}
	}
	return a.classifyDisk(err)
}

// classifyDisk says what to do about a disk that does not do what it is asked to.
func (a *app) classifyDisk(err error) fault {
	then := "; what was published before is untouched"
	if errors.As(err, new(*publish.AfterError)) {
		then = "; the next quire sync does the rest"
	}
	switch {
	case errors.As(err, new(*nolock.Error)):
		return fault{exitFailed, "no-lock", "put or copy it to a file system that can lock files; on NFS, start the lock service; see quire doctor", nil}
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fault{exitFailed, "disk-full", "free some space" + then, nil}
	case errors.Is(err, syscall.EROFS):
		return fault{exitFailed, "read-only", "the disk is read-only: mount it for writing" + then, nil}
	case errors.Is(err, fs.ErrPermission):
		return fault{exitFailed, "permission", "check who may read and write there" + then, nil}
	case errors.Is(err, syscall.EIO):
		return fault{exitFailed, "disk-error", "the disk failed: look into the system's log and check it" + then, nil}
	}
	return fault{exitFailed, "failed", "", nil}
}

// again is a command line for the same workspace.
func (a *app) again(verb string) []string {
	out := []string{"quire", verb}
	if a.dir != "" {
		out = append(out, "-C", a.dir)
	}
	return out
}

func (a *app) exitCodesCommand() *cobra.Command {
	return &cobra.Command{
		Use: "exit-codes", Short: "list the exit codes", Args: wants(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			if a.json {
				return render.JSON(a.stdout, "exit-codes", "", true, map[string]any{"exit_codes": exitCodes})
			}
			p := a.printer()
			for _, c := range exitCodes {
				p.Printf("%3d  %-18s %s\n", c.Code, c.Name, c.About)
			}
			return p.Err()
		},
	}
}

// issueCode is the exit code of a published state.
func issueCode(withIssues bool) int {
	if withIssues {
		return exitIssues
	}
	return exitOK
}
