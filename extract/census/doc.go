// Package census counts the parts of an original a second time: pages, slides,
// sheets, members, parts of a message, rows. It is what the ledger of coverage is
// checked against, so it shares no code with the extractors and asks none of them.
//
// It owns how the containers say what they hold: the directory of a ZIP, the tree of
// pages of a PDF, the lists of slides and sheets of an office document, the headers
// of a tar archive, the boundaries of a message. It refuses to know what a part
// says. What it cannot count it says so, with a reason; it never guesses.
//
// Order of use: Of, once a file, where the file is read: in a worker.
package census
