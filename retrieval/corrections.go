package retrieval

import (
	"encoding/json"
	"slices"

	"quire/knowledge"
	"quire/publish"
)

// Corrections returns what people said of documents against what was read, and what came
// of it, in order of id. source limits them to one document, "" takes all.
func (v *View) Corrections(source string) ([]knowledge.Correction, error) {
	out := []knowledge.Correction{}
	table, err := v.table(knowledge.CorrectionsTable)
	if err != nil || table == nil {
		return out, err
	}
	for line, err := range table.All() {
		if err != nil {
			return nil, err
		}
		var c knowledge.Correction
		if err := json.Unmarshal(line, &c); err != nil {
			return nil, &publish.DamagedError{Name: "tables", Detail: "hold a correction that is not JSON: " + err.Error()}
		}
		if source == "" || slices.Contains(c.Sources, source) {
			out = append(out, c)
		}
	}
	return out, nil
}

// corrected adds to a trace the corrections of its document.
func (v *View) corrected(s *knowledge.Source, a knowledge.Address, t *Trace) error {
	var err error
	if t.Corrections, err = v.Corrections(s.ID); err != nil {
		return err
	}
	for i := range s.LeftOut {
		x := &s.LeftOut[i]
		if a.Unit == x.Unit && (!a.Spanned || x.Span[0] < a.End && a.Start < x.Span[1]) {
			t.LeftOut = x
			break
		}
	}
	return nil
}
