//go:build unix

package worker

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"quire/extract"
	"quire/knowledge"
)

// workerVar marks a test binary that was started again as a worker.
const workerVar = "QUIRE_TEST_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(workerVar) == "" {
		os.Exit(m.Run())
	}
	if err := Serve(extract.NewRegistry(actor{})); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// actor does what its document says.
type actor struct{}

func (actor) Name() string      { return "actor" }
func (actor) Version() int      { return 1 }
func (actor) Formats() []string { return []string{"act"} }

func (actor) Extract(_ context.Context, in extract.Input, _ extract.Limits, sink extract.Sink) error {
	b, err := in.All(1 << 20)
	if err != nil {
		return err
	}
	verb, arg, _ := strings.Cut(string(b), " ")
	switch verb {
	case "panic":
		panic("hostile font")
	case "exit":
		fmt.Fprintln(os.Stderr, "fatal error: all goroutines are asleep")
		os.Exit(7)
	case "memory":
		fmt.Fprintln(os.Stderr, "runtime: out of memory: cannot allocate 4096-byte block")
		os.Exit(2)
	case "once": // dies at the first sight of arg
		if os.Remove(arg) == nil {
			os.Exit(1)
		}
	case "hang":
		sink.Unit(unit("before"))
		sink.(wire).w.(interface{ Flush() error }).Flush()
		time.Sleep(time.Hour)
	case "huge":
		return sink.Unit(unit(strings.Repeat("x", maxFrame)))
	case "rogue": // says that a frame of 4 GiB follows
		head := [5]byte{frameUnit}
		binary.BigEndian.PutUint32(head[1:], 1<<32-1)
		sink.(wire).w.Write(head[:])
	case "garbage":
		return writeFrame(sink.(wire).w, frameUnit, []byte(`{"Name":3`))
	case "unknown":
		return writeFrame(sink.(wire).w, '?', nil)
	case "flood":
		for range 1 << 20 {
			if err := sink.Issue(knowledge.Issue{Code: "x", Detail: strings.Repeat("x", 1<<16)}); err != nil {
				return err
			}
		}
	case "child":
		c := knowledge.Child{Member: knowledge.Loc("member", "a"), Name: "a"}
		if err := sink.Child(c, bytes.NewReader(bytes.Repeat([]byte("0123456789"), 100_000))); err != nil {
			return err
		}
		locked := knowledge.Child{Member: knowledge.Loc("member", "b"), Reason: "encrypted"}
		if err := sink.Child(locked, nil); err != nil {
			return err
		}
		torn := knowledge.Child{Member: knowledge.Loc("member", "c")}
		return sink.Child(torn, io.MultiReader(strings.NewReader("half"), broken{}))
	case "flow": // a child without an end
		return sink.Child(knowledge.Child{Member: knowledge.Loc("member", "a")}, endless{})
	case "encrypted":
		return fmt.Errorf("aes: %w", extract.ErrEncrypted)
	case "damaged":
		return fmt.Errorf("xref: %w", extract.ErrDamaged)
	case "limit":
		return &extract.LimitError{Limit: "pages", Max: 3}
	case "pid":
		return sink.Unit(unit(fmt.Sprint(os.Getpid())))
	}
	if err := sink.Meta(knowledge.Metadata{Title: in.Name + " " + in.Format}); err != nil {
		return err
	}
	return sink.Unit(unit(string(b)))
}

func unit(text string) extract.Unit {
	return extract.Unit{Name: "part1", Kind: knowledge.Part, Ordinal: 1, Blocks: []extract.Block{extract.Text(text)}}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("deflate: corrupt") }

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }
