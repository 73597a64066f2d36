package census

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A page is named whose deflated content ends early or turns into something else; one is not
// that only lacks its checksum, has another filter, or cannot be judged.
func TestPagesWhoseContentBreaksOffAreNamed(t *testing.T) {
	text := strings.Repeat("BT (a line of text that repeats itself) Tj ET\n", 3) + "BT (1q7Zx9) Tj (k3vW) Tj (P0r) Tj ET"
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	w.Write([]byte(text))
	w.Close()
	whole := z.String()
	cut, other := whole[:len(whole)/2], whole[:len(whole)/2]+strings.Repeat("\xff", 40)
	for name, c := range map[string]struct {
		filter, content string
		want            []int
	}{
		"whole":                {"/FlateDecode", whole, nil},
		"no checksum":          {"/FlateDecode", whole[:len(whole)-4], nil},
		"wrong checksum":       {"/FlateDecode", whole[:len(whole)-1] + "\x00", nil},
		"an end of line more":  {"/FlateDecode", whole + "\r\n", nil},
		"cut":                  {"/FlateDecode", cut, []int{1}},
		"turned into rubbish":  {"/FlateDecode", other, []int{1}},
		"cut, in a list":       {"[/FlateDecode]", cut, []int{1}},
		"cut, by a short name": {"/Fl", cut, []int{1}},
		"another filter first": {"[/ASCII85Decode /FlateDecode]", cut, nil},
		"no filter":            {"null", cut, nil},
		"no head of zlib":      {"/FlateDecode", "plain", nil},
	} {
		for _, contents := range []string{"4 0 R", "[5 0 R 4 0 R]"} {
			for encrypt, want := range map[string][]int{"": c.want, "/Encrypt 9 0 R": nil} {
				file := fmt.Sprintf(`%%PDF-1.7
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>
endobj
3 0 obj
<</Type/Page/Contents %s>>
endobj
4 0 obj
<</Length %d/Filter %s>>
stream
%s
endstream
endobj
5 0 obj
<</Length %d/Filter/FlateDecode>>
stream
%s
endstream
endobj
6 0 obj
<</Type/Page/Contents 5 0 R>>
endobj
trailer
<</Root 1 0 R%s>>
`, contents, len(c.content), c.filter, c.content, len(whole), whole, encrypt)
				got := Of(strings.NewReader(file), int64(len(file)), "pdf")
				if len(got.Parts) != 1 || got.Parts[0].N != 2 || !slices.Equal(got.Parts[0].Damaged, want) {
					t.Errorf("%s, %s %s: %+v, want %v", name, contents, encrypt, got, want)
				}
			}
		}
	}
}
