package interaction

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"

	"quire/knowledge"
)

// state is what a writer knows once it holds the lock and has put right what
// killed writers left.
type state struct {
	open  int   // number of the last segment, 0 where there is none
	size  int64 // its bytes
	ids   map[string]bool
	tombs *tombstones
}

// prepare makes the ledger whole: temporary files are removed, torn ends repaired,
// forgets finished, and all that is there made durable, since it may now be
// acknowledged as a duplicate.
func (l *Ledger) prepare() (*state, error) {
	for _, dir := range []string{".", segmentDir, tornDir} {
		if err := l.removeTemporary(dir); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{decisionFile, tombstoneFile} {
		data, err := l.read(name)
		if err == nil {
			_, err = l.repairEnd(name, data)
		}
		if err != nil {
			return nil, err
		}
	}
	tombs, err := l.writerTombstones()
	if err != nil {
		return nil, err
	}
	st := &state{ids: map[string]bool{}, tombs: tombs}
	numbers, err := l.segments()
	if err != nil {
		return nil, err
	}
	var unfinished []Entry
	for _, n := range numbers {
		if unfinished, err = l.load(st, n, unfinished); err != nil {
			return nil, err
		}
	}
	if err := l.settle(st.open); err != nil {
		return nil, err
	}
	for i := range unfinished {
		if _, err := l.erase(&unfinished[i]); err != nil {
			return nil, err
		}
	}
	if len(unfinished) > 0 {
		return l.prepare() // sizes changed; nothing is left to finish
	}
	return st, nil
}

// load adds segment n to st, and the entries in it that should be gone to
// unfinished.
func (l *Ledger) load(st *state, n int, unfinished []Entry) ([]Entry, error) {
	name := segmentName(n)
	data, err := l.read(name)
	if err != nil {
		return nil, err
	}
	size, err := l.repairEnd(name, data)
	if err != nil {
		return nil, err
	}
	st.open, st.size = n, size
	_, err = l.eachLine(name, entryLine, func(payload []byte) error {
		id := payloadID(payload)
		if id == "" {
			return nil
		}
		st.ids[id] = true
		if st.tombs.coversID(id) {
			e, err := decodeEntry(payload)
			if err != nil {
				e = Entry{ID: id} // its line can go all the same
			}
			unfinished = append(unfinished, e)
		}
		return nil
	})
	return unfinished, err
}

// settle makes the open segment and its name durable: the process that wrote it
// may have been killed before it could.
func (l *Ledger) settle(open int) error {
	if open == 0 {
		return nil
	}
	name := segmentName(open)
	f, err := l.root.OpenFile(name, os.O_RDWR, 0)
	if err == nil {
		err = f.Sync()
		f.Close()
	}
	if err == nil {
		err = syncDir(l.root, segmentDir)
	}
	if err == nil {
		err = syncDir(l.root, ".")
	}
	if err != nil {
		return fmt.Errorf("attempted to sync %s: %w", name, err)
	}
	return nil
}

func (l *Ledger) removeTemporary(dir string) error {
	names, err := l.names(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if strings.HasSuffix(name, tempSuffix) {
			if err := l.root.Remove(path.Join(dir, name)); err != nil {
				return fmt.Errorf("attempted to remove %s of the ledger: %w", name, err)
			}
		}
	}
	return nil
}

// repairEnd gives a file whose last line a killed writer left unfinished a proper
// end and returns its size then. A line whose checksum fits lacks only its line
// feed; anything else was never acknowledged and is moved aside.
func (l *Ledger) repairEnd(name string, data []byte) (int64, error) {
	end := bytes.LastIndexByte(data, '\n') + 1
	torn := data[end:]
	if len(torn) == 0 {
		return int64(len(data)), nil
	}
	_, _, err := decodeLine(torn)
	var format *knowledge.FormatError
	if err == nil || errors.As(err, &format) {
		return int64(len(data)) + 1, l.appendFile(name, []byte("\n"))
	}
	aside := append(bytes.Clone(torn), '\n')
	if err := l.appendFile(path.Join(tornDir, path.Base(name)), aside); err != nil {
		return 0, err
	}
	f, err := l.root.OpenFile(name, os.O_WRONLY, 0)
	if err == nil {
		l.step("truncate " + name)
		err = f.Truncate(int64(end))
		if err == nil {
			err = f.Sync()
		}
		f.Close()
	}
	if err != nil {
		return 0, fmt.Errorf("attempted to repair the end of %s: %w", name, err)
	}
	return int64(end), nil
}
