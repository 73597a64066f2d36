package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v3"

	"quire/knowledge"
	"quire/retrieval"
)

// readback DIR PUBLISHED: the export in DIR, read as any other program would, holds the
// units and authored texts of the tree, each with its address and digest.
func readbackCommand(ts *testscript.TestScript, _ bool, args []string) {
	v, err := retrieval.Open(ts.MkAbs(args[1]))
	ts.Check(err)
	defer v.Close()
	want := map[string]string{} // address → text
	ts.Check(v.Records(func(s *knowledge.Source) bool {
		if s.Recipe == "" || s.TrustTier() == knowledge.InteractionTier {
			return true
		}
		d, err := v.Document(s)
		ts.Check(err)
		if s.TrustTier() == knowledge.AuthoredTier {
			x, err := v.Authored(s)
			ts.Check(err)
			want[s.ID] = x.Text
			return true
		}
		for i := range d.Units {
			u := &d.Units[i]
			want[knowledge.Address{Source: s.ID, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}.String()] = d.UnitText(u)
		}
		return true
	}))
	got := map[string]string{}
	take := func(address, text, digest string) {
		if string(knowledge.DigestOf([]byte(text))) != digest {
			ts.Fatalf("%s: the digest is not that of its text", address)
		}
		got[address] = text
	}
	dir := os.DirFS(ts.MkAbs(args[0]))
	ts.Check(fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Base(name) == "index.md" || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		b, err := fs.ReadFile(dir, name)
		if err != nil {
			return err
		}
		if path.Ext(name) == ".jsonl" {
			return readRecords(b, take)
		}
		return readConcept(b, take)
	}))
	for address, text := range want {
		if got[address] != text {
			ts.Fatalf("%s reads %q, the tree has %q", address, got[address], text)
		}
	}
	if len(got) != len(want) || len(got) < 2 {
		ts.Fatalf("%d texts, the tree has %d", len(got), len(want))
	}
}

func readRecords(b []byte, take func(address, text, digest string)) error {
	for line := range bytes.Lines(b) {
		var r struct{ Record, Address, Text, Digest string }
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		if r.Record == "unit" || r.Record == "authored" {
			take(r.Address, r.Text, r.Digest)
		}
	}
	return nil
}

func readConcept(b []byte, take func(address, text, digest string)) error {
	head, body, _ := strings.Cut(strings.TrimPrefix(string(b), "---\n"), "\n---\n")
	var f struct {
		Quire struct {
			Address, Body, Text string
			Span                [2]int
			Units               []struct {
				Address, Digest string
				Span            [2]int
			}
		}
	}
	if err := yaml.Unmarshal([]byte(head), &f); err != nil {
		return err
	}
	q := f.Quire
	if q.Body == "" {
		take(q.Address, body[q.Span[0]:q.Span[1]], q.Text)
		return nil
	}
	if string(knowledge.DigestOf([]byte(body))) != q.Body {
		return errors.New(q.Address + ": the digest is not that of the body")
	}
	for _, u := range q.Units {
		take(u.Address, body[u.Span[0]:u.Span[1]], u.Digest)
	}
	return nil
}
