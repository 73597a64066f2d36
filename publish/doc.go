// Package publish keeps trees of files that are written once and never changed,
// and the one pointer that says which of them is current.
//
// It is ignorant of meaning: leaves are bytes under a name, tables are sorted
// lines, a snapshot is a folder. What they say is the business of its callers.
//
// The story of a publish: leaves are written first (Store.Put, Store.PutStream,
// TableWriter), then the folder of the snapshot that names them (Draft), then
// everything is synced, reopened and checked, then the pointer is replaced by one
// rename (Draft.Commit), then a line is added to the history, and only then old
// snapshots go (Store.Prune). Readers go the other way: pointer, snapshot,
// leaves; they take no lock and write no byte. A crash anywhere leaves the old
// snapshot or the new one.
//
// Order of use: Lock, Create, Put…, NewDraft, Commit, Prune; for readers Open,
// Current, Snapshot.
package publish
