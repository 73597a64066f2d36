package eval

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReadJudgements(t *testing.T) {
	want := Judgements{"1": {"d1": 2, "d2": 0}, "2": {"d1": 1}}
	for _, c := range []struct{ name, text, err string }{
		{"three columns", "1\td1\t2\n1\td2\t0\n2\td1\t1\n", ""},
		{"four columns, spaces, line ends of Windows", "1 0 d1 2\r\n1 0 d2 0\r\n\r\n2 0 d1 1\r\n", ""},
		{"a header", "query-id\tcorpus-id\tscore\n1\td1\t2\n1\td2\t0\n2\td1\t1", ""},
		{"two columns", "1 d1\n", "line 1: want 3 or 4 columns, got 2"},
		{"a word for a grade", "1 d1 2\n1 d2 high\n", `line 2: grade "high" is no number`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ReadJudgements(strings.NewReader(c.text))
			if c.err != "" {
				if err == nil || err.Error() != c.err {
					t.Errorf("got error %v, want %s", err, c.err)
				}
			} else if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Load(dir); err == nil {
		t.Error("loaded an empty folder")
	}
	write(CorpusFile, `{"id":"d1","title":"A","text":"a"}`+"\n"+`{"id":"d2","text":"b"}`+"\n")
	write(QueriesFile, "1\twhat is a\n2\tb\tand c\n")
	write(JudgementsFile, "1\td1\t1\n")
	got, err := Load(dir)
	want := &Collection{
		Documents: []Document{{"d1", "A", "a"}, {"d2", "", "b"}},
		Questions: []Question{{"1", "what is a"}, {"2", "b\tand c"}},
		Judged:    Judgements{"1": {"d1": 1}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	write(QueriesFile, "no tab\n")
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), QueriesFile) {
		t.Errorf("got %v", err)
	}
	write(CorpusFile, `{"id":`)
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), CorpusFile) {
		t.Errorf("got %v", err)
	}
}
