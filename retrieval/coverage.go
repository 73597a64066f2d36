package retrieval

import (
	"encoding/json"

	"quire/knowledge"
	"quire/publish"
)

// NoLedgerError says that a snapshot was published by a quire that kept no ledger of
// coverage.
type NoLedgerError struct{ Snapshot string }

func (e *NoLedgerError) Error() string {
	return "snapshot " + e.Snapshot[:min(12, len(e.Snapshot))] + " has no ledger of coverage: an older quire published it"
}

// Coverage calls f with the line of every source in the ledger, in order of id, until
// it returns false.
func (v *View) Coverage(f func(*knowledge.Coverage) bool) error {
	table, err := v.table(knowledge.CoverageTable)
	if err != nil {
		return err
	}
	if table == nil {
		return &NoLedgerError{v.Snapshot}
	}
	for line, err := range table.All() {
		if err != nil {
			return err
		}
		var c knowledge.Coverage
		if err := json.Unmarshal(line, &c); err != nil {
			return &publish.DamagedError{Name: "tables", Detail: "hold a line of the ledger that is not JSON: " + err.Error()}
		}
		if !f(&c) {
			return nil
		}
	}
	return nil
}
