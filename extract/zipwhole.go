package extract

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
)

// CheckZip reports an archive whose directory is that of an archive inside it: the
// file begins with a member that its directory does not list. That is what is left
// where the end was cut off behind a member that is an archive itself.
func CheckZip(in io.ReaderAt, zr *zip.Reader) error {
	head := make([]byte, 30+256)
	if n, _ := in.ReadAt(head, 0); zipFirstName(head[:n]) == "" {
		return nil // something stands in front of the archive, as in one that extracts itself
	}
	first := int64(30) + int64(binary.LittleEndian.Uint16(head[26:])) + int64(binary.LittleEndian.Uint16(head[28:]))
	for _, f := range zr.File {
		if at, err := f.DataOffset(); err == nil && at == first {
			return nil
		}
	}
	if len(zr.File) == 0 {
		return nil
	}
	return fmt.Errorf("%w: its directory is missing; what stands at the end is that of an archive inside it", ErrDamaged)
}

const localSignature = "PK\x03\x04"
