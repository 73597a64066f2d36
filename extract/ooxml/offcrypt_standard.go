package ooxml

import (
	"bytes"
	"crypto/aes"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
)

// standard is the way of Office 2007: AES in blocks that are not chained, under a key that
// follows from the password.
type standard struct {
	keyBytes                     int
	salt, verifier, verifierHash []byte
}

// standardSpins is how often a password is hashed.
const standardSpins = 50000

func readStandard(info []byte) (*standard, error) {
	cut := errors.New("the record of the encryption is cut off")
	if len(info) < 4 {
		return nil, cut
	}
	size := binary.LittleEndian.Uint32(info)
	info = info[4:]
	if size < 32 || uint64(size) > uint64(len(info)) {
		return nil, cut
	}
	head, info := info[:size], info[size:]
	algorithm, bits := binary.LittleEndian.Uint32(head[8:]), binary.LittleEndian.Uint32(head[16:])
	switch algorithm {
	case 0x660e, 0x660f, 0x6610: // AES of 128, 192 and 256 bits
	default:
		return nil, fmt.Errorf("the cipher %#x is not known", algorithm)
	}
	if bits != 128 && bits != 192 && bits != 256 {
		return nil, fmt.Errorf("a key of %d bits is not known", bits)
	}
	if len(info) < 4+16+16+4+32 || binary.LittleEndian.Uint32(info) != 16 {
		return nil, cut
	}
	return &standard{keyBytes: int(bits / 8), salt: info[4:20], verifier: info[20:36], verifierHash: info[40:72]}, nil
}

func (s *standard) open(password []byte, p *lockedPackage) ([]byte, error) {
	h := sha1.New()
	sum := hashOf(h, spun(h, s.salt, password, standardSpins), make([]byte, 4))
	half := func(fill byte) []byte {
		b := bytes.Repeat([]byte{fill}, 64)
		for i := range sum {
			b[i] ^= sum[i]
		}
		return hashOf(h, b)
	}
	key := append(half(0x36), half(0x5c)...)[:s.keyBytes]
	verifier, err := unblocked(key, s.verifier)
	if err != nil {
		return nil, err
	}
	want, err := unblocked(key, s.verifierHash)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(hashOf(h, verifier), want[:h.Size()]) {
		return nil, errPassword
	}
	out, err := unblocked(key, p.body[:len(p.body)/aes.BlockSize*aes.BlockSize])
	if err != nil {
		return nil, err
	}
	return out[:min(p.size, uint64(len(out)))], nil
}

// unblocked decrypts whole blocks, each by itself.
func unblocked(key, b []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(b))
	for i := 0; i+aes.BlockSize <= len(b); i += aes.BlockSize {
		block.Decrypt(out[i:], b[i:])
	}
	return out, nil
}
