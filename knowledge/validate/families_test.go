package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
)

func TestEveryRuleIsDocumented(t *testing.T) {
	for _, r := range Rules {
		if !slices.Contains(Families, r.Family) || r.Do == "" || strings.HasSuffix(r.About, ".") || strings.HasSuffix(r.Do, ".") || strings.Contains(r.About+r.Do, "|") {
			t.Errorf("%+v", r)
		}
	}
	for _, f := range Families {
		if !slices.ContainsFunc(Rules, func(r Rule) bool { return r.Family == f }) {
			t.Errorf("the family %s has no rule", f)
		}
	}
}

func TestACitationMustSayWhatStandsThere(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*knowledge.Document)
		want  string
	}{
		"sound":                   {func(*knowledge.Document) {}, ""},
		"another heading":         {func(d *knowledge.Document) { d.Units[1].Context[0].Text = "Plans" }, ContextCitation.ID},
		"another header":          {func(d *knowledge.Document) { d.Units[1].Header.Text = "City | Price" }, ContextCitation.ID},
		"a record that is there":  {func(d *knowledge.Document) { d.Units[1].Record = []knowledge.Ref{rowRef(d, "Lyon | 7")} }, ""},
		"a part of a record":      {func(d *knowledge.Document) { d.Units[1].Record = []knowledge.Ref{rowRef(d, "Lyon")} }, ""},
		"a record cut off":        {func(d *knowledge.Document) { d.Units[1].Record = []knowledge.Ref{rowRef(d, "Lyo…")} }, ""},
		"a record that is not it": {func(d *knowledge.Document) { d.Units[1].Record = []knowledge.Ref{rowRef(d, "Lyon | 8")} }, ContextCitation.ID},
	} {
		s, d := sample()
		c.spoil(d)
		var f Findings
		f.Document(s, d)
		if got := ids(&f); got != c.want {
			t.Errorf("%s: %q, want %q: %+v", name, got, c.want, f.List)
		}
	}
}

// rowRef quotes the row of Lyon in sample.
func rowRef(d *knowledge.Document, text string) knowledge.Ref {
	at := strings.Index(d.UnitText(&d.Units[1]), "| Lyon")
	return knowledge.Ref{Text: text, Unit: "sec2", Span: knowledge.Span{at, at + len("| Lyon | 7 |")}}
}

// place is a statement of sample: "We open in May." in sec1.
func quoteOf(d *knowledge.Document, text string) string {
	body := d.UnitText(&d.Units[0])
	at := strings.Index(body, "We open")
	return fmt.Sprintf(`{"text":%q,"unit":"sec1","span":[%d,%d],"digest":"%s"}`, text, at, at+15, knowledge.DigestOf([]byte(body[at:at+15])).Short(6))
}

func TestStatementsRestOnTheirSpans(t *testing.T) {
	s, d := sample()
	good := quoteOf(d, "We open in May.")
	s.Title, s.TitleBy, s.Summary = "Plan", "heading", "We open in May."
	for name, c := range map[string]struct{ derived, want string }{
		"sound":                   {`{"title":{"text":"Plan","by":"metadata"},"summary":[` + good + `],"tables":[{"unit":"sec2","span":[0,3]}],"facts":{"links":[{"text":"x"}]}}`, ""},
		"a word more":             {`{"title":{"text":"Plan","by":"metadata"},"summary":[` + good + `],"key_points":[` + quoteOf(d, "We never open in May.") + `]}`, "QV205 QV702"},
		"other order":             {`{"title":{"text":"Plan","by":"metadata"},"summary":[` + good + `],"key_points":[` + quoteOf(d, "In May we open.") + `]}`, "QV205"},
		"another digest":          {`{"title":{"text":"Plan","by":"metadata"},"summary":[` + strings.Replace(good, `"digest":"`, `"digest":"0`, 1) + `]}`, "QV205"},
		"no digest":               {`{"title":{"text":"Plan","by":"metadata"},"summary":[` + good + `],"key_points":[{"text":"Plan","unit":"sec1","span":[0,6]}]}`, "QV701"},
		"no such unit":            {`{"title":{"text":"Plan","by":"metadata"},"summary":[` + good + `],"dates":[{"text":"May","unit":"sec9","span":[0,3],"digest":"000000"}]}`, "QV205"},
		"no place":                {`{"title":{"text":"Plan","by":"metadata"},"summary":[` + good + `],"key_points":[{"text":"We open in May."}]}`, "QV701"},
		"a title of other words":  {`{"title":{"text":"Great plan","by":"heading","quote":` + good + `},"summary":[` + good + `]}`, "QV702"},
		"a summary of more words": {`{"title":{"text":"Plan","by":"metadata"},"summary":[]}`, "QV702"},
		"not JSON":                {`{`, "QV206"},
	} {
		d.Evidence.Meta.Title = "Plan"
		var f Findings
		f.Statements(s, d, []byte(c.derived))
		if got := ids(&f); got != c.want {
			t.Errorf("%s: %q, want %q: %+v", name, got, c.want, f.List)
		}
	}
}

func edge(kind, id, evidence string) string {
	return fmt.Sprintf(`{"kind":%q,"id":%q,"strength":1000,"evidence":[%s]}`, kind, id, evidence)
}

func TestRelationsAreCheckedFromBothEnds(t *testing.T) {
	s, d := sample()
	d.Units[0].Links = []knowledge.Link{{Target: "other.md"}}
	a, b := s.ID, knowledge.SourceID("c", "other.md", 0)
	if a > b {
		a, b = b, a
	}
	other := &knowledge.Source{ID: b, Path: "c/other.md"}
	if s.ID == b {
		other.ID = a
	}
	said := fmt.Sprintf(`{"source":%q,"unit":"sec1","span":[0,0],"text":"other.md"},{"source":%q,"text":"c/other.md"}`, s.ID, other.ID)
	rows := func(out, in string) []string {
		one := map[string]string{s.ID: fmt.Sprintf(`{"id":%q,"out":[%s]}`, s.ID, out), other.ID: fmt.Sprintf(`{"id":%q,"in":[%s]}`, other.ID, in)}
		return []string{one[a], one[b]}
	}
	spanned := func(span, digest, text string) string {
		return fmt.Sprintf(`{"source":%q,"unit":"sec1","span":%s,"digest":%q,"text":%q},{"source":%q,"text":"x"}`, s.ID, span, digest, text, other.ID)
	}
	digest := knowledge.DigestOf([]byte("We open in May.")).Short(6)
	sound := rows(edge("links-to", other.ID, said), edge("links-to", s.ID, said))
	with := func(evidence string) []string {
		return rows(edge("links-to", other.ID, evidence), edge("links-to", s.ID, evidence))
	}
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"sound":                 {sound, ""},
		"out of order":          {[]string{sound[1], sound[0]}, EdgeTable.ID},
		"one direction":         {rows(edge("links-to", other.ID, said), ""), EdgeTable.ID},
		"refs unsorted":         {rows(edge("links-to", other.ID, said)+","+edge("contains", other.ID, said), edge("contains", s.ID, said)+","+edge("links-to", s.ID, said)), EdgeTable.ID},
		"an end that is gone":   {append(slices.Clone(sound), `{"id":"qzzzzzzzzzzzz","in":[]}`), EdgeEnd.ID},
		"to what is not there":  {rows(edge("links-to", other.ID, said)+","+edge("links-to", "qzzzzzzzzzzzz", said), edge("links-to", s.ID, said)), EdgeEnd.ID + " " + EdgeEvidence.ID + " " + EdgeTable.ID},
		"a link that is not it": {with(strings.Replace(said, `"text":"other.md"`, `"text":"third.md"`, 1)), EdgeEvidence.ID},
		"no such unit":          {with(strings.Replace(said, "sec1", "sec7", 1)), EdgeEvidence.ID},
		"no evidence":           {with(""), EdgeEvidence.ID},
		"of a third document":   {with(`{"source":"qzzzzzzzzzzzz","text":"x"}`), EdgeEvidence.ID},
		"a span that holds":     {with(spanned("[8,23]", digest, "We open in May.")), ""},
		"a span past the unit":  {with(spanned("[8,99]", "", "We")), EdgeEvidence.ID},
		"a span of other words": {with(spanned("[8,23]", "", "We close in May.")), EdgeEvidence.ID},
		"another digest":        {with(spanned("[8,23]", "0"+digest, "We open in May.")), EdgeEvidence.ID},
		"not JSON":              {append([]string{"{"}, sound...), EdgeTable.ID},
	} {
		var f Findings
		e, last := NewEdges(&f), ""
		for _, line := range c.rows {
			last = e.Row([]byte(line), last)
		}
		e.Source(s, d)
		e.Source(other, nil)
		e.Finish()
		if got := ids(&f); got != c.want {
			t.Errorf("%s: %q, want %q: %+v", name, got, c.want, f.List)
		}
	}
}

func TestRowsAreCheckedForIdentityAndFreshness(t *testing.T) {
	parent := id("mail")
	member := knowledge.Loc("part", "2")
	child := &knowledge.Source{ID: knowledge.ChildID(parent, member), Path: "c/mail!/a", Parent: parent, Member: member, Outcome: knowledge.Extracted}
	var f Findings
	if f.Row(child); len(f.List) > 0 {
		t.Errorf("a sound child: %+v", f.List)
	}
	for want, spoil := range map[string]func(*knowledge.Source){
		ChildIdentity.ID: func(s *knowledge.Source) { s.ID = id("x") },
		StaleRow.ID:      func(s *knowledge.Source) { s.Stale = true },
		UnsettledRow.ID:  func(s *knowledge.Source) { s.Reason = "timeout" },
	} {
		s := *child
		spoil(&s)
		var f Findings
		if f.Row(&s); ids(&f) != want {
			t.Errorf("%s, want %s", ids(&f), want)
		}
	}
	s, d := sample()
	d.Evidence.Recipe.Content = s.Content
	s.Recipe = d.Evidence.Recipe.Key()
	f = Findings{}
	if f.Made(s, d); len(f.List) > 0 {
		t.Errorf("%+v", f.List)
	}
	s.Content = knowledge.DigestOf([]byte("other"))
	if f.Made(s, d); ids(&f) != RecipeOf.ID {
		t.Errorf("%+v", f.List)
	}
}

func TestAuthoredEntriesAreCheckedAgainstTheirUnits(t *testing.T) {
	_, d := sample()
	about := func(check string) *knowledge.Source {
		return &knowledge.Source{ID: "oabcdefghijkl", Path: "overlays/a.yaml", Tier: knowledge.AuthoredTier, About: "qabcdefghijkl#sec1~" + check}
	}
	right := d.Units[0].Digest.Short(knowledge.CheckDigits)
	for name, c := range map[string]struct {
		s    *knowledge.Source
		d    *knowledge.Document
		want string
	}{
		"fresh":           {about(right), d, ""},
		"of another text": {about("000000"), d, OverlayCited.ID},
		"of no document":  {about(right), nil, OverlayCited.ID},
		"of no address":   {&knowledge.Source{About: "nothing"}, d, OverlayCited.ID},
		"stale":           {&knowledge.Source{Stale: true, Reason: "stale"}, d, OverlayStale.ID},
		"orphan":          {&knowledge.Source{Stale: true, Reason: "orphan"}, d, OverlayOrphan.ID},
	} {
		var f Findings
		if at, ok := f.Authored(c.s); ok {
			f.About(c.s, at, c.d)
		}
		if got := ids(&f); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestQualityAndPolicyAreToldByPath(t *testing.T) {
	row := func(change func(*knowledge.Source, *knowledge.Document)) (*knowledge.Source, *knowledge.Document) {
		s, d := sample()
		s.Path, s.Type, s.Bytes, s.Title, s.TitleBy, s.Date, s.Language = "c/in/plan.md", "markdown", 100, "Plan", "heading", "2024", "eng"
		d.Evidence.Meta = knowledge.Metadata{Authors: []string{"A"}, Extra: map[string]string{"Owner": "B"}}
		change(s, d)
		return s, d
	}
	all := []Policy{
		{Path: "c/in/**", Require: []string{"title", "author", "date", "language", "owner"}, Types: []string{"markdown", "pdf"}, MaxBytes: 100, MaxAge: 500, MaxGarbled: 50, MaxLowText: 50},
		{Path: "c/out/**", Require: []string{"keywords"}},
	}
	for name, c := range map[string]struct {
		change func(*knowledge.Source, *knowledge.Document)
		want   string
	}{
		"as it should be":   {func(*knowledge.Source, *knowledge.Document) {}, ""},
		"named by its file": {func(s *knowledge.Source, _ *knowledge.Document) { s.TitleBy = "file-name" }, MetadataMissing.ID},
		"no owner":          {func(_ *knowledge.Source, d *knowledge.Document) { d.Evidence.Meta.Extra = nil }, MetadataMissing.ID},
		"no language":       {func(s *knowledge.Source, _ *knowledge.Document) { s.Language = "und" }, MetadataMissing.ID},
		"another type":      {func(s *knowledge.Source, _ *knowledge.Document) { s.Type = "docx" }, TypeBarred.ID},
		"no type":           {func(s *knowledge.Source, _ *knowledge.Document) { s.Type = "" }, TypeBarred.ID},
		"too large":         {func(s *knowledge.Source, _ *knowledge.Document) { s.Bytes = 101 }, TooLarge.ID},
		"old":               {func(s *knowledge.Source, _ *knowledge.Document) { s.Date = "2023-12" }, TooOld.ID},
		"an interval":       {func(s *knowledge.Source, _ *knowledge.Document) { s.Date = "2020/2024-03-01" }, ""},
		"elsewhere":         {func(s *knowledge.Source, _ *knowledge.Document) { s.Path, s.Type = "c/plan.exe", "exe" }, ""},
		"out":               {func(s *knowledge.Source, _ *knowledge.Document) { s.Path = "c/out/a" }, MetadataMissing.ID},
		"half of it garbled": {func(_ *knowledge.Source, d *knowledge.Document) {
			d.Units[0].Flags = []knowledge.Flag{knowledge.Garbled}
		}, ""},
		"all of it garbled": {func(_ *knowledge.Source, d *knowledge.Document) {
			for i := range d.Units {
				d.Units[i].Flags = []knowledge.Flag{knowledge.Garbled}
			}
		}, GarbledText.ID},
		"pictures elsewhere": {func(s *knowledge.Source, d *knowledge.Document) {
			s.Path, d.Units[1].Flags = "c/x.pdf", []knowledge.Flag{knowledge.NeedsOCR}
		}, LowText.ID},
		"empty": {func(s *knowledge.Source, _ *knowledge.Document) { s.Outcome = knowledge.Empty }, EmptyDocument.ID},
	} {
		s, d := row(c.change)
		f := Findings{Settings: &Settings{Policy: all}, AsOf: "2025-06-01"}
		f.Row(s)
		f.Judge(s, d)
		if got := ids(&f); got != c.want {
			t.Errorf("%s: %q, want %q: %+v", name, got, c.want, f.List)
		}
	}
	s, _ := row(func(s *knowledge.Source, _ *knowledge.Document) { s.Date = "1990" })
	f := Findings{Settings: &Settings{Policy: all}}
	if f.Row(s); len(f.List) > 0 {
		t.Errorf("an age without a day to tell it on: %+v", f.List)
	}
}
