package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// Draft is the folder of a snapshot that is being written. Readers do not see it
// before Commit.
type Draft struct {
	store    *Store
	dir      string // below the published folder
	manifest Manifest
	old      *Snapshot // whose files the draft may share by links; nil for none
}

// Shares says that files of the draft may be links to files of an older snapshot:
// those are not hashed again.
func (d *Draft) Shares(old *Snapshot) { d.old = old }

// NewDraft begins the folder of a snapshot with these tables.
func (s *Store) NewDraft(tables map[string]TableInfo, body []byte) (*Draft, error) {
	d := &Draft{store: s, dir: path.Join(snapshotsDir, tempPrefix+"draft")}
	d.manifest = Manifest{Schema: manifestSchema, Format: Version, ID: SnapshotID(tables, body), Tables: tables, Body: body}
	if err := d.begin(tables); err != nil {
		d.Discard()
		return nil, err
	}
	return d, nil
}

func (d *Draft) begin(tables map[string]TableInfo) error {
	if err := d.store.root.RemoveAll(d.dir); err != nil {
		return fmt.Errorf("begin draft: %w", err)
	}
	if err := d.store.mkdir(d.dir); err != nil {
		return err
	}
	for _, name := range sortedKeys(tables) {
		if err := d.Write(name+".idx", encodeChunks(tables[name].Chunks)); err != nil {
			return err
		}
	}
	return nil
}

// ID returns the id that the snapshot will have.
func (d *Draft) ID() string { return d.manifest.ID }

// Path returns the path on disk of a file or folder of the draft.
func (d *Draft) Path(name string) string { return d.store.Path(path.Join(d.dir, name)) }

// Write adds a file.
func (d *Draft) Write(name string, data []byte) error {
	full := path.Join(d.dir, name)
	err := d.store.mkdir(path.Dir(full))
	if err == nil {
		err = d.store.writeFile(full, Bytes(data), false)
	}
	if err != nil {
		return fmt.Errorf("write %s of the new snapshot: %w", name, bare(err))
	}
	return nil
}

// Adopt takes a file of the older snapshot, which Shares named, as it is: by a link, or
// by a copy where the file system has none.
func (d *Draft) Adopt(name string) error {
	if d.old == nil {
		return fmt.Errorf("adopt %s: the draft shares nothing", name)
	}
	full := path.Join(d.dir, name)
	if err := d.store.mkdir(path.Dir(full)); err != nil {
		return err
	}
	if d.store.root.Link(d.old.Name(name), full) == nil {
		return nil
	}
	b, err := d.store.ReadFile(d.old.Name(name))
	if err != nil {
		return fmt.Errorf("adopt %s: %w", name, bare(err))
	}
	return d.Write(name, b)
}

// Discard gives up the draft and the space it takes. After Commit it does nothing.
func (d *Draft) Discard() {
	if d != nil {
		d.store.discard(d.dir)
	}
}

// Event describes the publish for the history.
type Event struct {
	At      string        // RFC 3339 UTC
	Stamp   func() string // gives At just before the pointer moves, as a commit may take minutes; may be nil
	Cause   string
	Changes json.RawMessage
	Extra   json.RawMessage // goes into the manifest, outside the digest
}

// Commit finishes the draft: lists its files, syncs, moves it into place,
// reopens and checks it, asks check whether its content is right, and only then
// swaps the pointer.
func (d *Draft) Commit(ev Event, check func(*Snapshot) error) (Pointer, error) {
	d.manifest.Extra = ev.Extra
	if err := d.place(check); err != nil {
		return Pointer{}, err
	}
	if ev.Stamp != nil {
		ev.At = ev.Stamp()
	}
	return d.store.Point(d.manifest.ID, ev)
}

// place makes the finished draft a snapshot, which nothing points to yet.
func (d *Draft) place(check func(*Snapshot) error) error {
	s := d.store
	if err := d.seal(); err != nil {
		return err
	}
	if err := s.syncAll(); err != nil {
		return err
	}
	final := path.Join(snapshotsDir, d.manifest.ID)
	if err := s.moveDir(d.dir, final); err != nil {
		return fmt.Errorf("move the new snapshot to %s: %w", final, bare(err))
	}
	if err := s.syncDir(snapshotsDir); err != nil {
		return err
	}
	snap, err := s.Snapshot(d.manifest.ID)
	if err != nil {
		return err
	}
	if err := errors.Join(snap.Check(), check(snap)); err != nil {
		return fmt.Errorf("check the new snapshot: %w", err)
	}
	return nil
}

// Point makes an existing snapshot the current one.
func (s *Store) Point(id string, ev Event) (Pointer, error) {
	prev, err := s.Current()
	if err != nil && !errors.Is(err, ErrNothingPublished) {
		var damaged *DamagedError
		if !errors.As(err, &damaged) {
			return Pointer{}, err
		}
	}
	h := HistoryLine{Sequence: prev.Sequence + 1, At: ev.At, Cause: ev.Cause, Snapshot: id, Previous: prev.Snapshot, Changes: ev.Changes}
	if past, err := s.History(); err == nil && len(past) > 0 {
		h.Sequence = max(h.Sequence, past[len(past)-1].Sequence+1)
	}
	if err := s.swap(h); err != nil {
		return Pointer{}, err
	}
	return s.Current()
}

// seal lists the draft's files and writes the manifest.
func (d *Draft) seal() error {
	sub, err := fs.Sub(d.store.root.FS(), d.dir)
	if err != nil {
		return err
	}
	err = fs.WalkDir(sub, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		full := path.Join(d.dir, name)
		if e.IsDir() {
			return d.store.root.Chmod(full, 0o755)
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		sum, err := d.digest(name, info)
		if err != nil {
			return err
		}
		d.manifest.Files = append(d.manifest.Files, FileInfo{name, info.Size(), sum})
		return d.store.root.Chmod(full, 0o644) // the index library makes private files
	})
	if err != nil {
		return fmt.Errorf("list the draft: %w", err)
	}
	slices.SortFunc(d.manifest.Files, func(a, b FileInfo) int { return strings.Compare(a.Name, b.Name) })
	b, err := json.MarshalIndent(d.manifest, "", " ")
	if err != nil {
		return err
	}
	return d.Write(manifestName, append(b, '\n'))
}

// digest returns the SHA-256 of a file of the draft; that of the older snapshot
// where both are one file.
func (d *Draft) digest(name string, info fs.FileInfo) (string, error) {
	if d.old != nil {
		for _, f := range d.old.Manifest.Files {
			if f.Name != name || f.SHA256 == "" {
				continue
			}
			if was, err := d.store.root.Stat(d.old.Name(name)); err == nil && os.SameFile(was, info) {
				return f.SHA256, nil
			}
		}
	}
	return d.store.hash(path.Join(d.dir, name))
}
