package data

import (
	"flag"
	"testing"

	"quire/extract/extracttest"
)

var update = flag.Bool("update", false, "write the golden output of this version")

func TestOutputOfThisVersionStaysTheSame(t *testing.T) {
	for name, s := range samples {
		extracttest.Golden(t, New(), s, name, *update)
	}
}
