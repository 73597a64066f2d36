package source

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quire/knowledge"
)

// IdentityFile is the name of the committed file that holds the ids that do not
// follow from a path.
const IdentityFile = "identity.jsonl"

// Line is one line of identity.jsonl: the source at this path has this id.
type Line struct {
	Path string `json:"path"` // printed
	ID   string `json:"id"`
	Why  string `json:"why"`            // moved, guessed or collision
	From string `json:"from,omitempty"` // the path it moved from
}

// Identity is identity.jsonl: an input, committed with the corpus, so that a
// fresh clone gives every source the id it had.
type Identity struct{ byPath map[string]Line }

// ParseIdentity reads identity.jsonl.
func ParseIdentity(b []byte) (*Identity, error) {
	id := &Identity{byPath: map[string]Line{}}
	owner := map[string]string{}
	for n, line := range bytes.Split(b, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var l Line
		if err := json.Unmarshal(line, &l); err != nil {
			return nil, fmt.Errorf("%s line %d: %w", IdentityFile, n+1, err)
		}
		switch {
		case l.Path == "" || !knowledge.ValidID(l.ID):
			return nil, fmt.Errorf("%s line %d: needs a path and an id", IdentityFile, n+1)
		case id.byPath[l.Path].ID != "":
			return nil, fmt.Errorf("%s line %d: %s is listed twice", IdentityFile, n+1, l.Path)
		case owner[l.ID] != "":
			return nil, fmt.Errorf("%s line %d: %s and %s claim the id %s", IdentityFile, n+1, owner[l.ID], l.Path, l.ID)
		}
		id.byPath[l.Path] = l
		owner[l.ID] = l.Path
	}
	return id, nil
}

// Encode writes identity.jsonl, sorted by path.
func (id *Identity) Encode() ([]byte, error) {
	var b bytes.Buffer
	for _, l := range id.lines() {
		line, err := knowledge.Marshal(l)
		if err != nil {
			return nil, err
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}

func (id *Identity) lines() []Line {
	out := make([]Line, 0, len(id.byPath))
	for _, l := range id.byPath {
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b Line) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// Drop takes out the lines that out selects, and returns how many there were.
func (id *Identity) Drop(out func(Line) bool) int {
	before := len(id.byPath)
	maps.DeleteFunc(id.byPath, func(_ string, l Line) bool { return out(l) })
	return before - len(id.byPath)
}

// derived is the id that follows from a printed path.
func derived(path string, salt int) string {
	root, rest, _ := strings.Cut(path, "/")
	return knowledge.SourceID(root, rest, salt)
}

// Known is a source of the last snapshot.
type Known struct {
	ID, Path string
	Content  knowledge.Digest
}

// Found is a file of this scan.
type Found struct {
	Path    string           // printed
	Content knowledge.Digest // "" where it was not read
	Lasting bool             // an entry that may be matched as moved: a file that was read
}

// Assigned is the id of one Found, by position.
type Assigned struct {
	ID         string
	From       string   // the path it moved from in this run, "" where it did not
	Candidates []string // ids of missing sources with the same content, where there were several
}

// Assign gives every file its id: all exact paths first, then new files against
// missing sources of equal content. One candidate moved; several are listed and
// the file is new. A new file beside an existing one is always a new source. The
// returned Identity holds the lines that the next run needs. No file is given an id
// that barred, which may be nil, says belongs to something that was withdrawn.
func Assign(id *Identity, last []Known, found []Found, barred func(id string) bool) ([]Assigned, *Identity, error) {
	a := assigner{old: id, next: &Identity{byPath: map[string]Line{}}, taken: make(map[string]bool, len(found)), known: make(map[string]bool, len(last)), barred: barred}
	for _, k := range last {
		a.known[k.Path] = true
	}
	out := make([]Assigned, len(found))
	here := make(map[string]bool, len(found))
	for i, f := range found {
		if here[f.Path] {
			return nil, nil, fmt.Errorf("two files print as %s", f.Path)
		}
		here[f.Path] = true
		// A path that the identity file names, or that is not new, keeps its id.
		if l, ok := id.byPath[f.Path]; ok && (barred == nil || !barred(l.ID)) {
			out[i].ID = l.ID
			a.keep(l)
		}
	}
	for i, f := range found {
		if out[i].ID == "" && a.known[f.Path] {
			out[i].ID = a.fresh(f.Path)
		}
	}
	missing := map[knowledge.Digest][]Known{}
	for _, k := range last {
		if !here[k.Path] && k.Content != "" && !a.taken[k.ID] {
			missing[k.Content] = append(missing[k.Content], k)
		}
	}
	fresh := map[knowledge.Digest]int{}
	for i, f := range found {
		if out[i].ID == "" && f.Lasting {
			fresh[f.Content]++
		}
	}
	for i, f := range found {
		if out[i].ID != "" {
			continue
		}
		candidates := missing[f.Content]
		switch {
		case f.Lasting && len(candidates) == 1 && fresh[f.Content] == 1:
			out[i] = Assigned{ID: candidates[0].ID, From: candidates[0].Path}
			a.move(f.Path, candidates[0])
		default:
			for _, c := range candidates {
				if f.Lasting {
					out[i].Candidates = append(out[i].Candidates, c.ID)
				}
			}
		}
	}
	for i, f := range found {
		if out[i].ID == "" {
			out[i].ID = a.fresh(f.Path)
		}
	}
	return out, a.next, nil
}

type assigner struct {
	old, next *Identity
	taken     map[string]bool // ids given in this run
	known     map[string]bool // printed paths of the last snapshot
	barred    func(id string) bool
}

func (a *assigner) keep(l Line) {
	a.taken[l.ID] = true
	a.next.byPath[l.Path] = l
}

// fresh derives an id from the path. A derived id that another source carries
// already, because that one was here first and moved, is salted and recorded.
func (a *assigner) fresh(path string) string {
	for salt := 0; ; salt++ {
		id := derived(path, salt)
		if a.taken[id] || a.barred != nil && a.barred(id) {
			continue
		}
		a.taken[id] = true
		if salt > 0 {
			a.next.byPath[path] = Line{Path: path, ID: id, Why: "collision"}
		}
		return id
	}
}

func (a *assigner) move(path string, from Known) {
	a.taken[from.ID] = true
	if from.ID != derived(path, 0) {
		a.next.byPath[path] = Line{Path: path, ID: from.ID, Why: "moved", From: from.Path}
	}
}

// Guess gives a path the id of a missing source whose text it seems to hold, and notes
// that it is a guess: whoever knows better deletes the line. It reports false where a
// line says otherwise already.
func (id *Identity) Guess(path string, from Known) bool {
	if l, ok := id.byPath[path]; ok && l.Why != "collision" {
		return false
	}
	for _, l := range id.byPath {
		if l.ID == from.ID {
			return false
		}
	}
	id.byPath[path] = Line{Path: path, ID: from.ID, Why: "guessed", From: from.Path}
	return true
}

// Knows reports whether id follows from a printed path, or stands in a line, whichever
// path that names: files may have moved since.
func (id *Identity) Knows(path, source string) bool {
	if derived(path, 0) == source {
		return true
	}
	for _, l := range id.byPath {
		if l.ID == source {
			return true
		}
	}
	return false
}
