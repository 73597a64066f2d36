// Package pages writes what a corpus says as a whole: which topics return, what
// happened when, where documents disagree, which are alike, and what is missing.
//
// It owns the card of a source, a small row of what the pages say of it, and the form of
// the pages, in Markdown and JSON. It reads rows, cards and edges as they come, each
// once or twice, and keeps no more than it prints and one count for each topic, so that
// a page has a bounded size and its making a bounded memory, whatever the corpus.
//
// It refuses to know where rows are stored, when it is, and what an edge of a kind means
// beyond the name of the kind.
//
// Order of use: a Card for each source, then Build over all of them.
package pages
