package pipeline

import (
	"slices"

	"quire/knowledge"
	"quire/publish"
)

// delta is in what the sources of this run differ from those of the last snapshot.
type delta struct {
	fresh []*item  // rows that are not reused, by id
	gone  []string // ids that went, sorted
	// amends says that tables are made from those of the last snapshot: it is there, and
	// less than half of its rows change.
	amends bool
}

// compare returns the delta. No row may be taken from the last snapshot, or made anew, after
// it.
func (r *run) compare() (d delta) {
	had := 0
	for _, it := range r.items {
		if it.reused {
			had++
			continue
		}
		d.fresh = append(d.fresh, it)
		if r.prev.briefs[it.id] != nil {
			had++
		}
	}
	if had < len(r.prev.briefs) {
		for id := range r.prev.briefs {
			if r.find(id) == nil {
				d.gone = append(d.gone, id)
			}
		}
		slices.Sort(d.gone)
	}
	d.amends = !r.opts.Rehash && !r.opts.Clean && r.prev.whole() && 2*(len(d.fresh)+len(d.gone)) < len(r.prev.briefs)
	return d
}

// amended makes a table from that of the last snapshot. row gives the line of an item, none
// where the table has no row of it; where it is the one that the table has, same is true.
// size is about how many rows there are, 0 where it is as many. ok is false where the last
// snapshot has no such table.
func (r *run) amended(name string, size int, row func(*item) (line []byte, same bool, err error)) (info publish.TableInfo, ok bool, err error) {
	if !r.delta.amends {
		return info, false, nil
	}
	table, err := r.prev.snapshot.Table(name)
	if err != nil {
		return info, false, nil // it is made of all rows
	}
	rows := make([]publish.Row, 0, len(r.delta.fresh)+len(r.delta.gone))
	for _, it := range r.delta.fresh {
		line, same, err := row(it)
		if err != nil {
			return info, false, err
		}
		if !same {
			rows = append(rows, publish.Row{Key: it.id, Line: line})
		}
	}
	for _, id := range r.delta.gone {
		rows = append(rows, publish.Row{Key: id})
	}
	info, err = r.amendTable(table, size, rows)
	return info, err == nil, err
}

// amendTable is AmendTable, or what it would return in a run that writes nothing.
func (r *run) amendTable(old *publish.Table, size int, rows []publish.Row) (publish.TableInfo, error) {
	if r.opts.DryRun {
		return publish.MeasureAmended(old, size, rows)
	}
	return r.opts.Store.AmendTable(old, size, rows)
}

// sealSources fixes the rows of the sources and writes their table.
func (r *run) sealSources() (publish.TableInfo, error) {
	r.delta = r.compare()
	info, ok, err := r.amended(knowledge.SourcesTable, 0, func(it *item) ([]byte, bool, error) {
		err := it.close()
		return it.line, false, err
	})
	if ok || err != nil {
		return info, err
	}
	return r.sealTable(r.items)
}
