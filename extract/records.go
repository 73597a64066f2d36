package extract

import "quire/knowledge"

// What records take in memory beside their strings, about.
const (
	unitBytes    = 600
	blockBytes   = 300
	childBytes   = 300
	formulaBytes = 48
	linkBytes    = 48
	stringBytes  = 16
)

// charge counts bytes of records against what one document may have: a stream of
// units without text would otherwise meet no limit.
func (a *Assembler) charge(n int64) error {
	if a.weight += n; a.weight > a.limits.records() {
		return &LimitError{Limit: "records", Max: a.limits.records()}
	}
	return nil
}

// records returns about how many bytes the records of u take.
func (u *Unit) records() int64 {
	n := unitBytes + len(u.Name) + len(u.Parent) + flagBytes(u.Flags) + 2*len(u.Locator.String())
	for _, l := range u.Links {
		n += linkBytes + len(l.Text) + len(l.Target)
	}
	for i := range u.Blocks {
		b := &u.Blocks[i]
		n += blockBytes + flagBytes(b.Flags) + 2*len(b.Locator.String()) + stringBytes*(len(b.RowGaps)+len(b.ColGaps))
		for _, f := range b.Formulas {
			n += formulaBytes + len(f.Range) + len(f.Text)
		}
	}
	return int64(n)
}

// Weight returns about how many bytes the unit takes in memory: text and records.
func (u *Unit) Weight() int64 { return u.records() + u.rawBytes() }

func flagBytes(list []knowledge.Flag) int {
	n := 0
	for _, f := range list {
		n += stringBytes + len(f)
	}
	return n
}

// rawBytes returns how many bytes of text u holds before it is rendered.
func (u *Unit) rawBytes() int64 {
	n := 0
	for i := range u.Blocks {
		n += len(u.Blocks[i].Text)
		for _, row := range u.Blocks[i].Rows {
			for _, c := range row {
				n += len(c.Text)
			}
		}
	}
	return int64(n)
}
