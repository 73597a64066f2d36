package ooxml

import (
	"bytes"
	"fmt"

	"github.com/xuri/excelize/v2"

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
	if !bytes.Contains(raw, utf16("EncryptedPackage")) {
		return in, fmt.Errorf("open package: %w: a compound file that holds none", extract.ErrDamaged)
	}
	for _, password := range append(in.Options.Passwords, defaultPassword) {
		plain, err := excelize.Decrypt(raw, &excelize.Options{Password: password})
		if err != nil || !bytes.HasPrefix(plain, []byte("PK")) {
			continue
		}
		in.ReaderAt, in.Size = bytes.NewReader(plain), int64(len(plain))
		return in, nil
	}
	return in, fmt.Errorf("open package: %w", extract.ErrEncrypted)
}

func utf16(s string) []byte {
	b := make([]byte, 0, 2*len(s))
	for i := range len(s) {
		b = append(b, s[i], 0)
	}
	return b
}
