package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"sort"
)

type manifestEntry struct {
	Path   string `json:"path"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// manifest lists every document below root by path, size and digest.
func manifest(root fs.FS) ([]byte, error) {
	entries := []manifestEntry{}
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(body)
		entries = append(entries, manifestEntry{path, len(body), hex.EncodeToString(sum[:])})
		return nil
	})
	if err != nil {
		return nil, err
	}
	sort.Slice(entries, func(i, j int) bool { return entries[i].Path < entries[j].Path })
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err = e.Encode(struct {
		Schema    string          `json:"schema"`
		Root      string          `json:"root"`
		Documents []manifestEntry `json:"documents"`
	}{"quire.samples/1", "documents", entries})
	return b.Bytes(), err
}
