package validate

import (
	"fmt"
	"strings"
	"testing"

	"quire/knowledge"
)

func TestSeveritiesAreChosenByRuleFamilyAndPath(t *testing.T) {
	s := &Settings{
		Severity: map[string]knowledge.Severity{Secrets: knowledge.Error, NumberFound.ID: knowledge.Note},
		Paths: []PathSeverity{
			{"c/old/**", map[string]knowledge.Severity{Secrets: Off}},
			{"c/old/keys/*", map[string]knowledge.Severity{SecretFound.ID: knowledge.Blocking}},
		},
	}
	for _, c := range []struct {
		rule Rule
		path string
		want knowledge.Severity
	}{
		{SecretFound, "c/a.md", knowledge.Error}, {NumberFound, "c/a.md", knowledge.Note}, {SecretFound, "c/old/a.md", Off}, {NumberFound, "c/old/x/a.md", Off},
		{SecretFound, "c/old/keys/a", knowledge.Blocking}, {NumberFound, "c/old/keys/a", Off}, {RowForm, "c/old/a.md", knowledge.Blocking}, {SecretFound, "", knowledge.Error},
	} {
		if got := s.Of(c.rule, c.path); got != c.want {
			t.Errorf("%s at %q: %s, want %s", c.rule.ID, c.path, got, c.want)
		}
	}
	if !s.Blocks(SecretFound) || s.Blocks(NumberFound) || !s.Blocks(RowForm) {
		t.Error("what blocks is not told")
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	var none *Settings
	if none.Of(RowForm, "c/a") != knowledge.Blocking || none.Blocks(SecretFound) {
		t.Error("no settings are not the defaults")
	}
}

// Waivers, and what only validate asks, leave the snapshot as it is.
func TestOnlyWhatMayBlockDecidesASnapshot(t *testing.T) {
	s := Settings{Waivers: []Waiver{{"QV801", "a", "", "r", "2027-01-31"}}, Policy: []Policy{{MaxBytes: 1}}}
	if got := s.Recipe(); got != "" {
		t.Errorf("%q", got)
	}
	s.Severity = map[string]knowledge.Severity{PolicyOf: knowledge.Blocking}
	if one := s.Recipe(); one == "" {
		t.Error("a policy that blocks decides nothing")
	} else if s.Policy[0].MaxBytes = 2; s.Recipe() == one {
		t.Error("another policy that blocks decides the same")
	}
}

func TestSettingsAreCheckedWithTheirPlace(t *testing.T) {
	day := "2027-01-31"
	for want, s := range map[string]Settings{
		"validate.severity.QV000: there is no such rule":           {Severity: map[string]knowledge.Severity{"QV000": Off}},
		"validate.paths: number 1: severity.secrets: \"loud\"":     {Paths: []PathSeverity{{"a", map[string]knowledge.Severity{Secrets: "loud"}}}},
		"validate.paths: number 1: \"[\" is no pattern":            {Paths: []PathSeverity{{"[", nil}}},
		"validate.policy: number 1: asks for nothing":              {Policy: []Policy{{Path: "a"}}},
		"validate.policy: number 1: a limit is less":               {Policy: []Policy{{MaxBytes: -1}}},
		"validate.policy: number 1: max_garbled and":               {Policy: []Policy{{MaxGarbled: 101}}},
		"validate.waivers: number 1: rule: there is no rule \"x\"": {Waivers: []Waiver{{"x", "a", "", "r", day}}},
		"validate.waivers: number 1: names no path":                {Waivers: []Waiver{{"QV801", "", "", "r", day}}},
		"validate.waivers: number 1: address: \"q12\" is none":     {Waivers: []Waiver{{"QV801", "", "q12", "r", day}}},
		"validate.waivers: number 1: has no reason":                {Waivers: []Waiver{{"QV801", "a", "", " ", day}}},
		"validate.waivers: number 1: expires: \"soon\" is no date": {Waivers: []Waiver{{"QV801", "a", "", "r", "soon"}}},
	} {
		if err := s.Check(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// issues makes findings of one document and of another.
func issues(settings *Settings, at ...string) *Findings {
	f := &Findings{Settings: settings}
	for _, a := range at {
		path, place, _ := strings.Cut(a, "#")
		if place != "" {
			place = "#" + place
		}
		f.Add(SecretFound, &knowledge.Source{ID: id(path), Path: "c/" + path}, place, "a secret")
	}
	Sort(f.List)
	Fingerprint(f.List)
	return f
}

func TestWaiversHoldToTheirLastDay(t *testing.T) {
	s := &Settings{Waivers: []Waiver{
		{Rule: "QV801", Path: "c/a", Reason: "test keys", Expires: "2027-03-31"},
		{Rule: "QV801", Address: id("b") + "#p1", Reason: "seen", Expires: "2027-12-31"},
		{Rule: "QV801", Path: "c/gone", Reason: "old", Expires: "2027-12-31"},
	}}
	for day, want := range map[string]string{
		"2027-03-31": "QV801 QV952", "2027-04-01": "QV801 QV951 QV952", "2028-01-01": "QV801 QV951 QV952",
	} {
		f := issues(s, "a#p1@0-9", "b#p1@4-9", "b#p11@0-9", "d")
		waived := f.Waive(day, "quire.yaml")
		if got := ids(f); got != want {
			t.Errorf("%s: %s, want %s: %+v", day, got, want, f.List)
		}
		n := map[string]int{"2027-03-31": 2, "2027-04-01": 1, "2028-01-01": 0}[day]
		if len(waived) != n {
			t.Errorf("%s: %d waived, want %d", day, len(waived), n)
		}
		for _, x := range f.List {
			if (x.Rule == "QV951" || x.Rule == "QV952") && (x.Path != "quire.yaml" || x.Source != "") {
				t.Errorf("%+v", x)
			}
		}
	}
}

func TestFingerprintsSurviveWhatMoves(t *testing.T) {
	prints := func(f *Findings) string {
		var out []string
		for _, x := range f.List {
			out = append(out, x.Print)
		}
		return strings.Join(out, " ")
	}
	before := issues(nil, "a#p1@0-9", "a#p1@20-29", "b")
	after := issues(nil, "a#p1@300-309", "a#p1@320-329", "b")
	if prints(before) != prints(after) || before.List[0].Print == before.List[1].Print || len(before.List[0].Print) != 16 {
		t.Errorf("%s, moved: %s", prints(before), prints(after))
	}
	after.List[0].Path = "c/renamed"
	after.List[0].Print = ""
	Fingerprint(after.List[:1])
	if after.List[0].Print != before.List[0].Print {
		t.Error("a renamed document gets other findings")
	}
	b, err := EncodeBaseline(before.List)
	if err != nil {
		t.Fatal(err)
	}
	base, err := ParseBaseline(b)
	if err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	more := issues(nil, "a#p1@300-309", "a#p1@320-329", "a#p1@400-409", "d")
	fresh, known, gone := base.Split(more.List)
	if len(fresh) != 2 || len(known) != 2 || gone != 1 {
		t.Errorf("%d new, %d known, %d gone", len(fresh), len(known), gone)
	}
	for _, bad := range []string{"", "{", `{"schema":"quire.sync/1"}`, `{"schema":"quire.baseline/1","findings":[]} <<<<<<<`} {
		if _, err := ParseBaseline([]byte(bad)); err == nil {
			t.Errorf("%q is taken for a baseline", bad)
		}
	}
}

// A finding of a secret keeps nothing of it: equal places with other secrets are equal.
func TestFindingsOfSecretsSayNothingOfThem(t *testing.T) {
	found := func(password string) *Findings {
		s, d := book(1)
		text := "password=" + password
		d.Text = text + "\n"
		d.Units[0].Span = knowledge.Span{0, len(text)}
		var f Findings
		f.secrets(s, d)
		Sort(f.List)
		Fingerprint(f.List)
		return &f
	}
	a, b := found("hunter22"), found("Zr4&hollow9Tq")
	if len(a.List) != 1 || len(b.List) != 1 || fmt.Sprintf("%+v", a.List) != fmt.Sprintf("%+v", b.List) {
		t.Errorf("%+v and %+v", a.List, b.List)
	}
	// Nor does a message of another rule that quotes.
	var f Findings
	f.Add(Statement, &knowledge.Source{ID: id("a")}, "", "it says %q, not %q", "password=hunter22", "x")
	if strings.Contains(f.List[0].Message, "hunter") {
		t.Errorf("%+v", f.List)
	}
}

func TestManySecretsOfOneKindAreCounted(t *testing.T) {
	s, d := book(1)
	d.Text = strings.Repeat("password=hunter22\n", maxSecrets+5)
	d.Units[0].Span = knowledge.Span{0, len(d.Text)}
	var f Findings
	f.secrets(s, d)
	if n := len(f.List); n != maxSecrets+1 || !strings.Contains(f.List[n-1].Message, "5 more") || f.Secrets["password"] != maxSecrets+5 {
		t.Errorf("%d findings, the last %+v", n, f.List[n-1])
	}
}
