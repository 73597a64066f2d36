package worker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"quire/extract"
)

// probe makes a worker try what it must not be able to do, and says what came of
// it: "done" or the error.
func probe(what string) string {
	verb, arg, _ := strings.Cut(what, " ")
	var err error
	switch verb {
	case "read":
		_, err = os.ReadFile(arg)
	case "list":
		_, err = os.ReadDir(arg)
	case "write":
		err = os.WriteFile(arg, []byte("x"), 0o600)
	case "append":
		var f *os.File
		if f, err = os.OpenFile(arg, os.O_APPEND|os.O_WRONLY, 0); err == nil {
			_, err = f.WriteString("x")
		}
	case "remove":
		err = os.Remove(arg)
	case "mkdir":
		err = os.Mkdir(arg, 0o700)
	case "chmod":
		err = os.Chmod(arg, 0o777)
	case "dial":
		_, err = net.Dial("tcp", arg)
	case "listen":
		_, err = net.Listen("tcp", "127.0.0.1:0")
	case "udp":
		_, err = net.Dial("udp", arg)
	case "unix":
		_, err = net.Dial("unix", arg)
	case "exec":
		err = exec.Command(arg).Run()
	case "fork":
		if _, _, errno := syscall.RawSyscall(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0); errno != 0 {
			err = errno
		}
	case "kill":
		err = syscall.Kill(os.Getppid(), 0)
	case "trace":
		err = syscall.PtraceAttach(os.Getppid())
	case "limit":
		err = unix.Prlimit(os.Getppid(), unix.RLIMIT_CORE, &unix.Rlimit{}, nil)
	case "orphan":
		err = unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0)
	case "memfd":
		_, err = unix.MemfdCreate("x", 0)
	case "descriptors":
		for range 200 {
			if _, err = syscall.Dup(0); err != nil {
				break
			}
		}
	}
	if err != nil {
		return "refused: " + err.Error()
	}
	return "done"
}

// protected returns a pool whose workers have all protections; the test is skipped
// where the kernel lacks one.
func protected(t *testing.T) *Pool {
	t.Helper()
	p := newPool(t, 1)
	list, err := p.Protections()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 7 {
		t.Fatalf("%d protections are reported: %+v", len(list), list)
	}
	for _, x := range list {
		if !x.Active {
			t.Skipf("this system has no %s: %s", x.Name, x.Detail)
		}
	}
	return p
}

func TestAWorkerCanReachNothing(t *testing.T) {
	p := protected(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("private"), 0o666); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	socket, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	for _, what := range []string{
		"read /etc/passwd", "read " + file, "read /proc/self/status", "list /", "list " + dir, "write " + filepath.Join(dir, "new"), "append " + file, "write /dev/null",
		"remove " + file, "mkdir " + filepath.Join(dir, "sub"), "chmod " + file, "dial " + l.Addr().String(), "listen", "udp 127.0.0.1:53",
		"unix " + filepath.Join(dir, "socket"), "exec /bin/true", "fork", "kill", "trace", "limit", "orphan", "memfd", "descriptors",
	} {
		if harmless(what) {
			if got := probe(what); got != "done" {
				t.Errorf("%s cannot be done outside either: %s", what, got)
			}
		}
		d, tries, err := act(context.Background(), t, p, "probe "+what, extract.Limits{})
		if err != nil || tries != 1 {
			t.Errorf("%s: %d tries, %v", what, tries, err)
			continue
		}
		if got := strings.TrimSpace(d.UnitText(&d.Units[0])); !strings.HasPrefix(got, "refused: ") {
			t.Errorf("%s: %s", what, got)
		}
	}
	if b, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(b), "private") {
		t.Errorf("the file is %q, %v", b, err)
	}
}

// harmless reports whether the test itself may do what it makes a worker try, so as
// to know that the worker is refused and not merely mistaken.
func harmless(what string) bool {
	for _, verb := range []string{"read", "list", "append", "dial", "listen", "udp", "unix", "exec"} {
		if strings.HasPrefix(what, verb) {
			return true
		}
	}
	return false
}

func TestOneFolderStaysReadable(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "compiled"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	protected(t)
	p := newPoolReading(t, dir)
	for what, want := range map[string]string{"read " + dir + "/compiled": "done", "write " + dir + "/new": "refused", "read /etc/passwd": "refused"} {
		d, _, err := act(context.Background(), t, p, "probe "+what, extract.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := d.UnitText(&d.Units[0]); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", what, got)
		}
	}
}

func newPoolReading(t *testing.T, dir string) *Pool {
	p := newPool(t, 1)
	command := p.command
	p.command = func() *exec.Cmd {
		cmd := command()
		cmd.Env = append(cmd.Env, readableVar+"="+dir)
		return cmd
	}
	return p
}

func TestAWorkerThatHoldsMuchMemoryIsReplaced(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector reserves address space of its own")
	}
	p := newPool(t, 1)
	pid := func(text string) string {
		d, tries, err := act(context.Background(), t, p, text, extract.Limits{Memory: 1 << 30})
		if err != nil || tries != 1 {
			t.Fatalf("%s: %d tries, %v", text, tries, err)
		}
		return d.UnitText(&d.Units[0])
	}
	first := pid("keep 1")
	if again := pid("keep 1"); again != first {
		t.Errorf("a small worker was replaced: %s, %s", first, again)
	}
	if last := pid("keep 700"); last != first {
		t.Errorf("%s took the file of %s", last, first)
	}
	if next := pid("keep 1"); next == first {
		t.Errorf("%s goes on with 700 MiB of its budget gone", next)
	}
}

// A parent that is killed leaves no worker, whatever that is doing.
func TestAWorkerEndsWithItsParent(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = []string{parentVar + "=1"}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var worker int
	if _, err := fmt.Fscan(out, &worker); err != nil || worker == 0 {
		t.Fatalf("the parent said %d, %v", worker, err)
	}
	if err := syscall.Kill(worker, 0); err != nil {
		t.Fatalf("the worker is not there: %v", err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	for range 200 {
		if errors.Is(syscall.Kill(worker, 0), syscall.ESRCH) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("worker %d lives on without its parent", worker)
}

// runParent is a parent whose worker loops.
func runParent() {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(self)
	cmd.Env = []string{workerVar + "=1"}
	p, err := start(cmd)
	if err != nil {
		panic(err)
	}
	f, err := os.CreateTemp("", "doc")
	if err != nil {
		panic(err)
	}
	os.Remove(f.Name())
	f.WriteString("loop")
	if err := sendJob(p.conn, job{Name: "actor", Size: 4, Limits: extract.DefaultLimits()}, f); err != nil {
		panic(err)
	}
	if kind, _, err := readFrame(p.in); err != nil || kind != frameUnit {
		panic(fmt.Sprint(kind, err))
	}
	fmt.Println(cmd.Process.Pid)
	time.Sleep(time.Hour)
}
