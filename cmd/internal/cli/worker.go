package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"

	"quire/extract/formats"
	"quire/extract/pdf"
	"quire/extract/worker"
	"quire/internal/hugeheap"
)

// The hidden arguments by which quire starts itself.
const (
	workerArg = "__worker" // PDF cache folder: run extraction jobs from descriptor 3
	primeArg  = "__prime"  // PDF cache folder: compile PDFium into it
	cacheArg  = "__cache"  // print the PDF cache folder
)

// serveHidden runs a re-executed process; ok is false for an ordinary one.
func serveHidden(args []string, stdout, stderr io.Writer) (code int, ok bool) {
	if len(args) == 1 && args[0] == cacheArg {
		fmt.Fprintln(stdout, pdfCache())
		return exitOK, true
	}
	if len(args) != 2 {
		return 0, false
	}
	var err error
	switch args[0] {
	case workerArg:
		err = worker.Serve(formats.Registry(args[1]), args[1], hugeheap.Taken())
	case primeArg:
		err = pdf.Prime(context.Background(), args[1])
	default:
		return 0, false
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailed, true
	}
	return exitOK, true
}

// newPool returns a pool of workers of this binary. They get no environment but
// what the runtime needs, and can read no folder but that of the PDF engine.
func newPool(jobs int) (*worker.Pool, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the quire binary: %w", err)
	}
	cache := pdfCache()
	return worker.NewPool(jobs, func() *exec.Cmd {
		cmd := exec.Command(self, workerArg, cache)
		cmd.Args[0] = os.Args[0]
		cmd.Env = workerEnv()
		cmd.Dir = string(filepath.Separator)
		return cmd
	}), nil
}

// workerEnv is the environment of a worker. Of small documents so little lives that at 100
// percent of it garbage was collected every few files, a tenth of the time of a first sync;
// limits.memory bounds what large ones leave.
func workerEnv() []string {
	return []string{"GOMAXPROCS=2", "GOGC=" + strconv.Itoa(garbagePercent), "GOTRACEBACK=single", hugeheap.Variable + "=" + workerHeap}
}

// workerHeap is for how many MiB of a worker's heap huge pages are asked for: twice what
// starting the PDF engine takes.
const workerHeap = "64"

// pdfCache returns the folder of PDFium's compiled code in the user's cache, ""
// where there is none. Only the owner may write there.
func pdfCache() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir := filepath.Join(base, "quire", "pdfium")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ""
	}
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o022 != 0 {
		return ""
	}
	return dir
}

// primePDF compiles PDFium once, in a process that sees no document.
func primePDF(ctx context.Context, say func(string)) {
	dir := pdfCache()
	if dir == "" {
		return
	}
	if isPrimed(dir) {
		return
	}
	self, err := os.Executable()
	if err != nil {
		return
	}
	say("compiling the PDF engine, once for this user; it takes some seconds")
	cmd := exec.CommandContext(ctx, self, primeArg, dir)
	cmd.Args[0] = os.Args[0]
	// Without the cache each worker compiles for itself: slower, not wrong.
	if cmd.Run() == nil {
		_ = os.WriteFile(primedMark(dir), nil, 0o600)
	}
}

// isPrimed reports whether the engine of this binary was compiled to its end. Workers
// only read the folder, so that nothing else would ever complete it.
func isPrimed(dir string) bool {
	_, err := os.Lstat(primedMark(dir))
	return err == nil
}

// primedMark names the file that says so. Compiled code belongs to the versions of
// the engine and of what runs it.
func primedMark(dir string) string {
	name := "primed-" + runtime.GOARCH
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == "github.com/klippa-app/go-pdfium" || d.Path == "github.com/tetratelabs/wazero" {
				name += "-" + d.Version
			}
		}
	}
	return filepath.Join(dir, name)
}
