package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"quire/extract"
	"quire/knowledge"
)

// do sends a job and delivers the answer to sink until it is done.
func (p *process) do(ctx context.Context, j Job, sink extract.Sink) error {
	p.spoiled = true // until the job has ended in order
	// Whatever the reader waits for then ends: a deadline alone would be set anew
	// before its next read.
	stop := context.AfterFunc(ctx, func() { p.cmd.Process.Kill() })
	defer func() { p.spoiled = !stop() || p.spoiled }()
	p.conn.SetWriteDeadline(time.Now().Add(30 * time.Second))
	err := sendJob(p.conn, job{Name: j.Extractor, File: j.Name, Format: j.Format, Offset: j.Offset, Size: j.Size, Limits: j.Limits, Options: j.Options}, j.File)
	if err != nil {
		return cmp.Or(ctx.Err(), p.died(err))
	}
	lim := j.Limits.WithDefaults()
	p.patience, p.inflated, p.left = time.Duration(lim.Seconds)*time.Second, lim.Inflated, lim.Text*8+lim.Inflated
	for {
		kind, payload, err := p.receive()
		if err != nil {
			return cmp.Or(ctx.Err(), err)
		}
		if kind == frameDone {
			res, err := decode[result](payload, "result")
			if err != nil {
				return err
			}
			p.spoiled = false
			return res.err()
		}
		if err := p.deliver(kind, payload, sink); err != nil {
			return cmp.Or(ctx.Err(), err)
		}
	}
}

// receive reads the next frame and counts it against what the job may send.
func (p *process) receive() (kind byte, payload []byte, err error) {
	p.conn.SetReadDeadline(time.Now().Add(p.patience))
	if kind, payload, err = readFrame(p.conn); err != nil {
		return 0, nil, p.died(err)
	}
	if p.left -= int64(len(payload)); p.left < 0 {
		return 0, nil, &extract.LimitError{Limit: "inflated", Max: p.inflated}
	}
	return kind, payload, nil
}

func (p *process) deliver(kind byte, payload []byte, sink extract.Sink) error {
	switch kind {
	case frameMeta:
		m, err := decode[knowledge.Metadata](payload, "metadata")
		if err != nil {
			return err
		}
		return sink.Meta(m)
	case frameUnit:
		u, err := decode[extract.Unit](payload, "unit")
		if err != nil {
			return err
		}
		return sink.Unit(u)
	case frameIssue:
		i, err := decode[knowledge.Issue](payload, "issue")
		if err != nil {
			return err
		}
		return sink.Issue(i)
	case frameChild:
		c, err := decode[knowledge.Child](payload, "child")
		if err != nil {
			return err
		}
		r := &childReader{p: p}
		if c.Reason != "" {
			err = sink.Child(c, nil)
		} else {
			err = sink.Child(c, r)
		}
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, r) // what the sink left unread
		return err
	}
	return fmt.Errorf("worker sent an unknown frame %q", kind)
}

// childReader reads the bytes of an embedded document off the socket.
type childReader struct {
	p    *process
	rest []byte
	err  error
}

func (r *childReader) Read(b []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		kind, payload, err := r.p.receive()
		switch {
		case err != nil:
			r.err = err
		case kind == frameBytes:
			r.rest = payload
		case kind == frameChildEnd:
			res, err := decode[result](payload, "end of a child")
			if r.err = cmp.Or(err, res.err()); r.err == nil {
				r.err = io.EOF
			}
		default:
			r.err = fmt.Errorf("worker sent frame %q inside a child", kind)
		}
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// died says what became of a worker whose stream ended.
func (p *process) died(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return &DeadError{Reason: "timeout", Detail: "nothing was delivered within the time limit"}
	}
	p.cmd.Process.Kill()
	p.cmd.Wait()
	why := p.stderr.String()
	if strings.Contains(why, "out of memory") || strings.Contains(why, "cannot allocate memory") {
		return &DeadError{Reason: "memory", Detail: "the parser asked for more memory than its limit"}
	}
	line, _, _ := strings.Cut(why, "\n")
	if line == "" {
		line = p.cmd.ProcessState.String()
	}
	return &DeadError{Reason: "crash", Detail: "the parser crashed: " + knowledge.Line(line, 200)}
}
