//go:build unix

package cli

import (
	"syscall"
	"time"
)

// processorTime is the user and system time of this process and of the children that
// it has waited for.
func processorTime() (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var use syscall.Rusage
		if syscall.Getrusage(who, &use) == nil {
			sum += time.Duration(use.Utime.Nano() + use.Stime.Nano())
		}
	}
	return sum
}
