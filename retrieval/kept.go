package retrieval

import (
	"strings"

	"quire/knowledge"
)

// KeptUnit is a unit as an older snapshot has it.
type KeptUnit struct {
	Name     string
	Digest   knowledge.Digest
	Text     string
	Snapshot string
}

// FindKept looks for a unit of a source in the kept snapshots, the one that was current
// last first, and says whether one of them has it. A snapshot that cannot be read counts
// as one that is not kept.
func (v *View) FindKept(source string, is func(KeptUnit) bool) (KeptUnit, bool) {
	kept, err := v.store.Kept()
	if err != nil {
		return KeptUnit{}, false
	}
	seen := map[knowledge.Digest]bool{}
	for _, k := range kept {
		row, err := v.rowAt(k, source)
		if err != nil || row == nil || row.Recipe == "" || seen[row.Recipe] {
			continue
		}
		seen[row.Recipe] = true
		doc, err := knowledge.LoadDocument(v.store.ReadFile, row.Recipe)
		if err != nil {
			continue
		}
		for i := range doc.Units {
			u := &doc.Units[i]
			if one := (KeptUnit{u.Name, u.Digest, doc.UnitText(u), k.ID}); is(one) {
				return one, true
			}
		}
	}
	return KeptUnit{}, false
}

// LinesBetween lists the lines that differ between two texts, those that went and those
// that came, in reading order.
func LinesBetween(before, after string) []LineDiff {
	split := func(s string) []textLine {
		var out []textLine
		for line := range strings.Lines(s) {
			if line = strings.TrimRight(line, "\n"); line != "" {
				out = append(out, textLine{text: line})
			}
		}
		return out
	}
	return lineDiff(split(before), split(after))
}
