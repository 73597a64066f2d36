package publish

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

func readStored(t *testing.T, s *Store, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(s.Path(name))
	must(t, err)
	return b
}

// readTwice reads a leaf as a whole and as a stream, which must agree.
func readTwice(t *testing.T, s *Store, name string) ([]byte, error) {
	t.Helper()
	whole, err := s.ReadFile(name)
	var streamed []byte
	f, lost := s.OpenLeaf(name)
	if lost == nil {
		streamed, lost = io.ReadAll(f)
		must(t, f.Close())
	}
	if (err == nil) != (lost == nil) || err == nil && !bytes.Equal(whole, streamed) {
		t.Errorf("%s: as a whole %d bytes, %v; as a stream %d bytes, %v", name, len(whole), err, len(streamed), lost)
	}
	return whole, err
}

func TestDeflatedLeavesGiveTheirPlainBytes(t *testing.T) {
	s := newStore(t)
	noise := make([]byte, 70_000)
	rng := rand.NewChaCha8([32]byte{1})
	_, _ = rng.Read(noise)
	for name, data := range map[string][]byte{
		"empty": {}, "one": []byte("x"), "text": []byte(strings.Repeat(`{"name":"sec1","span":[0,82]}`+"\n", 400)), "noise": noise,
		"zeros": make([]byte, 3<<20), // packs better than a reader believes
	} {
		leaf := "knowledge/aa/" + name + ".json.gz"
		must(t, s.PutStream(leaf, func(w io.Writer) error {
			for part := range slices.Chunk(data, 1000) {
				if _, err := w.Write(part); err != nil {
					return err
				}
			}
			return nil
		}))
		got, err := readTwice(t, s, leaf)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: %d bytes, %v, want %d", name, len(got), err, len(data))
		}
		stored := readStored(t, s, leaf)
		z, err := gzip.NewReader(bytes.NewReader(stored)) // what zcat does
		must(t, err)
		plain, err := io.ReadAll(z)
		if err != nil || !bytes.Equal(plain, data) {
			t.Errorf("%s: zcat gives %d bytes, %v", name, len(plain), err)
		}
		if name == "text" && len(stored) > len(data)/20 {
			t.Errorf("%d bytes are stored as %d", len(data), len(stored))
		}
		if into, err := s.ReadLeafInto(make([]byte, 0, 100), leaf, digestHex(data)); err != nil || !bytes.Equal(into, data) {
			t.Errorf("%s: by its digest %d bytes, %v", name, len(into), err)
		}
		seen := steps(s)
		must(t, errors.Join(s.Put(leaf, data), s.PutStream(leaf, Bytes(data))))
		s.Fault = nil
		if len(*seen) > 0 {
			t.Errorf("%s: equal bytes were written again: %v", name, *seen)
		}
	}
}

// Whatever happens to the bytes of a deflated leaf, it is named as damaged or gives what it
// did, the same as a whole and as a stream; and it is replaced by what it was.
func TestDamageOfADeflatedLeafIsNamedAndHealed(t *testing.T) {
	s := newStore(t)
	data := []byte(strings.Repeat("The lantern of the harbour is lit at dusk. ", 9))
	const leaf = "evidence/aa/x.jsonl.gz"
	must(t, s.Put(leaf, data))
	stored := readStored(t, s, leaf)
	spoiled := map[string][]byte{"empty": {}, "longer": append(slices.Clone(stored), 0), "twice": append(slices.Clone(stored), stored...), "plain": data}
	for i := range stored {
		for bit := range 8 {
			b := slices.Clone(stored)
			b[i] ^= 1 << bit
			spoiled[fmt.Sprintf("bit %d of byte %d", bit, i)] = b
		}
		spoiled[fmt.Sprintf("cut to %d", i)] = stored[:i]
	}
	unnoticed := 0
	for how, b := range spoiled {
		must(t, os.WriteFile(s.Path(leaf), b, 0o644))
		got, err := readTwice(t, s, leaf)
		if err == nil {
			unnoticed++
			if !bytes.Equal(got, data) {
				t.Fatalf("%s: it gives %q", how, got)
			}
			continue
		}
		wantDamage(t, err, leaf)
		must(t, s.PutStream(leaf, Bytes(data)))
		if !bytes.Equal(readStored(t, s, leaf), stored) {
			t.Errorf("%s: it was not healed", how)
		}
	}
	if unnoticed > 1+7 { // how it was packed, and what fills up the last byte of the deflated ones
		t.Errorf("%d of %d changes change nothing", unnoticed, len(spoiled))
	}
}

// What says that it holds far more than its size is refused before it fills the memory.
func TestABombIsDamage(t *testing.T) {
	s := newStore(t)
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.DefaultCompression)
	must(t, err)
	for range 64 {
		_, err := z.Write(make([]byte, 1<<20))
		must(t, err)
	}
	must(t, z.Close())
	honest := b.Bytes()
	lying := slices.Clone(honest)
	copy(lying[len(lying)-4:], []byte{1, 0, 0, 0}) // its end says that it holds one byte
	const leaf = "evidence/aa/x.jsonl.gz"
	must(t, s.Put(leaf, []byte("x")))
	for name, bomb := range map[string][]byte{"honest": honest, "lying": lying} {
		must(t, os.WriteFile(s.Path(leaf), bomb, 0o644))
		if _, err := s.ReadFile(leaf); err == nil {
			t.Errorf("%s: read as a whole", name)
		} else {
			wantDamage(t, err, leaf)
		}
		f, err := s.OpenLeaf(leaf)
		must(t, err)
		n, err := io.Copy(io.Discard, f)
		must(t, f.Close())
		wantDamage(t, err, leaf)
		if most := maxInflated(int64(len(bomb))) + 1<<16; n > most {
			t.Errorf("%s: %d bytes came out of %d before it was refused", name, n, len(bomb))
		}
	}
}
