// Package worker runs extractors in processes of their own, so that a parser
// that crashes, hangs or eats memory costs one file.
//
// A worker is the same binary started again. It gets each file as an open
// descriptor over a socket, never a path, and answers with length-prefixed frames
// over the same socket. The parent bounds every frame and the total, checks what
// arrives like input from an enemy (extract.Assembler does), kills a worker that
// delivers nothing for the limit's seconds, and tries the file of a dead worker
// once more alone. What was delivered before a death stays with the sink.
//
// Before its first job a worker gives up files, network, other processes and the
// right to start programs, as far as the system has means for that, and reports
// what holds (Protection). Its address space is bounded for every document.
//
// Order of use: the command calls Serve when it was started as a worker; the
// pipeline makes a Pool, calls Extract from as many goroutines as it likes, and
// closes it.
package worker
