// Package source says which file is which and what changed: it lists a corpus
// root (Walk), remembers what was hashed (Cache), and gives every file the id it
// keeps (Identity, Assign).
//
// It reads directories and file states through an os.Root and never follows a
// link. It refuses to know what is in a file.
//
// Order of use: Walk each root, hash what Cache does not vouch for, Assign ids.
package source
