package pipeline

import (
	"encoding/json"

	"quire/knowledge"
)

// moved returns the item of a file that was renamed and is the same otherwise: the row of
// the last snapshot at another path. It is nil where anything but the path may come out
// otherwise, such as a title that is the file's name, or where there is anything to report.
func (r *run) moved(f *file) (*item, error) {
	b := r.prev.briefs[f.id]
	switch {
	case f.from == "" || b == nil || f.outcome != "" || r.opts.Clean || r.opts.Rehash || r.opts.RetryFailed || r.untried || r.retries(f.path):
		return nil, nil
	case r.prev.body.Rules != r.rules() || !r.prev.whole() || r.judges():
		return nil, nil
	case b.path != f.from || string(b.content) != string(f.known.Digest) || b.kind != f.known.Format || b.outcome != knowledge.Extracted:
		return nil, nil
	case b.issues || b.corrected || b.stale || b.instructions > 0 || b.children > 0 || len(r.prev.children[f.id]) > 0:
		return nil, nil
	}
	x := r.opts.Registry.For(f.known.Format, r.opts.Extract)
	if x == nil {
		return nil, nil
	}
	recipe := r.recipeOf(f.known.Digest, f.known.Format, x)
	row, ok := r.prev.row(f.id)
	if !ok || row.TitleBy == "file-name" || recipe.Key() != row.Recipe {
		return nil, nil
	}
	it := &item{id: f.id, row: &row}
	line, err := r.prev.facts.row(f.id)
	if err != nil {
		return nil, err
	}
	if it.facts, err = r.shelves.facts.put(line); err != nil {
		return nil, err
	}
	line, err = r.prev.ledger.row(f.id)
	if line == nil || err != nil {
		return nil, err
	}
	var c knowledge.Coverage
	if json.Unmarshal(line, &c) != nil || c.Expected != c.Accounted {
		return nil, nil
	}
	row.Path, c.Path = f.path, f.path
	if line, err = knowledge.Marshal(&c); err != nil {
		return nil, err
	}
	if it.covers, err = r.shelves.ledger.put(line); err != nil {
		return nil, err
	}
	return it, it.close()
}
