package archive_test

import (
	"testing"

	"quire/extract"
)

// FuzzExtract asks for no panic and for no more members and bytes than allowed.
func FuzzExtract(f *testing.F) {
	files := []entry{{name: "a.txt", body: text}, {name: "b/c.txt", body: "x"}}
	f.Add("zip", zipOf(f, files...))
	f.Add("zip", zipOf(f, named("gr\x94\xe1e.txt", "x")))
	f.Add("tar", tarOf(f, files...))
	f.Add("gz", gzipOf(f, "", tarOf(f, files...)))
	f.Add("gz", gzipOf(f, "a.txt", []byte(text)))
	f.Add("bz2", unhex(f, bzip2Tar))
	lim := extract.Limits{Members: 20, Inflated: 1 << 20}
	f.Fuzz(func(t *testing.T, format string, data []byte) {
		switch format {
		case "zip", "tar", "gz", "bz2":
		default:
			return
		}
		d, _ := read(t, sample(format, data), lim)
		var sum int64
		for _, c := range d.Evidence.Children {
			sum += c.Size
		}
		if len(d.Evidence.Children) > lim.Members || sum > lim.Inflated {
			t.Errorf("%d members of %d bytes", len(d.Evidence.Children), sum)
		}
	})
}
