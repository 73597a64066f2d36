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
	"strconv"
	"strings"
	"testing"
	"time"

	"quire/extract"
	"quire/knowledge"
)

// workerVar marks a test binary that was started again as a worker.
const workerVar = "QUIRE_TEST_WORKER"

// readableVar names the folder that a worker may read.
const readableVar = "QUIRE_TEST_READABLE"

// parentVar marks a test binary that was started again as a parent of a worker.
const parentVar = "QUIRE_TEST_PARENT"

// nthVar counts the workers of a pool.
const nthVar = "QUIRE_TEST_NTH"

var (
	kept  []byte // what an actor allocates
	hoard [][]byte
)

func TestMain(m *testing.M) {
	if os.Getenv(parentVar) != "" {
		runParent()
	}
	if os.Getenv(workerVar) == "" {
		os.Exit(m.Run())
	}
	if err := Serve(extract.NewRegistry(actor{}), os.Getenv(readableVar), 0); err != nil {
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
	case "trailing":
		return &extract.TrailingError{Detail: "a signature follows"}
	case "panic":
		panic("hostile font")
	case "exit":
		fmt.Fprintln(os.Stderr, "fatal error: all goroutines are asleep")
		os.Exit(7)
	case "memory":
		fmt.Fprintln(os.Stderr, "runtime: out of memory: cannot allocate 4096-byte block")
		os.Exit(2)
	case "once": // dies in the first worker of a pool
		if os.Getenv(nthVar) == "1" {
			os.Exit(1)
		}
	case "slow": // for whoever takes the units
		for i := range 3 {
			u := unit("text")
			u.Name, u.Ordinal = knowledge.UnitName(knowledge.Part, i+1), i+1
			if err := sink.Unit(u); err != nil {
				return err
			}
		}
		return nil
	case "units": // and then dies
		for i := range 3 {
			u := unit(fmt.Sprintf("text %d of %s", i+1, os.Getenv(nthVar)))
			u.Name, u.Ordinal = knowledge.UnitName(knowledge.Part, i+1), i+1
			if err := sink.Unit(u); err != nil {
				return err
			}
		}
		os.Exit(1)
	case "allocate": // some GiB at once
		n, err := strconv.Atoi(arg)
		if err != nil {
			return err
		}
		kept = make([]byte, n<<30)
	case "keep": // some MiB, for good
		n, err := strconv.Atoi(arg)
		if err != nil {
			return err
		}
		hoard = append(hoard, make([]byte, n<<20))
		return sink.Unit(unit(fmt.Sprint(os.Getpid())))
	case "loop":
		sink.Unit(unit("before"))
		for i := 0; ; i++ {
			kept = append(kept[:0], byte(i))
		}
	case "talk": // without delivering anything
		for {
			if err := sink.Issue(knowledge.Issue{Code: "x"}); err != nil {
				return err
			}
			sink.(wire).w.Flush()
			time.Sleep(10 * time.Millisecond)
		}
	case "trickle": // gets on, but never ends
		for i := 1; ; i++ {
			u := unit("x")
			u.Name, u.Ordinal = knowledge.UnitName(knowledge.Part, i), i
			if err := sink.Unit(u); err != nil {
				return err
			}
			time.Sleep(100 * time.Millisecond)
		}
	case "empty": // bytes of a child, none of them
		if err := writeJSON(sink.(wire).w, frameChild, knowledge.Child{Member: knowledge.Loc("member", "a")}); err != nil {
			return err
		}
		for {
			if err := writeFrame(sink.(wire).w, frameBytes, nil); err != nil {
				return err
			}
		}
	case "blocks": // three bytes of JSON for each
		return writeFrame(sink.(wire).w, frameUnit, []byte(`{"Blocks":[`+strings.Repeat("{},", 10<<20)+`{}]}`))
	case "nested":
		return writeFrame(sink.(wire).w, frameUnit, []byte(`{"Blocks":`+strings.Repeat("[", 1<<20)))
	case "ahead": // answers a job that was not asked
		defer writeJSON(sink.(wire).w, frameDone, result{})
	case "probe":
		return sink.Unit(unit(probe(arg)))
	case "hang":
		sink.Unit(unit("before"))
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
