// Package export writes a published tree for readers other than quire: as a bundle of
// the Open Knowledge Format (okf), as plain Markdown, or as JSON lines.
//
// Bytes follow from the snapshot and the options alone. Every text carries the address
// it came from and a digest of what was written, so that a bundle can be read back and
// held against the tree. What is hidden in a document, and what a correction keeps out of
// search, is left out and counted. Conversations are never exported.
//
// Order of use: Build hands out the files one after the other; Folder puts them into a
// folder of their own.
package export
