// Package overlay reads and writes authored overlays: what a person or an agent
// adds to the evidence of a document, such as what a page says in short, what a
// diagram shows, or that a figure is wrong.
//
// An overlay is bound to the digest of a unit, never to a place: while the unit
// has that digest the overlay is fresh, wherever the unit now stands; when the
// unit's text changes it is stale, and only it. An invalid entry is a finding
// about itself, and every other entry of its file counts. The text of an entry is
// data: it may hold any characters, and nothing in it is interpreted.
//
// The package knows neither how fresh entries are published nor how they are
// searched. It refuses to know where evidence is stored: callers hand it the units
// of a source, and files as bytes or as an fs.FS.
//
// Order of use: Load reads what lies under overlays/ (Parse is one file of it),
// Match says of each entry whether it still holds. ParseApply reads what an agent
// hands in, FileFor and Encode say what is written for it and where.
package overlay
