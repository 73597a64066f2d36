package retrieval

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/publish"
)

// Statuses are what a query can be narrowed to: passages of documents that count, of
// documents that another one supersedes, and passages with a value that another
// document contradicts.
var Statuses = []string{"fresh", "superseded", "conflict"}

// withStatus returns what keeps the passages with one of the statuses; nil keeps all.
// It passes over the table of relations once, and decodes only the rows that say
// something of it.
func (v *View) withStatus(statuses []string) (func(id string) bool, error) {
	if len(statuses) == 0 {
		return nil, nil
	}
	for _, s := range statuses {
		if !slices.Contains(Statuses, s) {
			return nil, &BadQueryError{"--status " + knowledge.Line(s, 40) + " is none", "it takes " + strings.Join(Statuses, ", ")}
		}
	}
	outdated := map[string]bool{}
	contradicted := map[string][]edgeEvidence{} // by source and unit
	err := v.Edges(func(line []byte) error {
		if !bytes.Contains(line, []byte(`"supersedes"`)) && !bytes.Contains(line, []byte(`"conflicts-with"`)) {
			return nil
		}
		var row edgeRow
		if err := json.Unmarshal(line, &row); err != nil {
			return &publish.DamagedError{Name: "tables", Detail: "hold a row of edges that is not JSON: " + err.Error()}
		}
		for _, ref := range row.refs() {
			switch {
			case ref.Kind == "supersedes" && ref.inverse:
				outdated[row.ID] = true
			case ref.Kind == "conflicts-with":
				for _, e := range ref.Evidence {
					if e.Source == row.ID {
						key := row.ID + "#" + e.Unit
						contradicted[key] = append(contradicted[key], e)
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return func(id string) bool {
		source, unit, span, ok := splitID(id)
		return ok && slices.ContainsFunc(statuses, func(s string) bool {
			switch s {
			case "fresh":
				return !outdated[source]
			case "superseded":
				return outdated[source]
			}
			return slices.ContainsFunc(contradicted[source+"#"+unit], func(e edgeEvidence) bool { return span[0] <= e.Span[0] && e.Span[1] <= span[1] })
		})
	}, nil
}
