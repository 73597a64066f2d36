package retrieval

import (
	"strings"

	"quire/internal/jsonline"
	"quire/knowledge"
)

// Look says that the text of a unit may not carry what is on it, and what to look at
// instead. It stands at the first result of the unit.
type Look struct {
	For      []string `json:"for"`              // scan, garbled, low-text, image
	Render   string   `json:"render,omitempty"` // address that quire render draws
	Open     string   `json:"open,omitempty"`   // place in the original, where it draws none
	Overlays []string `json:"overlays"`         // addresses of what was written about the unit
	Missing  bool     `json:"missing"`          // nobody wrote about it yet: quire overlay apply
}

// lookedOverlays is how many overlays are read to find those about the results; beyond
// it none is said to be missing. A row of 600 bytes takes 0.3 µs to pass over.
const lookedOverlays = 5000

// look returns what text alone does not carry of the unit of a passage, nil where it
// carries all that is known of.
func look(cu *cachedUnit, rec *knowledge.Passage) *Look {
	if cu.source.TrustTier() != knowledge.SourceTier {
		return nil
	}
	l := &Look{For: []string{}, Overlays: []string{}}
	for _, lack := range knowledge.Lacks(cu.unit, rec.Flags...) {
		l.For = append(l.For, string(lack))
	}
	if len(l.For) == 0 {
		return nil
	}
	if cu.source.Type == "pdf" {
		l.Render = knowledge.Address{Source: cu.source.ID, Unit: cu.unit.Name, Check: cu.unit.Digest.Short(knowledge.CheckDigits)}.String()
	} else {
		l.Open = cu.unit.Locator.String()
	}
	return l
}

// looks keeps one Look a unit and adds the overlays on it. The table of overlays is
// passed over only where a result asks for it.
func (v *View) looks(fit []Passage) error {
	byUnit := map[string]*Look{}
	for i := range fit {
		if fit[i].Look == nil {
			continue
		}
		unit, _, _ := strings.Cut(fit[i].Address, "@")
		if byUnit[unit] != nil {
			fit[i].Look = nil
			continue
		}
		byUnit[unit], fit[i].Look.Missing = fit[i].Look, true
	}
	if len(byUnit) == 0 {
		return nil
	}
	table, err := v.table(knowledge.OverlaysTable)
	if err != nil || table == nil {
		return err
	}
	read := 0
	for line, err := range table.All() {
		if err != nil {
			return err
		}
		if read++; read > lookedOverlays {
			for _, l := range byUnit {
				l.Missing = false
			}
			break
		}
		if jsonline.Field(line, "type") != "overlay" { // a statement says nothing of pictures
			continue
		}
		unit, _, _ := strings.Cut(jsonline.Field(line, "about"), "~")
		l := byUnit[unit]
		if l == nil {
			continue
		}
		row, err := decodeSource(line)
		if err != nil {
			return err
		}
		if !row.Stale {
			l.Missing = false
			l.Overlays = append(l.Overlays, row.ID)
		}
	}
	return nil
}

// cost bounds the tokens of printing l.
func (l *Look) cost(f Form) int {
	if l == nil {
		return 0
	}
	n := 40 + quotedBound(l.Render) + quotedBound(l.Open)
	for _, s := range l.For {
		n += quotedBound(s) + 2
	}
	for i, s := range l.Overlays {
		if f == JSONForm || i < ShownOverlays {
			n += quotedBound(s) + 4
		}
	}
	return n
}

// ShownOverlays is how many overlays on a unit the text form names.
const ShownOverlays = 3
