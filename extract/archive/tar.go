package archive

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"quire/extract"
)

// Types of entries that archive/tar has no names for.
const (
	gnuDumpDir = 'D' // a folder in an incremental archive
	gnuLabel   = 'V' // the name of the archive
)

// tar delivers the members of a tar archive in its order. open gives the archive
// from its start, each time it is called.
func (d *delivery) tar(open func() (io.Reader, error)) error {
	r, err := open()
	if err != nil {
		return err
	}
	tr := newTape(r)
	tr.in = &watch{ctx: d.ctx, r: r}
	var decoded map[string]string
	for {
		h, err := tr.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return d.fault("read archive", err)
		}
		if err := d.entry(); err != nil {
			return err
		}
		if !utf8.ValidString(h.Name) {
			if decoded == nil {
				if decoded, err = d.tarNames(open); err != nil {
					return err
				}
			}
			h.Name = decoded[h.Name]
		}
		if err := d.tarEntry(tr, h); err != nil {
			return err
		}
	}
	// A packed archive has its checksum at the end.
	if _, err := io.Copy(io.Discard, tr.in); err != nil {
		return d.fault("read past the archive", err)
	}
	if tr.trailing {
		return d.beside(&extract.TrailingError{Detail: "what follows the archive is something else and was not read"})
	}
	return nil
}

// tape reads tar archives one behind the other, as they are when files of them were
// joined.
type tape struct {
	*tar.Reader
	in       io.Reader
	trailing bool // something else follows the last one
}

func newTape(in io.Reader) *tape { return &tape{Reader: tar.NewReader(in), in: in} }

// next moves to the next entry; io.EOF behind the last one. The rest of the input
// is then zeros, unless something else follows.
func (t *tape) next() (*tar.Header, error) {
	h, err := t.Next()
	if err == io.EOF {
		if err = t.further(); err == nil {
			h, err = t.Next()
		}
	}
	if h != nil && errors.Is(err, tar.ErrInsecurePath) {
		err = nil // names open nothing here
	}
	return h, err
}

// further looks for an archive behind the zeros that end one.
func (t *tape) further() error {
	block := make([]byte, tarBlock)
	for {
		n, err := io.ReadFull(t.in, block)
		switch whole := n == tarBlock; {
		case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
			return err
		case len(bytes.Trim(block[:n], "\x00")) > 0:
			// The rest of a header that goes on is missing here, which is another error.
			if _, err := tar.NewReader(bytes.NewReader(block)).Next(); !whole || errors.Is(err, tar.ErrHeader) {
				t.trailing = true
				return io.EOF
			}
			t.Reader = tar.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(block)), t.in))
			return nil
		case !whole:
			return io.EOF
		}
	}
}

func (d *delivery) tarEntry(tr *tape, h *tar.Header) error {
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeCont, tar.TypeGNUSparse:
	case tar.TypeDir, tar.TypeXGlobalHeader:
		return nil
	case gnuDumpDir, gnuLabel:
		if h.Size == 0 || h.Typeflag == gnuDumpDir && isDump(tr) {
			return nil
		}
		return d.left("special-file", h.Name, "the entry is a folder or a label, and has content that was not read")
	case tar.TypeSymlink:
		return d.left("symlink", h.Name, "a symbolic link is not followed")
	case tar.TypeLink:
		return d.left("hard-link", h.Name, "the entry is a second name of another member")
	default:
		return d.left("special-file", h.Name, "the entry is no file: a device, a pipe or of an unknown type")
	}
	switch {
	case h.Size == 0 && strings.HasSuffix(h.Name, "/"):
		return nil // a folder
	case addedBySystem(h.Name):
		return d.system(h.Name)
	}
	c := d.member(h.Name)
	if h.Size > d.lim.Inflated-d.inflated {
		return d.overLimit(c, "inflated", d.lim.Inflated)
	}
	return d.deliver(c, &meter{r: tr, lim: d.lim, total: &d.inflated, stored: func() int64 { return h.Size }})
}

// isDump reports whether the content of a folder is the list of its names that
// incremental archives have: a letter and a name, ended by a zero, for each.
func isDump(r io.Reader) bool {
	head := make([]byte, 8<<10) // longer than any name
	n, _ := io.ReadFull(r, head)
	return n > 0 && bytes.IndexByte([]byte("YNDRTX\x00"), head[0]) >= 0 && bytes.IndexByte(head[:n], 0) >= 0
}

// tarNames reads the archive once more for the names that are not UTF-8, so that
// they can be decoded together.
func (d *delivery) tarNames(open func() (io.Reader, error)) (map[string]string, error) {
	r, err := open()
	if err != nil {
		return nil, err
	}
	tr := newTape(r)
	var raw []string
	for range d.lim.Members {
		if err := d.ctx.Err(); err != nil {
			return nil, err
		}
		h, err := tr.next()
		if err != nil {
			break // the names in front of the damage decide
		}
		raw = append(raw, h.Name)
	}
	return decodeNames(raw, charmap.Windows1252), d.src.err
}

// fault is the error that ends the run after reading failed.
func (d *delivery) fault(what string, err error) error {
	var lim *extract.LimitError
	switch {
	case d.ctx.Err() != nil:
		return d.ctx.Err()
	case d.src.err != nil:
		return d.src.err
	case errors.As(err, &lim):
		return lim
	}
	return fmt.Errorf("%s: %w: %w", what, extract.ErrDamaged, err)
}
