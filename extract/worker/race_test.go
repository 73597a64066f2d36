//go:build race

package worker

// raceEnabled says that the race detector takes address space which the ceiling does
// not know of.
const raceEnabled = true
