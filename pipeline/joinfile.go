package pipeline

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"quire/internal/regular"
	"quire/knowledge"
	"quire/knowledge/relations"
)

// The keys of the last join lie in two files of the cache. They save time and may be lost
// at any time; what is not of the current snapshot, or is damaged, is not used.
//
// joins holds entries of 16 bytes (key, id) sorted, then for each 256 of them the first
// key and a checksum, then a footer: the magic number, how many entries there are, the
// snapshot that they are of, a checksum of all behind the entries. joins.log holds what
// changed since: records of a length, the snapshot before and the one after, the entries
// that went and those that came, and a checksum.
const (
	joinsName    = "joins"
	joinsLogName = "joins.log"
	joinsMagic   = "qjoins\x00\x01"
	joinBlock    = 256
	entryBytes   = 16
	footerBytes  = 8 + 8 + 64 + 4
	slotBytes    = 12
	// maxLogged is how many entries the log holds before it is merged into joins: reading
	// them takes some 5 ms, and merging a corpus of 20,000 some 100.
	maxLogged = 1 << 15
)

var errNoJoins = errors.New("the keys of the last join are not there")

// joinEntry is relations.Entry with the id as a number of the same order.
type joinEntry struct{ key, id uint64 }

func compareEntries(a, b joinEntry) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id))
}

// packID makes a number of a source id; ok is false where it is none.
func packID(id string) (n uint64, ok bool) {
	if !knowledge.ValidID(id) || id[0] != knowledge.SourceLetter {
		return 0, false
	}
	for _, c := range []byte(id[1:]) {
		v := uint64(c - '2') // digits sort before letters
		if c >= 'a' {
			v = uint64(c-'a') + 6
		}
		n = n<<5 | v
	}
	return n, true
}

func unpackID(n uint64) string {
	var b [knowledge.IDLength]byte
	b[0] = knowledge.SourceLetter
	for i := knowledge.IDLength - 1; i > 0; i-- {
		v := byte(n & 31)
		if b[i] = v + '2'; v >= 6 {
			b[i] = v - 6 + 'a'
		}
		n >>= 5
	}
	return string(b[:])
}

func packed(list []relations.Entry) ([]joinEntry, error) {
	out := make([]joinEntry, len(list))
	for i, e := range list {
		id, ok := packID(e.ID)
		if !ok {
			return nil, fmt.Errorf("%q is no source id", e.ID)
		}
		out[i] = joinEntry{uint64(e.Key), id}
	}
	return out, nil
}

// joinFile reads the keys of the last join.
type joinFile struct {
	f        *os.File
	entries  int
	snapshot string
	first    []uint64 // key of each block
	sums     []uint32
	changed  map[uint64]map[uint64]int // by the log: how often more an id holds a key
	logged   int                       // entries of the log that count
	length   int64                     // bytes of the log that count
}

// openJoins opens the keys of the join of a snapshot.
func openJoins(dir, snapshot string) (*joinFile, error) {
	f, err := os.OpenFile(filepath.Join(dir, joinsName), os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, errNoJoins
	}
	j := &joinFile{f: f, changed: map[uint64]map[uint64]int{}}
	if err := errors.Join(j.readDirectory(), j.readLog(filepath.Join(dir, joinsLogName), snapshot)); err != nil {
		f.Close()
		return nil, errNoJoins
	}
	return j, nil
}

// Close closes the file.
func (j *joinFile) Close() error { return j.f.Close() }

func (j *joinFile) readDirectory() error {
	info, err := j.f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() < footerBytes {
		return errNoJoins
	}
	foot := make([]byte, footerBytes)
	if _, err := j.f.ReadAt(foot, info.Size()-footerBytes); err != nil || string(foot[:8]) != joinsMagic {
		return errNoJoins
	}
	n := binary.BigEndian.Uint64(foot[8:])
	blocks := (n + joinBlock - 1) / joinBlock
	if n > 1<<40 || uint64(info.Size()) != n*entryBytes+blocks*slotBytes+footerBytes {
		return errNoJoins
	}
	directory := make([]byte, blocks*slotBytes+footerBytes)
	if _, err := j.f.ReadAt(directory, int64(n*entryBytes)); err != nil {
		return err
	}
	end := len(directory) - 4
	if crc32.ChecksumIEEE(directory[:end]) != binary.BigEndian.Uint32(directory[end:]) {
		return errNoJoins
	}
	j.entries, j.snapshot = int(n), strings.TrimRight(string(foot[16:80]), " ")
	for ; len(directory) > footerBytes; directory = directory[slotBytes:] {
		j.first = append(j.first, binary.BigEndian.Uint64(directory))
		j.sums = append(j.sums, binary.BigEndian.Uint32(directory[8:]))
	}
	return nil
}

// readLog takes over what the log says up to the last record that leads to the snapshot.
func (j *joinFile) readLog(name, snapshot string) error {
	b, err := regular.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	at, end, found := j.snapshot, 0, j.snapshot == snapshot
	for from := 0; ; {
		r, size := decodeRecord(b[from:])
		if size == 0 || r.from != at {
			break
		}
		from += size
		if at = r.to; at == snapshot {
			end, found = from, true
		}
	}
	if !found {
		return errNoJoins
	}
	for from := 0; from < end; {
		r, size := decodeRecord(b[from:])
		from += size
		j.count(&r)
	}
	j.length = int64(end)
	return nil
}

// count takes over what a record says.
func (j *joinFile) count(r *joinRecord) {
	for i, e := range r.entries {
		if j.changed[e.key] == nil {
			j.changed[e.key] = map[uint64]int{}
		}
		if i < r.drop {
			j.changed[e.key][e.id]--
		} else {
			j.changed[e.key][e.id]++
		}
	}
	j.logged += len(r.entries)
}

// joinRecord is one record of the log.
type joinRecord struct {
	from, to string
	drop     int // how many of the entries went; the others came
	entries  []joinEntry
}

// change sets the keys that sources held no longer, and those that they hold since.
func (r *joinRecord) change(drop, add []relations.Entry) (err error) {
	r.drop = len(drop)
	r.entries, err = packed(append(drop, add...))
	return err
}

func (r *joinRecord) encode() []byte {
	n := 64 + 64 + 8 + entryBytes*len(r.entries)
	b := binary.BigEndian.AppendUint32(nil, uint32(n))
	b = fmt.Appendf(b, "%-64s%-64s", r.from, r.to)
	b = binary.BigEndian.AppendUint32(b, uint32(r.drop))
	b = binary.BigEndian.AppendUint32(b, uint32(len(r.entries)))
	for _, e := range r.entries {
		b = appendEntry(b, e)
	}
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

func appendEntry(b []byte, e joinEntry) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(b, e.key), e.id)
}

// decodeRecord reads a record; size is 0 where none is whole.
func decodeRecord(b []byte) (r joinRecord, size int) {
	const head = 4 + 64 + 64 + 8
	if len(b) < head+4 {
		return r, 0
	}
	n := int(binary.BigEndian.Uint32(b))
	entries := int(binary.BigEndian.Uint32(b[head-4:]))
	size = 4 + n + 4
	if size > len(b) || size != head+entries*entryBytes+4 || crc32.ChecksumIEEE(b[:size-4]) != binary.BigEndian.Uint32(b[size-4:]) {
		return r, 0
	}
	r.from, r.to = string(bytes.TrimRight(b[4:68], " ")), string(bytes.TrimRight(b[68:132], " "))
	if r.drop = int(binary.BigEndian.Uint32(b[132:])); r.drop > entries {
		return r, 0
	}
	for at := head; len(r.entries) < entries; at += entryBytes {
		r.entries = append(r.entries, entryAt(b[at:]))
	}
	return r, size
}

func entryAt(b []byte) joinEntry {
	return joinEntry{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])}
}

// block reads and checks one block of entries.
func (j *joinFile) block(i int) ([]byte, error) {
	b := make([]byte, entryBytes*min(joinBlock, j.entries-i*joinBlock))
	if _, err := j.f.ReadAt(b, int64(i*joinBlock*entryBytes)); err != nil {
		return nil, err
	}
	if crc32.ChecksumIEEE(b) != j.sums[i] {
		return nil, errNoJoins
	}
	return b, nil
}

// holders returns who holds a key, in order, each as often as it does.
func (j *joinFile) holders(key uint64) ([]string, error) {
	var ids []uint64
	// The entries of a key may begin in the block before the first one that begins with it.
	at := sort.Search(len(j.first), func(i int) bool { return j.first[i] >= key })
	for i := max(at-1, 0); i < len(j.first) && j.first[i] <= key; i++ {
		b, err := j.block(i)
		if err != nil {
			return nil, err
		}
		n := len(b) / entryBytes
		from := sort.Search(n, func(k int) bool { return entryAt(b[k*entryBytes:]).key >= key })
		for ; from < n && entryAt(b[from*entryBytes:]).key == key; from++ {
			ids = append(ids, entryAt(b[from*entryBytes:]).id)
		}
	}
	if more := j.changed[key]; len(more) > 0 {
		count := map[uint64]int{}
		for _, id := range ids {
			count[id]++
		}
		for id, n := range more {
			count[id] += n
		}
		ids = ids[:0]
		for id, n := range count {
			for ; n > 0; n-- {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
	}
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = unpackID(id)
	}
	return out, nil
}

// joinWriter writes entries that come sorted.
type joinWriter struct {
	f         *os.File
	w         *bufio.Writer
	block     []byte
	directory []byte
	entries   int
}

func newJoinWriter(dir string) (*joinWriter, error) {
	name := filepath.Join(dir, joinsName+".new")
	if err := os.RemoveAll(name); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	return &joinWriter{f: f, w: bufio.NewWriterSize(f, 1<<16)}, nil
}

func (w *joinWriter) add(e joinEntry) error {
	w.block = appendEntry(w.block, e)
	w.entries++
	if len(w.block) == joinBlock*entryBytes {
		return w.flush()
	}
	return nil
}

func (w *joinWriter) flush() error {
	if len(w.block) == 0 {
		return nil
	}
	w.directory = append(w.directory, w.block[:8]...)
	w.directory = binary.BigEndian.AppendUint32(w.directory, crc32.ChecksumIEEE(w.block))
	_, err := w.w.Write(w.block)
	w.block = w.block[:0]
	return err
}

// discard drops what was written.
func (w *joinWriter) discard() {
	w.f.Close()
	os.Remove(w.f.Name())
}

// finish puts the file in its place, as that of a snapshot, and drops the log.
func (w *joinWriter) finish(dir, snapshot string) error {
	err := w.flush()
	foot := append(w.directory, joinsMagic...)
	foot = binary.BigEndian.AppendUint64(foot, uint64(w.entries))
	foot = fmt.Appendf(foot, "%-64s", snapshot)
	foot = binary.BigEndian.AppendUint32(foot, crc32.ChecksumIEEE(foot))
	if err == nil {
		_, err = w.w.Write(foot)
	}
	if err = errors.Join(err, w.w.Flush(), w.f.Close()); err != nil {
		os.Remove(w.f.Name())
		return err
	}
	if err := os.Remove(filepath.Join(dir, joinsLogName)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.Rename(w.f.Name(), filepath.Join(dir, joinsName))
}

// note appends what led to another snapshot to the log.
func (j *joinFile) note(dir string, r joinRecord) error {
	f, err := os.OpenFile(filepath.Join(dir, joinsLogName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err = f.Truncate(j.length); err == nil {
		_, err = f.WriteAt(r.encode(), j.length)
	}
	return errors.Join(err, f.Close())
}

// merge writes the entries anew with all that the log and one more record say.
func (j *joinFile) merge(dir string, r joinRecord) error {
	j.count(&r)
	var more []joinEntry
	less := map[joinEntry]int{}
	for key, ids := range j.changed {
		for id, n := range ids {
			e := joinEntry{key, id}
			for ; n > 0; n-- {
				more = append(more, e)
			}
			if n < 0 {
				less[e] = -n
			}
		}
	}
	slices.SortFunc(more, compareEntries)
	w, err := newJoinWriter(dir)
	if err != nil {
		return err
	}
	for i := 0; i < len(j.first) && err == nil; i++ {
		var b []byte
		b, err = j.block(i)
		for ; len(b) > 0 && err == nil; b = b[entryBytes:] {
			e := entryAt(b)
			for ; len(more) > 0 && compareEntries(more[0], e) <= 0; more = more[1:] {
				err = errors.Join(err, w.add(more[0]))
			}
			if less[e] > 0 {
				less[e]--
				continue
			}
			err = errors.Join(err, w.add(e))
		}
	}
	for _, e := range more {
		err = errors.Join(err, w.add(e))
	}
	if err != nil {
		w.discard()
		return err
	}
	return w.finish(dir, r.to)
}
