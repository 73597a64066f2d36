package withdrawal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strings"

	"quire/knowledge"
)

// List are the marks of a workspace. nil covers nothing. A List is not for use by
// several goroutines at once.
type List struct {
	mac      hash.Hash // nil without a key
	marks    []Mark
	paths    map[string]bool
	ids      map[string]bool
	titles   map[string]bool
	contents map[string][]int // the marks that hold it, by place
}

// New returns an empty list under a key.
func New(key []byte) *List {
	l := &List{}
	if len(key) > 0 {
		l.mac = hmac.New(sha256.New, key)
	}
	l.index(nil)
	return l
}

func (l *List) index(marks []Mark) {
	l.marks, l.paths, l.ids, l.titles, l.contents = nil, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string][]int{}
	for _, m := range marks {
		l.put(m)
	}
}

func (l *List) put(m Mark) {
	at := len(l.marks)
	l.marks = append(l.marks, m)
	l.paths[m.Path] = true
	for _, id := range m.IDs {
		l.ids[id] = true
	}
	for _, t := range m.Titles {
		l.titles[t] = true
	}
	for _, c := range m.Contents {
		l.contents[c] = append(l.contents[c], at)
	}
}

func (l *List) sum(parts ...string) string {
	l.mac.Reset()
	for _, p := range parts {
		fmt.Fprintf(l.mac, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(l.mac.Sum(nil))
}

func (l *List) pathMAC(p string) string      { return l.sum("withdrawn path", p) }
func (l *List) idMAC(id string) string       { return l.sum("withdrawn id", id) }
func (l *List) titleMAC(title string) string { return l.sum("withdrawn title", title) }
func (l *List) contentMAC(d knowledge.Digest) string {
	return l.sum("withdrawn content", string(d))
}

// Len returns the number of marks.
func (l *List) Len() int {
	if l == nil {
		return 0
	}
	return len(l.marks)
}

// Path reports whether the file at a printed path was withdrawn.
func (l *List) Path(printed string) bool {
	return l.Len() > 0 && l.paths[l.pathMAC(printed)]
}

// Content reports whether the bytes of the file at a printed path are those of a
// withdrawn one, wherever that lay. Files that were there beside it stay in.
func (l *List) Content(printed string, d knowledge.Digest) bool {
	if l.Len() == 0 || d == "" {
		return false
	}
	holders := l.contents[l.contentMAC(d)]
	return len(holders) > 0 && !l.kept(holders, l.pathMAC(printed))
}

// Source reports whether an id is that of a withdrawn document or of something
// inside one.
func (l *List) Source(id string) bool {
	return l.Len() > 0 && l.ids[l.idMAC(id)]
}

// Titled reports whether the title of any withdrawn document is marked.
func (l *List) Titled() bool { return l.Len() > 0 && len(l.titles) > 0 }

// Title reports whether a title, in the form in which it was marked, is that of a
// withdrawn document.
func (l *List) Title(title string) bool { return l.Titled() && l.titles[l.titleMAC(title)] }

// Row reports whether a file's row in an older snapshot goes: by its id, or by its
// bytes where it is none of those that stay in.
func (l *List) Row(id string, d knowledge.Digest) bool {
	if l.Source(id) {
		return true
	}
	if l.Len() == 0 || d == "" {
		return false
	}
	holders := l.contents[l.contentMAC(d)]
	return len(holders) > 0 && !l.kept(holders, l.idMAC(id))
}

// kept reports whether one of these marks lets the file stay: the user withdrew
// its twin and saw it named.
func (l *List) kept(holders []int, mac string) bool {
	return slices.ContainsFunc(holders, func(i int) bool { return slices.Contains(l.marks[i].Keep, mac) })
}

// Document is what a mark is made of.
type Document struct {
	Path     string             // printed
	IDs      []string           // its id and those of everything inside it
	Contents []knowledge.Digest // of its bytes, now and in kept snapshots; none of an empty file
	Titles   []string           // of what the ids name, in kept snapshots, in the form in which Title is asked
	// KeepPaths and KeepIDs name the live files of equal bytes, which stay in.
	KeepPaths, KeepIDs []string
	At, Reason         string
}

// Add marks a document as withdrawn, not yet taken out. The list needs a key.
func (l *List) Add(d Document) {
	m := Mark{Path: l.pathMAC(d.Path), At: d.At, Reason: d.Reason}
	for _, id := range d.IDs {
		m.IDs = append(m.IDs, l.idMAC(id))
	}
	for _, c := range d.Contents {
		m.Contents = append(m.Contents, l.contentMAC(c))
	}
	for _, t := range d.Titles {
		m.Titles = append(m.Titles, l.titleMAC(t))
	}
	for _, p := range d.KeepPaths {
		m.Keep = append(m.Keep, l.pathMAC(p))
	}
	for _, id := range d.KeepIDs {
		m.Keep = append(m.Keep, l.idMAC(id))
	}
	slices.Sort(m.IDs)
	slices.Sort(m.Titles)
	slices.Sort(m.Contents)
	slices.Sort(m.Keep)
	l.put(m)
}

// Unfinished reports whether a document was marked that is not yet taken out of
// everything.
func (l *List) Unfinished() bool {
	return l != nil && slices.ContainsFunc(l.marks, func(m Mark) bool { return !m.Done })
}

// Reason returns why the documents that are not yet taken out of everything go.
func (l *List) Reason() string {
	var all []string
	for _, m := range l.marks {
		if !m.Done && m.Reason != "" && !slices.Contains(all, m.Reason) {
			all = append(all, m.Reason)
		}
	}
	return strings.Join(all, "; ")
}

// Finish says that everything marked is out.
func (l *List) Finish() {
	for i := range l.marks {
		l.marks[i].Done = true
	}
}

// Find returns the mark that keeps the file at a printed path with these bytes
// out; d may be "" where they were not read.
func (l *List) Find(printed string, d knowledge.Digest) (Mark, bool) {
	if l.Len() == 0 {
		return Mark{}, false
	}
	mac := l.pathMAC(printed)
	for _, m := range l.marks {
		if m.Path == mac {
			return m, true
		}
	}
	if l.Content(printed, d) {
		return l.marks[l.contents[l.contentMAC(d)][0]], true
	}
	return Mark{}, false
}

// Restore lets the file at a printed path in again: it takes the marks of that path
// away, or, where it is out for its bytes alone, adds the file to those that stay in.
// It reports whether the file was out.
func (l *List) Restore(printed string, d knowledge.Digest) bool {
	if l.Len() == 0 {
		return false
	}
	mac := l.pathMAC(printed)
	left := slices.DeleteFunc(slices.Clone(l.marks), func(m Mark) bool { return m.Path == mac })
	found := len(left) < len(l.marks)
	l.index(left)
	if l.Content(printed, d) {
		found = true
		for _, i := range l.contents[l.contentMAC(d)] {
			l.marks[i].Keep = append(slices.Clone(l.marks[i].Keep), mac)
			slices.Sort(l.marks[i].Keep)
		}
	}
	return found
}
