package extract

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"quire/knowledge"
)

// maxPartNotes bounds the notes on parts of one document: more than any census
// names.
const maxPartNotes = 40_000

// Part implements PartSink. A part that is noted twice was the same both times.
func (a *Assembler) Part(n knowledge.PartNote) error {
	n.Reason = knowledge.Line(n.Reason, 80)
	if n.At.IsZero() || !slices.Contains(knowledge.Outcomes, n.Outcome) {
		return fmt.Errorf("note on a part %q with the outcome %q", n.At, n.Outcome)
	}
	if len(a.doc.Evidence.Parts) < maxPartNotes {
		a.doc.Evidence.Parts = append(a.doc.Evidence.Parts, n)
	}
	return nil
}

// breaksOff makes issues of the parts whose content breaks off, where the extractor has not
// said that something is wrong there.
func (a *Assembler) breaksOff(e *knowledge.Expected) error {
	if len(e.Damaged) > 0 && (e.Kind != knowledge.PagePart || len(e.Damaged) > e.N) {
		return fmt.Errorf("a census of %d parts of the kind %q names %d that break off", e.N, e.Kind, len(e.Damaged))
	}
	for _, n := range e.Damaged {
		at := knowledge.Loc(string(e.Kind), strconv.Itoa(n))
		if slices.ContainsFunc(a.doc.Evidence.Issues, func(i knowledge.Issue) bool { return isError(i) && i.Locator.String() == at.String() }) {
			continue
		}
		if err := a.Issue(knowledge.Issue{Code: "damaged-part", Severity: knowledge.Error, Locator: at, Detail: "its content breaks off; what stands behind that was not read"}); err != nil {
			return err
		}
	}
	return nil
}

// Census implements CensusSink.
func (a *Assembler) Census(c knowledge.Census) error {
	if a.doc.Evidence.Census != nil {
		return errors.New("the parts were counted twice")
	}
	names := 0
	c.Reason = knowledge.Line(c.Reason, 80)
	for i := range c.Parts {
		e := &c.Parts[i]
		if names += len(e.At) + len(e.Lines); !slices.Contains(knowledge.PartKinds, e.Kind) || e.N < 0 || len(e.At) > e.N || len(e.Lines) > e.N || names > 2*maxPartNotes {
			return fmt.Errorf("a census of %d parts of the kind %q", e.N, e.Kind)
		}
		if err := a.breaksOff(e); err != nil {
			return err
		}
	}
	a.doc.Evidence.Census = &c
	return nil
}
