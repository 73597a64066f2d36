package markdown

import (
	"flag"
	"testing"

	"quire/extract/extracttest"
)

var update = flag.Bool("update", false, "write the golden output of this version")

func TestOutputOfThisVersionStaysTheSame(t *testing.T) {
	extracttest.Golden(t, New(), sample(tour), "tour", *update)
}
