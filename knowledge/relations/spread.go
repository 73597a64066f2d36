package relations

import (
	"errors"
	"maps"
	"quire/knowledge"
	"slices"
)

var (
	errTooMany = errors.New("more nodes change than a part of a join may hold")
	errStale   = errors.New("what is remembered of the last join is not of these nodes")
)

// bounded fails where joining all nodes is less work.
func (r *rejoin) bounded() error {
	if len(r.changes) > r.most || len(r.focus)+len(r.asker) > r.most || len(r.here) > r.most {
		return errTooMany
	}
	return nil
}

// spread finds whose edges may change. What decides an edge are its two ends, how many
// hold the keys that both have, which of each end's copies is the first, whether an end
// is built like its neighbour in a series, and for what one end asks by name, who has
// that name.
func (r *rejoin) spread(now, was Corrections) error {
	for id, c := range r.changes {
		if c.Now == nil {
			r.gone[id] = true
		}
	}
	for id, c := range r.changes {
		if err := r.look(id); err != nil {
			return err
		}
		if err := r.moved(c); err != nil {
			return err
		}
	}
	for _, k := range r.touched() {
		if err := r.passed(k); err != nil {
			return err
		}
	}
	if !slices.Equal(now.Supersedes, was.Supersedes) || !slices.Equal(now.NotDuplicates, was.NotDuplicates) {
		for _, c := range slices.Concat(now.Supersedes, was.Supersedes, now.NotDuplicates, was.NotDuplicates) {
			if err := r.look(c.From, c.To); err != nil {
				return err
			}
		}
	}
	if err := r.overruled(now.Supersedes); err != nil {
		return err
	}
	return r.mentioned()
}

// overruled looks at both ends of what somebody said of two nodes where one of them is
// in focus: which edges give way to it follows from the edges of both.
func (r *rejoin) overruled(said []Correction) error {
	for n := -1; n < len(r.focus); {
		n = len(r.focus)
		for _, c := range said {
			if r.focus[c.From] || r.focus[c.To] {
				if err := r.look(c.From, c.To); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// look takes nodes into focus, each with its copies where they are few: what is said of
// the first is said of them.
func (r *rejoin) look(ids ...string) error {
	for _, id := range ids {
		if r.focus[id] || r.gone[id] {
			continue
		}
		n, err := r.node(id)
		if err != nil {
			return err
		}
		if n == nil {
			continue // a correction of what is not there
		}
		r.focus[id] = true
		if n.Content == "" {
			continue
		}
		twins, err := r.holders(keyOf(ofContent, n.Content))
		if err != nil {
			return err
		}
		if len(twins) <= maxCopies {
			if err := r.look(twins...); err != nil {
				return err
			}
		}
	}
	return r.bounded()
}

// moved looks at what depends on a changed node beside the number of holders of its keys:
// its neighbours in a series, and those who cite a path or a title of it.
func (r *rejoin) moved(c *Change) error {
	for _, was := range []bool{true, false} {
		n := c.Now
		if was {
			n = c.Before
		}
		if n == nil {
			continue
		}
		if parent, err := r.node(n.Parent); err != nil {
			return err
		} else if parent != nil {
			r.asker[n.Parent] = true // a name there may be its own
		}
		p, err := r.partyOf(n, was)
		if err != nil {
			return err
		}
		near, err := r.neighbours(&p, was)
		if err != nil {
			return err
		}
		if twins, err := r.last.Holders(keyOf(ofContent, n.Content)); err != nil {
			return err
		} else if len(twins) > maxCopies && twins[0] == c.ID {
			r.regroup(twins) // all of them cite it
			near = append(near, twins...)
		}
		if err := r.look(near...); err != nil {
			return err
		}
		if c.Before == nil || c.Now == nil || sameCited(c.Before, c.Now) {
			continue
		}
		for _, name := range p.haves() {
			if err := r.askers(keyOf(ofName, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *rejoin) regroup(ids []string) {
	for _, id := range ids {
		r.regrouped[id] = true
	}
}

// sameCited reports that what edges of others cite of a node is what it was.
func sameCited(a, b *Node) bool {
	return sameFolder(a, b) && a.Parent == b.Parent && a.Member == b.Member && a.MessageID == b.MessageID && a.Facts.Title == b.Facts.Title
}

// askers looks at those who ask for a name.
func (r *rejoin) askers(name Key) error {
	for _, by := range []class{byLink, byReply, byMention} {
		if err := r.ask(name.asked(by)); err != nil {
			return err
		}
	}
	ids, err := r.holders(name.asked(bySaid))
	if err != nil {
		return err
	}
	return r.look(ids...)
}

// ask notes that what the askers under a key link to, answer and mention is found anew.
func (r *rejoin) ask(asked Key) error {
	ids, err := r.holders(asked)
	if err != nil {
		return err
	}
	for _, id := range ids {
		r.asker[id] = true
	}
	return r.bounded()
}

// passed looks at the holders of a key that passed the limit of its class, up or down,
// and at those who ask for a name that others have now.
func (r *rejoin) passed(k Key) error {
	c := r.classes[k]
	if c == ofName {
		return r.askers(k)
	}
	limit := limits[c]
	if limit == 0 {
		return nil
	}
	old, now, err := r.both(k)
	if err != nil {
		return err
	}
	all := (len(old) <= limit) != (len(now) <= limit)
	if c == ofContent {
		all = len(old) <= limit || len(now) <= limit || old[0] != now[0]
	}
	if !all {
		return nil
	}
	if c == ofContent {
		r.regroup(old)
		r.regroup(now)
	}
	if err := r.look(old...); err != nil {
		return err
	}
	return r.look(now...)
}

// mentioned notes who mentions a node in focus or one that links to others anew, or says
// that it replaces it: a mention counts for nothing where the two are related otherwise.
func (r *rejoin) mentioned() error {
	for _, id := range slices.AppendSeq(slices.Collect(maps.Keys(r.focus)), maps.Keys(r.asker)) {
		n, err := r.node(id)
		if err != nil {
			return err
		}
		if n == nil {
			continue // an asker that is gone
		}
		p, err := r.partyOf(n, false)
		if err != nil {
			return err
		}
		for _, name := range p.haves() {
			for _, by := range []class{byMention, bySaid} {
				if err := r.ask(keyOf(ofName, name).asked(by)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// neighbours returns the members of a series with the number of a node, with the one
// before it and with the one behind it.
func (r *rejoin) neighbours(p *party, was bool) ([]string, error) {
	key := p.seriesKey()
	if key == "" {
		return nil, nil
	}
	holders := r.holders
	if was {
		holders = r.last.Holders
	}
	ids, err := holders(keyOf(ofSeries, key))
	if err != nil {
		return nil, err
	}
	ordinals := make([][]int, len(ids))
	var below, above []int
	for i, id := range ids {
		path, ok := r.path(id, was)
		if !ok {
			return nil, errStale
		}
		n := parseName(path).ordinal
		ordinals[i] = n
		switch d := slices.Compare(n, p.name.ordinal); {
		case d < 0 && (below == nil || slices.Compare(n, below) > 0):
			below = n
		case d > 0 && (above == nil || slices.Compare(n, above) < 0):
			above = n
		}
	}
	var out []string
	for i, id := range ids {
		for _, n := range [][]int{below, p.name.ordinal, above} {
			if n != nil && slices.Equal(ordinals[i], n) {
				out = append(out, id)
			}
		}
	}
	return out, nil
}

func (r *rejoin) path(id string, was bool) (string, bool) {
	c := r.changes[id]
	if c == nil {
		return r.last.Path(id)
	}
	n := c.Now
	if was {
		n = c.Before
	}
	if n == nil {
		return "", false
	}
	return n.Path, true
}

// surround gathers all that a join of the nodes in focus has to know.
func (r *rejoin) surround(c Corrections) error {
	for id := range r.focus {
		if err := r.meet(id, true); err != nil {
			return err
		}
	}
	for id := range r.asker {
		if r.gone[id] {
			delete(r.asker, id)
		} else if !r.focus[id] {
			if err := r.meet(id, false); err != nil {
				return err
			}
		}
	}
	for _, c := range slices.Concat(c.Supersedes, c.NotDuplicates) {
		if r.focus[c.From] || r.focus[c.To] {
			if err := r.invite(c.From, c.To); err != nil {
				return err
			}
		}
	}
	return nil
}

// meet invites what a node shares a key with, and what has the names that it asks for.
func (r *rejoin) meet(id string, focus bool) error {
	if err := r.invite(id); err != nil {
		return err
	}
	n, err := r.node(id)
	if err != nil {
		return err
	}
	p, err := r.partyOf(n, false)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(n.Facts.Mentions, func(m knowledge.Mention) bool { return m.File }) {
		inside, err := r.holders(keyOf(ofParent, id)) // a name may be one of these
		if err != nil {
			return err
		}
		if err := r.invite(inside...); err != nil {
			return err
		}
	}
	var names []string
	p.asks(func(_ class, name string) { names = append(names, name) })
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		ids, err := r.holders(keyOf(ofName, name))
		if err != nil {
			return err
		}
		if err := r.invite(ids[:min(len(ids), maxAlike+1)]...); err != nil {
			return err
		}
	}
	if !focus {
		return nil
	}
	near, err := r.neighbours(&p, false)
	if err != nil {
		return err
	}
	if err := r.invite(near...); err != nil {
		return err
	}
	for _, h := range p.keys() {
		if limits[h.class] == 0 || h.class == ofContent {
			continue
		}
		ids, err := r.holders(h.key)
		if err != nil {
			return err
		}
		if len(ids) > limits[h.class] {
			r.crowd[h.key] = true
			continue
		}
		if err := r.invite(ids...); err != nil {
			return err
		}
	}
	return nil
}

// invite adds nodes to those that are joined, each with its container and its copies, or
// with the first of them where they are many.
func (r *rejoin) invite(ids ...string) error {
	for _, id := range ids {
		if r.here[id] {
			continue
		}
		n, err := r.node(id)
		if err != nil {
			return err
		}
		if n == nil {
			continue // a container, or what a correction names, that is not there
		}
		r.here[id] = true
		if n.Parent != "" {
			if err := r.invite(n.Parent); err != nil {
				return err
			}
		}
		if n.Content == "" {
			continue
		}
		k := keyOf(ofContent, n.Content)
		twins, err := r.holders(k)
		if err != nil {
			return err
		}
		if len(twins) > maxCopies {
			r.crowd[k] = true
			twins = twins[:1]
		}
		if err := r.invite(twins...); err != nil {
			return err
		}
	}
	return r.bounded()
}
