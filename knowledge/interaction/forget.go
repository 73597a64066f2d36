package interaction

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"

	"quire/knowledge"
)

// Removal says what Forget did.
type Removal struct {
	Lines   int  // taken out of segments, decisions and torn ends
	Already bool // it was forgotten before
}

// Forget takes the entry of that id out of every file of the ledger, so that
// neither its text nor its id is in any byte, and leaves a tombstone that refuses
// it from now on. What was made of it elsewhere is the caller's to remove. After
// an error the entry may still be in files but is no longer read, and the next
// writer finishes. ErrUnknown: there is no such entry.
func (l *Ledger) Forget(ctx context.Context, id string) (Removal, error) {
	if !ValidID(id) {
		return Removal{}, fmt.Errorf("attempted to forget an entry: %w", ErrUnknown)
	}
	unlock, err := l.lock(ctx)
	if err != nil {
		return Removal{}, err
	}
	defer unlock()
	st, err := l.prepare()
	if err != nil {
		return Removal{}, err
	}
	if st.tombs.coversID(id) {
		n, err := l.erase(&Entry{ID: id}) // of an entry known by damaged lines only
		return Removal{Lines: n, Already: true}, err
	}
	e, err := l.find(id)
	if err != nil {
		return Removal{}, err
	}
	if err := l.withKey(st.tombs); err != nil {
		return Removal{}, err
	}
	line, err := encodeLine(tombstoneLine, st.tombs.keyed(e))
	if err != nil {
		return Removal{}, err
	}
	// First the mark: from here on the entry is out, whatever happens to us.
	if err := l.appendFile(tombstoneFile, line); err != nil {
		return Removal{}, err
	}
	n, err := l.erase(e)
	return Removal{Lines: n}, err
}

// find returns the entry of that id, or no more than the id where only damaged
// lines mention it.
func (l *Ledger) find(id string) (*Entry, error) {
	numbers, err := l.segments()
	if err != nil {
		return nil, err
	}
	var damaged *Entry
	for _, n := range numbers {
		data, err := l.read(segmentName(n))
		if err != nil {
			return nil, err
		}
		for line := range bytes.SplitSeq(data, []byte("\n")) {
			if !bytes.Contains(line, []byte(id)) {
				continue
			}
			_, payload, err := decodeLine(line)
			if err != nil || payloadID(payload) == id {
				damaged = &Entry{ID: id}
			}
			if err == nil && payloadID(payload) == id {
				if e, err := decodeEntry(payload); err == nil {
					return &e, nil
				}
			}
		}
	}
	if damaged == nil {
		return nil, fmt.Errorf("attempted to forget %s: %w", id, ErrUnknown)
	}
	return damaged, nil
}

// erase rewrites every file that holds e or a damaged piece of it. The whole copy
// goes last: while it is there, whoever comes after a crash knows what to erase.
func (l *Ledger) erase(e *Entry) (int, error) {
	names, err := l.names(tornDir)
	if err != nil {
		return 0, err
	}
	var files []string
	for _, name := range names {
		files = append(files, path.Join(tornDir, name))
	}
	files = append(files, decisionFile)
	numbers, err := l.segments()
	if err != nil {
		return 0, err
	}
	var last []string
	for _, n := range numbers {
		name := segmentName(n)
		data, err := l.read(name)
		if err != nil {
			return 0, err
		}
		if slices.ContainsFunc(bytes.Split(data, []byte("\n")), func(line []byte) bool { return wholeOf(line, e.ID) }) {
			last = append(last, name)
		} else {
			files = append(files, name)
		}
	}
	text, err := knowledge.Marshal(e.Text)
	if err != nil {
		return 0, err
	}
	text = bytes.Trim(text, `"`)
	total := 0
	for _, name := range append(files, last...) {
		n, err := l.rewriteWithout(name, func(line []byte) bool { return wholeOf(line, e.ID) || pieceOf(line, e.ID, text) })
		if err != nil {
			return total, err
		}
		total += n
	}
	return total, nil
}

// rewriteWithout replaces a file by itself without the lines that drop selects.
func (l *Ledger) rewriteWithout(name string, drop func(line []byte) bool) (int, error) {
	data, err := l.read(name)
	if err != nil {
		return 0, err
	}
	kept, n := make([]byte, 0, len(data)), 0
	for line := range bytes.SplitAfterSeq(data, []byte("\n")) {
		if drop(bytes.TrimSuffix(line, []byte("\n"))) {
			n++
		} else {
			kept = append(kept, line...)
		}
	}
	if n == 0 {
		return 0, nil
	}
	return n, l.replaceFile(name, kept)
}

// wholeOf reports whether line is an undamaged line about the entry of that id.
func wholeOf(line []byte, id string) bool {
	_, payload, err := decodeLine(line)
	return err == nil && payloadID(payload) == id
}

// pieceBytes is how much of a text makes a damaged line a copy of it: enough that
// a word in common does not, so little that damage leaves one piece whole.
const pieceBytes = 16

// pieceOf reports whether line is damaged and holds the id or a piece of the text
// as it is written in JSON.
func pieceOf(line []byte, id string, text []byte) bool {
	if _, _, err := decodeLine(line); err == nil || len(line) == 0 {
		return false
	}
	if bytes.Contains(line, []byte(id)) {
		return true
	}
	for piece := range slices.Chunk(text, pieceBytes) {
		if (len(piece) == pieceBytes || len(text) < pieceBytes) && bytes.Contains(line, piece) {
			return true
		}
	}
	return false
}
