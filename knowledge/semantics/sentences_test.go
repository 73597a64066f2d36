package semantics

import (
	"slices"
	"testing"

	"quire/knowledge"
)

func TestSentences(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"titles and abbreviations", "Dr. Smith met Mr. J. Doe, e.g. in Lyon. They left.", []string{"Dr. Smith met Mr. J. Doe, e.g. in Lyon.", "They left."}},
		{"German ordinals", "Am 3. April begann es. Art. 4 Abs. 2 gilt.", []string{"Am 3. April begann es.", "Art. 4 Abs. 2 gilt."}},
		{"line ends inside a sentence", "The board met in\nLyon and left. It\nrained.", []string{"The board met in\nLyon and left.", "It\nrained."}},
		{"a short line before a capital stands alone", "Embed it\nThe planning guide provides communicators with a framework for\ntheir work.",
			[]string{"Embed it", "The planning guide provides communicators with a framework for\ntheir work."}},
		{"note marks", "It grew to the present.[12][3] The company left.", []string{"It grew to the present.[12][3]", "The company left."}},
		{"Japanese", "会議を開催した。予算を承認した。", []string{"会議を開催した。", "予算を承認した。"}},
		{"no-break spaces", "One ended.\u00a0Two began.", []string{"One ended.", "Two began."}},
		{"addresses of the web", "Click on https://example.org/a?b=1&c=2 to reset it. Then wait.", []string{"Click on https://example.org/a?b=1&c=2 to reset it.", "Then wait."}},
		{"quotes close a sentence", "He said \u201cyes.\u201d Then he left.", []string{"He said \u201cyes.\u201d", "Then he left."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := assemble(t, knowledge.Metadata{}, unit(knowledge.Section, tt.text))
			v := newView(d)
			var got []string
			for i := range v.blocks {
				b := &v.blocks[i]
				b.sentences(func(s knowledge.Span) bool {
					got = append(got, b.plain(s))
					if plain := b.unit.PlainText(b.text, s); plain != b.plain(s) {
						t.Errorf("plain text of %v is %q and %q", s, plain, b.plain(s))
					}
					return true
				})
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("sentences = %q, want %q", got, tt.want)
			}
		})
	}
}
