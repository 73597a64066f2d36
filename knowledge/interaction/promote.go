package interaction

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"quire/knowledge"
)

// AcceptedSchema opens the record of an accepted entry.
//
// 1: first layout.
const AcceptedSchema = "quire.accepted/1"

// Accepted is an accepted entry as authored input: one file of one line, from
// which a sync makes a record at the interaction tier. Acceptance does not raise
// the tier: that someone said it is still all that is known.
type Accepted struct {
	Schema string `json:"schema"`
	Entry  Entry  `json:"entry"`
}

// AcceptedName returns the file name of an accepted entry, without a folder.
func AcceptedName(id string) string { return id + ".json" }

// EncodeAccepted writes the record of e. Equal entries are equal bytes.
func EncodeAccepted(e Entry) ([]byte, error) {
	e = e.redacted()
	if err := e.check(); err != nil {
		return nil, fmt.Errorf("attempted to encode an accepted entry: %w", err)
	}
	b, err := knowledge.Marshal(Accepted{AcceptedSchema, e})
	if err != nil {
		return nil, fmt.Errorf("attempted to encode accepted entry %s: %w", e.ID, err)
	}
	return append(b, '\n'), nil
}

// DecodeAccepted reads the record of an accepted entry. Its errors quote nothing
// of the entry.
func DecodeAccepted(data []byte) (Entry, error) {
	var a Accepted
	if err := json.Unmarshal(data, &a); err != nil {
		return Entry{}, errors.New("attempted to read an accepted entry: " + jsonError(err).Detail)
	}
	if a.Schema != AcceptedSchema {
		return Entry{}, &knowledge.FormatError{
			What:  "the record of an accepted entry",
			Found: strconv.Quote(a.Schema[:min(len(a.Schema), 64)]),
			Want:  AcceptedSchema,
		}
	}
	if err := a.Entry.check(); err != nil {
		return Entry{}, fmt.Errorf("attempted to read an accepted entry: %w", err)
	}
	return a.Entry, nil
}
