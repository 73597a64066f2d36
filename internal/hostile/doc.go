// Package hostile makes files that are small and cost much: bombs, endless
// nestings, counts that lie and cycles. It owns the list of such kinds and how
// each is written; it refuses to know any reader.
//
// Order of use: Write puts all of them into a folder; the test of this package
// runs quire over it (make hostile) and holds time, memory and reasons against
// the limits.
package hostile
