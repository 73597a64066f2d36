package knowledge

// Severity orders issues and findings.
type Severity string

// The severities, mildest first. Blocking quarantines the source it is about.
const (
	Note     Severity = "note"
	Warning  Severity = "warning"
	Error    Severity = "error"
	Blocking Severity = "blocking"
)

// Issue is trouble with one document. It is data, stored with the evidence and
// reported again whenever that evidence is reused.
type Issue struct {
	Code     string   `json:"code"` // stable, kebab-case: "encrypted", "low-text", "limit:pages"
	Severity Severity `json:"severity"`
	Locator  Locator  `json:"locator,omitzero"` // zero: the whole document
	Detail   string   `json:"detail,omitempty"` // one sentence for a person, without document text
}

// Outcome is what became of a file or a part of one.
type Outcome string

// The outcomes. Excluded to Deferred mean that no text was searched.
const (
	Extracted   Outcome = "extracted"   // all that the format holds was read
	Partial     Outcome = "partial"     // some parts could not be read; issues say which
	Empty       Outcome = "empty"       // read whole; there is no text in it
	Encrypted   Outcome = "encrypted"   // needs a password
	Unsupported Outcome = "unsupported" // no extractor reads this format
	Excluded    Outcome = "excluded"    // left out by a rule; the reason names it
	Failed      Outcome = "failed"      // the bytes could not be read as what they are
	Deferred    Outcome = "deferred"    // it changed while it was read, or could not be opened
	Quarantined Outcome = "quarantined" // extracted, then withheld by a blocking finding
)

// Outcomes lists every outcome in the order reports show them.
var Outcomes = []Outcome{Extracted, Partial, Empty, Encrypted, Unsupported, Excluded, Failed, Deferred, Quarantined}

// Searchable reports whether text of a source with this outcome is indexed.
func (o Outcome) Searchable() bool { return o == Extracted || o == Partial }

// Unsettled reports whether a reason code depends on the machine rather than on
// the inputs, so that another run may end differently.
func Unsettled(reason string) bool {
	switch reason {
	case "timeout", "memory", "crash", "changed-while-reading", "unreadable":
		return true
	}
	return false
}
