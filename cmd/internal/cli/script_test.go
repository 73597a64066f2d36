package cli

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"quire/retrieval/vectors/vectorstest"
	"slices"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in scripts")

// The environment of a quire that tests start: die at the n-th step of publish,
// or list the steps.
const (
	dieAt     = "QUIRE_TEST_DIE_AT"
	listSteps = "QUIRE_TEST_LIST_STEPS"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"quire": func() {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, faultFromEnv()))
	}})
}

func faultFromEnv() func(string) error {
	list := os.Getenv(listSteps)
	at, err := strconv.Atoi(os.Getenv(dieAt))
	if err != nil && list == "" {
		return nil
	}
	n := 0
	return func(step string) error {
		n++
		if list != "" {
			f, err := os.OpenFile(list, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
			if err == nil {
				fmt.Fprintln(f, step)
				f.Close()
			}
		}
		if n == at {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			time.Sleep(time.Hour)
		}
		return nil
	}
}

func TestScripts(t *testing.T) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = t.TempDir()
	}
	sample, err := filepath.Abs("../../../sample-corpus/documents")
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) < 8 {
		t.Fatalf("only %d scripts found: %v", len(scripts), err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true, RequireUniqueNames: true, UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", cache) // where PDFium was compiled once
			e.Setenv("XDG_CONFIG_HOME", e.WorkDir+"/.userconfig")
			e.Setenv("SAMPLE", sample)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"snapshot": snapshotCommand, "same": sameCommand, "field": fieldCommand, "tree": treeCommand,
			"latin1": latin1Command, "copytree": copyTreeCommand, "address": addressCommand, "damage": damageCommand,
			"readback": readbackCommand, "model": modelCommand,
		},
	})
}

// snapshot VAR [DIR]: set VAR to the current snapshot of a workspace.
func snapshotCommand(ts *testscript.TestScript, _ bool, args []string) {
	dir := "."
	if len(args) > 1 {
		dir = args[1]
	}
	var p struct{ Snapshot string }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(filepath.Join(dir, "published", "CURRENT"))), &p))
	ts.Setenv(args[0], p.Snapshot)
}

// model DIR VAR: make a tiny embedding model and set VAR to its digest.
func modelCommand(ts *testscript.TestScript, _ bool, args []string) {
	files := vectorstest.Tiny().Files()
	ts.Check(vectorstest.Write(ts.MkAbs(args[0]), files))
	ts.Setenv(args[1], string(vectorstest.Digest(files)))
}

// same A B: the two words are equal; with "!" they differ.
func sameCommand(ts *testscript.TestScript, neg bool, args []string) {
	if (args[0] == args[1]) == neg {
		ts.Fatalf("%s and %s: equal is %v", args[0], args[1], args[0] == args[1])
	}
}

// field FILE PATH VALUE: the JSON value at a dotted path prints as VALUE.
func fieldCommand(ts *testscript.TestScript, neg bool, args []string) {
	var v any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &v))
	for step := range strings.SplitSeq(args[1], ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(x) {
				ts.Fatalf("%s: no element %s of %d", args[1], step, len(x))
			}
			v = x[i]
		default:
			ts.Fatalf("%s: nothing at %s", args[1], step)
		}
	}
	if got := fmt.Sprint(v); (got == args[2]) == neg {
		ts.Fatalf("%s is %s, want %s", args[1], got, args[2])
	}
}

// tree VAR DIR: set VAR to a listing of everything below DIR with times and
// contents, to see whether anything was touched.
func treeCommand(ts *testscript.TestScript, _ bool, args []string) {
	var out []string
	err := filepath.Walk(ts.MkAbs(args[1]), func(name string, info os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%s %s %d", name, info.Mode(), info.ModTime().UnixNano())
		if info.Mode().IsRegular() {
			b, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			line += fmt.Sprintf(" %x", b)
		}
		out = append(out, line)
		return nil
	})
	ts.Check(err)
	sort.Strings(out)
	ts.Setenv(args[0], fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(out, "\n")))))
}

// latin1 FILE TEXT: write TEXT with \xHH escapes as raw bytes.
func latin1Command(ts *testscript.TestScript, _ bool, args []string) {
	s, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(s), 0o644))
}

// copytree SRC DST: copy a folder.
func copyTreeCommand(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.CopyFS(ts.MkAbs(args[1]), os.DirFS(ts.MkAbs(args[0]))))
}

// address VAR FILE N: set VAR to the address of the N-th result (from 0) in the
// JSON of a retrieve.
func addressCommand(ts *testscript.TestScript, _ bool, args []string) {
	var v struct{ Results []struct{ Address string } }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[1])), &v))
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	if n >= len(v.Results) {
		ts.Fatalf("%d results", len(v.Results))
	}
	ts.Setenv(args[0], v.Results[n].Address)
}

// damage GLOB cut|flip|remove: spoil the one file that matches.
func damageCommand(ts *testscript.TestScript, _ bool, args []string) {
	found, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(args) > 2 { // only a file that holds this, deflated perhaps
		found = slices.DeleteFunc(found, func(name string) bool {
			b, err := os.ReadFile(name)
			if z, no := gzip.NewReader(bytes.NewReader(b)); no == nil {
				b, err = io.ReadAll(z)
			}
			return err != nil || !strings.Contains(string(b), args[2])
		})
	}
	if len(found) == 0 {
		ts.Fatalf("nothing matches %s", args[0])
	}
	b, err := os.ReadFile(found[0])
	ts.Check(err)
	switch args[1] {
	case "cut":
		ts.Check(os.WriteFile(found[0], b[:len(b)/2], 0o644))
	case "flip":
		b[len(b)/2] ^= 0x20
		ts.Check(os.WriteFile(found[0], b, 0o644))
	case "remove":
		ts.Check(os.Remove(found[0]))
	}
}
