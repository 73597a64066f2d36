package worker

import (
	"bytes"
	"fmt"

	"quire/extract"
)

// JSON of three bytes can become a record of hundreds: what a frame would take in
// memory is added up before it is decoded. The figures are about the sizes of
// extract.Block, extract.Cell, and of a slice header.
const (
	maxNesting  = 16
	maxDecoded  = 64 << 20
	blockLevel  = 3 // unit, its blocks, a block
	blockBytes  = 320
	objectBytes = 48
	valueBytes  = 24
)

// weigh refuses JSON that is nested deeper than any message, or that would become
// more than maxDecoded bytes beside its strings.
func weigh(payload []byte) error {
	depth, cost := 0, 0
	for i := 0; i < len(payload); i++ {
		switch payload[i] {
		case '"':
			i = stringEnd(payload, i)
		case '{':
			if depth++; depth <= blockLevel {
				cost += blockBytes
			} else {
				cost += objectBytes
			}
		case '[':
			depth++
			cost += valueBytes
		case ',':
			cost += valueBytes
		case '}', ']':
			depth--
		}
		if depth > maxNesting {
			return fmt.Errorf("worker sent JSON of more than %d levels", maxNesting)
		}
		if cost > maxDecoded {
			return &extract.LimitError{Limit: "unit_records", Max: maxDecoded}
		}
	}
	return nil
}

// stringEnd returns the index of the quote that ends the string at i, or the end.
func stringEnd(b []byte, i int) int {
	quote := i
	for i++; i < len(b); i++ {
		if quote < i {
			n := bytes.IndexByte(b[i:], '"')
			if n < 0 {
				return len(b)
			}
			quote = i + n
		}
		escape := bytes.IndexByte(b[i:quote], '\\')
		if escape < 0 {
			return quote
		}
		i += escape + 1 // the character after it is not looked at
	}
	return len(b)
}
