//go:build unix

package worker

import (
	"context"
	"errors"
	"os/exec"
	"sync"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

// counted is a pool that keeps the commands it starts.
func counted(t *testing.T, command func() *exec.Cmd) (*Pool, func() []*exec.Cmd) {
	t.Helper()
	var (
		mu  sync.Mutex
		all []*exec.Cmd
	)
	p := NewPool(2, func() *exec.Cmd {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, command())
		return all[len(all)-1]
	})
	t.Cleanup(p.Close)
	return p, func() []*exec.Cmd {
		mu.Lock()
		defer mu.Unlock()
		return all
	}
}

func TestAWarmWorkerReadsTheFirstFile(t *testing.T) {
	p, started := counted(t, newPool(t, 1).command)
	p.Warm()
	p.Warm()
	for range 2 {
		d, _, err := act(context.Background(), t, p, "hello", extract.Limits{})
		if err != nil || d.Evidence.Outcome != knowledge.Extracted {
			t.Fatal(err)
		}
	}
	if n := len(started()); n != 1 {
		t.Errorf("%d workers were started", n)
	}
}

func TestClosingAWarmPoolLeavesNoProcess(t *testing.T) {
	p, started := counted(t, newPool(t, 1).command)
	p.Warm()
	p.Close()
	p.Warm()
	all := started()
	if len(all) != 1 || all[0].ProcessState == nil {
		t.Errorf("%d workers were started, or one has not ended", len(all))
	}
}

func TestAWorkerThatCannotBeWarmedIsSaidByTheFirstFile(t *testing.T) {
	p, _ := counted(t, func() *exec.Cmd { return exec.Command("/bin/sh", "-c", "echo no worker here >&2") })
	p.Warm()
	var none *StartError
	if _, _, err := act(context.Background(), t, p, "next", extract.Limits{}); !errors.As(err, &none) {
		t.Errorf("got %v", err)
	}
}
