// Package knowledge is the waist of quire: the types that every room shares and
// the one encoding of each of them.
//
// The story it tells: a source is a file (or a member of one). Its evidence is
// what an extractor read from those bytes, and nothing else: units (pages,
// slides, sections, row ranges) made of typed blocks, written as Markdown into
// text.md. Passages are the spans of that text which search returns. An Address
// names any of these, a Locator says where the same thing stands in the
// original file, and a Digest proves that neither has moved.
//
// The package knows no folder, no index and no command. It refuses to know
// where bytes are stored: callers hand it bytes and get bytes.
//
// Order of use: an extractor's blocks are rendered (text.go), cut into passages
// (passage.go), written as evidence (evidence.go, format.go), listed in the
// sources table (source.go) and addressed (address.go, locator.go).
package knowledge
