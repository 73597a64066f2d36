package ooxml

import (
	"bytes"
	"crypto/aes"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"hash"
)

// agile is the way of Office 2010 and later. The package has a key of its own, which the
// password decrypts.
type agile struct {
	data  agileKey // of the package
	owner agileKey // of the password
}

// agileKey is keyData or p:encryptedKey. The bytes are base64 in the file.
type agileKey struct {
	SpinCount uint32 `xml:"spinCount,attr"`
	KeyBits   int    `xml:"keyBits,attr"`
	HashSize  int    `xml:"hashSize,attr"`
	Cipher    string `xml:"cipherAlgorithm,attr"`
	Chaining  string `xml:"cipherChaining,attr"`
	Hash      string `xml:"hashAlgorithm,attr"`
	Salt      coded  `xml:"saltValue,attr"`
	Input     coded  `xml:"encryptedVerifierHashInput,attr"`
	Value     coded  `xml:"encryptedVerifierHashValue,attr"`
	Key       coded  `xml:"encryptedKeyValue,attr"`
}

// coded is base64 in an attribute.
type coded []byte

func (c *coded) UnmarshalXMLAttr(a xml.Attr) (err error) {
	*c, err = base64.StdEncoding.DecodeString(a.Value)
	return err
}

// maxSpins is how often a password may have to be hashed: the most that the format allows.
const maxSpins = 10_000_000

// What is hashed with the password for each of the three things it decrypts.
var (
	verifierInput = []byte{0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79}
	verifierValue = []byte{0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e}
	packageKey    = []byte{0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6}
)

func readAgile(info []byte) (*agile, error) {
	var x struct {
		Data agileKey `xml:"keyData"`
		Keys []struct {
			Owner *agileKey `xml:"http://schemas.microsoft.com/office/2006/keyEncryptor/password encryptedKey"`
		} `xml:"keyEncryptors>keyEncryptor"`
	}
	if err := xml.Unmarshal(bytes.TrimRight(info, "\x00"), &x); err != nil {
		return nil, err
	}
	for _, k := range x.Keys {
		if k.Owner == nil {
			continue
		}
		a := &agile{x.Data, *k.Owner}
		for _, k := range []*agileKey{&a.data, &a.owner} {
			if err := k.check(); err != nil {
				return nil, err
			}
		}
		return a, nil
	}
	return nil, errors.New("no password opens the package")
}

func (k *agileKey) check() error {
	switch {
	case k.hash() == nil || k.HashSize != k.hash().Size():
		return fmt.Errorf("the hash %s of %d bytes is not known", k.Hash, k.HashSize)
	case k.Cipher != "AES" || k.Chaining != "ChainingModeCBC":
		return fmt.Errorf("the cipher %s, %s is not known", k.Cipher, k.Chaining)
	case k.KeyBits != 128 && k.KeyBits != 192 && k.KeyBits != 256:
		return fmt.Errorf("a key of %d bits is not known", k.KeyBits)
	case k.SpinCount > maxSpins:
		return fmt.Errorf("the password is to be hashed %d times", k.SpinCount)
	}
	return nil
}

func (k *agileKey) hash() hash.Hash {
	switch k.Hash {
	case "SHA1", "SHA-1":
		return sha1.New()
	case "SHA256", "SHA-256":
		return sha256.New()
	case "SHA384", "SHA-384":
		return sha512.New384()
	case "SHA512", "SHA-512":
		return sha512.New()
	}
	return nil
}

func (a *agile) open(password []byte, p *lockedPackage) ([]byte, error) {
	h, k := a.owner.hash(), &a.owner
	sum := spun(h, k.Salt, password, k.SpinCount)
	decrypt := func(purpose, b []byte) ([]byte, error) {
		return unchained(fit(hashOf(h, sum, purpose), k.KeyBits/8), k.Salt, b)
	}
	input, err := decrypt(verifierInput, k.Input)
	if err != nil {
		return nil, err
	}
	value, err := decrypt(verifierValue, k.Value)
	if err != nil {
		return nil, err
	}
	// The input fills its last block up with zeros.
	if len(input) < len(k.Salt) || len(value) < k.HashSize || !bytes.Equal(hashOf(h, input[:len(k.Salt)]), value[:k.HashSize]) {
		return nil, errPassword
	}
	key, err := decrypt(packageKey, k.Key)
	if err != nil || len(key) < a.data.KeyBits/8 {
		return nil, errors.Join(err, errPassword)
	}
	return a.unlock(key[:a.data.KeyBits/8], p)
}

// segment is how many bytes of a package are encrypted by themselves.
const segment = 4096

// unlock decrypts the package, segment by segment.
func (a *agile) unlock(key []byte, p *lockedPackage) ([]byte, error) {
	h := a.data.hash()
	body := p.body[:len(p.body)/aes.BlockSize*aes.BlockSize]
	out := make([]byte, 0, len(body))
	for i := uint32(0); len(body) > 0; i++ {
		n := min(segment, len(body))
		plain, err := unchained(key, hashOf(h, a.data.Salt, binary.LittleEndian.AppendUint32(nil, i)), body[:n])
		if err != nil {
			return nil, err
		}
		out, body = append(out, plain...), body[n:]
	}
	return out[:min(p.size, uint64(len(out)))], nil
}
