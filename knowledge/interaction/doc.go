// Package interaction keeps what was said in conversations: an append-only
// ledger of captured entries, the decisions made about them, and the marks of
// what was forgotten.
//
// It owns the folder it is given as an os.Root and every byte in it. It refuses
// to know which entries a snapshot has promoted, how they are searched and where
// an accepted one is stored: callers hand in ids and get entries or bytes.
//
// Three promises hold at every moment, also when a process is killed. An entry
// that Append has returned for is on disk and is there once, however often and
// by however many processes it is captured. No secret that Redact knows reaches
// the disk. A forgotten entry is in no file of the folder and cannot come back
// by being captured again.
//
// Order of use: ParseGeneric a transcript, New each of its entries, Append them
// to the Ledger; Entries and Decisions read it without a lock, Pending says what
// is still open, EncodeAccepted turns an accepted entry into a record, Forget
// removes one.
package interaction
