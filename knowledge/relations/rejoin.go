package relations

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
)

// Last is what Rejoin asks of the last join, and of the nodes that stayed as they were.
type Last interface {
	// Holders returns the ids that held a key in the last join, sorted, each as often as
	// it held it.
	Holders(Key) ([]string, error)
	// Node returns a node that did not change; ok is false where there is none.
	Node(id string) (n *Node, ok bool, err error)
	// Path returns the path of a node that did not change.
	Path(id string) (path string, ok bool)
	// Text returns the text of a node as it is now, changed or not, as Texts does.
	Text(id string) (t Text, ok bool)
	// Edges returns the edges of the last join that have this end.
	Edges(id string) ([]Edge, error)
}

// Change is a node that came, went or says something else.
type Change struct {
	ID          string
	Before, Now *Node // nil where it was not there, where it is gone
}

// Delta is what a change makes of a join.
type Delta struct {
	Rows      []Row   // of the sources whose edges changed, by id; without edges where the last is gone
	Drop, Add []Entry // of the keys
	Nodes     int     // that were joined anew
}

// Rejoin returns what Join makes of all nodes after a few of them changed, as the
// difference to the last join: it joins the changed ones, those whose relations may
// change with them, and what they share a key with. ok is false where those are more than
// most, or where what is remembered of the last join cannot be: then Join has to do it.
// was are the corrections of the last join.
func Rejoin(last Last, changes []Change, now, was Corrections, most int) (d *Delta, ok bool, err error) {
	r := &rejoin{
		last: last, changes: map[string]*Change{}, classes: map[Key]class{}, drop: map[Key][]string{}, add: map[Key][]string{},
		focus: set{}, asker: set{}, gone: set{}, regrouped: set{}, here: set{}, crowd: map[Key]bool{}, most: most,
	}
	err = r.run(changes, now, was)
	if err == errTooMany || err == errStale {
		return nil, false, nil
	}
	return &r.delta, err == nil, err
}

type set map[string]bool

// rejoin holds the sets that Rejoin works with, all of ids.
type rejoin struct {
	last      Last
	changes   map[string]*Change
	classes   map[Key]class
	drop, add map[Key][]string // who left and who joined the holders of a key
	focus     set              // whose edges are made anew
	asker     set              // whose links, answers and mentions are made anew
	gone      set              // what is there no longer
	regrouped set              // whose copies are others, or are related otherwise
	here      set              // what is joined: those and what they share a key with
	crowd     map[Key]bool
	most      int
	delta     Delta
}

func (r *rejoin) run(changes []Change, now, was Corrections) error {
	for i := range changes {
		r.changes[changes[i].ID] = &changes[i]
	}
	if err := r.follow(); err != nil {
		return err
	}
	if err := r.differ(); err != nil {
		return err
	}
	if err := r.spread(now, was); err != nil {
		return err
	}
	if err := r.surround(now); err != nil {
		return err
	}
	return r.replace(now)
}

// node returns a node as it is now, nil where there is none.
func (r *rejoin) node(id string) (*Node, error) {
	if c := r.changes[id]; c != nil {
		return c.Now, nil
	}
	n, ok, err := r.last.Node(id)
	if err != nil || !ok {
		return nil, err
	}
	return n, nil
}

// before returns a node as it was.
func (r *rejoin) before(id string) (*Node, error) {
	if c := r.changes[id]; c != nil {
		return c.Before, nil
	}
	return r.node(id)
}

// holders returns who holds a key now.
func (r *rejoin) holders(k Key) ([]string, error) {
	ids, err := r.last.Holders(k)
	if err != nil || len(r.drop[k])+len(r.add[k]) == 0 {
		return ids, err
	}
	left := map[string]int{}
	for _, id := range r.drop[k] {
		left[id]++
	}
	var out []string
	for _, id := range ids {
		if left[id] > 0 {
			left[id]--
			continue
		}
		out = append(out, id)
	}
	for _, n := range left {
		if n > 0 {
			return nil, errStale
		}
	}
	out = append(out, r.add[k]...)
	slices.Sort(out)
	return out, nil
}

// follow adds to the changes what changed with them: nodes that are now the first of
// their copies, or no longer, and what lies in a container that came, went or moved.
func (r *rejoin) follow() error {
	for _, id := range slices.Sorted(maps.Keys(r.changes)) {
		c := r.changes[id]
		if before, now := contentOf(c.Before), contentOf(c.Now); before != now {
			r.swap(id, before, now)
		}
		if !sameFolder(c.Before, c.Now) {
			ids, err := r.last.Holders(keyOf(ofParent, id))
			if err != nil {
				return err
			}
			if err := r.stayed(ids...); err != nil {
				return err
			}
		}
	}
	for _, k := range r.touched() {
		old, now, err := r.both(k)
		if err != nil {
			return err
		}
		if len(old) > 0 && len(now) > 0 && old[0] != now[0] {
			if err := r.stayed(old[0], now[0]); err != nil {
				return err
			}
		}
	}
	return nil
}

func contentOf(n *Node) string {
	if n == nil {
		return ""
	}
	return n.Content
}

// sameFolder reports that what lies in a node has the names it had.
func sameFolder(a, b *Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Path == b.Path && a.Type == b.Type
}

// stayed adds nodes to the changes that are there and are as they were.
func (r *rejoin) stayed(ids ...string) error {
	for _, id := range ids {
		if r.changes[id] != nil {
			continue
		}
		n, err := r.node(id)
		if err != nil {
			return err
		}
		if n == nil {
			return errStale
		}
		r.changes[id] = &Change{ID: id, Before: n, Now: n}
	}
	return r.bounded()
}

// swap notes that a node has other bytes. Contents are counted before all other keys:
// which of its copies is the first decides what a node holds.
func (r *rejoin) swap(id, before, now string) {
	if before != "" {
		k := keyOf(ofContent, before)
		r.classes[k] = ofContent
		r.drop[k] = append(r.drop[k], id)
	}
	if now != "" {
		k := keyOf(ofContent, now)
		r.classes[k] = ofContent
		r.add[k] = append(r.add[k], id)
	}
}

// touched returns the keys that somebody left or joined, in order.
func (r *rejoin) touched() []Key {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(r.drop)), maps.Keys(r.add))
	slices.Sort(keys)
	return slices.Compact(keys)
}

// both returns who held a key and who holds it.
func (r *rejoin) both(k Key) (old, now []string, err error) {
	if old, err = r.last.Holders(k); err != nil {
		return nil, nil, err
	}
	now, err = r.holders(k)
	return old, now, err
}

// partyOf returns a node with its names, as it was or as it is.
func (r *rejoin) partyOf(n *Node, was bool) (party, error) {
	lookup, holders := r.node, r.holders
	if was {
		lookup, holders = r.before, r.last.Holders
	}
	var parent *Node
	var err error
	if n.Parent != "" && n.Parent != n.ID {
		if parent, err = lookup(n.Parent); err != nil {
			return party{}, err
		}
	}
	copied := false
	if n.Content != "" {
		ids, err := holders(keyOf(ofContent, n.Content))
		if err != nil {
			return party{}, err
		}
		if !slices.Contains(ids, n.ID) {
			return party{}, errStale
		}
		copied = ids[0] != n.ID
	}
	return partyOf(n, parent, copied), nil
}

// differ compares what the changed nodes held with what they hold.
func (r *rejoin) differ() error {
	for _, id := range slices.Sorted(maps.Keys(r.changes)) {
		c := r.changes[id]
		var before, now []held
		if c.Before != nil {
			p, err := r.partyOf(c.Before, true)
			if err != nil {
				return err
			}
			before = p.keys()
		}
		if c.Now != nil {
			p, err := r.partyOf(c.Now, false)
			if err != nil {
				return err
			}
			now = p.keys()
		}
		r.compare(id, before, now)
	}
	return nil
}

// compare notes the keys that a node holds no longer, and those that are new.
func (r *rejoin) compare(id string, before, now []held) {
	for len(before) > 0 || len(now) > 0 {
		d := 0
		switch {
		case len(before) == 0:
			d = 1
		case len(now) == 0:
			d = -1
		default:
			d = compareHeld(before[0], now[0])
		}
		switch {
		case d < 0:
			r.note(&r.delta.Drop, r.drop, before[0], id)
			before = before[1:]
		case d > 0:
			r.note(&r.delta.Add, r.add, now[0], id)
			now = now[1:]
		default:
			before, now = before[1:], now[1:]
		}
	}
}

func (r *rejoin) note(list *[]Entry, holders map[Key][]string, h held, id string) {
	*list = append(*list, Entry{h.key, id})
	r.classes[h.key] = h.class
	if h.class != ofContent { // which is there already
		holders[h.key] = append(holders[h.key], id)
	}
}

// replace joins what is here, and puts the edges in the place of the old ones.
func (r *rejoin) replace(c Corrections) error {
	var nodes []Node
	for _, id := range slices.Sorted(maps.Keys(r.here)) {
		n, err := r.node(id)
		if err != nil {
			return err
		}
		nodes = append(nodes, *n)
	}
	r.delta.Nodes = len(nodes)
	j := newJoiner(nodes, c)
	j.texts.texts = r.last.Text
	j.part = &part{focus: make([]bool, len(nodes)), asker: make([]bool, len(nodes)), crowd: r.crowd}
	for i := range nodes {
		j.part.focus[i], j.part.asker[i] = r.focus[nodes[i].ID], r.asker[nodes[i].ID]
	}
	old := map[[3]string]Edge{}
	for i := range nodes {
		edges, err := r.last.Edges(nodes[i].ID)
		if err != nil {
			return err
		}
		for _, e := range edges {
			if r.anew(&e) {
				old[nameOf(&e)] = e
			} else {
				j.recall(&e)
			}
		}
	}
	for id := range r.gone {
		edges, err := r.last.Edges(id)
		if err != nil {
			return err
		}
		for _, e := range edges {
			old[nameOf(&e)] = e
		}
	}
	j.join()
	var came []Edge
	for _, e := range j.edges {
		if !r.anew(&e) {
			continue // it is known already
		}
		if was, ok := old[nameOf(&e)]; ok && reflect.DeepEqual(was, e) {
			delete(old, nameOf(&e))
			continue
		}
		came = append(came, e)
	}
	return r.rows(old, came)
}

// nameOf tells edges apart.
func nameOf(e *Edge) [3]string { return [3]string{e.From, e.Kind, e.To} }

// anew reports an old edge that the join finds again, if it is still there.
func (r *rejoin) anew(e *Edge) bool {
	switch e.Kind {
	case RepliesTo, LinksTo, Mentions:
		return r.focus[e.From] || r.asker[e.From] || r.gone[e.From]
	case Contains:
		return r.focus[e.To] || r.gone[e.To]
	case AttachedTo:
		return r.focus[e.From] || r.gone[e.From]
	case SameAs: // of many copies, most are not here
		return r.changes[e.From] != nil || r.changes[e.To] != nil || r.regrouped[e.From] || r.regrouped[e.To]
	}
	return r.focus[e.From] || r.focus[e.To] || r.gone[e.From] || r.gone[e.To]
}

// recall makes a joiner know of an edge that stays as it is.
func (j *joiner) recall(e *Edge) {
	a, b := j.find(e.From), j.find(e.To)
	if e.Kind == PartOfSeries {
		for _, i := range []int{a, b} {
			if i != none {
				j.member[i] = true
			}
		}
	}
	if a != none && b != none && e.Kind != SameAs && e.Kind != Mentions && e.Kind != ConflictsWith {
		j.pairs[pairOf(a, b)] |= isLinked
	}
}

// rows makes the rows of all sources one of whose edges went or came.
func (r *rejoin) rows(went map[[3]string]Edge, came []Edge) error {
	ends := set{}
	mine := map[string][]Edge{}
	for _, e := range went {
		ends[e.From], ends[e.To] = true, true
	}
	for _, e := range came {
		ends[e.From], ends[e.To] = true, true
		mine[e.From] = append(mine[e.From], e)
		if e.To != e.From {
			mine[e.To] = append(mine[e.To], e)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(ends)) {
		row := Row{ID: id}
		if !r.gone[id] {
			edges, err := r.last.Edges(id)
			if err != nil {
				return err
			}
			edges = slices.DeleteFunc(slices.Clone(edges), func(e Edge) bool { _, ok := went[nameOf(&e)]; return ok })
			edges = slices.DeleteFunc(edges, func(e Edge) bool {
				return slices.ContainsFunc(mine[id], func(n Edge) bool { return nameOf(&n) == nameOf(&e) })
			})
			edges = append(edges, mine[id]...)
			slices.SortFunc(edges, order)
			for _, made := range ByNode(edges) {
				if made.ID == id {
					row = made
				}
			}
		}
		r.delta.Rows = append(r.delta.Rows, row)
	}
	compare := func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.ID, b.ID)) }
	slices.SortFunc(r.delta.Drop, compare)
	slices.SortFunc(r.delta.Add, compare)
	return nil
}
