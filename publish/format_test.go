package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"testing"
)

// asFormat1 makes of a snapshot the one that a quire of format 1 wrote, where the digest
// of a table covered its lines, and returns its id.
func asFormat1(t *testing.T, s *Store, id string) string {
	t.Helper()
	snap, err := s.Snapshot(id)
	must(t, err)
	m := snap.Manifest
	m.Format = 1
	for name, info := range m.Tables {
		table, err := snap.Table(name)
		must(t, err)
		all := sha256.New()
		for line, err := range table.All() {
			must(t, err)
			all.Write(append(line, '\n'))
		}
		info.Digest = hex.EncodeToString(all.Sum(nil))
		m.Tables[name] = info
	}
	m.ID = SnapshotID(m.Tables, m.Body)
	b, err := json.Marshal(m)
	must(t, err)
	must(t, os.Rename(s.Path(snap.dir), s.Path("snapshots/"+m.ID)))
	must(t, os.WriteFile(s.Path("snapshots/"+m.ID+"/"+manifestName), b, 0o644))
	return m.ID
}

func TestSnapshotsOfFormat1AreReadAndTakenOver(t *testing.T) {
	s := newStore(t)
	rows := testRows(300)
	old := asFormat1(t, s, commit(t, s, rows, 1).Snapshot)
	now := commit(t, s, rows[1:], 2)
	snap, err := s.Snapshot(old)
	must(t, err)
	must(t, errors.Join(snap.Check(), snap.VerifyFiles(), snap.VerifyTables()))
	table, err := snap.Table("sources")
	must(t, err)
	if line, err := table.Lookup(rows[7].Key); err != nil || string(line) != string(rows[7].Line) {
		t.Errorf("%s %v", line, err)
	}
	want, err := MeasureTable(rows)
	must(t, err)
	if info, err := MeasureAmended(table, 0, nil); err != nil || !reflect.DeepEqual(info, want) {
		t.Errorf("taken over as %+v, %v; written now it is %+v", info.Digest, err, want.Digest)
	}
	if _, err := s.Rollback(old, at(3).Format("2006-01-02T15:04:05Z07:00")); err != nil {
		t.Error(err)
	}
	if back, _, err := s.Open(); err != nil || back.Manifest.ID != old {
		t.Errorf("%v", err)
	}
	if old == now.Snapshot {
		t.Fatal("both snapshots are one")
	}
	snap.Manifest.Tables["sources"] = TableInfo{Rows: 300, Prefix: want.Prefix, Digest: want.Digest}
	wantDamage(t, snap.VerifyTables(), table.name)
}
