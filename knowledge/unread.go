package knowledge

// Unread is the row of a source that could hold an answer and has no searched
// text: readers name such files without looking through all sources.
type Unread struct {
	ID      string  `json:"id"`
	Path    string  `json:"path"`
	Type    string  `json:"type,omitempty"`
	Outcome Outcome `json:"outcome"`
}

// MayHoldAnAnswer reports whether a source of this outcome and reason is listed as
// unread: one that nobody could read, or whose pages are pictures. Formats that
// quire does not read are a fact of the corpus, an empty file has nothing to say.
func MayHoldAnAnswer(o Outcome, reason string) bool {
	switch o {
	case Encrypted, Failed, Deferred, Quarantined:
		return true
	case Empty:
		return reason != ""
	}
	return false
}
