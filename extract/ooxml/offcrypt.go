package ooxml

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"unicode/utf16"

	"github.com/richardlehane/mscfb"
)

// An encrypted package is a compound file of two streams, which MS-OFFCRYPTO describes:
// EncryptionInfo says how the key follows from a password, EncryptedPackage is the length
// of the package and its bytes under that key. There are two ways, one of Office 2007
// ("standard", in fixed fields) and one of later versions ("agile", in XML).

// errPassword says that a password does not open a package.
var errPassword = errors.New("the password does not fit")

// lockedPackage is an encrypted package.
type lockedPackage struct {
	info []byte // how the key is made
	size uint64 // of the package
	body []byte
}

// scheme is one of the two ways.
type scheme interface {
	// open returns the package, or errPassword. The password is in UTF-16.
	open(password []byte, p *lockedPackage) ([]byte, error)
}

// readLocked reads the two streams of a compound file.
func readLocked(raw []byte) (p *lockedPackage, how scheme, err error) {
	doc, err := mscfb.New(bytes.NewReader(raw))
	if err != nil {
		return nil, nil, err
	}
	p = &lockedPackage{}
	for e, err := doc.Next(); err == nil; e, err = doc.Next() {
		switch {
		case len(e.Path) > 0:
		case e.Name == "EncryptionInfo":
			p.info, err = io.ReadAll(e)
		case e.Name == "EncryptedPackage":
			p.body, err = io.ReadAll(e)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if len(p.info) < 8 || len(p.body) < 8 {
		return nil, nil, errors.New("the streams of an encrypted package are missing or cut off")
	}
	p.size, p.body = binary.LittleEndian.Uint64(p.body), p.body[8:]
	if p.size > uint64(len(p.body)) {
		return nil, nil, fmt.Errorf("the package has %d bytes, its record says %d", len(p.body), p.size)
	}
	major, minor := binary.LittleEndian.Uint16(p.info), binary.LittleEndian.Uint16(p.info[2:])
	switch {
	case major == 4 && minor == 4:
		how, err = readAgile(p.info[8:])
	case minor == 2 && major >= 2 && major <= 4:
		how, err = readStandard(p.info[8:])
	default:
		err = fmt.Errorf("encryption of version %d.%d is not known", major, minor)
	}
	return p, how, err
}

// utf16le is a password as it is hashed.
func utf16le(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// spun hashes a password with salt, and what comes out with a counter so many times.
func spun(h hash.Hash, salt, password []byte, times uint32) []byte {
	sum := hashOf(h, salt, password)
	var counter [4]byte
	for i := range times {
		binary.LittleEndian.PutUint32(counter[:], i)
		h.Reset()
		h.Write(counter[:])
		h.Write(sum)
		sum = h.Sum(sum[:0])
	}
	return sum
}

func hashOf(h hash.Hash, parts ...[]byte) []byte {
	h.Reset()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// fit cuts b to n bytes or fills it up.
func fit(b []byte, n int) []byte {
	for len(b) < n {
		b = append(b, 0x36)
	}
	return b[:n:n]
}

// unchained decrypts whole blocks, each chained to the one before it, the first to iv.
func unchained(key, iv, b []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if len(b) == 0 || len(b)%aes.BlockSize != 0 {
		return nil, errors.New("what is encrypted is not made of whole blocks")
	}
	out := make([]byte, len(b))
	cipher.NewCBCDecrypter(block, fit(iv, aes.BlockSize)).CryptBlocks(out, b)
	return out, nil
}
