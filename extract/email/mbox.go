package email

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"

	"quire/extract"
	"quire/knowledge"
)

// mailbox delivers the messages of an mbox file as children: they are found by
// the "From " lines in front of them, each after an empty line and with a date.
func mailbox(ctx context.Context, r io.Reader, lim extract.Limits, sink extract.Sink) error {
	b := &box{br: bufio.NewReaderSize(r, 64<<10)}
	n := 0
	for b.seek() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n++; n > lim.Members {
			return &extract.LimitError{Limit: "members", Max: int64(lim.Members)}
		}
		m := &boxMessage{b: b}
		c := knowledge.Child{Member: knowledge.Loc("part", strconv.Itoa(n)), Name: "msg-" + strconv.Itoa(n) + ".eml"}
		if err := sink.Child(c, m); err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, m); err != nil {
			return err
		}
	}
	if n == 0 && b.any {
		return fmt.Errorf("no message in the mailbox: %w", extract.ErrDamaged)
	}
	return nil
}

// box reads a mailbox line by line.
type box struct {
	br    *bufio.Reader
	any   bool
	end   bool
	found bool // stands behind a "From " line
}

// seek moves to the first message; later ones are found at the end of the one
// before.
func (b *box) seek() bool {
	for !b.found && !b.end {
		line, _ := b.next()
		b.found = b.begins(line, true)
	}
	ok := b.found
	b.found = false
	return ok
}

// next returns the next line, or a piece of a very long one.
func (b *box) next() (line []byte, whole bool) {
	line, err := b.br.ReadSlice('\n')
	b.any = b.any || len(line) > 0
	if err != nil && err != bufio.ErrBufferFull {
		b.end = true
	}
	return line, err == nil
}

// begins reports whether line is the one in front of a message: "From ", a sender
// and a date, with a header behind it. Behind an empty line a time of day is
// enough; Mozilla writes a dash and nothing else.
func (b *box) begins(line []byte, afterEmpty bool) bool {
	rest, ok := bytes.CutPrefix(line, []byte("From "))
	if !ok || len(rest) > 400 {
		return false
	}
	times, dates := 0, 0
	fields := bytes.Fields(rest)
	for _, f := range fields {
		if clock(f) {
			times++
		} else if len(f) == 3 && bytes.Contains([]byte("MonTueWedThuFriSatSunJanFebMarAprMayJunJulAugSepOctNovDec"), f) {
			dates++
		}
	}
	switch {
	case times == 1 && dates == 2, afterEmpty && times > 0, len(fields) == 1 && string(fields[0]) == "-":
	default:
		return false
	}
	ahead, _ := b.br.Peek(200)
	next, _, _ := bytes.Cut(ahead, []byte("\n"))
	next = bytes.TrimRight(next, "\r")
	return isField(next) || len(next) == 0 || bytes.HasPrefix(next, []byte(">From "))
}

// clock reports whether f is a time as 12:34 or 12:34:56.
func clock(f []byte) bool {
	if len(f) < 4 || len(f) > 8 || bytes.Count(f, []byte{':'}) < 1 {
		return false
	}
	for _, c := range f {
		if c != ':' && (c < '0' || c > '9') {
			return false
		}
	}
	return f[0] != ':' && f[len(f)-1] != ':'
}

// boxMessage reads one message: up to the next separator, without the empty line
// in front of it, and with the ">" taken off that escapes "From ".
type boxMessage struct {
	b    *box
	out  []byte
	held []byte // an empty line, which may belong to the separator
	mid  bool   // inside a long line
	end  bool
}

func (m *boxMessage) Read(p []byte) (int, error) {
	for len(m.out) == 0 {
		if m.end {
			return 0, io.EOF
		}
		m.fill()
	}
	n := copy(p, m.out)
	m.out = m.out[n:]
	return n, nil
}

func (m *boxMessage) fill() {
	line, whole := m.b.next()
	if !m.mid && bytes.HasPrefix(line, []byte("From ")) {
		line = bytes.Clone(line) // looking ahead moves the buffer
	}
	if !m.mid && m.b.begins(line, m.held != nil) {
		m.b.found, m.end = true, true
		return
	}
	if !m.mid && escaped(line) {
		line = line[1:]
	}
	m.out = append(m.out, m.held...)
	m.held = nil
	if !m.mid && len(bytes.TrimRight(line, "\r\n")) == 0 {
		m.held = bytes.Clone(line)
	} else {
		m.out = append(m.out, line...)
	}
	m.mid = !whole
	m.end = m.b.end
}

// escaped reports whether line is "From " behind one or more ">".
func escaped(line []byte) bool {
	rest := bytes.TrimLeft(line, ">")
	return len(rest) < len(line) && bytes.HasPrefix(rest, []byte("From "))
}
