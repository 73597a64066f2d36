package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/archive"
	"quire/extract/extracttest"
	"quire/knowledge"
)

// entry is a member of an archive to be built.
type entry struct {
	name, body string
	edit       func(h *zip.FileHeader)
	tar        tar.Header // fields beyond name and size
}

func zipOf(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.edit == nil {
			writeMember(t, func() (io.Writer, error) { return w.CreateHeader(h) }, e.body)
			continue
		}
		h.Method = zip.Store
		h.CRC32 = crc32.ChecksumIEEE([]byte(e.body))
		h.CompressedSize64, h.UncompressedSize64 = uint64(len(e.body)), uint64(len(e.body))
		e.edit(h)
		writeMember(t, func() (io.Writer, error) { return w.CreateRaw(h) }, e.body)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func writeMember(t testing.TB, create func() (io.Writer, error), body string) {
	t.Helper()
	w, err := create()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, body); err != nil {
		t.Fatal(err)
	}
}

// named gives an entry of a name that does not say how it is encoded.
func named(raw, body string) entry {
	return entry{name: raw, body: body, edit: func(h *zip.FileHeader) { h.NonUTF8 = true }}
}

func tarOf(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		h := e.tar
		h.Name, h.Mode, h.Size = e.name, 0o644, int64(len(e.body))
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		writeMember(t, func() (io.Writer, error) { return w, nil }, e.body)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipOf(t testing.TB, name string, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Name = name
	writeMember(t, func() (io.Writer, error) { return w, nil }, string(body))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What bzip2 makes of "hello\n", and of a tar archive with docs/a.txt of that
// content: the standard library packs none.
const (
	bzip2Hello = "425a6839314159265359c1c080e2000001410000100244a00030cd00c3462997177245385090c1c080e2"
	bzip2Tar   = "425a6839314159265359884990c600006ffb80c99000044001d78001006e449e40080820005434a7a8641823101e9a09289a34341a0d0641f52035081ee42118" +
		"4f2b48c2e7a043026d2548d62730448c81d37d8719d5862b37d3e5fd024d2cbd5961222202e2ee48a70a1211093218c0"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func sample(format string, data []byte) extract.Input {
	return extract.Input{ReaderAt: bytes.NewReader(data), Size: int64(len(data)), Format: format}
}

// read extracts as a sync does: a child whose bytes end in an error is damaged.
func read(t testing.TB, in extract.Input, lim extract.Limits) (*knowledge.Document, error) {
	t.Helper()
	a := extract.NewAssembler(knowledge.Recipe{Format: in.Format}, lim, func(s string) int { return len(s) }, spool)
	err := archive.New().Extract(context.Background(), in, lim, a)
	d := a.Finish(err)
	extracttest.Check(t, d)
	return d, err
}

func spool(c knowledge.Child, r io.Reader) (knowledge.Child, error) {
	digest, size, err := knowledge.DigestReader(r)
	var lim *extract.LimitError
	if errors.As(err, &lim) {
		return c, err
	}
	if err != nil {
		c.Reason = "damaged"
		return c, nil
	}
	c.Digest, c.Size = digest, size
	return c, nil
}

// show prints children and issues one a line.
func show(d *knowledge.Document) string {
	var b strings.Builder
	for _, c := range d.Evidence.Children {
		fmt.Fprintf(&b, "%s %q", c.Member, c.Name)
		if c.Reason != "" {
			fmt.Fprintf(&b, " %s\n", c.Reason)
		} else {
			fmt.Fprintf(&b, " %d\n", c.Size)
		}
	}
	for _, i := range d.Evidence.Issues {
		fmt.Fprintf(&b, "! %s %s", i.Code, i.Severity)
		if !i.Locator.IsZero() {
			fmt.Fprintf(&b, " %s", i.Locator)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func expect(t *testing.T, d *knowledge.Document, want string) {
	t.Helper()
	if got := show(d); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
