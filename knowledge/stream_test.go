package knowledge

import (
	"bytes"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
)

// leafBytes is a leaf in memory.
type leafBytes struct{ *bytes.Reader }

func (leafBytes) Close() error { return nil }

// streamOf stores a document in a map and opens it as a stream.
func streamOf(t *testing.T, files map[string][]byte, recipe Digest) (*Stream, error) {
	t.Helper()
	open := func(name string) (Leaf, error) {
		b, ok := files[name]
		if !ok {
			return nil, os.ErrNotExist
		}
		return leafBytes{bytes.NewReader(b)}, nil
	}
	return OpenStream(Tree{OpenFile: open, OpenLeaf: func(name string) (io.ReadCloser, error) { return open(name) }}, recipe)
}

// streamed is a document of three units, one of them longer than the reading buffer.
func streamed(t *testing.T) (*Document, map[string][]byte, Digest) {
	t.Helper()
	texts := []string{"one", strings.Repeat("a long unit ", 10_000), ""}
	d := &Document{Text: strings.Join(texts, "\n\n")}
	d.Evidence = Evidence{Schema: EvidenceSchema, Outcome: Extracted, Units: 3, TextBytes: len(d.Text), Text: DigestOf([]byte(d.Text))}
	at := 0
	for i, text := range texts {
		u := Unit{Name: UnitName(Section, i+1), Kind: Section, Ordinal: i + 1, Span: Span{at, at + len(text)}, Digest: DigestOf([]byte(text))}
		for range len(text) / 10 { // a long line
			u.Blocks = append(u.Blocks, Block{Kind: Paragraph, Span: Span{0, 1}})
		}
		d.Units = append(d.Units, u)
		at += len(text) + 2
	}
	jsonl, err := EncodeEvidence(d)
	if err != nil {
		t.Fatal(err)
	}
	recipe := d.Evidence.Recipe.Key()
	return d, map[string][]byte{
		RecordName(recipe): jsonl, TextName(recipe): []byte(d.Text),
	}, recipe
}

func TestAStreamGivesTheUnitsOfTheDocument(t *testing.T) {
	d, files, recipe := streamed(t)
	s, err := streamOf(t, files, recipe)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if !reflect.DeepEqual(s.Evidence, d.Evidence) {
		t.Errorf("evidence %+v", s.Evidence)
	}
	n := 0
	for u, err := range s.Units() {
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(*u.Unit, d.Units[n]) || u.Text != d.UnitText(&d.Units[n]) {
			t.Errorf("unit %d is another", n+1)
		}
		n++
	}
	if n != len(d.Units) {
		t.Errorf("%d units", n)
	}
}

func TestAStreamSaysWhatIsDamaged(t *testing.T) {
	_, whole, recipe := streamed(t)
	record, text := RecordName(recipe), TextName(recipe)
	for name, damage := range map[string]func(map[string][]byte){
		"no record":    func(f map[string][]byte) { delete(f, record) },
		"no text":      func(f map[string][]byte) { delete(f, text) },
		"another text": func(f map[string][]byte) { f[text] = bytes.ToUpper(f[text]) },
		"a short text": func(f map[string][]byte) { f[text] = f[text][1:] },
		"a cut record": func(f map[string][]byte) { f[record] = f[record][:len(f[record])-1] },
		"no json": func(f map[string][]byte) {
			f[record] = bytes.Replace(f[record], []byte(`{"name"`), []byte(`"name"`), 1)
		},
		"a span outside": func(f map[string][]byte) {
			f[record] = bytes.Replace(f[record], []byte(`"span":[0,3]`), []byte(`"span":[0,900000]`), 1)
		},
		"another format": func(f map[string][]byte) {
			f[record] = bytes.Replace(f[record], []byte("quire.evidence/1"), []byte("quire.evidence/9"), 1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string][]byte{}
			for k, v := range whole {
				files[k] = bytes.Clone(v)
			}
			damage(files)
			s, err := streamOf(t, files, recipe)
			if err == nil {
				defer s.Close()
				for _, e := range s.Units() {
					err = e
				}
			}
			var damaged *EvidenceError
			if !errors.As(err, &damaged) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// A leaf that only lies where layout 1 had it is found there, and one that a sync moves
// between the two looks is found where it went.
func TestLeavesOfTheEarlierLayoutAreFound(t *testing.T) {
	d, files, recipe := streamed(t)
	for _, name := range []string{RecordName(recipe), TextName(recipe)} {
		files[EarlierName(name)] = files[name]
		delete(files, name)
	}
	if _, ok := files["evidence/"+recipe.Short(2)+"/"+recipe.Hex()+"/text.md"]; !ok {
		t.Fatalf("the text was never called %s", EarlierName(TextName(recipe)))
	}
	s, err := streamOf(t, files, recipe)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	read := func(name string) ([]byte, error) {
		b, ok := files[name]
		if !ok {
			return nil, os.ErrNotExist
		}
		return b, nil
	}
	got, err := LoadDocument(read, recipe)
	if err != nil || got.Text != d.Text || len(got.Units) != 3 {
		t.Errorf("the document is another, %v", err)
	}
	looks := 0
	_, at, err := Find(func(name string) (int, error) {
		if looks++; looks == 3 {
			return 7, nil
		}
		return 0, os.ErrNotExist
	}, RecordName(recipe))
	if err != nil || at != RecordName(recipe) || looks != 3 {
		t.Errorf("what was moved: %d looks, %s, %v", looks, at, err)
	}
	if name := DerivedName(recipe, 2); EarlierName(name) != DerivedKey(recipe, 2)+".json" || EarlierName("tables/aa/bb") != "" {
		t.Errorf("earlier names %q and %q", EarlierName(name), EarlierName("tables/aa/bb"))
	}
}
