package vectors

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/retrieval/vectors/vectorstest"
)

// open writes a model and opens it under its own digest.
func open(t *testing.T, files map[string][]byte) (*Model, error) {
	t.Helper()
	dir := t.TempDir()
	if err := vectorstest.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	m, err := Open(root, vectorstest.Digest(files))
	t.Cleanup(func() { m.Close() })
	return m, err
}

func table(t *testing.T, files map[string][]byte) *Words {
	t.Helper()
	m, err := open(t, files)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.WriteWords(&b); err != nil {
		t.Fatal(err)
	}
	w, err := OpenWords(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestEmbedIsTheMeanOfTheRowsOfItsWords(t *testing.T) {
	for _, half := range []bool{false, true} {
		m := vectorstest.Tiny()
		m.Half = half
		w := table(t, m.Files())
		v, ok, err := w.Embed("Notice-PAYMENT, unheard of")
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		want := make([]float64, 8) // of notice, pay and ##ment; the rest is unknown
		for i, word := range m.Words {
			if word == "notice" || word == "pay" || word == "##ment" {
				for j, x := range m.Rows[i] {
					want[j] += x / 3
				}
			}
		}
		most := 0.0
		for _, x := range want {
			most = max(most, x)
		}
		for j := range want {
			if got := float64(v.Direction[j]); math.Abs(got-127*want[j]/most) > 0.51 {
				t.Errorf("half %v, column %d: %v, want %v", half, j, got, 127*want[j]/most)
			}
		}
		length := 0.0
		for _, x := range v.Direction {
			length += float64(x) * float64(x)
		}
		if got := math.Sqrt(length) * float64(v.Scale) / (1 << 32); math.Abs(got-1) > 0.001 {
			t.Errorf("half %v: a normalised vector has the length %v", half, got)
		}
		again, _, _ := w.Embed("notice payment")
		if !reflect.DeepEqual(v, again) {
			t.Error("case, signs and unknown words make a difference")
		}
		if _, ok, _ := w.Embed("unheard [UNK] 龍"); ok {
			t.Error("a text without known words has a vector")
		}
	}
}

func TestWithoutNormalizeAVectorKeepsItsLength(t *testing.T) {
	m := vectorstest.Model{Words: []string{"[UNK]", "loud", "soft"}, Rows: [][]float64{{0, 0}, {2, 0}, {0.5, 0}}}
	w := table(t, m.Files())
	loud, _, _ := w.Embed("loud")
	soft, _, _ := w.Embed("soft")
	if got := float64(loud.Scale) / float64(soft.Scale); math.Abs(got-4) > 0.001 { // rows are rounded to 1/32767
		t.Errorf("scales are as %v to one, want four", got)
	}
}

// The numbers of a 16-bit float at its edges.
func TestHalf(t *testing.T) {
	for h, want := range map[uint16]float64{0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0001: math.Ldexp(1, -24), 0x0400: math.Ldexp(1, -14), 0x8000: 0, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1)} {
		if got := half(h); got != want {
			t.Errorf("%#04x is %v, want %v", h, got, want)
		}
	}
	if !math.IsNaN(half(0x7e00)) {
		t.Error("0x7e00 is a number")
	}
}

func TestSplitterCutsAsBERTDoes(t *testing.T) {
	s := splitter{Clean: true, Chinese: true, Accents: true, Lowercase: true}
	got := strings.Join(s.words("Caf\u00e9\u200b\u0000 na\u00efve\u00a0$5—it's 北京x\tOK"), "|")
	if want := "cafe|naive|$|5|—|it|'|s|北|京|x|ok"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s = splitter{}
	if got := strings.Join(s.words("Café 北京"), "|"); got != "Café|北京" {
		t.Errorf("without a normaliser: %s", got)
	}
}

func TestOpenRefusesAnotherDigest(t *testing.T) {
	dir := t.TempDir()
	files := vectorstest.Tiny().Files()
	if err := vectorstest.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, want := range []knowledge.Digest{"", knowledge.DigestOf([]byte("x"))} {
		_, err := Open(root, want)
		var other *DigestError
		if !errors.As(err, &other) || other.Found != vectorstest.Digest(files) {
			t.Errorf("digest %q: got %v", want, err)
		}
	}
	os.Remove(filepath.Join(dir, TokenizerName))
	if _, err := Open(root, vectorstest.Digest(files)); err == nil || !strings.Contains(err.Error(), "tokenizer.json is not there") {
		t.Errorf("got %v", err)
	}
	if err := os.Mkdir(filepath.Join(dir, TokenizerName), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(root, vectorstest.Digest(files)); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("got %v", err)
	}
}

// Files whose digest is right and whose content is not: an error that names the file, no
// crash, no large allocation.
func TestHostileModels(t *testing.T) {
	weights := func(header string, data int) []byte {
		return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...), make([]byte, data)...)
	}
	nan := vectorstest.Tiny()
	nan.Rows[5][1] = math.NaN()
	inf := vectorstest.Tiny()
	inf.Rows[5][1] = math.Inf(-1)
	for name, c := range map[string]struct{ file, content, want string }{
		"no length":           {WeightsName, "abc", "has 3 bytes"},
		"a length of all":     {WeightsName, "\xff\xff\xff\xff\xff\xff\xff\xff{}", "says that its header has"},
		"a length past end":   {WeightsName, "\x10\x00\x00\x00\x00\x00\x00\x00{}", "says that its header has 16 bytes"},
		"no JSON":             {WeightsName, string(weights(`{"embeddings`, 0)), "not JSON"},
		"another tensor":      {WeightsName, string(weights(`{"weight":{}}`, 0)), `no tensor "embeddings"`},
		"two tensors":         {WeightsName, string(weights(`{"embeddings":{},"mapping":{}}`, 0)), "has 2 tensors"},
		"one length":          {WeightsName, string(weights(`{"embeddings":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}`, 16)), "two lengths"},
		"a negative length":   {WeightsName, string(weights(`{"embeddings":{"dtype":"F32","shape":[-4,-1],"data_offsets":[0,16]}}`, 16)), "has a table of -4"},
		"an overflow":         {WeightsName, string(weights(`{"embeddings":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}}`, 0)), "has a table of 4611686018427387904"},
		"huge columns":        {WeightsName, string(weights(`{"embeddings":{"dtype":"F32","shape":[1,1000000],"data_offsets":[0,4000000]}}`, 0)), "has a table of 1 × 1000000"},
		"offsets past end":    {WeightsName, string(weights(`{"embeddings":{"dtype":"F32","shape":[2,4],"data_offsets":[8,40]}}`, 32)), "at 8 to 40 of 32 bytes"},
		"offsets swapped":     {WeightsName, string(weights(`{"embeddings":{"dtype":"F32","shape":[2,4],"data_offsets":[32,0]}}`, 32)), "at 32 to 0"},
		"a negative offset":   {WeightsName, string(weights(`{"embeddings":{"dtype":"F32","shape":[2,4],"data_offsets":[-32,0]}}`, 32)), "at -32 to 0"},
		"another type":        {WeightsName, string(weights(`{"embeddings":{"dtype":"BF16","shape":[2,4],"data_offsets":[0,16]}}`, 16)), `type "BF16"; F32 and F16 are read`},
		"not a number":        {WeightsName, string(nan.Files()[WeightsName]), "has NaN in row 5, column 1"},
		"infinite":            {WeightsName, string(inf.Files()[WeightsName]), "has -Inf in row 5, column 1"},
		"rows fewer":          {WeightsName, string(weights(`{"embeddings":{"dtype":"F32","shape":[2,4],"data_offsets":[0,32]}}`, 32)), "of 2 that model.safetensors has"},
		"no configuration":    {ConfigName, "[]", "config.json is not"},
		"no tokenizer":        {TokenizerName, "x", "not the JSON of a tokenizer"},
		"Unigram":             {TokenizerName, `{"model":{"type":"Unigram","vocab":[["a",0]]}}`, `type "Unigram", which is not read; WordPiece with`},
		"another cutting":     {TokenizerName, `{"pre_tokenizer":{"type":"Metaspace"},"model":{"type":"WordPiece","vocab":{"a":0}}}`, `cuts words by "Metaspace"`},
		"no cutting":          {TokenizerName, `{"model":{"type":"WordPiece","vocab":{"a":0}}}`, `cuts words by "none"`},
		"another normaliser":  {TokenizerName, `{"normalizer":{"type":"NFKC"},"pre_tokenizer":{"type":"BertPreTokenizer"},"model":{"type":"WordPiece","vocab":{"a":0}}}`, `normalises by "NFKC"`},
		"a row that is none":  {TokenizerName, `{"pre_tokenizer":{"type":"BertPreTokenizer"},"model":{"type":"WordPiece","vocab":{"a":-1}}}`, "names the row -1"},
		"a vocabulary in two": {TokenizerName, `{"pre_tokenizer":{"type":"BertPreTokenizer"},"model":{"type":"WordPiece","vocab":[]}}`, "no object of words"},
		"nothing but zeros":   {TokenizerName, `{"pre_tokenizer":{"type":"BertPreTokenizer"},"model":{"type":"WordPiece","vocab":{"a":0}}}`, "nothing but zeros"},
	} {
		files := vectorstest.Tiny().Files()
		files[c.file] = []byte(c.content)
		m, err := open(t, files)
		if err == nil {
			err = m.WriteWords(new(bytes.Buffer))
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

func FuzzOpenTensor(f *testing.F) {
	for _, half := range []bool{false, true} {
		m := vectorstest.Tiny()
		m.Half = half
		f.Add(m.Files()[WeightsName])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := openTensor(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		row := make([]float64, x.dims)
		for _, n := range []int{0, x.rows - 1} {
			if err := x.row(n, make([]byte, x.dims*x.width), row); err != nil && !errors.As(err, new(*ModelError)) {
				t.Errorf("a row of the table cannot be read: %v", err)
			}
		}
	})
}
