//go:build unix

package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"quire/extract"
	"quire/knowledge"
)

// newPool returns a pool of workers that are this test binary.
func newPool(t *testing.T, size int) *Pool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var nth atomic.Int64
	p := NewPool(size, func() *exec.Cmd {
		cmd := exec.Command(self)
		cmd.Env = []string{workerVar + "=1", fmt.Sprintf("%s=%d", nthVar, nth.Add(1))}
		return cmd
	})
	t.Cleanup(p.Close)
	return p
}

// act runs one document through the pool; it returns the last try's evidence,
// the tries, and the error.
func act(ctx context.Context, t *testing.T, p *Pool, text string, lim extract.Limits) (*knowledge.Document, int, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "doc")
	if err := os.WriteFile(name, []byte("skip"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tries := 0
	var a *extract.Assembler
	j := Job{Extractor: "actor", File: f, Offset: 4, Size: int64(len(text)), Name: "doc", Format: "act", Limits: lim}
	err = p.Extract(ctx, j, func() extract.Sink {
		tries++
		a = extract.NewAssembler(knowledge.Recipe{}, lim, func(s string) int { return len(s) }, nil)
		return a
	})
	if a == nil {
		return nil, tries, err
	}
	return a.Finish(err), tries, err
}

func TestAWorkerReadsWhatIsInItsDescriptor(t *testing.T) {
	d, tries, err := act(context.Background(), t, newPool(t, 1), "hello world", extract.Limits{})
	if err != nil || tries != 1 || !strings.HasSuffix(d.Text, "hello world\n") || d.Evidence.Meta.Title != "doc act" {
		t.Errorf("%d tries, %v, %+v", tries, err, d)
	}
}

func TestErrorsKeepTheirKindOnTheWay(t *testing.T) {
	p := newPool(t, 1)
	for text, c := range map[string]struct {
		is   error
		code string
		says string
	}{
		"encrypted": {extract.ErrEncrypted, "encrypted", "aes: encrypted"},
		"damaged":   {extract.ErrDamaged, "damaged", "xref: damaged"},
		"trailing":  {nil, "trailing-data", "a signature follows"},
		"limit":     {nil, "limit:pages", "limit pages of 3 reached"},
		"panic":     {extract.ErrDamaged, "damaged", "the parser gave up: a panic of type string"},
		"huge":      {nil, "limit:frame", "limit frame of"},
		"garbage":   {nil, "damaged", "worker sent a broken unit"},
		"blocks":    {nil, "limit:unit_records", "limit unit_records"},
		"nested":    {nil, "damaged", "more than 16 levels"},
		"unknown":   {nil, "damaged", "unknown frame"},
	} {
		d, tries, err := act(context.Background(), t, p, text, extract.Limits{})
		if err == nil || tries != 1 || c.is != nil && !errors.Is(err, c.is) || d.Evidence.Reason != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %d tries, %v, reason %q", text, tries, err, d.Evidence.Reason)
		}
	}
	if _, _, err := act(context.Background(), t, p, "next", extract.Limits{}); err != nil {
		t.Errorf("after all of them: %v", err)
	}
}

func TestADeadWorkerCostsOneFileAfterASecondTry(t *testing.T) {
	p := newPool(t, 1)
	for text, c := range map[string]struct {
		reason, says string
		tries        int
	}{
		"exit":   {"crash", "fatal error: all goroutines are asleep", 2},
		"rogue":  {"crash", "the parser crashed", 2},
		"memory": {"memory", "more memory than its limit", 2},
		"hang":   {"timeout", "nothing was delivered", 1},
	} {
		d, tries, err := act(context.Background(), t, p, text, extract.Limits{Seconds: 1})
		var dead *DeadError
		if !errors.As(err, &dead) || dead.Reason != c.reason || tries != c.tries || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %d tries, %v", text, tries, err)
		}
		if text == "hang" && !strings.HasSuffix(d.Text, "before\n") {
			t.Errorf("hang: what was delivered is lost: %q", d.Text)
		}
		if _, _, err := act(context.Background(), t, p, "next", extract.Limits{}); err != nil {
			t.Errorf("the file after %s: %v", text, err)
		}
	}
}

func TestAFileIsTriedAgainAfterACrash(t *testing.T) {
	d, tries, err := act(context.Background(), t, newPool(t, 1), "once", extract.Limits{})
	if err != nil || tries != 2 || d.Evidence.Outcome != knowledge.Extracted {
		t.Errorf("%d tries, %v", tries, err)
	}
}

func TestWhatAWorkerSendsIsBounded(t *testing.T) {
	for _, text := range []string{"flood", "flow", "empty"} {
		_, tries, err := act(context.Background(), t, newPool(t, 1), text, extract.Limits{Text: 1 << 20, Inflated: 1 << 20})
		var lim *extract.LimitError
		if !errors.As(err, &lim) || lim.Limit != "inflated" || tries != 1 {
			t.Errorf("%s: %d tries, %v", text, tries, err)
		}
	}
}

func TestChildrenArriveAsStreams(t *testing.T) {
	d, _, err := act(context.Background(), t, newPool(t, 1), "child", extract.Limits{})
	if err == nil || !strings.Contains(err.Error(), "deflate: corrupt") || !errors.Is(err, extract.ErrDamaged) {
		t.Errorf("torn child: %v", err)
	}
	got := d.Evidence.Children
	if len(got) != 2 || got[0].Size != 1_000_000 || got[0].Digest != knowledge.DigestOf(bytes.Repeat([]byte("0123456789"), 100_000)) || got[1].Reason != "encrypted" {
		t.Errorf("children %+v", got)
	}
}

func TestACancelledRunEndsAtOnce(t *testing.T) {
	for _, text := range []string{"hang", "flow"} {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(200*time.Millisecond, cancel)
		_, tries, err := act(ctx, t, newPool(t, 1), text, extract.Limits{Inflated: 1 << 50})
		if !errors.Is(err, context.Canceled) || tries != 1 {
			t.Errorf("%s: %d tries, %v", text, tries, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := act(ctx, t, newPool(t, 1), "next", extract.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
}

func TestWorkersEndWhileOthersWork(t *testing.T) {
	p := newPool(t, 1)
	pidOf := func() (pid int) {
		t.Helper()
		d, _, err := act(context.Background(), t, p, "pid", extract.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Sscan(d.UnitText(&d.Units[0]), &pid)
		return pid
	}
	first := pidOf()
	if again := pidOf(); again != first {
		t.Errorf("process %d was left, and %d started", first, again)
	}
	p.Rest()
	second := pidOf()
	if second == first {
		t.Errorf("process %d works after it was to end", first)
	}
	p.Rest()
	p.Close()
	for _, pid := range []int{first, second} {
		if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("process %d is still there: %v", pid, err)
		}
	}
}

func TestClosingAPoolLeavesNoProcess(t *testing.T) {
	p := newPool(t, 3)
	pids := make([]int, 9)
	var wg sync.WaitGroup
	for i := range pids {
		wg.Go(func() {
			d, _, err := act(context.Background(), t, p, "pid", extract.Limits{})
			if err != nil {
				t.Error(err)
				return
			}
			fmt.Sscan(d.UnitText(&d.Units[0]), &pids[i])
		})
	}
	wg.Wait()
	seen := map[int]bool{}
	for _, pid := range pids {
		seen[pid] = true
	}
	if len(seen) == 0 || len(seen) > 3 || seen[0] || seen[os.Getpid()] {
		t.Errorf("nine files were read by the processes %v", pids)
	}
	p.Close()
	for pid := range seen {
		if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("process %d is still there: %v", pid, err)
		}
	}
}

func TestABinaryThatIsNoWorkerIsSaid(t *testing.T) {
	p := NewPool(1, func() *exec.Cmd { return exec.Command("/bin/sh", "-c", "echo no worker here >&2") })
	defer p.Close()
	var none *StartError
	if _, _, err := act(context.Background(), t, p, "next", extract.Limits{}); !errors.As(err, &none) || !strings.Contains(none.Detail, "no worker here") {
		t.Errorf("got %v", err)
	}
}

// What kills a worker before its greeting says nothing of the file that waits for it.
func TestAWorkerThatEndsBeforeItsGreetingIsStartedAgain(t *testing.T) {
	workers := newPool(t, 1).command
	started := 0
	p := NewPool(1, func() *exec.Cmd {
		if started++; started < startTries {
			return exec.Command("/bin/sh", "-c", "kill -9 $$")
		}
		return workers()
	})
	defer p.Close()
	d, _, err := act(context.Background(), t, p, "next", extract.Limits{})
	if err != nil || d.Evidence.Outcome != knowledge.Extracted || started != startTries {
		t.Errorf("%d starts: %v", started, err)
	}
}

func TestWhatWasDeliveredBeforeADeathIsPartial(t *testing.T) {
	for text, c := range map[string]struct {
		reason, last string
		tries        int
		lim          extract.Limits
	}{
		"units":      {"crash", "text 3 of 2", 2, extract.Limits{}},
		"loop":       {"timeout", "before", 1, extract.Limits{Seconds: 1}},
		"trickle":    {"timeout", "x", 1, extract.Limits{Seconds: 5, Total: 1}},
		"allocate 8": {"memory", "", 2, extract.Limits{}},
	} {
		if raceEnabled && c.reason == "memory" {
			continue
		}
		began := time.Now()
		d, tries, err := act(context.Background(), t, newPool(t, 1), text, c.lim)
		var dead *DeadError
		if !errors.As(err, &dead) || dead.Reason != c.reason || tries != c.tries || d.Evidence.Reason != c.reason {
			t.Errorf("%s: %d tries, %v, reason %s", text, tries, err, d.Evidence.Reason)
		}
		want := knowledge.Partial
		if c.last == "" {
			want = knowledge.Failed
		}
		if d.Evidence.Outcome != want || !strings.HasSuffix(d.Text, c.last+"\n") && c.last != "" {
			t.Errorf("%s: %s %q", text, d.Evidence.Outcome, d.Text)
		}
		if c.reason == "timeout" && time.Since(began) > 3*time.Second {
			t.Errorf("%s: ended after %v", text, time.Since(began))
		}
	}
}

// slowSink takes its time over every unit.
type slowSink struct {
	extract.Sink
	pause time.Duration
}

func (s slowSink) Unit(u extract.Unit) error {
	time.Sleep(s.pause)
	return s.Sink.Unit(u)
}

// What the parent takes for its own work is not held against a worker, neither in its
// time without progress nor in all.
func TestTheParentsTimeIsNotTheWorkers(t *testing.T) {
	p := newPool(t, 1)
	file := filepath.Join(t.TempDir(), "doc")
	if err := os.WriteFile(file, []byte("slow"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lim := extract.Limits{Seconds: 1, Total: 1}
	for range 2 {
		err = p.Extract(context.Background(), Job{Extractor: "actor", File: f, Size: 4, Name: "doc", Format: "act", Limits: lim}, func() extract.Sink {
			return slowSink{extract.NewAssembler(knowledge.Recipe{}, lim, func(s string) int { return len(s) }, nil), 700 * time.Millisecond}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestTalkIsNoProgress(t *testing.T) {
	_, _, err := act(context.Background(), t, newPool(t, 1), "talk", extract.Limits{Seconds: 1})
	var dead *DeadError
	if !errors.As(err, &dead) || dead.Reason != "timeout" {
		t.Errorf("got %v", err)
	}
	d, _, err := act(context.Background(), t, newPool(t, 1), "trickle", extract.Limits{Seconds: 1, Total: 3})
	if len(d.Units) < 15 {
		t.Errorf("a slow document ended after %d units: %v", len(d.Units), err)
	}
}

func TestBytesThatNobodyAskedForEndAWorker(t *testing.T) {
	p := newPool(t, 1)
	if _, _, err := act(context.Background(), t, p, "ahead", extract.Limits{}); err != nil {
		t.Fatal(err)
	}
	if d, tries, err := act(context.Background(), t, p, "next", extract.Limits{}); err != nil || tries != 1 || d.Text == "" {
		t.Errorf("%d tries, %v, %q: the answer was an earlier one", tries, err, d.Text)
	}
}

// A parent's memory does not follow what a worker sends.
func TestTheMemoryOfTheParentStaysBounded(t *testing.T) {
	p := newPool(t, 1)
	for _, text := range []string{"flood", "blocks", "rogue", "flow", "nested", "empty"} {
		peak := watchHeap(func() {
			act(context.Background(), t, p, text, extract.Limits{Inflated: 8 << 20, Text: 1 << 20, Seconds: 20})
		})
		if peak > 200<<20 {
			t.Errorf("%s: the heap grew by %d MiB", text, peak>>20)
		}
	}
}

// watchHeap returns by how much the heap grew at most while f ran.
func watchHeap(f func()) (peak uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	size := func() uint64 {
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	runtime.GC()
	before := size()
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			if n := size(); n > before {
				peak = max(peak, n-before)
			}
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	f()
	close(done)
	wg.Wait()
	return peak
}

// A worker that was made ready is the one that the next job gets, also where the job comes
// while it starts; the next one after it is started as ever.
func TestAWorkerMadeReadyIsTheNext(t *testing.T) {
	workers := newPool(t, 1).command
	var started atomic.Int64
	p := NewPool(2, func() *exec.Cmd {
		started.Add(1)
		return workers()
	})
	defer p.Close()
	for _, whileItStarts := range []bool{false, true, true} {
		p.Ready()
		p.Ready() // asks for no second one
		if !whileItStarts {
			p.background.Wait()
		}
		if _, _, err := act(context.Background(), t, p, "next", extract.Limits{}); err != nil {
			t.Fatal(err)
		}
		p.background.Wait()
		if n := started.Load(); n != 1 {
			t.Errorf("%d workers for one job", n)
		}
		p.Rest()
		started.Store(0)
	}
}
