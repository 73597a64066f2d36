package relations

// part is what a join of some nodes needs to know so that what it says of a few of them
// is what a join of all nodes would say. A nil part is a join of all.
type part struct {
	focus []bool       // pairs with such an end are related, others are not
	asker []bool       // these ask for others by name, beside those in focus
	crowd map[Key]bool // keys that more nodes hold than are compared, though not all are here
}

// focuses reports a node in focus.
func (p *part) focuses(i int) bool { return p == nil || p.focus[i] }

// has reports a pair that is to be related.
func (p *part) has(a, b int) bool { return p == nil || p.focus[a] || p.focus[b] }

// owns reports a node whose links, answers, mentions and statements are to be followed.
func (p *part) owns(i int) bool { return p == nil || p.focus[i] || p.asker[i] }

// crowded reports a key that too many hold.
func (p *part) crowded(c class, s string) bool { return p != nil && p.crowd[keyOf(c, s)] }
