// Package extract turns the bytes of one file into evidence.
//
// It owns the interface that every format implements (Extractor), the list of
// formats (Registry), the rule that content decides the format and the name only
// helps (Detect), the limits, and the assembly of what an extractor delivers into
// a knowledge.Document. It refuses to know where a file lies: an extractor gets a
// reader, a size and a name as a hint, opens nothing and writes nothing, so that
// it can run where neither is possible.
//
// Order of use: Detect a format, take its Extractor from a Registry, run it with
// an Assembler as its Sink, Finish the assembler.
package extract
