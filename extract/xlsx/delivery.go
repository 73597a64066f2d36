package xlsx

import (
	"errors"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// delivery is the sink, and what it was told of damaged parts.
type delivery struct {
	sink     extract.Sink
	reported map[string]bool
	limit    error // the first limit that a part met
	damage   error // the first other trouble
}

// part reports trouble with a part, once although parts are read twice; the error
// that comes back ends the file.
func (d *delivery) part(name string, err error) error {
	if err == nil {
		return nil
	}
	var lim *extract.LimitError
	switch {
	case errors.As(err, &lim):
		if d.limit == nil {
			d.limit = lim
		}
		if lim.Limit == "inflated" {
			return err // of the whole file
		}
	case d.damage == nil:
		d.damage = err
	}
	if d.reported[name] {
		return nil
	}
	d.reported[name] = true
	return ooxml.PartIssue(d.sink, name, knowledge.Error, err)
}

// verdict is the error of the whole file after all of it was read: a limit that
// cut a part short, or damage that left nothing of the cells.
func (d *delivery) verdict(cells bool) error {
	if d.limit != nil {
		return d.limit
	}
	if !cells && d.damage != nil {
		return d.damage
	}
	return nil
}
