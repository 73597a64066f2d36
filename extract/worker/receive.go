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
	stop := context.AfterFunc(ctx, func() { p.conn.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	p.conn.SetWriteDeadline(time.Now().Add(30 * time.Second))
	err := sendJob(p.conn, job{Name: j.Extractor, File: j.Name, Format: j.Format, Offset: j.Offset, Size: j.Size, Limits: j.Limits, Options: j.Options}, j.File)
	if err != nil {
		return p.died(err)
	}
	patience := time.Duration(j.Limits.WithDefaults().Seconds) * time.Second
	total := j.Limits.WithDefaults().Text*8 + j.Limits.WithDefaults().Inflated
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.conn.SetReadDeadline(time.Now().Add(patience))
		kind, payload, err := readFrame(p.conn)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return p.died(err)
		}
		if total -= int64(len(payload)); total < 0 {
			return &extract.LimitError{Limit: "inflated", Max: j.Limits.WithDefaults().Inflated}
		}
		if kind == frameDone {
			res, err := decode[result](payload, "result")
			if err != nil {
				return err
			}
			p.spoiled = false
			return res.err()
		}
		if err := p.deliver(kind, payload, sink, patience); err != nil {
			return err
		}
	}
}

func (p *process) deliver(kind byte, payload []byte, sink extract.Sink, patience time.Duration) error {
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
		r := &childReader{p: p, patience: patience}
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
	p        *process
	patience time.Duration
	rest     []byte
	err      error
}

func (r *childReader) Read(b []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.p.conn.SetReadDeadline(time.Now().Add(r.patience))
		kind, payload, err := readFrame(r.p.conn)
		switch {
		case err != nil:
			r.err = r.p.died(err)
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
