package interaction

// Pending returns the entries that are still open: captured, not promoted by the
// snapshot that is read, not rejected. Skipped ones and accepted ones that no
// sync has promoted yet are open; forgotten ones are not in entries. promoted is
// asked by id and may be nil.
//
// The order of reading decides: list the ledger first, then resolve the snapshot,
// then call Pending. The other way an entry that is promoted in between is lost.
func Pending(entries []Entry, decisions []Decision, promoted func(id string) bool) []Entry {
	counts := latest(decisions)
	out := []Entry{}
	for i := range entries {
		id := entries[i].ID
		if counts[id].Verdict == Reject || promoted != nil && promoted(id) {
			continue
		}
		out = append(out, entries[i])
	}
	return out
}
