package retrieval

import "quire/knowledge"

// maxStanding is how many conflicts of one passage are named.
const maxStanding = 2

// standing says whether the document of a passage still counts, and which values of
// the passage other documents contradict.
func (c *unitCache) standing(p *Passage, s *knowledge.Source) error {
	if s.TrustTier() != knowledge.SourceTier {
		return nil
	}
	row, err := c.row(s.ID)
	if err != nil {
		return err
	}
	for _, ref := range row.refs() {
		switch {
		case ref.Kind == "supersedes" && ref.inverse && p.Newer == "":
			p.Newer = ref.ID
			if p.Status == "fresh" {
				p.Status = "superseded"
			}
		case ref.Kind == "conflicts-with":
			if err := c.contradicted(p, s.ID, &ref); err != nil {
				return err
			}
		}
	}
	return nil
}

// contradicted adds the conflicts of one relation whose value stands in the passage.
// Evidence comes in pairs, one of each side.
func (c *unitCache) contradicted(p *Passage, id string, ref *edgeRef) error {
	a, err := knowledge.ParseAddress(p.Address)
	if err != nil {
		return err
	}
	for i := 0; i+1 < len(ref.Evidence) && len(p.Conflicts) < maxStanding; i += 2 {
		here, there := ref.Evidence[i], ref.Evidence[i+1]
		if here.Source != id {
			here, there = there, here
		}
		if here.Unit != a.Unit || here.Span[0] < p.Span[0] || here.Span[1] > p.Span[1] {
			continue
		}
		at, err := c.view.witness(there, c.others)
		if err != nil {
			return err
		}
		other, err := c.view.Source(there.Source)
		if err != nil {
			return err
		}
		p.Conflicts = append(p.Conflicts, Conflict{Here: here.Text, There: there.Text, Address: at.Address, Path: other.Path})
	}
	return nil
}
