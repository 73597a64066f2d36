package cli

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A sync whose worker or whose own process is killed, or that is interrupted twice,
// at any moment leaves no lock, no worker and no temporary file; the next one goes
// on, and the last ends where a clean build does.
func TestKilledAtAnyMoment(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some dozens of processes")
	}
	base := t.TempDir()
	if err := os.CopyFS(filepath.Join(base, "ws", "corpus"), os.DirFS("../../../sample-corpus/documents")); err != nil {
		t.Fatal(err)
	}
	sync := func(dir string, args ...string) {
		t.Helper()
		args = append([]string{"sync", "--no-wait", "-C", "ws"}, args...)
		out, err := quireHere(t, dir, nil, args...)
		if exit := new(exec.ExitError); err != nil && (!isExit(err, &exit) || exit.ExitCode() != exitIssues) {
			t.Fatalf("sync: %v: %s", err, out)
		}
	}
	sync(base, "--corpus", "ws/corpus")
	r := rand.New(rand.NewPCG(6, 6))
	for round := range max(24/stride(), 3) {
		writeFiles(t, filepath.Join(base, "ws", "corpus"), map[string]string{"note.md": fmt.Sprintf("# Note\n\nRound %d.\n", round)})
		cmd := exec.Command(filepath.Join(linkDir(t), "quire"), "sync", "--clean", "-C", "ws")
		cmd.Dir = base
		cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(base, ".config"))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+r.IntN(700)) * time.Millisecond)
		workers := childrenOf(cmd.Process.Pid)
		switch how := round % 3; {
		case how == 0 && len(workers) > 0:
			syscall.Kill(workers[r.IntN(len(workers))], syscall.SIGKILL)
			if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() != exitIssues {
				t.Errorf("round %d: a sync whose worker was killed: %v", round, err)
			}
		case how == 1:
			cmd.Process.Signal(os.Interrupt)
			cmd.Process.Signal(os.Interrupt)
			cmd.Wait()
		default:
			cmd.Process.Kill()
			cmd.Wait()
		}
		for _, pid := range workers {
			if !gone(pid) {
				t.Errorf("round %d: worker %d lives on", round, pid)
			}
		}
		sync(base)
		for _, pattern := range []string{"spool-*", "*.new"} {
			if left, _ := filepath.Glob(filepath.Join(base, "ws", ".quire", pattern)); len(left) > 0 {
				t.Errorf("round %d: %v is left behind", round, left)
			}
		}
	}
	got := currentSnapshot(t, filepath.Join(base, "ws"))
	fresh := t.TempDir()
	if err := os.CopyFS(filepath.Join(fresh, "ws", "corpus"), os.DirFS(filepath.Join(base, "ws", "corpus"))); err != nil {
		t.Fatal(err)
	}
	sync(fresh, "--corpus", "ws/corpus")
	if want := currentSnapshot(t, filepath.Join(fresh, "ws")); got != want || got == "" {
		t.Errorf("it ends at %q, a clean build at %q", got, want)
	}
}

func isExit(err error, to **exec.ExitError) bool {
	e, ok := err.(*exec.ExitError)
	*to = e
	return ok
}

// childrenOf returns the processes that pid started.
func childrenOf(pid int) []int {
	var out []int
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, name := range tasks {
		b, _ := os.ReadFile(name)
		for _, f := range strings.Fields(string(b)) {
			if n, err := strconv.Atoi(f); err == nil {
				out = append(out, n)
			}
		}
	}
	return out
}

// gone waits until a process has ended.
func gone(pid int) bool {
	for range 200 {
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || bytes.Contains(b, []byte(") Z ")) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}
