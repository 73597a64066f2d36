package overlay

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"quire/knowledge"
)

func TestMatchFollowsTheDigest(t *testing.T) {
	a, b := knowledge.Digest("sha256:"+hexA), knowledge.Digest("sha256:"+hexB)
	units := func(source string) (Holding, bool) {
		return Holding{Units: []UnitRef{{"sec1", a, ""}, {"sec2", b, ""}, {"sec3", b, ""}}}, source == src
	}
	for name, c := range map[string]struct {
		entry Entry
		want  Verdict
	}{
		"the named unit":              {Entry{Source: src, Unit: "sec1", Digest: string(a)}, Verdict{State: Fresh, Unit: "sec1", Digest: a}},
		"the beginning of its digest": {Entry{Source: src, Unit: "sec1", Digest: hexA[:12]}, Verdict{State: Fresh, Unit: "sec1", Digest: a}},
		"the named one of twins":      {Entry{Source: src, Unit: "sec3", Digest: hexB}, Verdict{State: Fresh, Unit: "sec3", Digest: b}},
		"no name":                     {Entry{Source: src, Digest: hexB}, Verdict{State: Fresh, Unit: "sec2", Digest: b}},
		"moved to another name":       {Entry{Source: src, Unit: "sec1", Digest: hexB}, Verdict{State: Fresh, Unit: "sec2", Digest: b, Moved: "sec2"}},
		"moved from a lost name":      {Entry{Source: src, Unit: "sec9", Digest: hexA}, Verdict{State: Fresh, Unit: "sec1", Digest: a, Moved: "sec1"}},
		"changed":                     {Entry{Source: src, Unit: "sec2", Digest: strings.Repeat("3", 64)}, Verdict{State: Stale, Unit: "sec2", Digest: b}},
		"changed and gone":            {Entry{Source: src, Unit: "sec9", Digest: strings.Repeat("3", 12)}, Verdict{State: Stale}},
		"too little of a digest":      {Entry{Source: src, Unit: "sec1", Digest: hexA[:11]}, Verdict{State: Stale, Unit: "sec1", Digest: a}},
		"no such source":              {Entry{Source: other, Unit: "sec1", Digest: hexA}, Verdict{State: Orphan}},
	} {
		got := Match(c.entry, units)
		if (len(got.Lost) > 0) != (got.State != Fresh) {
			t.Errorf("%s: %s, and lost is %q", name, got.State, got.Lost)
		}
		if got.Lost = nil; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestUniqueKeepsOneOfEachAndSaysSo(t *testing.T) {
	x := Entry{Source: src, Digest: hexA, Slot: Note, Text: "x", Author: "a", File: "b.yaml", Line: 3}
	again := x
	again.File, again.Digest = "a.yaml", "sha256:"+hexA
	y := x
	y.Text = "y"
	entries, problems := Unique([]Entry{x, y, again})
	if len(entries) != 2 || len(problems) != 1 || problems[0].File != "b.yaml" || !strings.Contains(problems[0].What, "a.yaml line 3") {
		t.Errorf("%d entries, problems %v", len(entries), problems)
	}
	reversed, _ := Unique([]Entry{again, y, x})
	if !reflect.DeepEqual(entries, reversed) {
		t.Error("the order of the input shows in the result")
	}
}

func TestLoadReadsOverlaysAndNothingElse(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	fsys := fstest.MapFS{
		"overlays/b.yaml":                 file(entryText("text: b")),
		"overlays/deep/er/a.yml":          file(entryText("text: a")),
		"overlays/bad.yaml":               file("nonsense\n"),
		"overlays/README.md":              file("about"),
		"overlays/.draft.yaml":            file("nonsense"),
		"overlays/interactions/i.yaml":    file("nonsense"),
		"overlays/answers/a.yaml":         file("nonsense"),
		"overlays/deep/answers/c.yaml":    file(entryText("text: c")),
		"overlays/link.yaml":              {Data: []byte("/etc/passwd"), Mode: 0o777 | 1<<27},
		"overlays/.hidden/x.yaml":         file(entryText("text: hidden folder")),
		"overlays-of-another/folder.yaml": file("nonsense"),
	}
	entries, problems, err := Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, e := range entries {
		texts = append(texts, e.Text)
	}
	if len(texts) != 4 {
		t.Errorf("texts %q", texts)
	}
	if len(problems) != 2 || problems[0].File != "overlays/bad.yaml" || problems[1].File != "overlays/link.yaml" {
		t.Errorf("problems %v", problems)
	}
	if entries, problems, err := Load(fstest.MapFS{}); len(entries)+len(problems) > 0 || err != nil {
		t.Errorf("no folder gives %v, %v, %v", entries, problems, err)
	}
}

// What is written about a picture is bound to the file as well: beside a text that stands,
// nobody can tell whether another file has another picture; in the place of one, it has.
func TestAPictureInAnotherFileIsNoticed(t *testing.T) {
	digest := func(s string) knowledge.Digest { return knowledge.DigestOf([]byte(s)) }
	const text = "Turnover by office.\n"
	for _, c := range []struct {
		name, text string
		slot       Slot
		want       State
		unsure     bool
	}{
		{"a chart beside a text", text, ChartData, Fresh, true},
		{"a chart on a page without any", " \n", ChartData, Stale, false},
		{"a scan", "", PageSummary, Stale, false},
		{"a note on a text", text, Note, Fresh, false},
	} {
		resolve := func(knowledge.Address) (Target, error) {
			return Target{Source: src, Unit: "p1", Digest: digest(c.text), Content: digest("file"), Bare: strings.TrimSpace(c.text) == "", Check: digest(c.text).Short(6)}, nil
		}
		was := func(content string) Holder {
			return func(string) (Holding, bool) {
				return Holding{Content: digest(content), Units: []UnitRef{{"p1", digest(c.text), c.text}}}, true
			}
		}
		input := "unit: " + src + "#p1\nslot: " + string(c.slot) + "\ntext: \"Lyon: 5\"\nauthor: ann\n"
		entries, problems, err := ParseApply("x", strings.NewReader(input), resolve, was("file"))
		if err != nil || len(problems) > 0 {
			t.Fatalf("%s: %v, %v", c.name, problems, err)
		}
		e := entries[0]
		if v := Match(e, was("file")); v.State != Fresh || v.Unsure != "" {
			t.Errorf("%s: before it is %+v", c.name, v)
		}
		v := Match(e, was("another"))
		if v.State != c.want || (v.Unsure != "") != c.unsure {
			t.Errorf("%s: in another file it is %+v", c.name, v)
		}
		again, err := Rebind(e, was("another"))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if v := Match(again, was("another")); v.State != Fresh || v.Unsure != "" {
			t.Errorf("%s: bound anew it is %+v", c.name, v)
		}
	}
}
