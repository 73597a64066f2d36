// Command samplegen writes those documents of the sample corpus that nobody
// can write by hand: the PDF, Office and mail files, the scan, the damaged
// archive, and the note in an old code page. Then it lists every document,
// hand-written ones included, with size and digest in manifest.json.
//
// It owns the formats and the content of the generated files and knows
// nothing of quire; the samples must not depend on the code they exercise.
// The same source gives the same bytes: no clock, no random numbers, no map
// order, and a compressor of its own.
//
//	go run ./internal/samplegen                write into sample-corpus
//	go run ./internal/samplegen -out DIR       write elsewhere
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("out", "sample-corpus", "folder that holds documents and manifest.json")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "samplegen:", err)
		os.Exit(1)
	}
}

// run writes the generated documents and then the manifest of all of them.
func run(out string) error {
	root := filepath.Join(out, "documents")
	for _, g := range catalogue() {
		body, err := g.build()
		if err != nil {
			return fmt.Errorf("build %s: %w", g.path, err)
		}
		target := filepath.Join(root, filepath.FromSlash(g.path))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return fmt.Errorf("make folder of %s: %w", g.path, err)
		}
		if err := os.WriteFile(target, body, 0o644); err != nil {
			return fmt.Errorf("write %s: %w", g.path, err)
		}
	}
	list, err := manifest(os.DirFS(root))
	if err != nil {
		return fmt.Errorf("list documents: %w", err)
	}
	return os.WriteFile(filepath.Join(out, "manifest.json"), list, 0o644)
}
