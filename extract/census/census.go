package census

import (
	"errors"
	"fmt"
	"io"

	"quire/knowledge"
)

// Version is raised whenever the census of any file changes. It is part of every
// recipe.
// 1: first. 2: entries of a ZIP with content that are named like folders; archives
// behind the end of a tar; parts of mail behind the end boundary; associated files of a PDF.
const Version = 2

// Reasons why the parts of a file were not counted.
const (
	tooLarge  = "too-large"
	encrypted = "encrypted"
	damaged   = "damaged"
)

// Limits of what is looked at. A file beyond them is read by its extractor all the
// same; its parts are not counted.
const (
	maxFile     = 256 << 20 // bytes of a format that is held in memory
	maxInflated = 256 << 20 // bytes out of decompressors
	maxParts    = 1 << 20   // of one kind
	maxNames    = 20_000    // parts that are named
	maxRuns     = 2_000     // runs of lines
)

var errTooLarge = errors.New(tooLarge)
var errEncrypted = errors.New(encrypted)

// Of counts the parts of a file of a format that extract.Detect named.
func Of(r io.ReaderAt, size int64, format string) (c knowledge.Census) {
	defer func() {
		if recover() != nil { // bytes that no rule of the format foresaw
			c = knowledge.Census{Version: Version, Reason: damaged}
		}
	}()
	parts, err := count(r, size, format)
	switch {
	case errors.Is(err, errTooLarge):
		return knowledge.Census{Version: Version, Reason: tooLarge}
	case errors.Is(err, errEncrypted):
		return knowledge.Census{Version: Version, Reason: encrypted}
	case err != nil:
		return knowledge.Census{Version: Version, Reason: damaged}
	}
	return knowledge.Census{Version: Version, Parts: parts}
}

func count(r io.ReaderAt, size int64, format string) ([]knowledge.Expected, error) {
	switch format {
	case "pdf":
		return pdfParts(r, size)
	case "zip":
		return zipMembers(r, size)
	case "tar", "gz", "bz2":
		return packedMembers(r, size, format)
	case "docx", "pptx", "xlsx":
		return officeParts(r, size, format)
	case "eml", "mhtml":
		return mailParts(r, size)
	case "mbox":
		return messages(r, size)
	case "csv", "tsv":
		return lines(r, size)
	}
	return []knowledge.Expected{{Kind: knowledge.WholePart, N: 1}}, nil
}

// whole reads a file that is held in memory.
func whole(r io.ReaderAt, size int64) ([]byte, error) {
	if size > maxFile {
		return nil, errTooLarge
	}
	b := make([]byte, size)
	n, err := r.ReadAt(b, 0)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("count parts: %w", err)
	}
	return b[:n], nil
}

// named makes the expectation of parts that have names.
func named(kind knowledge.PartKind, names []string) knowledge.Expected {
	e := knowledge.Expected{Kind: kind, N: len(names)}
	if len(names) <= maxNames {
		e.At = names
	}
	return e
}
