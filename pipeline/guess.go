package pipeline

import (
	"context"
	"encoding/json"
	"slices"
	"sort"
	"strings"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/knowledge/source"
)

// The bounds of a guess, in thousandths of what two texts have in common, and in pairs.
const (
	guessAlike  = 650     // at least: what is shared by versions of one document
	guessClear  = 250     // by how much any other pair must be less alike
	guessFilled = 20      // bins that a sketch must fill: about as many runs of words
	guessPairs  = 2 << 20 // that are compared at most; a larger change of the corpus is no renaming
)

// candidate is a file that is new, or a source that is missing.
type candidate struct {
	id, path, format string
	sketch           knowledge.Sketch
	best, second     int // likeness of the two most alike on the other side
	with             int // the most alike
}

// guessMoves takes a file that is new for a source that is missing, where their texts
// say that one document was renamed and edited at once and no other file or source comes
// near. The guess is a line of identity.jsonl, where it can be taken back.
func (r *run) guessMoves(ctx context.Context) error {
	if r.report.Sources.Deleted == 0 {
		return nil
	}
	missing, err := r.missing()
	if len(missing) == 0 {
		return err
	}
	fresh := r.arrived()
	if len(fresh) == 0 || len(fresh)*len(missing) > guessPairs {
		return nil
	}
	compareAll(fresh, missing)
	for i := range fresh {
		f := &fresh[i]
		if f.best < guessAlike || f.best-f.second < guessClear {
			continue
		}
		m := &missing[f.with]
		if m.with != i || m.best-m.second < guessClear || !r.opts.Identity.Guess(f.path, source.Known{ID: m.id, Path: m.path}) {
			continue
		}
		if err := r.moveTo(ctx, f, m); err != nil {
			return err
		}
	}
	slices.SortFunc(r.items, func(a, b *item) int { return strings.Compare(a.id, b.id) })
	return nil
}

// compareAll notes of each side what it is most like on the other.
func compareAll(fresh, missing []candidate) {
	for i := range fresh {
		for j := range missing {
			if fresh[i].format != missing[j].format {
				continue
			}
			alike := fresh[i].sketch.Similarity(missing[j].sketch)
			fresh[i].note(j, alike)
			missing[j].note(i, alike)
		}
	}
}

func (c *candidate) note(with, alike int) {
	switch {
	case alike > c.best:
		c.best, c.second, c.with = alike, c.best, with
	case alike > c.second:
		c.second = alike
	}
}

// missing returns the sources of the last snapshot whose files are gone, by path.
func (r *run) missing() ([]candidate, error) {
	here := make(map[string]bool, 2*len(r.files)) // ids and paths
	for i := range r.files {
		here[r.files[i].id], here[r.files[i].path] = true, true
	}
	var out []candidate
	for path, id := range r.prev.byPath {
		row := r.prev.briefs[id]
		if here[id] || here[path] || r.opts.Withdrawn.Row(id, knowledge.Digest(row.content)) {
			continue
		}
		line, err := r.prev.facts.row(id)
		if err != nil {
			return nil, err
		}
		if s := sketchOf(line); s.Filled() >= guessFilled {
			out = append(out, candidate{id: id, path: path, format: row.kind, sketch: s, with: -1})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].path < out[j].path })
	return out, nil
}

// arrived returns the files whose ids are new, by id.
func (r *run) arrived() (out []candidate) {
	for _, it := range r.items {
		if it.reused || len(it.facts) == 0 || r.prev.lines[it.id] != nil || jsonline.Field(it.line, "parent") != "" {
			continue
		}
		if s := sketchOf(it.facts); s.Filled() >= guessFilled {
			out = append(out, candidate{id: it.id, path: pathOf(it.line), format: jsonline.Field(it.line, "type"), sketch: s, with: -1})
		}
	}
	return out
}

// sketchOf reads the sketch of the text out of a row of facts.
func sketchOf(line []byte) knowledge.Sketch {
	var f struct {
		Text knowledge.Sketch `json:"sketch"`
	}
	if line == nil || json.Unmarshal(line, &f) != nil {
		return nil
	}
	return f.Text
}

// moveTo makes the items of a file anew under the id of the source that it was. Its
// evidence is stored by now, so nothing is extracted again.
func (r *run) moveTo(ctx context.Context, f, m *candidate) error {
	i := slices.IndexFunc(r.files, func(x file) bool { return x.id == f.id })
	if i < 0 {
		return nil
	}
	parsed := map[string]bool{} // by path: what was extracted in this run
	r.items = slices.DeleteFunc(r.items, func(it *item) bool {
		path := pathOf(it.line)
		if path != f.path && !strings.HasPrefix(path, f.path+"!/") {
			return false
		}
		parsed[path] = it.parsed
		return true
	})
	at := &r.files[i]
	at.id, at.from, at.alike = m.id, m.path, f.best
	items, err := r.build(ctx, at)
	if err == nil {
		err = closeAll(items)
	}
	for _, it := range items {
		it.parsed = parsed[pathOf(it.line)]
	}
	r.items = append(r.items, items...)
	r.report.Sources.Renamed++
	r.report.Sources.Deleted--
	return err
}
