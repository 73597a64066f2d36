package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/knowledge/source"
	"quire/knowledge/withdrawal"
	"quire/pipeline"
	"quire/publish"
)

// withdrawnIn reads what was withdrawn from a workspace. Without the key of the marks
// it is an error: nobody may write then, since nobody knows what must stay out.
func withdrawnIn(w *workspace.Workspace) (*withdrawal.List, error) {
	if _, err := os.Lstat(filepath.Join(w.Path(workspace.InteractionsName), withdrawal.FileName)); errors.Is(err, os.ErrNotExist) {
		if n := keptOut(w); n > 0 {
			return nil, fmt.Errorf("interactions/%s is missing, and the published tree was made without %s that it kept out; restore interactions/ from a copy, or, if those may come back, remove published/ and sync", withdrawal.FileName, countOf(n, "file"))
		}
	}
	l, done, err := openLedger(w, false)
	if err != nil || l == nil {
		return nil, err
	}
	defer done()
	key, err := l.Key()
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(w.Path(workspace.InteractionsName))
	if err != nil {
		return nil, fmt.Errorf("open the ledger: %w", underlying(err))
	}
	defer root.Close()
	return withdrawal.Load(root, key)
}

// keptOut is how many files on disk were withdrawn when the current snapshot was made.
func keptOut(w *workspace.Workspace) int {
	s, err := publish.Open(w.Path(workspace.PublishedName))
	if err != nil {
		return 0
	}
	defer s.Close()
	snap, _, err := s.Open()
	if err != nil {
		return 0
	}
	var body knowledge.Corpus
	if json.Unmarshal(snap.Manifest.Body, &body) != nil {
		return 0
	}
	return body.Withdrawn
}

// saveWithdrawn writes the marks back.
func saveWithdrawn(w *workspace.Workspace, list *withdrawal.List) error {
	root, err := os.OpenRoot(w.Path(workspace.InteractionsName))
	if err != nil {
		return fmt.Errorf("open the ledger: %w", underlying(err))
	}
	defer root.Close()
	return list.Save(root)
}

// settleWithdrawn returns what was withdrawn, and first finishes a withdrawal that was
// cut short. The caller holds the lock.
func (a *app) settleWithdrawn(ctx context.Context, w *workspace.Workspace, s *publish.Store) (*withdrawal.List, error) {
	list, got, err := a.finishWithdrawn(ctx, w, s)
	if err == nil && got != nil {
		a.sayWithdrawn(got)
	}
	return list, err
}

// finishWithdrawn is settleWithdrawn with the receipt, nil where nothing was unfinished.
func (a *app) finishWithdrawn(ctx context.Context, w *workspace.Workspace, s *publish.Store) (*withdrawal.List, *pipeline.Withdrawal, error) {
	list, err := withdrawnIn(w)
	if err != nil || !list.Unfinished() {
		return list, nil, err
	}
	a.say("a withdrawal was cut short; finishing it")
	got, err := a.remove(ctx, w, s, list)
	if err == nil && len(got.Proof.Failures) > 0 {
		err = &proofError{got.Proof.Failures[0]}
	}
	return list, got, err
}

// warnUnfinished tells a reader that what is withdrawn may still be in what it reads.
func (a *app) warnUnfinished(w *workspace.Workspace) {
	root, err := os.OpenRoot(w.Path(workspace.InteractionsName))
	if err != nil {
		return // no ledger, no marks
	}
	defer root.Close()
	if withdrawal.Unfinished(root) {
		a.say("a withdrawal is not finished: what is read here may still hold what was withdrawn; quire sync finishes it")
	}
}

// unfinishedError says that documents are marked as withdrawn and not yet out of
// everything, because of err.
type unfinishedError struct{ err error }

func (e *unfinishedError) Error() string {
	return "the documents are marked as withdrawn and not yet out of everything: " + e.err.Error()
}
func (e *unfinishedError) Unwrap() error { return e.err }

// sayWithdrawn tells in a few lines what a receipt would say: the command that began
// the withdrawal never printed it.
func (a *app) sayWithdrawn(got *pipeline.Withdrawal) {
	a.say(fmt.Sprintf("the withdrawal is complete: %s written anew, %s searched", countOf(len(got.Snapshots), "snapshot"), countOf(got.Proof.Files, "file")))
	for i, h := range got.HeldBy {
		if i == maxSaid {
			a.say(fmt.Sprintf("… and %d more", len(got.HeldBy)-i))
			break
		}
		a.say(knowledge.Line(fmt.Sprintf("left alone: %s %s %s (%s)", h.Kind, h.Address, h.Path, h.Why), 300))
	}
}

// maxSaid is how many lines of one kind go to stderr.
const maxSaid = 10

// remove takes out what the list marks and proves it; where the proof holds, the list
// says that it is done.
func (a *app) remove(ctx context.Context, w *workspace.Workspace, s *publish.Store, list *withdrawal.List) (*pipeline.Withdrawal, error) {
	identity, err := readIdentity(w)
	if err != nil {
		return nil, err
	}
	inputs, err := os.OpenRoot(w.Dir)
	if err != nil {
		return nil, fmt.Errorf("open the workspace: %w", underlying(err))
	}
	defer inputs.Close()
	progress := render.NewProgress(a.stderr, a.progress, terminal(a.stderr))
	defer progress.Close()
	got, err := pipeline.Withdraw(ctx, pipeline.Options{
		Identity: identity, Withdrawn: list, Inputs: inputs.FS(), Store: s, CacheDir: w.Path(workspace.CacheName), Now: a.now,
		SaveIdentity: func(b []byte) error { return writeIdentity(w, b) }, Progress: progress.Step,
	}, list.Reason())
	if err != nil {
		return got, &unfinishedError{err}
	}
	if len(got.Proof.Failures) > 0 {
		return got, nil
	}
	list.Finish()
	if a.fault != nil {
		a.fault("before write done")
	}
	return got, saveWithdrawn(w, list)
}

// proofError says that something withdrawn is still there.
type proofError struct{ first pipeline.Failure }

func (e *proofError) Error() string {
	return fmt.Sprintf("the withdrawal is not complete: %s %s", e.first.Where, e.first.What)
}

// notIn lists the files on disk that are withdrawn. have are the paths that the current
// snapshot has: those are in.
func notIn(w *workspace.Workspace, list *withdrawal.List, have func(path string) bool) ([]render.WithdrawnFile, error) {
	out := []render.WithdrawnFile{}
	if list.Len() == 0 {
		return out, nil
	}
	for _, r := range w.Config.Roots {
		err := walkRoot(w, r, func(printed string, e source.Entry) {
			m, ok := list.Find(printed, "")
			by := "path"
			if !ok && e.Reason == "" && !e.Denied && !have(printed) {
				m, ok = list.Find(printed, digestBelow(w, r, e.Path))
				by = "bytes"
			}
			if ok {
				out = append(out, render.WithdrawnFile{Path: printed, By: by, At: m.At, Reason: m.Reason, Done: m.Done})
			}
		})
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("read root %s: %w", r.Name, err)
		}
	}
	return out, nil
}

// digestBelow returns the digest of a file below a root, "" where it can not be read.
func digestBelow(w *workspace.Workspace, r workspace.Root, path string) knowledge.Digest {
	dir, err := os.OpenRoot(w.RootPath(r))
	if err != nil {
		return ""
	}
	defer dir.Close()
	info, err := dir.Lstat(filepath.FromSlash(path))
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := dir.Open(filepath.FromSlash(path))
	if err != nil {
		return ""
	}
	defer f.Close()
	d, _, err := knowledge.DigestReader(f)
	if err != nil {
		return ""
	}
	return d
}

// fileOf returns the path of the file on disk that a printed path lies in.
func fileOf(path string) string {
	file, _, _ := strings.Cut(path, "!/")
	return file
}
