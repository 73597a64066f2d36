// Package pipeline runs one sync: it takes corpus roots and leaves a published
// snapshot.
//
// The stages follow each other as in Sync: discover lists and hashes files and
// gives them ids; extract turns new bytes into evidence, in workers, and while a
// document is in memory semantics derives what may be said from it alone; validate
// checks the records and quarantines what breaks a blocking rule; index adds and removes passages;
// publish writes tables and the snapshot and swaps the pointer if and only if the
// snapshot's digest differs from the current one.
//
// Everything flows one way. What a stage decides about one document is data in
// that document's row; an error stops the run and leaves the old snapshot.
//
// The package owns the order of things and the reuse rules (reuse.go). It knows
// no flag and prints nothing: progress goes to a function, the result is a Report.
package pipeline
