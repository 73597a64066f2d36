package pptx

import (
	"testing"

	"quire/extract/ooxml/ooxmltest"
)

func TestSharedCorpusIsReadAsItsTruths(t *testing.T) {
	ooxmltest.ReadCorpus(t, New(), "pptx", 0.99, 2)
}
