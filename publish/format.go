package publish

import (
	"encoding/json"
	"fmt"
)

// The layout below the published folder:
//
//	CURRENT               Pointer, one line of JSON: with pins.jsonl the only file ever replaced
//	history.jsonl         HistoryLine, one a publish or rollback; only appended to
//	pins.jsonl            Pin, one a snapshot that is to be kept
//	snapshots/<id>/       one folder a snapshot: snapshot.json, <table>.idx, what else the caller adds
//	tables/<aa>/<digest>  chunks of tables, shared by snapshots; those of deflated ones end in .gz
//	.gitattributes        for git: no file is text
//	…/<name>              leaves, named by their callers by content; those named .gz are deflated
const (
	// Version is the layout written.
	// 1: first layout.
	// 2: the digest of a table is that of its list of chunks, it was that of its lines; leaves
	// may be deflated, and those of one content lie side by side instead of in a folder.
	// 3: tables may be deflated.
	Version = 3
	// MinRead is the oldest layout that is read.
	MinRead = 1

	pointerName    = "CURRENT"
	historyName    = "history.jsonl"
	pinsName       = "pins.jsonl"
	attributesName = ".gitattributes"
	snapshotsDir   = "snapshots"
	tablesDir      = "tables"
	manifestName   = "snapshot.json"
	pointerSchema  = "quire.pointer/1"
)

// Pointer is the content of CURRENT.
type Pointer struct {
	Schema      string `json:"schema"`
	Format      int    `json:"format"`       // Version of the writer
	Snapshot    string `json:"snapshot"`     // 64 hex digits
	Sequence    int    `json:"sequence"`     // counts every change of the pointer, from 1
	PublishedAt string `json:"published_at"` // RFC 3339 UTC
}

// HistoryLine is one event that changed what readers see.
type HistoryLine struct {
	Sequence int             `json:"sequence"`
	At       string          `json:"at"`    // RFC 3339 UTC
	Cause    string          `json:"cause"` // publish, rollback, rewrite
	Snapshot string          `json:"snapshot"`
	Previous string          `json:"previous,omitempty"`
	Changes  json.RawMessage `json:"changes,omitempty"` // counts by the caller
}

// FormatError says that the published tree has a layout this quire cannot read.
type FormatError struct {
	What   string
	Format int
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("%s has format %d, this quire reads %d to %d", e.What, e.Format, MinRead, Version)
}

// DamagedError says that a published file is not what its record says.
type DamagedError struct {
	Name   string // below the published folder
	Detail string
}

func (e *DamagedError) Error() string { return fmt.Sprintf("%s %s", e.Name, e.Detail) }

// ID checks the printed form of a snapshot id: 64 hex digits.
func validID(s string) bool {
	if len(s) != 64 {
		return false
	}
	for _, c := range s {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
