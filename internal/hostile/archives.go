package hostile

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
)

// packed are files that inflate to far more than they are, and containers
// without an end.
func packed() []File {
	return []File{
		{Name: "ratio.zip", Reasons: []string{"limit:ratio"}, Write: func(w io.Writer) error {
			return zipped(w, part{name: "zeros.txt", body: zeros(400 << 20)})
		}},
		{Name: "zip-of-zips.zip", Reasons: []string{"limit:inflated", "limit:ratio"}, Write: zipOfZips},
		{Name: "deep.zip", Reasons: []string{"limit:depth"}, Write: func(w io.Writer) error { return zipInZip(w, 40) }},
		{Name: "members.zip", Reasons: []string{"limit:members"}, Write: func(w io.Writer) error {
			var parts []part
			for i := range 60_000 {
				parts = append(parts, part{name: fmt.Sprintf("%d.txt", i), body: again1("x", 1)})
			}
			return zipped(w, parts...)
		}},
		{Name: "overlap.zip", Reasons: []string{"limit:inflated", "limit:ratio", "damaged", "damaged-member", "partial"}, Write: overlap},
		{Name: "ratio.gz", Reasons: []string{"limit:ratio"}, Write: func(w io.Writer) error { return gzipped(w, zeros(800<<20)) }},
		{Name: "members.tar", Reasons: []string{"limit:members"}, Write: func(w io.Writer) error {
			tw := tar.NewWriter(w)
			for i := range 40_000 {
				if err := tw.WriteHeader(&tar.Header{Name: fmt.Sprintf("%d.txt", i), Mode: 0o600}); err != nil {
					return err
				}
			}
			return tw.Close()
		}},
		{Name: "claims.tar", Reasons: []string{"limit:inflated", "damaged", "partial", "damaged-member"}, Write: func(w io.Writer) error {
			tw := tar.NewWriter(w)
			if err := tw.WriteHeader(&tar.Header{Name: "huge.txt", Mode: 0o600, Size: 8 << 30}); err != nil {
				return err
			}
			_, err := tw.Write([]byte("short"))
			return err
		}},
		{Name: "deepest.zip", Reasons: []string{"limit:depth"}, Write: func(w io.Writer) error { return zipInZip(w, 400) }},
	}
}

// part is a member of a ZIP file.
type part struct {
	name string
	body func(io.Writer) error
}

// zipped writes a ZIP file of parts, each deflated.
func zipped(w io.Writer, parts ...part) error {
	zw := zip.NewWriter(w)
	for _, p := range parts {
		m, err := zw.Create(p.name)
		if err != nil {
			return err
		}
		if err := p.body(m); err != nil {
			return err
		}
	}
	return zw.Close()
}

func gzipped(w io.Writer, body func(io.Writer) error) error {
	zw := gzip.NewWriter(w)
	return all(func() error { return body(zw) }, zw.Close)
}

// zeros is a body of n zero bytes, a multiple of 64 KiB.
func zeros(n int) func(io.Writer) error {
	return again1(string(make([]byte, 1<<16)), n>>16)
}

func again1(s string, n int) func(io.Writer) error {
	return func(w io.Writer) error { return again(w, s, n) }
}

func held(b []byte) func(io.Writer) error {
	return func(w io.Writer) error { _, err := w.Write(b); return err }
}

// zipOfZips is 1.6 GB in two steps, each step within the ratio that one member
// may have.
func zipOfZips(w io.Writer) error {
	var inner bytes.Buffer
	// A line that no compressor shrinks by more than a hundred, so that only the
	// sum is too much.
	body := func(w io.Writer) error {
		state := uint32(1)
		line := make([]byte, 640)
		for range 100 << 20 / len(line) {
			for i := range 8 {
				state = state*1664525 + 1013904223
				line[i] = 'a' + byte(state>>24)%26
			}
			for i := 8; i < len(line); i++ {
				line[i] = ' '
			}
			line[len(line)-1] = '\n'
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		return nil
	}
	if err := zipped(&inner, part{"a.txt", body}); err != nil {
		return err
	}
	var parts []part
	for i := range 16 {
		parts = append(parts, part{fmt.Sprintf("%d.zip", i), held(inner.Bytes())})
	}
	return zipped(w, parts...)
}

func zipInZip(w io.Writer, depth int) error {
	inner := []byte("the innermost text\n")
	name := "inner.txt"
	for range depth {
		var b bytes.Buffer
		if err := zipped(&b, part{name, held(inner)}); err != nil {
			return err
		}
		inner, name = b.Bytes(), "inner.zip"
	}
	return held(inner)(w)
}

// overlap names one body of 20 MB many times in the directory.
func overlap(w io.Writer) error {
	var b bytes.Buffer
	if err := zipped(&b, part{"0000.bin", zeros(20 << 20)}); err != nil {
		return err
	}
	one := b.Bytes()
	dir, end := bytes.Index(one, []byte("PK\x01\x02")), bytes.Index(one, []byte("PK\x05\x06"))
	const copies = 1000
	out := append([]byte{}, one[:dir]...)
	for i := range copies {
		e := append([]byte{}, one[dir:end]...)
		copy(e[46:], fmt.Sprintf("%04d", i))
		out = append(out, e...)
	}
	tail := append([]byte{}, one[end:]...)
	for _, at := range []int{8, 10} {
		tail[at], tail[at+1] = copies&0xff, copies>>8
	}
	size := copies * (end - dir)
	tail[12], tail[13], tail[14], tail[15] = byte(size), byte(size>>8), byte(size>>16), byte(size>>24)
	return held(append(out, tail...))(w)
}
