package knowledge

import (
	"fmt"
	"strings"
	"testing"
)

// unitOf lays out blocks one after the other.
func unitOf(blocks ...Block) (*Unit, string) {
	u := &Unit{Name: "sec1", Kind: Section}
	var text strings.Builder
	for _, b := range blocks {
		body := b.Author // the test's text rides in a field that Cut does not read
		b.Author = ""
		if text.Len() > 0 {
			text.WriteString("\n\n")
		}
		b.Span[0] = text.Len()
		text.WriteString(body)
		b.Span[1] = text.Len()
		u.Blocks = append(u.Blocks, b)
	}
	return u, text.String()
}

func passageTexts(u *Unit, text string) []string {
	var out []string
	for _, p := range Cut(u, text) {
		out = append(out, text[p.Span[0]:p.Span[1]])
	}
	return out
}

func TestCutKeepsOneHeadingPathAPassage(t *testing.T) {
	u, text := unitOf(
		Block{Kind: Paragraph, Author: "Before."}, Block{Kind: Heading, Level: 1, Lead: 2, Author: "# One"},
		Block{Kind: Paragraph, Author: "First."}, Block{Kind: Paragraph, Author: "Second."},
		Block{Kind: Heading, Level: 2, Lead: 3, Author: "## Two"}, Block{Kind: Paragraph, Author: "Third."},
		Block{Kind: Heading, Level: 1, Lead: 2, Author: "# Three"}, Block{Kind: Paragraph, Author: "Fourth."},
	)
	var got []string
	for _, p := range Cut(u, text) {
		var path []string
		for _, r := range u.HeadingPath(&p) {
			path = append(path, r.Text)
		}
		got = append(got, strings.Join(path, "/")+": "+text[p.Span[0]:p.Span[1]])
	}
	want := []string{": Before.", "One: First.\n\nSecond.", "One/Two: Third.", "Three: Fourth."}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCutDoesNotMixChannels(t *testing.T) {
	u, text := unitOf(
		Block{Kind: Paragraph, Author: "Body."}, Block{Kind: NoteText, Author: "Note."}, Block{Kind: Paragraph, Flags: []Flag{"hidden:run"}, Author: "Hidden."},
		Block{Kind: Table, Author: "| a |"}, Block{Kind: Table, Author: "| b |"},
	)
	want := []string{"Body.", "Note.", "Hidden.", "| a |", "| b |"}
	if got := passageTexts(u, text); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCutOfLongBlocks(t *testing.T) {
	sentence := strings.Repeat("word ", 30) + "end. "
	rows := "| Office | Item |\n| --- | --- |\n" + strings.Repeat("| Lyon | Marketing |\n", 200)
	for _, c := range []struct {
		name  string
		block Block
	}{
		{"sentences", Block{Kind: Paragraph, Author: strings.TrimSpace(strings.Repeat(sentence, 60))}},
		{"one endless word", Block{Kind: Paragraph, Author: strings.Repeat("x", 9000)}},
		{"endless han", Block{Kind: Paragraph, Author: strings.Repeat("漢", 4000)}},
		{"rows", Block{Kind: Table, HeaderRows: 1, Author: strings.TrimSpace(rows)}},
		{"code", Block{Kind: Code, Author: "```\n" + strings.Repeat("line of code\n", 400) + "```"}},
	} {
		u, text := unitOf(c.block)
		passages := Cut(u, text)
		covered := 0
		for i, p := range passages {
			body := text[p.Span[0]:p.Span[1]]
			if len(body) > PassageBytes {
				t.Errorf("%s: passage %d has %d bytes", c.name, i, len(body))
			}
			if strings.ToValidUTF8(body, "?") != body {
				t.Errorf("%s: passage %d cuts a character", c.name, i)
			}
			covered += len(strings.Join(strings.Fields(body), ""))
			if c.block.Kind == Table && i > 0 && (p.Header == nil || p.Header.Text != "Office | Item") {
				t.Errorf("%s: passage %d has the header %v", c.name, i, p.Header)
			}
		}
		if want := len(strings.Join(strings.Fields(text), "")); covered != want || len(passages) < 2 {
			t.Errorf("%s: %d passages cover %d of %d bytes", c.name, len(passages), covered, want)
		}
	}
}

func TestCutFindsTitleSlides(t *testing.T) {
	u, text := unitOf(Block{Kind: Heading, Level: 1, Lead: 2, Author: "# Opening"})
	if got := passageTexts(u, text); len(got) != 1 || got[0] != "# Opening" {
		t.Errorf("got %q", got)
	}
}

func TestCutKeepsRecordsTogether(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("| ID | Step |\n| --- | --- |")
	var merges [][4]int
	row := 1
	for id := range 12 {
		merges = append(merges, [4]int{row, 0, 4, 1})
		for step := range 4 {
			name := ""
			if step == 0 {
				name = fmt.Sprintf("R%d", id)
			}
			fmt.Fprintf(&rows, "\n| %s | %s%d |", name, strings.Repeat("step ", 20), step)
			row++
		}
	}
	u, text := unitOf(Block{Kind: Table, HeaderRows: 1, Merges: merges, Author: rows.String()})
	passages := Cut(u, text)
	if len(passages) < 3 {
		t.Fatalf("only %d passages", len(passages))
	}
	for i, p := range passages {
		body := text[p.Span[0]:p.Span[1]]
		if i > 0 && !strings.HasPrefix(body, "| R") {
			t.Errorf("passage %d begins inside a record: %.30q", i, body)
		}
		if !strings.HasSuffix(body, "step 3 |") {
			t.Errorf("passage %d ends inside a record", i)
		}
	}
}
