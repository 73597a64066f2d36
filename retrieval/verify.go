package retrieval

import (
	"cmp"
	"context"
	"errors"

	"quire/knowledge"
	"quire/publish"
)

// Verify looks at every file that the snapshot names and hashes the chunks of its
// tables. It reports each one that is missing or not what its record says.
func (v *View) Verify(damaged func(name, detail string)) {
	report := func(err error) { tell(err, "snapshot", damaged) }
	report(v.snap.VerifyFiles())
	report(v.snap.Check())
	report(v.snap.VerifyTables())
	if _, err := v.index(); err != nil {
		report(err)
	}
}

// tell names what is damaged by an error, if there is one; what says of what it is where the
// error does not.
func tell(err error, what string, damaged func(name, detail string)) {
	var d *publish.DamagedError
	if errors.As(err, &d) {
		damaged(d.Name, d.Detail)
	} else if err != nil {
		damaged(what, err.Error())
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
		if d := cmp.Or(s.Knowledge, s.InLeaf); d != "" && !seen[s.ID+string(d)] {
			seen[s.ID+string(d)] = true
			_, err := v.Derived(s)
			tell(err, "the knowledge of "+s.Path, damaged)
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
