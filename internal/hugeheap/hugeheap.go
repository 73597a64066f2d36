// Package hugeheap has the first of the heap of a process that imports it backed by huge
// pages, where Linux gives them to who asks. It asks before other packages make their
// variables, while there is next to nothing for the collector to look at, and therefore
// imports no package that makes some.
package hugeheap

// heapBytes is how much of the heap is backed by huge pages: what a sync of one changed file
// among 20,000 takes. It is address space; memory is taken as it is touched.
const heapBytes = 128 << 20
