package retrieval

import (
	"context"
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

// VerifyLeaves hashes all evidence and knowledge that the rows of the snapshot refer
// to. What seen names was hashed before, for another snapshot.
func (v *View) VerifyLeaves(ctx context.Context, seen map[string]bool, damaged func(name, detail string)) error {
	err := v.Records(func(s *knowledge.Source) bool {
		if s.Recipe != "" && !seen[string(s.Recipe)] {
			seen[string(s.Recipe)] = true
			v.verifyEvidence(s, damaged)
		}
		if s.Knowledge != "" && !seen[string(s.Knowledge)+string(s.Recipe)] {
			seen[string(s.Knowledge)+string(s.Recipe)] = true
			if _, err := v.Derived(s); err != nil {
				damaged(knowledge.DerivedName(s.Recipe, v.Corpus.Semantics), err.Error())
			}
		}
		return ctx.Err() == nil
	})
	var d *publish.DamagedError
	if errors.As(err, &d) {
		damaged(d.Name, d.Detail)
		err = nil
	}
	return errors.Join(err, ctx.Err())
}

// verifyEvidence hashes the record and the text of one recipe.
func (v *View) verifyEvidence(s *knowledge.Source, damaged func(name, detail string)) {
	b, name, err := knowledge.Find(v.store.ReadFile, knowledge.RecordName(s.Recipe))
	if err != nil {
		damaged(name, "cannot be read")
		return
	}
	if knowledge.DigestOf(b) != s.Evidence {
		damaged(name, "has other bytes than its record says")
		return
	}
	if _, err := knowledge.LoadDocument(v.store.ReadFile, s.Recipe); err != nil {
		damaged(knowledge.TextName(s.Recipe), err.Error())
	}
}
