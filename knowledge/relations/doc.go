// Package relations finds the relations between sources that exist by structure:
// what lies in what, which mail answers which, which document links to which.
//
// It owns the rules by which a name that one source writes means another source,
// and joins all sources of a corpus by sorting both sides of each rule and
// merging them, so that cost grows as n log n. Being right comes before being
// complete: a name that fits two sources, a message that is not there, a link
// that leaves its root or its archive are no relation, and nothing is guessed
// from likeness. Each edge carries its evidence: where one side names the other,
// and what it was matched with.
//
// It refuses to know where facts and texts are stored and who reads the edges. It reads
// no file, and no text but that of near duplicates, to be sure and to say what differs.
//
// Rejoin does again only what a few changed sources touch, from the keys that the last
// join left, and comes to the same edges.
//
// Order of use: make a Node of each source, Join them, ByNode the edges into rows
// of a table.
package relations
