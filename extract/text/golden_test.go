package text

import (
	"flag"
	"testing"

	"quire/extract/extracttest"
)

var update = flag.Bool("update", false, "write the golden output of this version")

func TestOutputOfThisVersionStaysTheSame(t *testing.T) {
	extracttest.Golden(t, New(), sample("Title\n=====\n\n"+prose+"\n- one\n- two\n\nfunc main() {\n\tprintln(1)\n}\n\n# no heading\n"), "prose", *update)
}
