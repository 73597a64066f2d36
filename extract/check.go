package extract

import (
	"fmt"
	"strings"

	"quire/knowledge"
)

// check refuses a unit that does not fit the types, and makes lines of what is
// shown in one.
func (a *Assembler) check(u *Unit) error {
	switch {
	case !knowledge.ValidUnitName(u.Name):
		return fmt.Errorf("unit name %q is not valid", u.Name)
	case a.names[u.Name]:
		return fmt.Errorf("two units named %s", u.Name)
	case !knowledge.ValidUnitKind(u.Kind):
		return fmt.Errorf("unit %s has the unknown kind %q", u.Name, u.Kind)
	case u.Ordinal < 1:
		return fmt.Errorf("unit %s has no ordinal", u.Name)
	case u.Parent != "" && !a.names[u.Parent]:
		return fmt.Errorf("unit %s comes before its parent %s", u.Name, u.Parent)
	case u.Images < 0 || u.Images > maxNumber:
		return fmt.Errorf("unit %s has %d images", u.Name, u.Images)
	case u.Ordinal > maxNumber:
		return fmt.Errorf("unit %s has the ordinal %d", u.Name, u.Ordinal)
	case u.rawBytes() > 4*int64(a.limits.UnitBytes): // before anything is made of it
		return &LimitError{Limit: "unit_bytes", Max: int64(a.limits.UnitBytes)}
	}
	for i := range u.Blocks {
		b := &u.Blocks[i]
		if !knowledge.ValidBlockKind(b.Kind) {
			return fmt.Errorf("unit %s block %d has the unknown kind %q", u.Name, i, b.Kind)
		}
		if b.Kind == knowledge.Heading && (b.Level < 1 || b.Level > 6) || b.Level < 0 || b.Level > 20 {
			return fmt.Errorf("unit %s block %d has level %d", u.Name, i, b.Level)
		}
		if b.HeaderRows < 0 || b.HeaderRows > len(b.Rows) {
			return fmt.Errorf("unit %s block %d has %d header rows of %d", u.Name, i, b.HeaderRows, len(b.Rows))
		}
		if !inRange(b.FirstRow) || !inRange(b.FirstCol) {
			return fmt.Errorf("unit %s block %d begins at row %d, column %d", u.Name, i, b.FirstRow, b.FirstCol)
		}
		for _, row := range b.Rows {
			for i := range row {
				row[i].RowSpan, row[i].ColSpan = min(row[i].RowSpan, maxNumber), min(row[i].ColSpan, maxNumber)
			}
		}
		b.Author = knowledge.Line(b.Author, 200)
		b.Date = knowledge.Line(b.Date, 40)
		b.Language = strings.Map(notFence, knowledge.Line(b.Language, 40))
		flags(b.Flags)
	}
	flags(u.Flags)
	for i := range u.Links {
		u.Links[i].Text = knowledge.Line(u.Links[i].Text, 200)
		u.Links[i].Target = knowledge.Line(u.Links[i].Target, 2000)
	}
	return nil
}

// maxNumber bounds every count and coordinate, so that sums of them stay numbers.
const maxNumber = 1 << 30

func inRange(n int) bool { return n >= 0 && n <= maxNumber }

// notFence drops what would lengthen the fence that a language stands behind.
func notFence(r rune) rune {
	if r == '`' || r == '$' {
		return -1
	}
	return r
}

func flags(list []knowledge.Flag) {
	for i, f := range list {
		list[i] = knowledge.Flag(knowledge.Line(string(f), 80))
	}
}
