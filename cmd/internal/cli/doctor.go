package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/publish"
)

func (a *app) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "say what this machine offers: isolation of parsers, PDF engine, file system",
		Long: `doctor starts a worker and reports which protections hold in it, whether the PDF
engine is compiled, and, in a workspace, whether its file system can do what sync
needs. It exits 0 with warnings, and 1 only where sync cannot work.`,
		Args: wants(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			d := a.examine()
			if d.Broken() {
				a.code = exitFailed
			}
			if a.json {
				return render.JSON(a.stdout, "doctor", "", !d.Broken(), d)
			}
			return render.Doctor(a.printer(), d)
		},
	}
}

func (a *app) examine() *render.Examination {
	version, revision := buildVersion()
	d := &render.Examination{
		Version: version, Revision: revision, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Kernel: kernelVersion(),
	}
	examineWorker(d)
	switch dir := pdfCache(); {
	case dir == "":
		d.Warn("pdf-engine", "there is no cache folder that only you can write: every worker compiles the engine for itself, some seconds each")
	case !isPrimed(dir):
		d.Warn("pdf-engine", "not compiled yet; the first PDF takes some seconds more ("+dir+")")
	default:
		d.Fine("pdf-engine", "compiled in "+dir)
	}
	w, err := a.workspace()
	switch {
	case errors.Is(err, workspace.ErrNotFound):
		d.Fine("workspace", "none here")
	case err != nil:
		d.Fail("workspace", err.Error())
	default:
		d.Fine("workspace", w.Dir)
		examineDisk(d, w.Path(workspace.CacheName))
		examineWithdrawn(d, w)
	}
	return d
}

// examineWorker starts a worker as sync does.
func examineWorker(d *render.Examination) {
	pool, err := newPool(1)
	if err != nil {
		d.Fail("worker", err.Error())
		return
	}
	defer pool.Close()
	list, err := pool.Protections()
	if err != nil {
		d.Fail("worker", err.Error())
		return
	}
	d.Fine("worker", "starts")
	for _, p := range list {
		if p.Active {
			d.Fine("worker: "+p.Name, p.Detail)
		} else {
			d.Warn("worker: "+p.Name, p.Detail)
		}
	}
}

// examineDisk tries what sync does in a folder that may be deleted at any time.
func examineDisk(d *render.Examination, cache string) {
	err := os.MkdirAll(cache, 0o755)
	dir := ""
	if err == nil {
		dir, err = os.MkdirTemp(cache, "doctor-")
	}
	if err != nil {
		d.Fail("writing", fmt.Sprintf("sync cannot write here: %v", err))
		return
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "Name")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		d.Fail("writing", fmt.Sprintf("sync cannot write here: %v", err))
		return
	}
	d.Fine("writing", "works")
	if _, err := os.Stat(filepath.Join(dir, "nAME")); err == nil {
		d.Fine("case", "names that differ in case alone are one file")
	} else {
		d.Fine("case", "names that differ in case alone are two files")
	}
	examineLock(d, filepath.Join(dir, "lock"))
	if err := os.Link(name, filepath.Join(dir, "link")); err != nil {
		d.Warn("hard-links", fmt.Sprintf("index files are copied instead of shared: %v", err))
	} else {
		d.Fine("hard-links", "work")
	}
}

// examineWithdrawn asks whether the marks of withdrawn documents and their key are there:
// without them no verb writes to the published tree.
func examineWithdrawn(d *render.Examination, w *workspace.Workspace) {
	if _, err := withdrawnIn(w); err != nil {
		d.Fail("withdrawals", err.Error())
		return
	}
	d.Fine("withdrawals", "what must stay out is known")
}

func examineLock(d *render.Examination, name string) {
	first, err := publish.TryLock(name)
	if err != nil {
		d.Fail("locks", err.Error())
		return
	}
	defer first.Unlock()
	second, err := publish.TryLock(name)
	if errors.Is(err, publish.ErrLocked) {
		d.Fine("locks", "work")
		return
	}
	if err == nil {
		second.Unlock()
	}
	d.Warn("locks", "a lock keeps nobody out: never run two syncs at once on this file system")
}
