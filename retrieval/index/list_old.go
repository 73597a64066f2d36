package index

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"time"

	"go.etcd.io/bbolt"

	"quire/internal/nolock"
)

// readOldList reads a list that a key-value store keeps: below "s" the states of the
// index by number, in each the segments by number, with path ("p") and deleted passages
// ("d"), and under "i" the format. The last state counts.
func readOldList(path string) (l list, err error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: 10 * time.Second})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return l, &DamagedError{File: listFile, Want: "a list of segments", Got: "no such file"}
	case err != nil:
		// The store locks its file, although nobody writes it.
		if err := nolock.Of(path, err); errors.As(err, new(*nolock.Error)) {
			return l, err
		}
		return l, &DamagedError{File: oldList, Want: "a list of segments", Got: err.Error()}
	}
	err = db.View(func(tx *bbolt.Tx) error {
		states := tx.Bucket([]byte("s"))
		if states == nil {
			return errors.New("no states")
		}
		last, _ := states.Cursor().Last()
		state := states.Bucket(last)
		if state == nil {
			return errors.New("no last state")
		}
		return state.ForEachBucket(func(key []byte) error {
			b := state.Bucket(key)
			switch key[0] {
			case 'm':
			case 'i':
				l.Format, err = strconv.Atoi(string(b.Get([]byte("quire"))))
				return err
			default:
				// The number of passages is not in it; it is left to the segment.
				l.Segments = append(l.Segments, listed{Name: string(b.Get([]byte("p"))), Passages: -1, Deleted: slices.Clone(b.Get([]byte("d")))})
			}
			return nil
		})
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return l, &DamagedError{File: oldList, Want: "a list of segments", Got: fmt.Sprint(err)}
	}
	return l, nil
}
