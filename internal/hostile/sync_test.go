package hostile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// maxParent is how much memory of its own the process that publishes may take, in KiB.
const maxParent = 300 << 10

// problem is a file that sync names.
type problem struct {
	Path, Outcome, Code string
}

// TestSync runs the quire that QUIRE_HOSTILE names over a folder of all files:
// make hostile. It takes minutes.
func TestSync(t *testing.T) {
	binary := os.Getenv("QUIRE_HOSTILE")
	if binary == "" {
		t.Skip("QUIRE_HOSTILE names no quire; run make hostile")
	}
	workspace, temp := t.TempDir(), t.TempDir()
	corpus := filepath.Join(workspace, "corpus")
	if err := os.Mkdir(corpus, 0o755); err != nil {
		t.Fatal(err)
	}
	files := Files()
	if only := os.Getenv("QUIRE_HOSTILE_ONLY"); only != "" {
		files = slices.DeleteFunc(files, func(f File) bool { return !slices.Contains(strings.Split(only, ","), f.Name) })
	}
	if err := Write(corpus, files); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "sync", "--corpus", "corpus", "--json")
	cmd.Dir = workspace
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	var out, trouble bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &trouble
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	peak := watch(cmd.Process.Pid)
	err := cmd.Wait()
	most := <-peak
	t.Logf("%d files in %s, %d MiB at most in the parent, %d MiB with mapped files", len(files), time.Since(began).Round(time.Second), most.own>>10, most.resident>>10)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Fatalf("sync ends with %v, want exit 3\n%s%s", err, out.String(), trouble.String())
	}
	if most.own > maxParent {
		t.Errorf("the parent took %d MiB", most.own>>10)
	}
	var result struct{ Problems []problem }
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		judge(t, f, result.Problems)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("%d entries are left in the temporary folder (%v)", len(left), err)
	}
	if alive := processesIn(workspace); len(alive) > 0 {
		t.Errorf("processes %v survive", alive)
	}
}

// judge holds what sync says of one file, and of what is in it, against the
// reasons that are true.
func judge(t *testing.T, f File, problems []problem) {
	var said []string
	for _, p := range problems {
		if p.Path == f.Name || strings.HasPrefix(p.Path, f.Name+"!/") || strings.HasSuffix(p.Path, "/"+f.Name) || strings.Contains(p.Path, "/"+f.Name+"!/") {
			if s := p.Outcome + " " + p.Code; !slices.Contains(said, s) && len(said) < 10 {
				said = append(said, s)
			}
		}
	}
	t.Logf("%-22s %s", f.Name, strings.Join(said, ", "))
	for _, s := range said {
		outcome, code, _ := strings.Cut(s, " ")
		if code == "timeout" || code == "memory" || code == "crash" {
			t.Errorf("%s: %s, where a limit should have been met first", f.Name, s)
		}
		if slices.Contains(f.Reasons, code) || slices.Contains(f.Reasons, outcome) {
			return
		}
	}
	if len(f.Reasons) > 0 {
		t.Errorf("%s: reasons %q, want one of %q", f.Name, said, f.Reasons)
	}
}

// watched is the most memory that a process had, in KiB; 0 where the system does not
// tell.
type watched struct {
	own      int // what is its own: the system gets it back when the process ends
	resident int // with the pages of mapped files, which the system takes back when it wants them
}

// watch reads the memory of a process until it ends.
func watch(pid int) <-chan watched {
	out := make(chan watched, 1)
	go func() {
		var most watched
		for {
			b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			if err != nil || !bytes.Contains(b, []byte("RssAnon:")) {
				break // it has ended
			}
			most.own = max(most.own, kib(b, "RssAnon:"))
			most.resident = max(most.resident, kib(b, "VmHWM:"))
			time.Sleep(20 * time.Millisecond)
		}
		out <- most
	}()
	return out
}

// kib reads one line of a status file.
func kib(status []byte, name string) int {
	_, rest, _ := strings.Cut(string(status), name)
	if fields := strings.Fields(rest); len(fields) > 0 {
		n, _ := strconv.Atoi(fields[0])
		return n
	}
	return 0
}

// processesIn lists the processes that work in a folder.
func processesIn(dir string) (pids []string) {
	list, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		return nil
	}
	for _, link := range list {
		if at, err := os.Readlink(link); err == nil && strings.HasPrefix(at, dir) {
			pids = append(pids, filepath.Base(filepath.Dir(link)))
		}
	}
	return pids
}
