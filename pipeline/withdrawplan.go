package pipeline

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/knowledge/withdrawal"
	"quire/publish"
)

// WithdrawalPlan is what a withdrawal would take out.
type WithdrawalPlan struct {
	Documents []withdrawal.Document
	Sources   []WithdrawnSource
	// Snapshots are the kept ones that hold one of them, the current first.
	Snapshots []string
	// Equal are live files of the same bytes, which stay in.
	Equal []Holder
}

// PlanWithdrawal looks through all kept snapshots for files on disk, named by their
// ids, and for what goes with them: what lies inside, earlier bytes, and rows of the same
// bytes that are no longer live. It writes nothing.
func PlanWithdrawal(s *publish.Store, ids []string) (*WithdrawalPlan, error) {
	kept, err := s.Kept()
	if err != nil {
		return nil, err
	}
	var past []*previous // the current first
	for _, k := range kept {
		snap, err := s.Snapshot(k.ID)
		p := newPrevious()
		if err == nil {
			err = p.load(snap)
		}
		if err != nil && k.Current {
			return nil, err
		}
		if err == nil {
			past = append(past, p)
		}
	}
	plan := &WithdrawalPlan{}
	holds := map[string]bool{}
	for _, id := range ids {
		if err := plan.add(past, id, ids, holds); err != nil {
			return nil, err
		}
	}
	for _, p := range past {
		if name := p.snapshot.Manifest.ID; holds[name] {
			plan.Snapshots = append(plan.Snapshots, name)
		}
	}
	return plan, nil
}

func (plan *WithdrawalPlan) add(past []*previous, id string, all []string, holds map[string]bool) error {
	d := withdrawal.Document{}
	own, gone, titles := map[knowledge.Digest]bool{}, map[string]bool{}, map[string]bool{}
	var about *WithdrawnSource
	for _, p := range past {
		line, ok := p.lines[id]
		if !ok {
			continue
		}
		if about == nil {
			about = &WithdrawnSource{ID: id, Path: pathOf(line), Children: len(p.below(id, nil)) - 1}
			for _, id := range p.below(id, nil) {
				about.Passages += int(jsonline.IntField(p.lines[id], "passages"))
			}
		}
		if c := knowledge.Digest(contentOf(line)); c != "" && jsonline.IntField(line, "bytes") > 0 {
			own[c] = true
		}
	}
	if about == nil {
		return fmt.Errorf("no kept snapshot has the source %s", id)
	}
	d.Path = about.Path
	for c := range own {
		d.Contents = append(d.Contents, c)
	}
	for i, p := range past {
		for where, other := range p.byPath {
			twin := own[knowledge.Digest(contentOf(p.lines[other]))]
			switch {
			case other == id, twin && i > 0 && !slices.Contains(d.KeepIDs, other) && !slices.Contains(all, other):
				holds[p.snapshot.Manifest.ID] = true
				for _, id := range p.below(other, nil) {
					gone[id] = true
					if title := titleKey(titleIn(p.lines[id])); title != "" {
						titles[title] = true
					}
				}
			case twin && i == 0 && !slices.Contains(all, other):
				d.KeepIDs, d.KeepPaths = append(d.KeepIDs, other), append(d.KeepPaths, where)
				plan.Equal = append(plan.Equal, Holder{Kind: "source", Address: other, Path: where, Why: "equal-bytes"})
			}
		}
	}
	for id := range gone {
		d.IDs = append(d.IDs, id)
	}
	slices.Sort(d.IDs)
	d.Titles = slices.Sorted(maps.Keys(titles))
	plan.Documents = append(plan.Documents, d)
	plan.Sources = append(plan.Sources, *about)
	slices.SortFunc(plan.Equal, func(a, b Holder) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// below returns an id and those of everything inside it.
func (p *previous) below(id string, out []string) []string {
	out = append(out, id)
	for _, child := range p.children[id] {
		out = p.below(child, out)
	}
	return out
}
