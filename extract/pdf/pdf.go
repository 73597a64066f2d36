package pdf

import (
	"context"

	"quire/extract"
)

// Extractor reads PDF files with one engine.
type Extractor struct {
	name    string
	version int
	engine  engine
	warm    func() error
}

var _ extract.Extractor = (*Extractor)(nil)

// PDFium returns the extractor that reads with PDFium. The engine is started at
// the first document, or by Warm, and kept for the life of the process. cacheDir
// is an existing folder for compiled code, "" for none; it is read, and written
// where it is empty, when the engine starts, never later.
func PDFium(cacheDir string) *Extractor {
	rt := &wasm{cacheDir: cacheDir}
	return &Extractor{
		name: "pdfium", version: 2, engine: &pdfiumEngine{rt},
		warm: func() error { return rt.start(context.Background()) },
	}
}

// Ledongthuc returns the extractor that reads with the Go package of that name.
// It knows fewer fonts and ciphers than PDFium, and hostile files can keep it
// busy or exhaust its memory: run it only where the process may be killed.
func Ledongthuc() *Extractor {
	return &Extractor{name: "ledongthuc", version: 2, engine: ledongthucEngine{}, warm: func() error { return nil }}
}

// Name implements extract.Extractor.
func (x *Extractor) Name() string { return x.name }

// Version implements extract.Extractor.
func (x *Extractor) Version() int { return x.version }

// Formats implements extract.Extractor.
func (x *Extractor) Formats() []string { return []string{"pdf"} }

// Warm starts the engine now. Afterwards no file is opened any more, so that it
// may be called before a sandbox closes.
func (x *Extractor) Warm() error { return x.warm() }
