package docx

import (
	"testing"

	"quire/extract/ooxml/ooxmltest"
)

func TestSharedCorpusIsReadAsItsTruths(t *testing.T) {
	ooxmltest.ReadCorpus(t, New(), "docx", 0.97, 14)
}
