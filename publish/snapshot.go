package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

const manifestSchema = "quire.snapshot/1"

// Manifest is snapshot.json: what the snapshot holds, in numbers.
type Manifest struct {
	Schema string               `json:"schema"`
	Format int                  `json:"format"`
	ID     string               `json:"id"`
	Tables map[string]TableInfo `json:"tables"`
	Files  []FileInfo           `json:"files"`           // of the snapshot's folder, sorted by name, this one aside
	Body   json.RawMessage      `json:"body"`            // the caller's part; decides the id together with the tables
	Extra  json.RawMessage      `json:"extra,omitempty"` // the caller's part that is outside the digest
}

// FileInfo is the name and length of a file in a snapshot's folder.
type FileInfo struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256,omitempty"`
}

// SnapshotID returns the digest of what a snapshot says: its tables and the
// caller's body. Files beside them, such as the index, are derived and outside.
func SnapshotID(tables map[string]TableInfo, body []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", manifestSchema)
	for _, name := range sortedKeys(tables) {
		t := tables[name]
		fmt.Fprintf(h, "%s %d %s\n", name, t.Rows, t.Digest)
	}
	var compact bytes.Buffer // snapshot.json holds the body indented
	if json.Compact(&compact, body) != nil {
		compact.Write(body)
	}
	h.Write(compact.Bytes())
	return hex.EncodeToString(h.Sum(nil))
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Snapshot is one open snapshot. It never changes while it is held.
type Snapshot struct {
	Manifest Manifest
	store    *Store
	dir      string
}

// Snapshot opens the snapshot of that id.
func (s *Store) Snapshot(id string) (*Snapshot, error) {
	if !validID(id) {
		return nil, fmt.Errorf("%q is not a snapshot id", id)
	}
	snap := &Snapshot{store: s, dir: path.Join(snapshotsDir, id)}
	name := snap.Name(manifestName)
	b, err := s.ReadFile(name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &DamagedError{Name: name, Detail: "is missing"}
		}
		return nil, fmt.Errorf("open snapshot %s: %w", id[:12], err)
	}
	m := &snap.Manifest
	if err := json.Unmarshal(b, m); err != nil {
		return nil, &DamagedError{Name: name, Detail: "is not JSON: " + err.Error()}
	}
	if m.Schema != manifestSchema {
		return nil, &DamagedError{Name: name, Detail: "is not the record of a snapshot"}
	}
	if m.Format < MinRead || m.Format > Version {
		return nil, &FormatError{What: "snapshot " + id[:12], Format: m.Format}
	}
	if m.ID != id {
		return nil, &DamagedError{Name: name, Detail: "names another snapshot"}
	}
	return snap, nil
}

// Open returns the snapshot that the pointer names. A snapshot that was pruned
// between the two reads is looked for once more.
func (s *Store) Open() (*Snapshot, Pointer, error) {
	for try := 0; ; try++ {
		p, err := s.Current()
		if err != nil {
			return nil, p, err
		}
		snap, err := s.Snapshot(p.Snapshot)
		var damaged *DamagedError
		if err != nil && try == 0 && errors.As(err, &damaged) {
			continue
		}
		return snap, p, err
	}
}

// Name returns the name, below the published folder, of a file of the snapshot.
func (sn *Snapshot) Name(file string) string { return path.Join(sn.dir, file) }

// Path returns the path of a file of the snapshot on disk.
func (sn *Snapshot) Path(file string) string { return sn.store.Path(sn.Name(file)) }

// ReadFile returns a file of the snapshot's folder, which must have the digest that the
// manifest says.
func (sn *Snapshot) ReadFile(name string) ([]byte, error) {
	i := slices.IndexFunc(sn.Manifest.Files, func(f FileInfo) bool { return f.Name == name })
	if i < 0 {
		return nil, &DamagedError{Name: sn.Name(manifestName), Detail: "lists no file " + name}
	}
	return sn.store.ReadLeaf(sn.Name(name), sn.Manifest.Files[i].SHA256)
}

// Table opens a table.
func (sn *Snapshot) Table(name string) (*Table, error) {
	info, ok := sn.Manifest.Tables[name]
	if !ok {
		return nil, &DamagedError{Name: sn.Name(manifestName), Detail: "lists no table " + name}
	}
	t, err := sn.store.openTable(sn.dir, name, info, sn.Manifest.Format)
	if err != nil {
		return nil, err
	}
	for _, f := range sn.Manifest.Files {
		if f.Name != name+".idx" || f.SHA256 == "" {
			continue
		}
		if sum := sha256.Sum256(t.idx); hex.EncodeToString(sum[:]) != f.SHA256 {
			return nil, &DamagedError{Name: sn.Name(f.Name), Detail: "has other bytes than its record says"}
		}
	}
	return t, nil
}

// FilesBelow returns the recorded files below a folder of the snapshot, named
// relative to it.
func (sn *Snapshot) FilesBelow(dir string) []FileInfo {
	var out []FileInfo
	for _, f := range sn.Manifest.Files {
		if rest, ok := strings.CutPrefix(f.Name, dir+"/"); ok {
			out = append(out, FileInfo{Name: rest, Size: f.Size, SHA256: f.SHA256})
		}
	}
	return out
}

// Check looks whether every file that the manifest names is there with its
// length, and every chunk of every table. It reads no content.
func (sn *Snapshot) Check() error {
	for _, f := range sn.Manifest.Files {
		if err := sn.store.checkSize(sn.Name(f.Name), f.Size); err != nil {
			return err
		}
	}
	chunks, err := sn.Chunks()
	if err != nil {
		return err
	}
	return sn.store.checkSizes(slices.DeleteFunc(chunks, func(c Chunk) bool {
		return sn.store.sound(c.leaf()) // it was read and hashed by this Store
	}))
}

// Chunks returns the chunks of all tables.
func (sn *Snapshot) Chunks() (all []Chunk, err error) {
	for _, name := range sortedKeys(sn.Manifest.Tables) {
		t, err := sn.Table(name)
		if err != nil {
			return nil, err
		}
		chunks, err := t.Chunks()
		if err != nil {
			return nil, err
		}
		all = append(all, chunks...)
	}
	return all, nil
}

// checkSizes looks for chunks, folder by folder: opening its folder costs more than
// looking for a file in it.
func (s *Store) checkSizes(chunks []Chunk) (err error) {
	slices.SortFunc(chunks, func(a, b Chunk) int { return strings.Compare(a.Digest, b.Digest) })
	var (
		dir string
		at  *os.Root
	)
	defer func() {
		if at != nil {
			at.Close()
		}
	}()
	for _, c := range chunks {
		if size, ok := s.directSize(c.leaf()); ok && c.fits(size) {
			continue
		}
		folder, base := path.Split(c.leaf())
		if folder != dir {
			if at != nil {
				at.Close()
			}
			dir = folder
			if at, err = s.root.OpenRoot(folder); err != nil {
				at = nil
				return &DamagedError{Name: c.leaf(), Detail: "is missing"}
			}
		}
		info, err := at.Stat(base)
		switch {
		case err != nil || info.IsDir():
			return &DamagedError{Name: c.leaf(), Detail: "is missing"}
		case !c.fits(info.Size()):
			return &DamagedError{Name: c.leaf(), Detail: fmt.Sprintf("has %d bytes, its record says %d", info.Size(), c.Size)}
		}
	}
	return nil
}

// fits reports whether a file of this size can be that of a chunk. Of a deflated one nobody
// wrote down how long it is: reading it tells whether it is cut short.
func (c Chunk) fits(size int64) bool {
	return size == int64(c.Size) || c.Deflated && size > gzipFrame && int64(c.Size) <= maxInflated(size)
}

func (s *Store) checkSize(name string, want int64) error {
	switch have := s.Size(name); have {
	case want:
		return nil
	case -1:
		return &DamagedError{Name: name, Detail: "is missing"}
	default:
		return &DamagedError{Name: name, Detail: fmt.Sprintf("has %d bytes, its record says %d", have, want)}
	}
}

// VerifyFiles hashes every file of the snapshot's folder.
func (sn *Snapshot) VerifyFiles() error {
	for _, f := range sn.Manifest.Files {
		if err := sn.store.checkSize(sn.Name(f.Name), f.Size); err != nil {
			return err
		}
		if f.SHA256 == "" {
			continue
		}
		if sum, err := sn.store.hash(sn.Name(f.Name)); err != nil || sum != f.SHA256 {
			return &DamagedError{Name: sn.Name(f.Name), Detail: "has other bytes than its record says"}
		}
	}
	return nil
}

// VerifyTables hashes every chunk of every table, the tables as a whole, and the
// snapshot's id.
func (sn *Snapshot) VerifyTables() error {
	for _, name := range sortedKeys(sn.Manifest.Tables) {
		t, err := sn.Table(name)
		if err != nil {
			return err
		}
		if err := t.verify(); err != nil {
			return err
		}
	}
	if id := SnapshotID(sn.Manifest.Tables, sn.Manifest.Body); id != sn.Manifest.ID {
		return &DamagedError{Name: sn.Name(manifestName), Detail: "has the id " + sn.Manifest.ID[:12] + " but says what " + id[:12] + " would"}
	}
	return nil
}
