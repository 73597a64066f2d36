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
	p.begin(j.Limits.WithDefaults())
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
			// Bytes that nobody asked for would be taken for the next answer.
			p.spoiled = res.Spent || p.in.Buffered() > 0
			return res.err()
		}
		began, waited := time.Now(), p.waited
		if err := p.deliver(kind, payload, sink); err != nil {
			return cmp.Or(ctx.Err(), err)
		}
		p.end = p.end.Add(time.Since(began) - (p.waited - waited))
	}
}

// begin sets what a job may take.
func (p *process) begin(lim extract.Limits) {
	p.patience, p.inflated, p.left = time.Duration(lim.Seconds)*time.Second, lim.Inflated, lim.Text*8+lim.Inflated
	p.end, p.moved = time.Now().Add(time.Duration(lim.Total)*time.Second), true
}

// frameCost is counted for a frame beside its payload: empty frames come to an end.
const frameCost = 16

// receive reads the next frame and counts it against what the job may send. Only
// units and embedded documents are progress: a worker that talks and delivers
// nothing runs out of time like a silent one.
func (p *process) receive() (kind byte, payload []byte, err error) {
	if p.moved { // since the last frame, as the parent's own work is not held against it
		until := time.Now().Add(p.patience)
		if until.After(p.end) {
			until = p.end
		}
		p.conn.SetReadDeadline(until)
		p.moved = false
	}
	began := time.Now()
	kind, payload, err = readFrame(p.in)
	p.waited += time.Since(began)
	if err != nil {
		return 0, nil, p.died(err)
	}
	if p.left -= int64(len(payload)) + frameCost; p.left < 0 {
		return 0, nil, &extract.LimitError{Limit: "inflated", Max: p.inflated}
	}
	switch kind {
	case frameUnit, frameChild, frameChildEnd:
		p.moved = true
	case frameBytes:
		p.moved = len(payload) > 0
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
	case framePart:
		n, err := decode[knowledge.PartNote](payload, "note on a part")
		if s, ok := sink.(extract.PartSink); ok && err == nil {
			err = s.Part(n)
		}
		return err
	case frameCensus:
		c, err := decode[knowledge.Census](payload, "census")
		if s, ok := sink.(extract.CensusSink); ok && err == nil {
			err = s.Census(c)
		}
		return err
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
		return r.drain()
	}
	return fmt.Errorf("worker sent an unknown frame %q", kind)
}

// childReader reads the bytes of an embedded document off the socket.
type childReader struct {
	p    *process
	rest []byte
	err  error
	done bool // the end of the child was read
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
			r.done = err == nil
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

// drain reads what the sink left. That the child's bytes ended badly is for the sink
// to judge, which has seen it.
func (r *childReader) drain() error {
	if _, err := io.Copy(io.Discard, r); err != nil && !r.done {
		return err
	}
	return nil
}

// died says what became of a worker whose stream ended.
func (p *process) died(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		detail := fmt.Sprintf("nothing was delivered for %s", p.patience)
		if !time.Now().Before(p.end) {
			detail = "it was not read within the time limit"
		}
		return &DeadError{Reason: "timeout", Detail: detail}
	}
	p.cmd.Process.Kill()
	p.cmd.Wait()
	why := p.stderr.String()
	for _, says := range []string{"out of memory", "cannot allocate memory", "cannot map pages in arena", "cannot reserve arena"} {
		if strings.Contains(why, says) {
			return outOfMemory()
		}
	}
	line, _, _ := strings.Cut(why, "\n")
	if !strings.HasPrefix(line, "fatal error: ") && !strings.HasPrefix(line, "panic: runtime error: ") {
		line = p.cmd.ProcessState.String() // any other line may quote the document
	}
	return &DeadError{Reason: "crash", Detail: "the parser crashed: " + knowledge.Line(line, 200)}
}

func outOfMemory() error {
	return &DeadError{Reason: "memory", Detail: "the parser asked for more memory than its limit"}
}
