package interaction

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"quire/knowledge"
)

// The ledger on disk, in a folder of mode 0700:
//
//	segments/000001.jsonl   captured entries, in the order of their capture
//	decisions.jsonl         accept, reject, skip; the last one of an entry counts
//	tombstones.jsonl        keyed marks of forgotten entries
//	withdrawn.jsonl         keyed marks of withdrawn documents: package withdrawal's
//	secret                  the key of those marks: 32 bytes, mode 0600
//	torn/NAME               ends of lines that a killed writer left behind
//	lock                    the writers' kernel lock; empty
//
// Every line is a JSON object in one fixed form:
//
//	{"sum":"SUM","v":1,"KIND":{"id":…}}
//
// SUM is the first 16 hex digits of the SHA-256 of what follows its comma, up to
// and with the last brace. A line ends with a line feed: what follows the last
// one is not yet part of the ledger.
const (
	// Version is the layout of lines written and read.
	// 1: first layout.
	Version = 1

	segmentDir    = "segments"
	tornDir       = "torn"
	decisionFile  = "decisions.jsonl"
	tombstoneFile = "tombstones.jsonl"
	withdrawnFile = "withdrawn.jsonl"
	secretFile    = "secret"
	lockFile      = "lock"
	tempSuffix    = ".tmp"
)

// The kinds of lines.
const (
	entryLine     = "entry"
	decisionLine  = "decision"
	tombstoneLine = "tombstone"
)

const (
	sumDigits  = 16
	linePrefix = `{"sum":"`
	sumEnd     = len(linePrefix) + sumDigits
	lineSep    = `",`
	lineBody   = sumEnd + len(lineSep) // where the summed bytes begin
)

// errDamaged says that a line is not what a writer wrote.
var errDamaged = errors.New("its checksum does not fit")

// encodeLine returns v as one line with its line feed.
func encodeLine(kind string, v any) ([]byte, error) {
	payload, err := knowledge.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", kind, err)
	}
	return append(frame(kind, payload), '\n'), nil
}

// frame puts payload into a line, without a line feed.
func frame(kind string, payload []byte) []byte {
	body := fmt.Appendf(nil, `"v":%d,"%s":%s}`, Version, kind, payload)
	line := make([]byte, 0, lineBody+len(body)+1)
	line = append(line, linePrefix...)
	line = append(line, checksum(body)...)
	line = append(line, lineSep...)
	return append(line, body...)
}

func checksum(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:sumDigits/2])
}

// decodeLine takes a line without its line feed apart. It returns errDamaged, or
// a *knowledge.FormatError for a whole line of another version.
func decodeLine(line []byte) (kind string, payload []byte, err error) {
	if len(line) < lineBody || !bytes.HasPrefix(line, []byte(linePrefix)) || string(line[sumEnd:lineBody]) != lineSep {
		return "", nil, errDamaged
	}
	body := line[lineBody:]
	if checksum(body) != string(line[len(linePrefix):sumEnd]) {
		return "", nil, errDamaged
	}
	rest, okV := bytes.CutPrefix(body, []byte(`"v":`))
	version, rest, okKind := bytes.Cut(rest, []byte(`,"`))
	if okV && okKind && string(version) != strconv.Itoa(Version) {
		return "", nil, &knowledge.FormatError{
			What:  "a line of the interaction ledger",
			Found: strconv.Quote(string(version)),
			Want:  fmt.Sprintf("%d; use the quire that wrote it, or a newer one", Version),
		}
	}
	name, payload, okPayload := bytes.Cut(rest, []byte(`":`))
	payload, okEnd := bytes.CutSuffix(payload, []byte("}"))
	kind = string(name)
	known := kind == entryLine || kind == decisionLine || kind == tombstoneLine
	if !okV || !okKind || !okPayload || !okEnd || !known {
		return "", nil, errDamaged
	}
	return kind, payload, nil
}

// payloadID returns the id that a payload of an entry or a decision begins with,
// "" where it begins otherwise. It spares a search for ids the decoding of texts.
func payloadID(payload []byte) string {
	rest, ok := bytes.CutPrefix(payload, []byte(`{"id":"`))
	if !ok || len(rest) < IDLength || !ValidID(string(rest[:IDLength])) {
		return ""
	}
	return string(rest[:IDLength])
}

// decodeEntry reads the payload of an entry's line.
func decodeEntry(payload []byte) (Entry, error) {
	var e Entry
	if err := json.Unmarshal(payload, &e); err != nil {
		return Entry{}, errDamaged // the cause would quote the text
	}
	return e, e.check()
}
