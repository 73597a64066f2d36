package overlay

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"quire/knowledge"
)

// resolve knows the units sec1 and sec2 of src, and refuses other check digits.
func resolve(a knowledge.Address) (Target, error) {
	digests := map[string]string{"sec1": hexA, "sec2": hexB}
	d, ok := digests[a.Unit]
	switch {
	case a.Unit == "" && a.Source != "" && strings.HasPrefix(src, a.Source):
		return Target{Source: src, Check: "cccccc"}, nil
	case !ok || !strings.HasPrefix(src, a.Source):
		return Target{}, errors.New("is not in this snapshot")
	case a.Check != "" && !a.Spanned && a.Check != d[:6]:
		return Target{}, errors.New("is stale")
	}
	return Target{Source: src, Unit: a.Unit, Digest: knowledge.Digest("sha256:" + d), Check: d[:6]}, nil
}

// held are the units that resolve knows, with texts.
func hold(source string) (Holding, bool) {
	return Holding{Units: []UnitRef{
		{"sec1", knowledge.Digest("sha256:" + hexA), "The gate is locked at night.\n"},
		{"sec2", knowledge.Digest("sha256:" + hexB), "The fee is 15 days of rent.\nIt is due in May.\n"},
	}}, source == src
}

func TestApplyFillsInTheUnit(t *testing.T) {
	rest := "slot: note\ntext: said\nauthor: agent\n"
	for name, input := range map[string]string{
		"an address":                  "unit: " + src + "#sec2\n" + rest,
		"an address with its check":   "unit: " + src + "#sec2~222222\n" + rest,
		"an address of a span":        "unit: " + src + "#sec2@3-9~abcdef\n" + rest,
		"a short address":             "unit: q7m2#sec2\n" + rest,
		"source and unit":             "source: " + src + "\nunit: sec2\n" + rest,
		"a short source":              "source: q7m2\nunit: sec2\n" + rest,
		"the beginning of the digest": "source: " + src + "\nunit: sec2\ndigest: " + hexB[:14] + "\n" + rest,
		"an address and its source":   "source: " + src + "\nunit: " + src + "#sec2\n" + rest,
		"JSON":                        `{"unit":"` + src + `#sec2","slot":"note","text":"said","author":"agent"}`,
		"a list of JSON":              "[\n" + `{"unit":"` + src + `#sec2","slot":"note","text":"said\n","author":"agent","cites":[]}]`,
	} {
		t.Run(name, func(t *testing.T) {
			entries, problems, err := ParseApply("stdin", strings.NewReader(input), resolve, hold)
			if err != nil || len(problems) > 0 || len(entries) != 1 {
				t.Fatalf("%d entries, %v, %v", len(entries), problems, err)
			}
			e := entries[0]
			if e.Source != src || e.Unit != "sec2" || e.Digest != "sha256:"+hexB || e.Text != "said" {
				t.Errorf("entry is %+v", e)
			}
		})
	}
}

func TestApplyReportsEachEntryAlone(t *testing.T) {
	good := `{"unit":"` + src + `#sec1","slot":"note","text":"\ud83d\ude42 \u001b[2J","author":"agent"}` + "\n"
	for name, c := range map[string]struct {
		entry, what string
		kept        int
	}{
		"a stale address":     {`{"unit":"` + src + `#sec1~ffffff","slot":"note","text":"x","author":"a"}`, "is stale", 2},
		"an unknown unit":     {`{"source":"` + src + `","unit":"sec9","slot":"note","text":"x","author":"a"}`, "cannot be found", 2},
		"a whole source":      {`{"unit":"` + src + `~abcdef","slot":"note","text":"x","author":"a"}`, "not the address of a unit", 2},
		"two sources":         {`{"source":"` + other + `","unit":"` + src + `#sec1","slot":"note","text":"x","author":"a"}`, "two sources", 2},
		"another digest":      {`{"unit":"` + src + `#sec1","digest":"` + hexB + `","slot":"note","text":"x","author":"a"}`, "not that of the unit", 2},
		"no unit's digest":    {`{"source":"` + src + `","unit":"sec1","digest":"` + strings.Repeat("0", 64) + `","slot":"note","text":"x","author":"a"}`, "of no unit of", 2},
		"an unknown key":      {`{"unit":"` + src + `#sec1","slott":"note","text":"x","author":"a"}`, `unknown key "slott"`, 2},
		"a repeated key":      {`{"unit":"` + src + `#sec1","text":"x","text":"y"}`, "there twice", 2},
		"the same once more":  {strings.TrimSpace(good), "repeats the entry", 2},
		"a number":            {`7`, "is not an entry", 2},
		"deep nesting":        {strings.Repeat("[", 40) + strings.Repeat("]", 40), "nested more than", 1},
		"an object cut short": {`{"unit":`, "is not JSON from here on", 1},
	} {
		t.Run(name, func(t *testing.T) {
			second := strings.Replace(good, "sec1", "sec2", 1)
			entries, problems, err := ParseApply("stdin", strings.NewReader(good+c.entry+"\n"+second), resolve, hold)
			if err != nil || len(problems) != 1 || !strings.Contains(problems[0].What, c.what) || problems[0].File != "stdin" {
				t.Fatalf("problems %v, %v", problems, err)
			}
			if len(entries) != c.kept {
				t.Errorf("%d entries are kept", len(entries))
			}
			if entries[0].Text != "🙂 \x1b[2J" {
				t.Errorf("text is %q", entries[0].Text)
			}
		})
	}
}

func TestApplyKeepsAnEntryWhoseUnitIsElsewhere(t *testing.T) {
	entries, problems, err := ParseApply("stdin", strings.NewReader(entryText("unit: sec9")), resolve, hold)
	if err != nil || len(problems) > 0 || len(entries) != 1 || entries[0].Unit != "sec9" {
		t.Errorf("%+v, %v, %v", entries, problems, err)
	}
}

func TestApplyBoundsAndReportsItsInput(t *testing.T) {
	if _, _, err := ParseApply("stdin", iotest.ErrReader(errors.New("gone")), resolve, hold); err == nil || !strings.Contains(err.Error(), "read stdin: gone") {
		t.Errorf("error is %v", err)
	}
	_, problems, err := ParseApply("stdin", strings.NewReader(strings.Repeat("#", MaxFileBytes+1)), resolve, hold)
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0].What, "was not read") {
		t.Errorf("problems %v, %v", problems, err)
	}
	if entries, problems, err := ParseApply("stdin", strings.NewReader(" \n"), resolve, hold); len(entries)+len(problems) > 0 || err != nil {
		t.Errorf("nothing gives %v, %v, %v", entries, problems, err)
	}
}
