package cli

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"time"
)

const (
	// memoryGoal is what a sync tries to stay below, in bytes: near it garbage is collected
	// sooner than garbagePercent says. It bounds garbage, not what is needed.
	memoryGoal = 240 << 20
	// garbagePercent is the garbage that a sync may make before it is collected, in percent of
	// what lives. Beyond 200 an edit gains what a deletion loses to pages that it touches.
	garbagePercent = 200
	// The goal rises where what lives comes near it for as long as memoryLooks looks, or the
	// collector would do little else: 215 MiB that live make it 300.
	memoryLooks = 20
	memoryPause = 250 * time.Millisecond
)

// boundMemory bounds the garbage of a sync, unless GOGC and GOMEMLIMIT do. It is to be
// stopped.
func boundMemory() (stop func()) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	debug.SetMemoryLimit(memoryGoal)
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(memoryPause)
		defer tick.Stop()
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		var looks [memoryLooks]uint64
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			metrics.Read(live)
			looks[n%memoryLooks] = live[0].Value.Uint64()
			debug.SetMemoryLimit(goalFor(slices.Min(looks[:])))
		}
	}()
	return func() { close(done) }
}

// goalFor returns the goal where so many bytes have lived for a while.
func goalFor(live uint64) int64 {
	return max(memoryGoal, int64(live+live*3/10)+20<<20)
}
