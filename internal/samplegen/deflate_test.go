package main

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"io"
	"strings"
	"testing"
)

func TestDeflateIsReadByTheStandardDecoder(t *testing.T) {
	for name, data := range map[string]string{
		"nothing":             "",
		"one byte":            "x",
		"no repetition":       "abcdefghijklmnopqrstuvwxyz",
		"high bytes":          "\x00\x8f\x90\xff\xfe",
		"one long run":        strings.Repeat("a", 1000),
		"repeated phrase":     strings.Repeat("a workshop needs air. ", 300),
		"match at the window": "needle" + strings.Repeat("\x01\x02\x03\x04\x05", 6552) + "needle",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := io.ReadAll(flate.NewReader(bytes.NewReader(deflate([]byte(data)))))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != data {
				t.Errorf("%d bytes came back as %d other bytes", len(data), len(got))
			}
		})
	}
}

func TestDeflateShrinksRepetition(t *testing.T) {
	data := []byte(strings.Repeat("rent, deposit, notice. ", 200))
	if packed := deflate(data); len(packed) > len(data)/20 {
		t.Errorf("%d bytes became %d", len(data), len(packed))
	}
}

func TestZlibStreamCarriesAValidChecksum(t *testing.T) {
	r, err := zlib.NewReader(bytes.NewReader(zlibStream([]byte("signed in Lyon"))))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != "signed in Lyon" {
		t.Errorf("read %q, %v", got, err)
	}
}

func FuzzDeflate(f *testing.F) {
	f.Add([]byte("aaaaaaaaab"))
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{0, 200}, 40))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(deflate(data))))
		if err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%d bytes came back as %d, %v", len(data), len(got), err)
		}
	})
}
