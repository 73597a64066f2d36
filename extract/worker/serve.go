package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"quire/extract"
)

// warmer is an extractor whose engine can be started before it sees a document.
type warmer interface{ Warm() error }

// Serve runs jobs from the socket at descriptor 3 until the parent closes it. It
// is what a re-executed binary does instead of its command line. Before the first
// job it gives up what documents do not need, and says so; readable is the one
// folder whose files can be opened afterwards, "" for none; spare is how many bytes of
// memory the process has mapped and does not use yet, which count for its documents.
func Serve(reg *extract.Registry, readable string, spare int64) error {
	conn, err := inheritedConn()
	if err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	defer conn.Close()
	memory := newCeiling(spare)
	if err := writeJSON(conn, frameReady, hello{protect(readable, memory)}); err != nil {
		return err
	}
	for {
		j, file, err := receiveJob(conn)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("worker: %w", err)
		}
		if err := serveJob(conn, reg, memory, j, file); err != nil {
			return fmt.Errorf("worker: %w", err)
		}
	}
}

func serveJob(conn io.Writer, reg *extract.Registry, memory *ceiling, j job, file *os.File) error {
	defer file.Close()
	budget := j.Limits.WithDefaults().Memory
	if err := memory.prepare(reg.Named(j.Name), budget); err != nil {
		return err
	}
	w := bufio.NewWriterSize(conn, 64<<10)
	res := run(reg, j, file, wire{w})
	res.Spent = memory.grown(budget)
	if err := writeJSON(w, frameDone, res); err != nil {
		return err
	}
	return w.Flush()
}

// run extracts one file. A panic of a parser ends here, as a result.
func run(reg *extract.Registry, j job, file *os.File, sink extract.Sink) (res result) {
	defer func() {
		if r := recover(); r != nil {
			res = result{Kind: "panic", Err: extract.PanicText(r)}
			if err, ok := r.(error); ok && errors.Is(err, syscall.ENOMEM) {
				res.Kind = "memory"
			}
		}
	}()
	x := reg.Named(j.Name)
	if x == nil {
		return result{Kind: "error", Err: "no extractor " + j.Name}
	}
	in := extract.Input{ReaderAt: io.NewSectionReader(file, j.Offset, j.Size), Size: j.Size, Name: j.File, Format: j.Format, Options: j.Options}
	return resultOf(extract.Read(context.Background(), x, in, j.Limits, sink))
}

func resultOf(err error) result {
	var lim *extract.LimitError
	var trailing *extract.TrailingError
	switch {
	case err == nil:
		return result{}
	case errors.As(err, &lim):
		return result{Kind: "limit", Err: err.Error(), Limit: lim.Limit, Max: lim.Max}
	case errors.As(err, &trailing):
		return result{Kind: "trailing", Err: trailing.Detail}
	case errors.Is(err, extract.ErrEncrypted):
		return result{Kind: "encrypted", Err: err.Error()}
	case errors.Is(err, syscall.ENOMEM):
		return result{Kind: "memory", Err: err.Error()}
	case errors.Is(err, extract.ErrDamaged):
		return result{Kind: "damaged", Err: err.Error()}
	}
	return result{Kind: "error", Err: err.Error()}
}

// err turns a result back into the error of Extract.
func (r result) err() error {
	switch r.Kind {
	case "":
		return nil
	case "limit":
		return &extract.LimitError{Limit: r.Limit, Max: r.Max}
	case "trailing":
		return &extract.TrailingError{Detail: r.Err}
	case "encrypted":
		return carried{r.Err, extract.ErrEncrypted}
	case "memory":
		return outOfMemory()
	case "panic":
		return carried{"the parser gave up: " + r.Err, extract.ErrDamaged}
	}
	return carried{r.Err, extract.ErrDamaged}
}

// carried is an error of a worker: its text there, and what it is here.
type carried struct {
	text string
	is   error
}

func (c carried) Error() string { return c.text }
func (c carried) Unwrap() error { return c.is }

func decode[T any](payload []byte, what string) (T, error) {
	var v T
	if err := weigh(payload); err != nil {
		return v, err
	}
	if err := json.Unmarshal(payload, &v); err != nil {
		return v, fmt.Errorf("worker sent a broken %s: %w", what, err)
	}
	return v, nil
}
