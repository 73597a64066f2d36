package knowledge

// UnitOutcome is what became of one unit. It follows from the unit and from the
// issues about its place, so it is not stored.
type UnitOutcome struct {
	Outcome Outcome
	Reason  string
}

// UnitOutcomes returns the outcome of each unit of d. A unit that holds others, such
// as a sheet of row ranges, has text where one of them has.
func (d *Document) UnitOutcomes() []UnitOutcome {
	chars := map[string]int{} // of units that are held, by the unit that holds them
	for i := range d.Units {
		chars[d.Units[i].Parent] += d.Units[i].Counts.Chars
	}
	errors, notes := d.issuesByPlace()
	out := make([]UnitOutcome, len(d.Units))
	for i := range d.Units {
		u := &d.Units[i]
		at := place(u.Locator)
		out[i] = unitOutcome(u, u.Counts.Chars+chars[u.Name], errors[at], notes[at])
	}
	return out
}

func unitOutcome(u *Unit, chars int, err, note string) UnitOutcome {
	flag := ""
	for _, f := range []Flag{NeedsOCR, Garbled} {
		if HasFlag(u.Flags, f) {
			flag = string(f)
			break
		}
	}
	switch {
	case chars == 0 && flag != "":
		return UnitOutcome{Empty, flag}
	case chars == 0 && err != "":
		return UnitOutcome{Failed, err}
	case chars == 0:
		return UnitOutcome{Empty, note}
	case err != "":
		return UnitOutcome{Partial, err}
	case flag != "":
		return UnitOutcome{Partial, flag}
	}
	return UnitOutcome{Extracted, ""}
}

// issuesByPlace returns the first code of an error and of anything milder by the
// page, slide, sheet or part that it is about.
func (d *Document) issuesByPlace() (errors, notes map[string]string) {
	errors, notes = map[string]string{}, map[string]string{}
	for _, i := range d.Evidence.Issues {
		at := place(i.Locator)
		list := notes
		if i.Severity == Error {
			list = errors
		}
		if at != "" && list[at] == "" {
			list[at] = i.Code
		}
	}
	return errors, notes
}

// place is the page, slide, sheet or part that a locator begins with.
func place(l Locator) string {
	for _, key := range []string{"page", "slide", "sheet", "part", "member"} {
		if v := l.Get(key); v != "" {
			return key + "=" + v
		}
	}
	return ""
}
