// Package vectorstest makes tiny embedding models for tests.
package vectorstest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"quire/knowledge"
)

// Model is a model as rows by word. The words have no order of their own.
type Model struct {
	Words     []string
	Rows      [][]float64
	Half      bool // 16-bit floats, which must be exact
	Normalize bool
}

// Tiny is a model of four meanings (leaving work, money, animals, weather) that have
// nothing in common, while words of one of them are near each other.
func Tiny() Model {
	m := Model{Words: []string{"[PAD]", "[UNK]"}, Rows: [][]float64{make([]float64, 8), {1, 1, 1, 1, 1, 1, 1, 1}}, Normalize: true}
	for i, group := range [][]string{
		{"quit", "resign", "resignation", "leave", "notice", "dismissal"},
		{"money", "salary", "pay", "wage", "##ment"},
		{"dog", "puppy", "hound", "canine"},
		{"rain", "storm", "drizzle", "weather"},
	} {
		for j, w := range group {
			row := make([]float64, 8)
			row[2*i], row[2*i+1] = 1, float64(j)/16
			m.Words, m.Rows = append(m.Words, w), append(m.Rows, row)
		}
	}
	return m
}

// Files returns the three files of the model by name.
func (m Model) Files() map[string][]byte {
	vocab := map[string]int{}
	for i, w := range m.Words {
		vocab[w] = i
	}
	tokenizer := map[string]any{
		"version": "1.0", "truncation": nil, "padding": nil, "added_tokens": []any{}, "post_processor": nil, "decoder": map[string]any{"type": "WordPiece"},
		"normalizer":    map[string]any{"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": nil, "lowercase": true},
		"pre_tokenizer": map[string]any{"type": "BertPreTokenizer"},
		"model":         map[string]any{"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocab},
	}
	dtype, width := "F32", 4
	if m.Half {
		dtype, width = "F16", 2
	}
	dims := len(m.Rows[0])
	var data []byte
	for _, row := range m.Rows {
		for _, x := range row {
			if m.Half {
				data = binary.LittleEndian.AppendUint16(data, half(x))
			} else {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(x)))
			}
		}
	}
	header := encode(map[string]any{
		"__metadata__": map[string]string{"format": "pt"},
		"embeddings":   map[string]any{"dtype": dtype, "shape": []int{len(m.Rows), dims}, "data_offsets": []int{0, len(m.Rows) * dims * width}},
	})
	return map[string][]byte{
		"config.json":       encode(map[string]any{"model_type": "model2vec", "normalize": m.Normalize}),
		"tokenizer.json":    encode(tokenizer),
		"model.safetensors": append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...), data...),
	}
}

// half is the 16-bit float of a number that has one: normal, or 0.
func half(x float64) uint16 {
	if x == 0 {
		return 0
	}
	fraction, exponent := math.Frexp(math.Abs(x))
	bits := uint16(exponent+14)<<10 | uint16(fraction*2048)&1023
	if x < 0 {
		bits |= 1 << 15
	}
	return bits
}

func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// Write puts files into a new folder.
func Write(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, b := range files {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Digest is the digest of a model's files.
func Digest(files map[string][]byte) knowledge.Digest {
	list := ""
	for _, name := range []string{"config.json", "model.safetensors", "tokenizer.json"} {
		list += fmt.Sprintf("%x  %s\n", sha256.Sum256(files[name]), name)
	}
	sum := sha256.Sum256([]byte(list))
	return knowledge.Digest("sha256:" + hex.EncodeToString(sum[:]))
}
