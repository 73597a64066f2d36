//go:build unix && !linux

package worker

import (
	"errors"
	"os"
	"time"
)

// protect does what can be done without the means of Linux: the worker ends with
// its parent.
func protect(string, *ceiling) []Protection {
	go endWithParent(os.Getppid())
	missing := errors.New("only on Linux so far")
	return []Protection{
		held(NoNewPrivileges, "", missing), held(Files, "", missing), held(Network, "", missing), held(SystemCalls, "", missing),
		held(Resources, "", missing), held(Memory, "", missing), held(ParentDeath, "it looks every second whether its parent lives", nil),
	}
}

func endWithParent(parent int) {
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	os.Exit(1)
}
