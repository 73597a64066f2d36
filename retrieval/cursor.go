package retrieval

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
)

// A cursor is the place of the first result that was not shown and a check of the
// query and the snapshot that it belongs to: c12_9f83a1b2.

// cursor returns the cursor that goes on at a place.
func (v *View) cursor(q Query, at int) string { return fmt.Sprintf("c%d_%08x", at, v.cursorCheck(q)) }

func (v *View) cursorCheck(q Query) uint32 {
	h := fnv.New32a()
	fmt.Fprintf(h, "%s\x00%q %q %q %q %q %q %q %q %q %q %q %q %q %t %t", v.Snapshot, q.Text, q.Sources, q.Types, q.Path, q.Memory, q.Flags,
		q.Languages, q.Tiers, q.Kinds, q.Channels, q.Author+"\x00"+q.Sheet, q.Date, q.Status, q.Hidden, q.NoVectors)
	return h.Sum32()
}

// readCursor returns the place that the cursor of q names.
func (v *View) readCursor(q Query) (int, error) {
	if q.Cursor == "" {
		return 0, nil
	}
	at, check, ok := strings.Cut(strings.TrimPrefix(q.Cursor, "c"), "_")
	n, err := strconv.Atoi(at)
	if !ok || err != nil || n < 0 || n > maxCursor || !strings.HasPrefix(q.Cursor, "c") {
		return 0, &BadQueryError{"--cursor " + q.Cursor + " is not a cursor", "take the one that the last answer printed"}
	}
	if check != fmt.Sprintf("%08x", v.cursorCheck(q)) {
		return 0, &BadQueryError{"--cursor " + q.Cursor + " belongs to another query or snapshot", "ask the same query with the same filters, or begin anew without a cursor"}
	}
	return n, nil
}

// maxCursor bounds how far an answer can be followed: all before it is read again.
const maxCursor = 10000
