package notebook

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"quire/extract/extracttest"
	"quire/knowledge"
)

type object = map[string]any

func sample(t testing.TB, cells ...object) extracttest.Sample {
	t.Helper()
	b, err := json.MarshalIndent(object{
		"nbformat": 4, "cells": cells, "metadata": object{"language_info": object{"name": "python"}, "authors": []object{{"name": "Ann"}}, "title": "Ducks"},
	}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return extracttest.Sample{Name: "a.ipynb", Format: "ipynb", Data: b}
}

func tour(t testing.TB) extracttest.Sample {
	picture := base64.StdEncoding.EncodeToString([]byte("picture"))
	return sample(t,
		object{"cell_type": "markdown", "source": []string{"# Ducks\n", "\n", "See [ponds](ponds.md) and ![moon](attachment:moon.png)."}, "attachments": object{"moon.png": object{"image/png": picture}}},
		object{"cell_type": "code", "source": "import duck\nduck.count()", "outputs": []object{
			{"output_type": "stream", "text": []string{"\x1b[31mred\x1b[0m\n", "line"}},
			{"output_type": "execute_result", "data": object{"text/plain": "   a\n0  1", "text/html": "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"}},
			{"output_type": "display_data", "data": object{"text/plain": "<Figure>", "image/png": picture}},
			{"output_type": "error", "ename": "KeyError", "evalue": "'x'"},
		}},
		object{"cell_type": "raw", "source": "as it is"},
	)
}

func TestConformance(t *testing.T) {
	extracttest.Run(t, New(), tour(t), sample(t))
}

func TestCellsAreReadAsWhatTheyAre(t *testing.T) {
	d := extracttest.Extract(t, New(), tour(t))
	want := "# Ducks\n\nSee ponds and moon.\n\n```python\nimport duck\nduck.count()\n```\n\n```\nred\nline\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```\nKeyError: 'x'\n```\n\n```\nas it is\n```\n"
	if d.Text != want {
		t.Errorf("text is\n%s\nwant\n%s", d.Text, want)
	}
	var children []string
	for _, c := range d.Evidence.Children {
		children = append(children, fmt.Sprint(c.Name, " ", c.Size))
	}
	if got := strings.Join(children, ", "); got != "moon.png 7, output-2.png 7" || d.Evidence.Counts.Images != 2 {
		t.Errorf("children %s, %d pictures", got, d.Evidence.Counts.Images)
	}
	if m := d.Evidence.Meta; m.Title != "Ducks" || len(m.Authors) != 1 {
		t.Errorf("metadata %+v", m)
	}
	if l := d.Units[0].Links; len(l) != 1 || l[0].Target != "ponds.md" {
		t.Errorf("links %v", l)
	}
	source := strings.Split(string(tour(t).Data), "\n")
	for i := range d.Units[0].Blocks {
		var first, last int
		if _, err := fmt.Sscanf(d.Units[0].Blocks[i].Locator.Get("lines"), "%d-%d", &first, &last); err != nil || !strings.Contains(strings.Join(source[first-1:last], "\n"), "cell_type") {
			t.Errorf("block %d stands at %s: %v", i, d.Units[0].Blocks[i].Locator, err)
		}
	}
}

func TestTheFormerFormatIsRead(t *testing.T) {
	data := `{"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "heading", "level": 2, "source": "Old"}, {"cell_type": "code", "input": ["x = 1\n", "y"], "language": "python", "outputs": [{"output_type": "pyout", "text": "1"}]}]}]}`
	d := extracttest.Extract(t, New(), extracttest.Sample{Format: "ipynb", Data: []byte(data)})
	if want := "## Old\n\n```python\nx = 1\ny\n```\n\n```\n1\n```\n"; d.Text != want {
		t.Errorf("text is %q", d.Text)
	}
}

func TestWhatIsNoNotebookIsDamaged(t *testing.T) {
	d := extracttest.Extract(t, New(), extracttest.Sample{Format: "ipynb", Data: []byte(`{"cells": [{"cell_type": `)})
	if d.Evidence.Outcome != knowledge.Failed || d.Evidence.Reason != "damaged" {
		t.Errorf("outcome %s %s", d.Evidence.Outcome, d.Evidence.Reason)
	}
}

func FuzzExtract(f *testing.F) {
	f.Add(tour(f).Data)
	f.Fuzz(func(t *testing.T, b []byte) {
		extracttest.Check(t, extracttest.Extract(t, New(), extracttest.Sample{Format: "ipynb", Data: b}))
	})
}
