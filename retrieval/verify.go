package retrieval

import (
	"errors"

	"quire/knowledge"
	"quire/publish"
)

// Verify looks at every file that the snapshot names and hashes the chunks of its
// tables. It reports each one that is missing or not what its record says.
func (v *View) Verify(damaged func(name, detail string)) {
	report := func(err error) {
		var d *publish.DamagedError
		if errors.As(err, &d) {
			damaged(d.Name, d.Detail)
		} else if err != nil {
			damaged("snapshot", err.Error())
		}
	}
	report(v.snap.VerifyFiles())
	report(v.snap.Check())
	report(v.snap.VerifyTables())
	if _, err := v.index(); err != nil {
		report(err)
	}
}

// Totals returns what the snapshot says of its corpus as a whole.
func (v *View) Totals() knowledge.Corpus { return v.Corpus }
