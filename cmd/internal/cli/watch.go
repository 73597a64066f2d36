package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"quire/cmd/internal/workspace"
	"quire/publish"
)

// How a watch waits. Events are hints: what changed is what a sync finds.
const (
	quietPeriod = 700 * time.Millisecond // without an event before a sync begins
	longestWait = 20 * time.Second       // for that, while events keep coming
	pollPeriod  = 10 * time.Second       // between syncs where there are no events
	lookPeriod  = 2 * time.Minute        // between syncs where there are, should one get lost
)

// watchName is the lock that tells quire status of a watch.
const watchName = "watch"

// watch syncs whenever the inputs of a workspace change, until ctx ends. A sync that
// fails is told and tried again at the next change.
func (a *app) watch(ctx context.Context, f syncFlags) error {
	w, err := a.syncWorkspace(f.corpora)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(w.Path(workspace.CacheName), 0o755); err != nil {
		return fmt.Errorf("watch: %w", underlying(err))
	}
	lock, err := publish.TryLock(filepath.Join(w.Path(workspace.CacheName), watchName))
	if errors.Is(err, publish.ErrLocked) {
		return &usageError{"this workspace is watched already", "quire status says so too"}
	}
	if err != nil {
		return err
	}
	defer lock.Unlock()
	f.corpora = nil
	for {
		changed, stop := a.changes(ctx, w)
		if err := a.sync(ctx, f); err != nil && ctx.Err() == nil {
			a.fail(ctx, err)
		}
		a.rested()
		select {
		case <-ctx.Done():
			stop()
			return nil
		case <-changed:
			stop()
		}
	}
}

// changes returns a channel that is closed once something changed and then nothing
// did for the quiet period. It looks before the sync begins, so that no change
// falls between.
func (a *app) changes(ctx context.Context, w *workspace.Workspace) (<-chan struct{}, func()) {
	ctx, cancel := context.WithCancel(ctx)
	out := make(chan struct{})
	watcher, err := fsnotify.NewBufferedWatcher(4096)
	if err == nil {
		if err = addInputs(watcher, w); err != nil {
			watcher.Close()
		}
	}
	if err != nil {
		a.say(fmt.Sprintf("changes are looked for every %s: %v", pollPeriod, underlying(err)))
		go func() {
			select {
			case <-ctx.Done():
			case <-time.After(pollPeriod):
				close(out)
			}
		}()
		return out, cancel
	}
	go func() {
		defer watcher.Close()
		if settle(ctx, watcher, w) {
			close(out)
		}
	}()
	return out, cancel
}

// settle waits for an event and then for quiet; false where ctx ends first.
func settle(ctx context.Context, watcher *fsnotify.Watcher, w *workspace.Workspace) bool {
	quiet := time.NewTimer(lookPeriod)
	defer quiet.Stop()
	var latest <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case <-quiet.C:
			return true
		case <-latest:
			return true
		case <-watcher.Errors: // an overflow: something happened
		case e := <-watcher.Events:
			if e.Op == fsnotify.Chmod {
				continue // times and modes alone; the next look finds a file that may be read now
			}
			if e.Has(fsnotify.Create) {
				addFolder(watcher, w, e.Name) // a new folder; its files are found by the sync
			}
		}
		quiet.Reset(quietPeriod)
		if latest == nil {
			latest = time.After(longestWait)
		}
	}
}

// addInputs watches the roots, overlays/ and interactions/ with all folders in them.
// Another quire.yaml is taken up by the next watch.
func addInputs(watcher *fsnotify.Watcher, w *workspace.Workspace) error {
	for _, r := range w.Config.Roots {
		if err := addFolder(watcher, w, w.RootPath(r)); err != nil {
			return err
		}
	}
	for _, name := range []string{workspace.OverlaysName, workspace.InteractionsName} {
		if err := addFolder(watcher, w, w.Path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// addFolder watches a folder and those in it; what quire writes itself is left out.
func addFolder(watcher *fsnotify.Watcher, w *workspace.Workspace, dir string) error {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() {
		return err
	}
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name != dir:
			return nil // gone or unreadable: the sync says so
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case name == w.Path(workspace.PublishedName), name == w.Path(workspace.CacheName):
			return filepath.SkipDir
		}
		return watcher.Add(name)
	})
}

// rested tells a person that the watch goes on.
func (a *app) rested() {
	if !a.json && terminal(a.stderr) {
		a.say("watching; ctrl-c ends it")
	}
}
