package relations

import (
	"slices"

	"quire/knowledge"
)

// Key is a hash of a thing that nodes of a join are told apart or brought together by: a
// name, a title, a run of a sketch, a message id, a subject with its attribute. Nodes
// that share no key are nothing to each other.
type Key uint64

// Entry says that a node holds a key, or asks for what holds it.
type Entry struct {
	Key Key
	ID  string
}

// ContentKey returns the key by which a node holds its bytes, none where it has none: what
// changes of its keys where nothing else of it does, and no other node has the same bytes.
func ContentKey(id, content string) []Entry {
	if content == "" {
		return nil
	}
	return []Entry{{keyOf(ofContent, content), id}}
}

// class is the rule that a key belongs to.
type class uint8

const (
	ofContent  class = iota // the bytes of a file
	ofSeries                // what is numbered or dated alike
	ofDocument              // versions by name
	ofTitle                 // versions by title
	ofOriginal              // translations by name
	ofShape                 // translations by structure
	ofBand                  // runs of a sketch
	ofClaim                 // a subject with its attribute
	ofName                  // a path, a file name, a title, a message id: what others ask for
	ofParent                // the container that a node lies in
	byLink                  // the asker of a name, one class for each rule
	byReply
	byMention
	bySaid
	classes
)

// limits are how many may hold a key of a class and be compared; 0 is any number. A
// content that more have relates each to the first alone.
var limits = [classes]int{
	ofContent: maxCopies, ofDocument: maxVersions, ofTitle: maxVersions, ofOriginal: maxAlikeShapes, ofShape: maxAlikeShapes, ofBand: maxBand, ofClaim: maxClaimants,
}

// keyOf hashes what a rule joins by (FNV-1a).
func keyOf(c class, s string) Key {
	h := (14695981039346656037 ^ uint64(c)) * 1099511628211
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return Key(knowledge.Mix(h))
}

// asked is the key under which those stand who ask for a name.
func (k Key) asked(by class) Key { return Key(knowledge.Mix(uint64(k) + uint64(by))) }

// held is a key with its class, as one node holds it.
type held struct {
	key   Key
	class class
}

// party is a node as its keys are made of it.
type party struct {
	*Node
	name  name
	title string
	scope scope
	copy  bool // of a node before it
}

func partyOf(n *Node, parent *Node, copied bool) party {
	return party{Node: n, name: parseName(n.Path), title: titleKey(n.Facts.Title), scope: scopeIn(n, parent), copy: copied}
}

// seriesKey is what the members of a series have in common; "" of what is in none: a
// copy, or what a mailbox holds, which is numbered by its place alone.
func (p *party) seriesKey() string {
	if p.name.series == "" || p.name.copied || p.copy || isMail(p.Type) && p.Parent != "" {
		return ""
	}
	return p.name.folder + "/" + p.name.series + "\x00" + p.Type
}

// documentKey is the name without the marks of a version.
func (p *party) documentKey() string {
	if p.name.document == "" {
		return ""
	}
	return p.name.folder + "/" + p.name.document
}

// versionTitle is the title by which versions are found: two words or more.
func versionTitle(title string) string {
	for i := range len(title) {
		if title[i] == ' ' {
			return title
		}
	}
	return ""
}

// keys returns what the node holds and asks for, sorted.
func (p *party) keys() []held {
	var out []held
	add := func(c class, s string) {
		if s != "" {
			out = append(out, held{keyOf(c, s), c})
		}
	}
	add(ofContent, p.Content)
	add(ofSeries, p.seriesKey())
	add(ofDocument, p.documentKey())
	add(ofTitle, versionTitle(p.title))
	add(ofOriginal, p.name.original)
	add(ofShape, p.Facts.Shape)
	if p.Parent != "" && p.Parent != p.ID {
		add(ofParent, p.Parent)
	}
	if s := p.Facts.Text; !p.copy && s.Filled() >= minDuplicate {
		filled := densified(s)
		for band := range bands {
			add(ofBand, bandKey(band, filled))
		}
	}
	if !p.copy {
		for i := range p.Facts.Claims {
			if c := &p.Facts.Claims[i]; len(c.Key) == knowledge.ClaimKey {
				add(ofClaim, c.Key)
			}
		}
	}
	for _, h := range p.haves() {
		add(ofName, h)
	}
	n := len(out)
	p.asks(func(by class, name string) { out = append(out, held{keyOf(ofName, name).asked(by), by}) })
	slices.SortFunc(out[n:], compareHeld)
	out = slices.CompactFunc(out, func(a, b held) bool { return a == b && a.class >= byLink })
	slices.SortFunc(out, compareHeld)
	return out
}

func compareHeld(a, b held) int {
	switch {
	case a.key < b.key:
		return -1
	case a.key > b.key:
		return 1
	}
	return int(a.class) - int(b.class)
}

// haves returns the names that the node goes by in any rule.
func (p *party) haves() []string {
	var out []string
	for _, h := range p.scope.names([]have{{key: pathKey(p.Path)}}, 0, p.Type) {
		out = append(out, h.key)
	}
	if t := wordsOf(p.Facts.Title); len(t) >= minTitle || versionTitle(t) != "" {
		out = append(out, titleName(t))
	}
	if id := messageKey(p.MessageID); id != "" {
		out = append(out, messageName(id))
	}
	return out
}

// asks calls f with each name that the node asks for, and the rule that does.
func (p *party) asks(f func(by class, name string)) {
	ask := func(by class, asks []ask) {
		for i := range asks {
			f(by, asks[i].key)
		}
	}
	for i := range p.Links {
		ask(byLink, p.scope.ask(nil, p.Links[i], p.Type, 0))
	}
	ask(byReply, repliesOf(nil, p.Node, 0))
	for i := range p.Facts.Mentions {
		ask(byMention, p.scope.mention(nil, &p.Facts.Mentions[i], 0))
	}
	for i := range p.Facts.Replaces {
		ask(bySaid, p.scope.said(nil, &p.Facts.Replaces[i], p.Type, 0))
	}
}

func titleName(words string) string { return "t" + words }
func messageName(id string) string  { return "i" + id }

// Keys calls f with what a node holds and asks for in a join. parent is its container, nil
// where that is not there; copied says that a node before it has the same bytes.
func Keys(n, parent *Node, copied bool, f func(Key)) {
	p := partyOf(n, parent, copied)
	for _, h := range p.keys() {
		f(h.key)
	}
}
