// Package hugeheap has the first of the heap of a process that imports it backed by huge
// pages, where Linux gives them to who asks. It asks before other packages make their
// variables, while there is next to nothing for the collector to look at, and therefore
// imports no package that makes some.
package hugeheap

// Variable names the variable of the environment that says for how many MiB of the heap huge
// pages are asked for, in the place of the usual number; none for 0.
const Variable = "QUIRE_HUGE_PAGES"

// usual is how many MiB of the heap are backed by huge pages: what a sync of one changed file
// among 20,000 takes. It is address space; memory is taken as it is touched.
const usual = 128

// most is the most that Variable may ask for, in MiB.
const most = 1024

// size returns the number of MiB that the value of Variable asks for.
func size(value string) int {
	if value == "" {
		return usual
	}
	n := 0
	for i := range len(value) {
		if value[i] < '0' || value[i] > '9' {
			return usual
		}
		n = min(n*10+int(value[i]-'0'), most)
	}
	return n
}

var taken int64

// Taken returns how many bytes of heap were mapped for huge pages at the start.
func Taken() int64 { return taken }
