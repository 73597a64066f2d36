package publish

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

const base32 = "abcdefghijklmnopqrstuvwxyz234567"

// testRows returns n rows in order under keys that look like source ids.
func testRows(n int) []Row {
	r := rand.New(rand.NewPCG(1, 2))
	keys := map[string]bool{}
	for len(keys) < n {
		b := []byte("q")
		for range 12 {
			b = append(b, base32[r.IntN(32)])
		}
		keys[string(b)] = true
	}
	var rows []Row
	for _, k := range sortedKeys(keys) {
		rows = append(rows, Row{k, fmt.Appendf(nil, `{"id":"%s","n":%d}`, k, len(rows))})
	}
	return rows
}

// openTest writes rows as the table of a snapshot that is not published.
func openTest(t *testing.T, s *Store, rows []Row) (*Table, TableInfo) {
	t.Helper()
	info, err := s.PutTable(rows)
	must(t, err)
	must(t, s.Put("test/rows.idx", encodeChunks(info.Chunks)))
	tab, err := s.openTable("test", "rows", info, Version)
	must(t, err)
	return tab, info
}

func TestPrefixLengthKeepsChunksSmall(t *testing.T) {
	for _, c := range []struct{ rows, want int }{
		{0, 0}, {1, 0}, {128, 0}, {129, 1}, {4096, 1}, {20_000, 2}, {100_000, 2}, {128*32*32 + 32*32, 3}, {1 << 30, 3},
	} {
		if got := prefixLength(c.rows); got != c.want {
			t.Errorf("%d rows: prefix of %d, want %d", c.rows, got, c.want)
		}
	}
}

// yields checks that a table has these rows, in order.
func yields(t *testing.T, tab *Table, rows []Row) {
	t.Helper()
	i := 0
	for line, err := range tab.All() {
		must(t, err)
		if i == len(rows) || string(line) != string(rows[i].Line) {
			t.Fatalf("row %d is %s", i, line)
		}
		i++
	}
	if i != len(rows) {
		t.Errorf("All yields %d rows, want %d", i, len(rows))
	}
}

func TestTableGivesBackItsRows(t *testing.T) {
	for _, n := range []int{0, 1, 128, 129, 5000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			rows := testRows(n)
			tab, info := openTest(t, newStore(t), rows)
			if tab.Rows() != n || info.Rows != n {
				t.Errorf("%d rows, want %d", tab.Rows(), n)
			}
			yields(t, tab, rows)
			for i := 0; i < n; i += max(1, n/100) {
				if line, err := tab.Lookup(rows[i].Key); err != nil || string(line) != string(rows[i].Line) {
					t.Errorf("Lookup %s: %s %v", rows[i].Key, line, err)
				}
			}
			for _, key := range []string{"", "q", "q!", "qaaaaaaaaaaaa", "q777777777777", "zzz"} {
				if line, err := tab.Lookup(key); err != nil || line != nil {
					t.Errorf("Lookup of %q: %s %v", key, line, err)
				}
			}
			must(t, tab.verify())
			measured, err := MeasureTable(rows)
			must(t, err)
			if measured.Digest != info.Digest || !slices.Equal(measured.Chunks, info.Chunks) {
				t.Error("MeasureTable says something else than PutTable")
			}
		})
	}
}

func TestPrefixedFindsEveryRowOfAPrefix(t *testing.T) {
	rows := testRows(2000)
	tab, _ := openTest(t, newStore(t), rows)
	for _, prefix := range []string{"", "q", rows[7].Key[:2], rows[7].Key[:3], rows[7].Key[:5], rows[7].Key, rows[7].Key + "x", "x"} {
		var want []string
		for _, r := range rows {
			if strings.HasPrefix(r.Key, prefix) {
				want = append(want, string(r.Line))
			}
		}
		got, err := tab.Prefixed(prefix)
		must(t, err)
		if len(got) != len(want) {
			t.Errorf("prefix %q: %d rows, want %d", prefix, len(got), len(want))
			continue
		}
		for i := range got {
			if string(got[i]) != want[i] {
				t.Errorf("prefix %q row %d: %s, want %s", prefix, i, got[i], want[i])
			}
		}
	}
}

func TestOneChangedRowRewritesOneChunk(t *testing.T) {
	rows := testRows(2000)
	before, err := MeasureTable(rows)
	must(t, err)
	changed := slices.Clone(rows)
	changed[1000].Line = []byte(`{"id":"` + changed[1000].Key + `","n":"other"}`)
	after, err := MeasureTable(changed)
	must(t, err)
	different := 0
	for i := range before.Chunks {
		if before.Chunks[i] != after.Chunks[i] {
			different++
		}
	}
	if len(before.Chunks) != len(after.Chunks) || different != 1 || before.Digest == after.Digest {
		t.Errorf("%d of %d chunks differ after one changed row, want 1", different, len(before.Chunks))
	}
}

func TestRowsOutOfOrderAreRefused(t *testing.T) {
	rows := testRows(2000)
	for name, spoil := range map[string]func([]Row){
		"same key twice":        func(r []Row) { r[5] = r[4] },
		"neighbours exchanged":  func(r []Row) { r[5], r[4] = r[4], r[5] },
		"chunks exchanged":      func(r []Row) { r[0], r[1500] = r[1500], r[0] },
		"last before the first": func(r []Row) { slices.Reverse(r) },
	} {
		bad := slices.Clone(rows)
		spoil(bad)
		if _, err := MeasureTable(bad); err == nil || !strings.Contains(err.Error(), "not in order") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDamagedChunksAreNeverServed(t *testing.T) {
	rows := testRows(300)
	for name, damage := range map[string]func(path string) error{
		"missing": os.Remove,
		"longer":  func(p string) error { return appendTo(p, "x") },
		"other bytes": func(p string) error {
			b, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			b[len(b)-3] ^= 1
			return os.WriteFile(p, b, 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			tab, info := openTest(t, s, rows)
			leaf := info.Chunks[0].Leaf()
			must(t, damage(s.Path(leaf)))
			_, err := tab.Lookup(rows[0].Key)
			wantDamage(t, err, leaf)
			_, err = tab.Prefixed(rows[0].Key[:4])
			wantDamage(t, err, leaf)
			wantDamage(t, tab.verify(), leaf)
			n := 0
			for line, err := range tab.All() {
				if n++; line != nil || n > 1 {
					t.Fatalf("All goes on at damage: %s", line)
				}
				wantDamage(t, err, leaf)
			}
			must(t, s.Put(leaf, chunkBytes(rows, info)))
			if line, err := tab.Lookup(rows[0].Key); err != nil || line == nil {
				t.Errorf("after healing: %s %v", line, err)
			}
		})
	}
}

func chunkBytes(rows []Row, info TableInfo) []byte {
	var b []byte
	for _, r := range rows {
		if chunkPrefix(r.Key, info.Prefix) == info.Chunks[0].Prefix {
			b = append(append(b, r.Line...), '\n')
		}
	}
	return b
}

func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

func TestDamagedChunkListsAreNoticed(t *testing.T) {
	s := newStore(t)
	rows := testRows(300)
	tab, info := openTest(t, s, rows)
	idx := encodeChunks(info.Chunks)
	for name, b := range map[string][]byte{
		"cut short":       idx[:len(idx)-5],
		"digest broken":   slices.Concat(idx[:10], []byte("!"), idx[11:]),
		"size broken":     slices.Concat(idx[:idxWidth-4], []byte("abc\n"), idx[idxWidth:]),
		"a chunk missing": idx[idxWidth:],
	} {
		t.Run(name, func(t *testing.T) {
			must(t, os.WriteFile(s.Path("test/rows.idx"), b, 0o644))
			bad, err := s.openTable("test", "rows", info, Version)
			if err == nil {
				err = bad.verify()
			}
			wantDamage(t, err, tab.name)
		})
	}
	must(t, os.Remove(s.Path("test/rows.idx")))
	_, err := s.openTable("test", "rows", info, Version)
	wantDamage(t, err, tab.name)
}

// A deflated table is the plain one but for its files: the rows come back, it is amended like
// the other, damage of a chunk is named, and pruning finds its chunks.
func TestADeflatedTableIsThePlainOneInLessRoom(t *testing.T) {
	s := newStore(t)
	rows := testRows(3000)
	plain, err := s.PutTable(rows)
	must(t, err)
	info, err := s.PutRows(len(rows), true, listed(rows))
	must(t, err)
	measured, err := MeasureRows(len(rows), true, listed(rows))
	must(t, err)
	if info.Digest != plain.Digest || info.Rows != plain.Rows || measured.Digest != info.Digest {
		t.Errorf("the list of chunks is another: %+v, plain %+v", info, plain)
	}
	tab := s.Table(info)
	yields(t, tab, rows)
	var stored, of int64
	for j, c := range info.Chunks {
		stored, of = stored+s.Size(c.leaf()), of+s.Size(plain.Chunks[j].leaf())
	}
	if stored*2 > of {
		t.Errorf("%d bytes in the place of %d", stored, of)
	}
	changed := slices.Clone(rows)
	changed[7].Line = []byte(`{"id":"` + rows[7].Key + `","n":"another"}`)
	want, err := s.PutRows(len(rows), true, listed(changed))
	must(t, err)
	if got, err := s.AmendTable(tab, 0, changed[7:8]); err != nil || got.Digest != want.Digest || !got.Deflated {
		t.Errorf("amended: %+v %v", got, err)
	}
	found := 0
	s.rowsOf(map[string]string{info.Chunks[3].Digest: "x"}, func(string, []byte) { found++ })
	if found == 0 {
		t.Error("no row of a deflated chunk is found for pruning")
	}
	must(t, s.checkSizes(slices.Clone(info.Chunks)))
	leaf := info.Chunks[3].leaf()
	b, err := os.ReadFile(s.Path(leaf))
	must(t, err)
	for how, data := range map[string][]byte{"cut": b[:len(b)/2], "empty": nil, "plain": []byte("{}"), "flipped": append(slices.Clone(b[:40]), append([]byte{b[40] ^ 8}, b[41:]...)...)} {
		must(t, os.WriteFile(s.Path(leaf), data, 0o644))
		fresh, err := Open(s.Dir())
		must(t, err)
		var damaged *DamagedError
		if err := fresh.Table(info).verify(); !errors.As(err, &damaged) || damaged.Name != leaf {
			t.Errorf("%s: %v", how, err)
		}
		if how == "empty" && fresh.checkSizes(slices.Clone(info.Chunks)) == nil {
			t.Error("an empty chunk is taken for whole")
		}
		must(t, fresh.Close())
	}
	must(t, os.Remove(s.Path(leaf)))
	if err := s.checkSizes(slices.Clone(info.Chunks)); err == nil {
		t.Error("a missing chunk is taken for there")
	}
}
