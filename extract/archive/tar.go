package archive

import (
	"archive/tar"
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
	tr := tar.NewReader(r)
	var decoded map[string]string
	for {
		h, err := next(tr)
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
	// What follows the archive is padding; a packed one has its checksum there.
	if _, err := io.Copy(io.Discard, &watch{ctx: d.ctx, r: r}); err != nil {
		return d.fault("read past the archive", err)
	}
	return nil
}

func next(tr *tar.Reader) (*tar.Header, error) {
	h, err := tr.Next()
	if h != nil && errors.Is(err, tar.ErrInsecurePath) {
		err = nil // names open nothing here
	}
	return h, err
}

func (d *delivery) tarEntry(tr *tar.Reader, h *tar.Header) error {
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeCont, tar.TypeGNUSparse:
	case tar.TypeDir, gnuDumpDir, gnuLabel, tar.TypeXGlobalHeader:
		return nil
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

// tarNames reads the archive once more for the names that are not UTF-8, so that
// they can be decoded together.
func (d *delivery) tarNames(open func() (io.Reader, error)) (map[string]string, error) {
	r, err := open()
	if err != nil {
		return nil, err
	}
	tr := tar.NewReader(r)
	var raw []string
	for range d.lim.Members {
		if err := d.ctx.Err(); err != nil {
			return nil, err
		}
		h, err := next(tr)
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
