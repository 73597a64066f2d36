package worker

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"quire/extract"
	"quire/knowledge"
)

// The kinds of frame. A frame is its kind, the length of its payload as four
// bytes big-endian, and the payload.
const (
	frameJob      = 'J' // parent to worker: job, with the file's descriptor beside it
	frameReady    = 'R' // worker to parent, once: hello, it can take jobs
	frameMeta     = 'M' // knowledge.Metadata
	frameUnit     = 'U' // extract.Unit
	frameIssue    = 'I' // knowledge.Issue
	framePart     = 'P' // knowledge.PartNote
	frameCensus   = 'K' // knowledge.Census, behind all else
	frameChild    = 'C' // knowledge.Child: an embedded document begins
	frameBytes    = 'B' // bytes of it
	frameChildEnd = 'E' // it ended: result
	frameDone     = 'D' // result
)

// maxFrame bounds one frame: a unit of the largest allowed text (1 MiB by
// default) as JSON, with room for its block records.
const maxFrame = 32 << 20

// job asks a worker to extract the file whose descriptor comes with it.
type job struct {
	Name    string // extractor
	File    string // hint
	Format  string
	Offset  int64
	Size    int64
	Limits  extract.Limits
	Options extract.Options
}

// result ends a job. Err is "" where Extract returned nil.
type result struct {
	Err   string // the text
	Kind  string // encrypted, damaged, trailing, limit, memory, panic or error
	Limit string
	Max   int64
	Spent bool // the worker holds so much memory that another should go on
}

func writeFrame(w io.Writer, kind byte, payload []byte) error {
	if len(payload) > maxFrame {
		return &extract.LimitError{Limit: "frame", Max: maxFrame}
	}
	head := [5]byte{kind}
	binary.BigEndian.PutUint32(head[1:], uint32(len(payload)))
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(payload)
	return err
}

func writeJSON(w io.Writer, kind byte, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writeFrame(w, kind, b)
}

func readFrame(r io.Reader) (kind byte, payload []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.BigEndian.Uint32(head[1:])
	if n > maxFrame {
		return 0, nil, fmt.Errorf("frame of %d bytes is too large", n)
	}
	// What is announced is believed a piece at a time.
	for uint32(len(payload)) < n {
		piece := min(n-uint32(len(payload)), max(1<<20, uint32(len(payload))))
		at := len(payload)
		payload = append(payload, make([]byte, piece)...)
		if _, err := io.ReadFull(r, payload[at:]); err != nil {
			return 0, nil, err
		}
	}
	return head[0], payload, nil
}

// wire is the Sink of a worker: it sends what it gets.
type wire struct{ w *bufio.Writer }

func (s wire) Meta(m knowledge.Metadata) error { return writeJSON(s.w, frameMeta, m) }
func (s wire) Issue(i knowledge.Issue) error   { return writeJSON(s.w, frameIssue, i) }

// Unit sends a unit at once: what was delivered before a worker dies is kept.
func (s wire) Unit(u extract.Unit) error {
	if err := writeJSON(s.w, frameUnit, u); err != nil {
		return err
	}
	return s.w.Flush()
}

// Part implements extract.PartSink.
func (s wire) Part(n knowledge.PartNote) error { return writeJSON(s.w, framePart, n) }

// Census implements extract.CensusSink.
func (s wire) Census(c knowledge.Census) error { return writeJSON(s.w, frameCensus, c) }

// Child sends the bytes of an embedded document in pieces.
func (s wire) Child(c knowledge.Child, r io.Reader) error {
	if err := writeJSON(s.w, frameChild, c); err != nil {
		return err
	}
	if r == nil {
		return writeJSON(s.w, frameChildEnd, result{})
	}
	buf := make([]byte, 256<<10)
	var fault error
	for {
		n, err := r.Read(buf)
		if n > 0 {
			if err := writeFrame(s.w, frameBytes, buf[:n]); err != nil {
				return err
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			fault = err
			break
		}
	}
	if err := writeJSON(s.w, frameChildEnd, resultOf(fault)); err != nil {
		return err
	}
	return s.w.Flush()
}
