package vectors

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// maxWord bounds the characters of a word that is looked up: each place in it costs as
// many look-ups as it has characters.
const maxWord = 200

// word is one entry of a vocabulary: its text and its row in the model.
type word struct {
	text string
	row  int
}

// readTokenizer reads tokenizer.json: a WordPiece vocabulary, BERT's normaliser or
// none, BERT's cutting into words. What stands behind those in the file (added tokens,
// truncation, what is put around a text) has no part in a mean of words. The words are
// sorted; rows is how many rows the model has.
func readTokenizer(b []byte, rows int) (s splitter, words []word, err error) {
	bad := func(format string, args ...any) (splitter, []word, error) {
		return s, nil, &ModelError{TokenizerName, fmt.Sprintf(format, args...)}
	}
	type kind struct {
		Type    string `json:"type"`
		Clean   *bool  `json:"clean_text"`
		Chinese *bool  `json:"handle_chinese_chars"`
		Accents *bool  `json:"strip_accents"`
		Lower   *bool  `json:"lowercase"`
	}
	var file struct {
		Normalizer   *kind `json:"normalizer"`
		PreTokenizer *kind `json:"pre_tokenizer"`
		Model        struct {
			Type     string          `json:"type"`
			Unknown  string          `json:"unk_token"`
			Prefix   *string         `json:"continuing_subword_prefix"`
			MaxChars *int            `json:"max_input_chars_per_word"`
			Vocab    json.RawMessage `json:"vocab"`
		} `json:"model"`
	}
	if err := json.Unmarshal(b, &file); err != nil {
		return bad("is not the JSON of a tokenizer: %v", err)
	}
	const read = "WordPiece with BertNormalizer or none and BertPreTokenizer is"
	m := &file.Model
	if m.Type != "WordPiece" {
		return bad("has a model of the type %q, which is not read; %s", m.Type, read)
	}
	if file.PreTokenizer == nil || file.PreTokenizer.Type != "BertPreTokenizer" {
		got := "none"
		if file.PreTokenizer != nil {
			got = file.PreTokenizer.Type
		}
		return bad("cuts words by %q, which is not read; %s", got, read)
	}
	s = splitter{Prefix: "##", Unknown: m.Unknown, MaxChars: 100} // defaults of the format
	if m.Prefix != nil {
		s.Prefix = *m.Prefix
	}
	if m.MaxChars != nil {
		s.MaxChars = *m.MaxChars
	}
	if n := file.Normalizer; n != nil {
		if n.Type != "BertNormalizer" {
			return bad("normalises by %q, which is not read; %s", n.Type, read)
		}
		on := func(b *bool, unset bool) bool {
			if b == nil {
				return unset
			}
			return *b
		}
		s.Clean, s.Chinese, s.Lowercase = on(n.Clean, true), on(n.Chinese, true), on(n.Lower, true)
		s.Accents = on(n.Accents, s.Lowercase)
	}
	if s.MaxChars < 1 || s.MaxChars > maxWord || len(s.Prefix) > 100 || len(s.Unknown) > 100 {
		return bad("has a max_input_chars_per_word outside of 1 to %d, or a prefix or unknown word of more than 100 bytes", maxWord)
	}
	var vocabulary map[string]int64
	if err := json.Unmarshal(m.Vocab, &vocabulary); err != nil || len(vocabulary) == 0 {
		return bad("has a vocabulary that is no object of words and numbers")
	}
	for text, row := range vocabulary {
		if row < 0 || row >= int64(rows) {
			return bad("names the row %d of %d that %s has", row, rows, WeightsName)
		}
		words = append(words, word{text, int(row)})
	}
	slices.SortFunc(words, func(a, b word) int { return strings.Compare(a.text, b.text) })
	return s, words, nil
}
