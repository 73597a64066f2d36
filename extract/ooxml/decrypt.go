package ooxml

import (
	"bytes"
	"fmt"
	"slices"

	"quire/extract"
)

// compoundMagic opens the container in which encrypted packages are stored.
var compoundMagic = []byte{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1}

// defaultPassword opens workbooks that were locked without a password of their
// own: spreadsheet programs try it before they ask.
const defaultPassword = "VelvetSweatshop"

// maxEncrypted bounds encrypted files, which have to be held in memory whole.
const maxEncrypted = 256 << 20

// decrypted returns the package in an encrypted one: a zip archive, as the input
// itself is where it is no compound file.
func decrypted(in extract.Input, lim extract.Limits) (extract.Input, error) {
	head := make([]byte, len(compoundMagic))
	if _, err := in.ReadAt(head, 0); err != nil || !bytes.Equal(head, compoundMagic) {
		return in, nil
	}
	raw, err := in.All(min(lim.Bytes, maxEncrypted))
	if err != nil {
		return in, err
	}
	if !bytes.Contains(raw, utf16le("EncryptedPackage")) {
		return in, fmt.Errorf("open package: %w: a compound file that holds none", extract.ErrDamaged)
	}
	locked, how, err := readLocked(raw)
	if err != nil {
		return in, fmt.Errorf("open package: %w", extract.ErrEncrypted) // it may be whole, in a way that is not known
	}
	for _, password := range append(slices.Clone(in.Options.Passwords), defaultPassword) {
		plain, err := how.open(utf16le(password), locked)
		if err != nil || !bytes.HasPrefix(plain, []byte("PK")) {
			continue
		}
		in.ReaderAt, in.Size = bytes.NewReader(plain), int64(len(plain))
		return in, nil
	}
	return in, fmt.Errorf("open package: %w", extract.ErrEncrypted)
}
