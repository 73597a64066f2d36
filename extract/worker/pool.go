package worker

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"sync"
	"time"

	"quire/extract"
)

// Pool keeps warm workers. Extract may be called from several goroutines.
type Pool struct {
	command    func() *exec.Cmd
	slots      chan struct{}
	mu         sync.Mutex
	idle       []*process
	coming     chan struct{}  // closed when the worker is idle that Ready starts; nil where it starts none
	background sync.WaitGroup // of workers that start or end
	closed     bool
}

// NewPool returns a pool of at most size workers. command makes a worker's
// command; the pool adds the socket.
func NewPool(size int, command func() *exec.Cmd) *Pool {
	return &Pool{command: command, slots: make(chan struct{}, max(size, 1))}
}

// Job is one file to extract.
type Job struct {
	Extractor string
	File      *os.File // read by descriptor; its own position is not used
	Offset    int64    // where in File the document begins
	Size      int64
	Name      string // hint
	Format    string
	Limits    extract.Limits
	Options   extract.Options
}

// Body returns the bytes of the document.
func (j Job) Body() *io.SectionReader { return io.NewSectionReader(j.File, j.Offset, j.Size) }

// DeadError says that a worker died or was killed over a file.
type DeadError struct {
	Reason string // crash, timeout, memory
	Detail string
}

func (e *DeadError) Error() string { return e.Detail }

// Code is the issue code of the death.
func (e *DeadError) Code() string { return e.Reason }

// StartError says that no worker can be started: the fault of the machine or of the
// program, never of the file that was waiting for one.
type StartError struct{ Detail string }

func (e *StartError) Error() string { return "no reader can be started: " + e.Detail }

// Extract runs a job in a worker and delivers what it sends to the sink made by
// newSink. A file whose worker dies is tried once more in a fresh worker with a
// fresh sink; the second death is a *DeadError. Other errors are those of the
// extractor or of the sink.
func (p *Pool) Extract(ctx context.Context, j Job, newSink func() extract.Sink) error {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var dead *DeadError
	err := p.once(ctx, j, newSink(), false)
	if errors.As(err, &dead) && dead.Reason != "timeout" && ctx.Err() == nil {
		err = p.once(ctx, j, newSink(), true)
	}
	return err
}

func (p *Pool) once(ctx context.Context, j Job, sink extract.Sink, fresh bool) error {
	proc, err := p.take(fresh)
	if err != nil {
		return err
	}
	err = proc.do(ctx, j, sink)
	var fatal *DeadError
	if errors.As(err, &fatal) || proc.spoiled {
		proc.kill()
		return err
	}
	p.put(proc)
	return err
}

func (p *Pool) take(fresh bool) (*process, error) {
	if !fresh {
		if proc := p.waiting(); proc != nil {
			return proc, nil
		}
		p.mu.Lock()
		coming := p.coming
		p.coming = nil // one job waits for it
		p.mu.Unlock()
		if coming != nil {
			<-coming
			if proc := p.waiting(); proc != nil {
				return proc, nil
			}
		}
	}
	return p.start()
}

// waiting returns an idle worker, nil where there is none.
func (p *Pool) waiting() *process {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle)
	if n == 0 {
		return nil
	}
	proc := p.idle[n-1]
	p.idle = p.idle[:n-1]
	return proc
}

// Ready starts a worker for a job that is expected soon, unless there is one, and waits for
// it in the background. Where it does not start, the job finds out.
func (p *Pool) Ready() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.coming != nil || len(p.idle) > 0 {
		return
	}
	coming := make(chan struct{})
	p.coming = coming // at once, so that a job that comes first waits for it
	proc, err := launch(p.command())
	if err != nil {
		p.coming = nil
		return
	}
	p.background.Go(func() {
		if proc.greet() == nil {
			p.put(proc)
		}
		p.mu.Lock()
		if p.coming == coming {
			p.coming = nil
		}
		p.mu.Unlock()
		close(coming)
	})
}

// startTries is how often a worker is started that ends before its greeting: one
// that a person or the kernel killed says nothing of the next.
const startTries = 3

func (p *Pool) start() (proc *process, err error) {
	for range startTries {
		if proc, err = start(p.command()); err == nil {
			return proc, nil
		}
	}
	return nil, &StartError{err.Error()}
}

func (p *Pool) put(proc *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		proc.kill()
		return
	}
	p.idle = append(p.idle, proc)
}

// Protections starts a worker, ends it, and returns what it gave up.
func (p *Pool) Protections() ([]Protection, error) {
	proc, err := p.start()
	if err != nil {
		return nil, err
	}
	proc.stop()
	return proc.hello.Protections, nil
}

// Rest ends the idle workers in the background, because no job is expected soon. The
// system takes a while to take back the memory of one that ran an engine.
func (p *Pool) Rest() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, proc := range p.idle {
		p.background.Go(proc.stop)
	}
	p.idle = nil
}

// Close ends the idle workers and waits for them.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.Rest()
	p.background.Wait()
}

// process is one running worker.
type process struct {
	cmd     *exec.Cmd
	conn    *net.UnixConn
	in      *bufio.Reader // of conn
	hello   hello
	stderr  *tail
	spoiled bool // a job ended in the middle: the stream is of no further use

	// Of the job that runs: how long it may deliver nothing, when it must be done, its
	// limit, the bytes that it may still send, and whether it got on since the
	// deadline was set.
	patience       time.Duration
	end            time.Time     // moved on by what the parent took for itself
	waited         time.Duration // for frames, in all
	inflated, left int64
	moved          bool
}

// start starts a worker and waits until it is ready.
func start(cmd *exec.Cmd) (*process, error) {
	p, err := launch(cmd)
	if err == nil {
		err = p.greet()
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// launch starts a worker; it is to be waited for with greet.
func launch(cmd *exec.Cmd) (*process, error) {
	ours, theirs, err := socketPair()
	if err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, conn: ours, in: bufio.NewReaderSize(ours, 64<<10), stderr: &tail{}}
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = nil, nil, p.stderr
	cmd.SysProcAttr = attributes()
	cmd.WaitDelay = time.Second // whatever else may hold its stderr
	err = cmd.Start()
	theirs.Close() // only the worker holds it now: if it dies, our end says so
	if err != nil {
		ours.Close()
		return nil, err
	}
	return p, nil
}

// greet waits until a worker says that it is ready. One that does not is ended.
func (p *process) greet() error {
	p.conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	kind, payload, err := readFrame(p.in)
	if err == nil && kind == frameReady {
		p.hello, err = decode[hello](payload, "greeting")
	}
	if err != nil || kind != frameReady {
		p.kill()
		return errors.New(cmp.Or(p.stderr.String(), p.cmd.ProcessState.String()))
	}
	return nil
}

// stop ends an idle worker by closing its socket.
func (p *process) stop() {
	p.conn.Close()
	p.cmd.Wait()
}

func (p *process) kill() {
	p.cmd.Process.Kill()
	p.conn.Close()
	p.cmd.Wait()
}

// tail keeps the last bytes that a worker wrote to stderr: why it died.
type tail struct {
	mu sync.Mutex
	b  []byte
}

const tailBytes = 16 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.b) < tailBytes { // the head of a Go crash says what it was
		t.b = append(t.b, b[:min(len(b), tailBytes-len(t.b))]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.b)
}

var _ io.Writer = (*tail)(nil)
