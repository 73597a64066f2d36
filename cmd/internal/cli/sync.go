package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/tokens"
	"quire/cmd/internal/workspace"
	"quire/extract"
	"quire/extract/formats"
	"quire/internal/regular"
	"quire/knowledge"
	"quire/knowledge/source"
	"quire/knowledge/withdrawal"
	"quire/pipeline"
	"quire/publish"
	"quire/retrieval"
)

type syncFlags struct {
	corpora                              []string
	dryRun, check, rehash, clean, accept bool
	retryFailed, noWait, watch           bool
	retry                                []string
	jobs                                 int
}

func (a *app) syncCommand() *cobra.Command {
	var f syncFlags
	cmd := &cobra.Command{
		Use: "sync", Short: "compile the documents and publish a snapshot",
		Long: `sync reads what changed in the corpus, and publishes a new snapshot if it differs
from the current one. One bad file never stops it: every file gets an outcome, and
the report says what to do about those that are not plainly fine.`,
		Example: "  quire sync --corpus .\n  quire sync --dry-run\n  quire sync --json -C ~/knowledge",
		Args:    wants(0, 0, "no arguments; folders are named with --corpus"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case !f.watch:
				return a.sync(cmd.Context(), f)
			case f.dryRun || f.check || f.clean || f.rehash || f.accept || len(f.retry) > 0:
				return &usageError{"--watch goes with none of --dry-run, --check, --clean, --rehash, --retry and --accept-deletions", "run that sync first, then watch"}
			}
			return a.watch(cmd.Context(), f)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&f.corpora, "corpus", nil, "a folder of documents; makes a workspace where there is none")
	fl.BoolVar(&f.dryRun, "dry-run", false, "show what a sync would do; publish nothing")
	fl.BoolVar(&f.check, "check", false, "for CI: build and validate, publish nothing, exit 12 if the published snapshot is not what the corpus gives")
	fl.IntVar(&f.jobs, "jobs", 0, "files read at a time (default: the number of processors)")
	fl.BoolVar(&f.rehash, "rehash", false, "read every file and all stored evidence again instead of trusting size and times; rebuilds what is damaged")
	fl.BoolVar(&f.clean, "clean", false, "extract everything anew")
	fl.BoolVar(&f.accept, "accept-deletions", false, "publish even if most of the corpus is gone")
	fl.BoolVar(&f.retryFailed, "retry-failed", false, "extract failed and partial files again")
	fl.StringArrayVar(&f.retry, "retry", nil, "extract this file again, by address or path, with everything in it")
	fl.BoolVar(&f.watch, "watch", false, "go on: sync whenever documents change and then rest, until interrupted")
	fl.BoolVar(&f.noWait, "no-wait", false, "exit 11 at once where another sync runs, instead of waiting")
	return cmd
}

func (a *app) sync(ctx context.Context, f syncFlags) error {
	defer boundMemory()()
	if f.jobs < 0 || f.jobs > 256 {
		return &usageError{fmt.Sprintf("--jobs takes 1 to 256, not %d", f.jobs), ""}
	}
	w, err := a.syncWorkspace(f.corpora)
	if err != nil {
		return err
	}
	lock, err := a.lock(ctx, w, f.noWait)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	roots, closeRoots, err := openRoots(w)
	if err != nil {
		return err
	}
	defer closeRoots()
	store, err := publish.Create(w.Path(workspace.PublishedName))
	if err != nil {
		return err
	}
	defer store.Close()
	store.Fault = a.fault
	withdrawn, damaged, err := a.withdrawnForSync(ctx, w, f, store)
	if err != nil {
		return err
	}
	f.rehash = f.rehash || damaged
	waiting := 0 // entries that interactions.promote: all would accept
	if w.Config.Interactions.Promote == "all" {
		if waiting, err = a.promoteAll(ctx, w, f.dryRun || f.check); err != nil {
			return err
		}
	}
	o, done, err := a.syncOptions(w, f, store)
	if err != nil {
		return err
	}
	defer done()
	o.Roots, o.Withdrawn = roots, withdrawn
	if o.Retry, err = retried(w, f.retry); err != nil {
		return err
	}
	began := a.now()
	report, err := pipeline.Sync(ctx, o)
	done()
	if err != nil {
		return err
	}
	if withdrawn.Unfinished() && !o.DryRun {
		if _, err := a.settleWithdrawn(ctx, w, store); err != nil {
			return err
		}
	}
	if waiting > 0 {
		report.WouldChange, report.WouldPromote = true, waiting
	}
	a.code = issueCode(report.WithIssues())
	stale, err := staleAnswers(w)
	if err != nil {
		return err
	}
	if len(stale) > 0 && a.code == exitOK {
		a.code = exitIssues
	}
	if f.check && report.WouldChange {
		a.code = exitBlocked
	}
	if a.json {
		return render.JSON(a.stdout, "sync", "", a.code == exitOK || a.code == exitIssues, render.SyncReport{Report: report, StaleAnswers: stale})
	}
	return render.Sync(a.printer(), report, render.SyncInfo{
		Roots: rootNames(w), Took: a.now().Sub(began), Exit: a.code, Check: f.check, DryRun: f.dryRun, Age: snapshotAge(store, a.now()),
		StaleAnswers: stale,
	})
}

// withdrawnForSync returns what a sync must keep out, and first finishes a withdrawal
// that was cut short. Where the published tree is too damaged for that, the sync reads
// everything again, which makes it whole, and the withdrawal is finished after it.
func (a *app) withdrawnForSync(ctx context.Context, w *workspace.Workspace, f syncFlags, s *publish.Store) (list *withdrawal.List, damaged bool, err error) {
	if f.dryRun || f.check {
		list, err = withdrawnIn(w)
		return list, false, err
	}
	list, err = a.settleWithdrawn(ctx, w, s)
	if err != nil && list != nil && pipeline.IsDamage(err) {
		a.say(err.Error())
		return list, true, nil
	}
	return list, false, err
}

// syncWorkspace finds the workspace, or makes one of the folders in corpora, and
// records that the user named them.
func (a *app) syncWorkspace(corpora []string) (*workspace.Workspace, error) {
	if slices.Contains(corpora, "") {
		return nil, &usageError{"--corpus names no folder", "is a variable empty? name one, or . for this folder"}
	}
	w, err := workspace.Find(a.target(), a.dir == "")
	if errors.Is(err, workspace.ErrNotFound) && len(corpora) > 0 || a.dir != "" && len(corpora) > 0 && missingDir(a.dir) {
		if w, err = workspace.Init(a.target(), corpora); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	if err := a.sameCorpora(w, corpora); err != nil {
		return nil, err
	}
	if err := w.Confirm(corpora); err != nil {
		return nil, err
	}
	open, err := w.Unconfirmed()
	if err != nil {
		return nil, err
	}
	if len(open) > 0 {
		path := w.RootPath(open[0])
		return nil, &confirmError{
			fmt.Sprintf("%s names the folder %s, which is outside the workspace and was not confirmed by you", workspace.ConfigName, path),
			"to read it, name it once: quire sync --corpus " + path, append(a.again("sync"), "--corpus", path),
		}
	}
	return w, nil
}

func missingDir(dir string) bool {
	_, err := os.Stat(dir)
	return errors.Is(err, os.ErrNotExist)
}

// sameCorpora refuses a --corpus that an existing quire.yaml does not name: it
// would silently compile something else than the user asked for.
func (a *app) sameCorpora(w *workspace.Workspace, corpora []string) error {
	for _, c := range corpora {
		abs, err := filepath.Abs(c)
		if err != nil {
			return err
		}
		known := false
		for _, r := range w.Config.Roots {
			known = known || w.RootPath(r) == abs
		}
		if !known {
			return &usageError{fmt.Sprintf("%s is not a root of this workspace", c), "add it to roots: in " + w.Path(workspace.ConfigName)}
		}
	}
	return nil
}

// lock takes the workspace's lock, waiting for another sync unless told not to.
func (a *app) lock(ctx context.Context, w *workspace.Workspace, noWait bool) (*publish.Lock, error) {
	name := filepath.Join(w.Path(workspace.CacheName), "lock")
	for told := false; ; told = true {
		l, err := publish.TryLock(name)
		if !errors.Is(err, publish.ErrLocked) || noWait {
			return l, err
		}
		if !told {
			a.say("another sync is running here; waiting for it")
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// say tells a person on stderr what is going on.
func (a *app) say(what string) { fmt.Fprintln(a.stderr, "quire: "+what) }

func openRoots(w *workspace.Workspace) ([]pipeline.Root, func(), error) {
	var out []pipeline.Root
	closeAll := func() {
		for _, r := range out {
			r.Dir.Close()
		}
	}
	for _, r := range w.Config.Roots {
		dir, err := os.OpenRoot(w.RootPath(r))
		if err != nil {
			closeAll()
			return nil, nil, &rootError{r.Name, w.RootPath(r), underlying(err)}
		}
		out = append(out, pipeline.Root{Name: r.Name, Dir: dir, Own: w.Own(r)})
	}
	return out, closeAll, nil
}

// underlying drops the operation and path from a file error whose message names
// them already, and keeps it recognisable.
func underlying(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func (a *app) syncOptions(w *workspace.Workspace, f syncFlags, store *publish.Store) (pipeline.Options, func(), error) {
	identity, err := readIdentity(w)
	if err != nil {
		return pipeline.Options{}, nil, err
	}
	inputs, err := os.OpenRoot(w.Dir)
	if err != nil {
		return pipeline.Options{}, nil, fmt.Errorf("open the workspace: %w", underlying(err))
	}
	passwords, err := workspace.ReadPasswords()
	if err != nil {
		return pipeline.Options{}, nil, err
	}
	model, err := vectorsIn(w, inputs)
	if err != nil {
		return pipeline.Options{}, nil, err
	}
	jobs := f.jobs
	if jobs <= 0 {
		jobs = runtime.NumCPU()
	}
	pool, err := newPool(jobs)
	if err != nil {
		return pipeline.Options{}, nil, err
	}
	progress := render.NewProgress(a.stderr, a.progress, terminal(a.stderr))
	closed := false
	done := func() {
		if !closed {
			closed = true
			progress.Close()
			pool.Close()
			inputs.Close()
			if model != nil {
				model.Dir.Close()
			}
		}
	}
	return pipeline.Options{
		Exclude: w.Config.Exclude, Limits: w.Config.Limits, Rules: w.Config.Validate, Identity: identity, Inputs: inputs.FS(), Vectors: model, Forgotten: forgottenIn(w),
		Extract: extract.Options{PDFEngine: w.Config.Extract.PDF.Engine, Passwords: passwords.List}, PasswordsStamp: passwords.Stamp,
		Store: store, Registry: formats.Registry(""), Extractor: primed{pool, new(sync.Once), a.say}, CacheDir: w.Path(workspace.CacheName),
		Count: tokens.New().Count, Jobs: jobs, Keep: w.Config.Keep, Now: a.now,
		SaveIdentity: func(b []byte) error { return writeIdentity(w, b) },
		Progress:     progress.Step, Rehash: f.rehash, Clean: f.clean, RetryFailed: f.retryFailed,
		AcceptDeletions: f.accept, DryRun: f.dryRun || f.check,
	}, done, nil
}

// vectorsIn opens the folder of the model that quire.yaml names, nil where it names none.
func vectorsIn(w *workspace.Workspace, root *os.Root) (*pipeline.Vectors, error) {
	c := w.Config.Vectors
	if c.Model == "" {
		return nil, nil
	}
	dir, err := root.OpenRoot(filepath.FromSlash(c.Model))
	if err != nil {
		return nil, fmt.Errorf("%s: vectors.model: open %s: %w", workspace.ConfigName, c.Model, underlying(err))
	}
	return &pipeline.Vectors{Dir: dir, Digest: knowledge.Digest(c.Digest)}, nil
}

func readIdentity(w *workspace.Workspace) (*source.Identity, error) {
	b, err := regular.ReadFile(w.Path(workspace.IdentityName))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("read identity: %w", err)
	}
	return source.ParseIdentity(b)
}

// writeIdentity keeps the file as it is where nothing changed, and makes none
// while there is nothing to say.
func writeIdentity(w *workspace.Workspace, b []byte) error {
	name := w.Path(workspace.IdentityName)
	have, err := os.ReadFile(name)
	if err == nil && string(have) == string(b) || errors.Is(err, os.ErrNotExist) && len(b) == 0 {
		return nil
	}
	if err := writeWhole(name, b, 0o644); err != nil {
		return fmt.Errorf("write identity: %w", err)
	}
	return nil
}

// writeWhole replaces a file in one step: readers find the old bytes or the new.
func writeWhole(name string, b []byte, mode os.FileMode) error {
	tmp := name + ".new"
	if err := os.WriteFile(tmp, b, mode); err != nil {
		os.Remove(tmp)
		return err
	}
	if err := os.Rename(tmp, name); err != nil {
		os.Remove(tmp)
		return err
	}
	return nil
}

func rootNames(w *workspace.Workspace) []string {
	var out []string
	for _, r := range w.Config.Roots {
		out = append(out, r.Name)
	}
	return out
}

func snapshotAge(s *publish.Store, now time.Time) time.Duration {
	p, err := s.Current()
	if err != nil {
		return 0
	}
	at, err := time.Parse(time.RFC3339, p.PublishedAt)
	if err != nil {
		return 0
	}
	return now.Sub(at)
}

// retried resolves what --retry names to files.
func retried(w *workspace.Workspace, named []string) (map[string]bool, error) {
	if len(named) == 0 {
		return nil, nil
	}
	v, err := retrieval.Open(w.Path(workspace.PublishedName))
	if err != nil {
		return nil, err
	}
	defer v.Close()
	out := map[string]bool{}
	for _, s := range named {
		addr, err := parseAddress(v, s)
		if err != nil {
			return nil, err
		}
		row, err := v.Source(addr.Source)
		if err != nil {
			return nil, err
		}
		file, _, _ := strings.Cut(row.Path, "!/")
		out[file] = true
	}
	return out, nil
}
