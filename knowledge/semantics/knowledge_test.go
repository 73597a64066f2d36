package semantics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

const report = `# Annual report of the Lyon office

Lyon, 12 March 2026

## Contents

Introduction ........ 2
Results ............. 5
Outlook ............. 9

## Introduction

The Lyon office looks after all suppliers of the southern region. This report describes the work of the office in the past year. However, it does not cover the offices abroad.

## Results

The office spent 4,200,000 EUR on suppliers, which is 12% more than in the year before. The number of suppliers fell from 310 to 280. The board approved a new procedure for the selection of suppliers. Complaints about suppliers were answered within nine days.

## Outlook

We recommend that the office hires two more buyers before the summer. The office will move to a new building in the centre of Lyon.

## References

Smith, A. The selection of suppliers in the southern region was described in this book at length.

© 2026 The Company. All rights reserved and none of the suppliers may be named without consent.`

func TestKeyPointsQuoteTheMatter(t *testing.T) {
	k := derive(t, knowledge.Section, report)
	all := append(texts(k.Summary), texts(k.KeyPoints)...)
	for _, want := range []string{
		"The office spent 4,200,000 EUR on suppliers, which is 12% more than in the year before.",
		"We recommend that the office hires two more buyers before the summer.",
		"The board approved a new procedure for the selection of suppliers.",
	} {
		if !slices.Contains(all, want) {
			t.Errorf("%q is not among %q", want, all)
		}
	}
	for _, s := range all {
		if strings.Contains(s, "....") || strings.Contains(s, "Smith") || strings.Contains(s, "©") {
			t.Errorf("%q is no statement of the report", s)
		}
	}
	if len(k.Summary) == 0 || len(k.Summary) > 3 || len(k.KeyPoints) > 7 {
		t.Errorf("%d sentences of summary and %d key points", len(k.Summary), len(k.KeyPoints))
	}
	if k.Title.Text != "Annual report of the Lyon office" || k.Title.By != ByHeading || k.Language.Code != "eng" {
		t.Errorf("title %+v, language %+v", k.Title, k.Language)
	}
	if len(k.Outline) != 6 || k.Outline[5].Text != "References" || k.Outline[5].Level != 2 {
		t.Errorf("outline = %+v", k.Outline)
	}
}

func TestSummaryPrefersTheAbstract(t *testing.T) {
	k := derive(t, knowledge.Section, `# A study of rivers

Rivers have been studied by many people in many countries for a long time.

## Abstract

We measured the depth of forty rivers over ten years. All of them became shallower. The change was largest in summer.

## Methods

Each river was measured four times a year with the same instrument by the same people.`)
	if k.SummaryBy != ByAbstract || len(k.Summary) == 0 || !strings.HasPrefix(k.Summary[0].Text, "We measured") {
		t.Errorf("summary by %s: %q", k.SummaryBy, texts(k.Summary))
	}
}

func TestMailQuotesOnlyWhatIsNew(t *testing.T) {
	u := unit(knowledge.Message, `Hi Anna,

the contract with the printer ends on 30 June 2026. Please send the notice before the end of May.

I have attached the draft that legal approved.

Best regards,
Tom

On Monday, Anna wrote:

The old contract was signed in the office in Graz last summer by all of us.`)
	head := extract.Block{Kind: knowledge.Meta, Text: "From: tom@example.org\nTo: anna@example.org\nDate: Thu, 2 Apr 2026 08:00:00 +0000"}
	u.Blocks = append([]extract.Block{head}, u.Blocks...)
	d := assemble(t, knowledge.Metadata{Title: "Printer contract", Created: "2026-04-02T08:00:00Z",
		Extra: map[string]string{"message-id": "<a@x>", "in-reply-to": "<b@x>", "references": "<c@x> <b@x>"}}, u)
	k := verified(t, d)
	all := strings.Join(append(texts(k.Summary), texts(k.KeyPoints)...), " ")
	if k.SummaryBy != ByLead || !strings.HasPrefix(texts(k.Summary)[0], "the contract with the printer ends") {
		t.Errorf("summary by %s: %q", k.SummaryBy, texts(k.Summary))
	}
	for _, not := range []string{"Graz", "Hi Anna", "regards", "wrote"} {
		if strings.Contains(all, not) {
			t.Errorf("%q quotes %q", all, not)
		}
	}
	if k.Title.Text != "Printer contract" || k.Date == nil || k.Date.Value != "2026-04-02" || k.Date.By != ByCreated {
		t.Errorf("title %+v, date %+v", k.Title, k.Date)
	}
	if f := k.Facts; f.MessageID != "a@x" || f.InReplyTo != "b@x" || !slices.Equal(f.References, []string{"c@x", "b@x"}) || f.TitleKey != "printer contract" {
		t.Errorf("facts = %+v", f)
	}
}

func TestSlidesQuoteTitlesAndBullets(t *testing.T) {
	d := assemble(t, knowledge.Metadata{}, unit(knowledge.Slide, "# Budget review 2026"),
		unit(knowledge.Slide, "# Costs of suppliers fell by 12% in one year\n\n- New contracts in Lyon\n- Fewer suppliers in Graz\n- TBC"))
	k := verified(t, d)
	all := append(texts(k.Summary), texts(k.KeyPoints)...)
	for _, want := range []string{"Costs of suppliers fell by 12% in one year", "New contracts in Lyon", "Fewer suppliers in Graz"} {
		if !slices.Contains(all, want) {
			t.Errorf("%q is not among %q", want, all)
		}
	}
	if slices.Contains(all, "TBC") || k.Title.Text != "Budget review 2026" {
		t.Errorf("title %q, statements %q", k.Title.Text, all)
	}
}

func TestHiddenTextAndFurnitureAreNotQuoted(t *testing.T) {
	const secret = "The hidden budget of 9,999 EUR was approved by the board on 1 May 2026."
	u := unit(knowledge.Section, "# Minutes\n\nThe board met in Lyon and spoke about the plans for the summer.")
	u.Blocks = append(u.Blocks,
		extract.Block{Kind: knowledge.Paragraph, Text: secret, Flags: []knowledge.Flag{"hidden:font"}},
		extract.Block{Kind: knowledge.Footer, Text: secret, Flags: []knowledge.Flag{knowledge.Furniture}},
		extract.Block{Kind: knowledge.Deletion, Text: secret})
	hidden := unit(knowledge.Section, "# Hidden heading\n\n"+secret)
	hidden.Flags = []knowledge.Flag{"hidden:sheet"}
	k := verified(t, assemble(t, knowledge.Metadata{}, u, hidden))
	b, err := knowledge.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"9,999", "2026-05-01", "Hidden heading"} {
		if bytes.Contains(b, []byte(s)) {
			t.Errorf("knowledge holds %q: %s", s, b)
		}
	}
}

func TestGaps(t *testing.T) {
	scan := extract.Unit{Kind: knowledge.Page, Flags: []knowledge.Flag{knowledge.NeedsOCR}, Images: 1}
	scan2 := scan
	scan2.Ordinal = 3
	d := assemble(t, knowledge.Metadata{}, scan, unit(knowledge.Page, "# One\n\n# Two\n\nSome text that stands under the second heading."), scan2)
	d.Evidence.Issues = []knowledge.Issue{{Code: "limit:pages", Severity: knowledge.Error}, {Code: "needs-ocr", Severity: knowledge.Warning}, {Code: "x", Severity: knowledge.Note}}
	d.Evidence.Children = []knowledge.Child{{Reason: "encrypted"}}
	got := verified(t, d).Gaps
	want := []Gap{{"needs-ocr", 2, []string{"p1", "p3"}}, {"empty-section", 1, []string{"p2"}}, {"child-unread", 1, nil}, {"limit:pages", 1, nil}}
	if len(got) != len(want) {
		t.Fatalf("gaps = %+v", got)
	}
	for i := range want {
		if got[i].Code != want[i].Code || got[i].Count != want[i].Count || !slices.Equal(got[i].Units, want[i].Units) {
			t.Errorf("gap %d = %+v, want %+v", i, got[i], want[i])
		}
	}
}

func TestFactsListEachLinkOnce(t *testing.T) {
	u := unit(knowledge.Section, "# Links\n\nSee the plan and the budget of the office in Lyon.")
	u.Links = []knowledge.Link{{Target: "plan.md"}, {Target: "#top"}, {Target: "https://example.org/"}, {Target: "plan.md"}, {Target: "javascript:void(0)"}}
	k := verified(t, assemble(t, knowledge.Metadata{}, u))
	if !slices.Equal(k.Facts.Links, []string{"plan.md", "https://example.org/"}) || k.Counts.Links != 5 {
		t.Errorf("links = %q, counted %d", k.Facts.Links, k.Counts.Links)
	}
}

func TestVerifyFindsWhatChanged(t *testing.T) {
	d := assemble(t, knowledge.Metadata{}, unit(knowledge.Section, report))
	k := verified(t, d)
	changed := *d
	changed.Text = strings.Replace(d.Text, "4,200,000", "4,300,000", 1)
	if bad := k.Verify(&changed); len(bad) < 2 {
		t.Errorf("a changed figure breaks %q", bad)
	}
	k.Summary[0].Text += "!"
	if bad := k.Verify(d); len(bad) != 1 || !strings.HasPrefix(bad[0], "summary 1: ") {
		t.Errorf("a changed statement breaks %q", bad)
	}
	k.Summary[0].Unit = "sec9"
	if bad := k.Verify(d); len(bad) != 1 || !strings.Contains(bad[0], "no unit sec9") {
		t.Errorf("a wrong unit breaks %q", bad)
	}
}

func TestDeriveIsDeterministic(t *testing.T) {
	d := assemble(t, knowledge.Metadata{}, prose(60<<10)...)
	first, err := knowledge.Marshal(verified(t, d))
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		again, err := knowledge.Marshal(Derive(d))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, again) {
			t.Fatalf("two runs differ:\n%s\n%s", first, again)
		}
	}
	var back Knowledge
	if err := json.Unmarshal(first, &back); err != nil {
		t.Fatal(err)
	}
	again, err := knowledge.Marshal(back)
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("knowledge.json does not round-trip (%v):\n%s\n%s", err, first, again)
	}
	if back.Schema != Schema || bytes.Contains(first, []byte("null")) {
		t.Errorf("knowledge.json = %s", first)
	}
}

func TestDeriveOfNothing(t *testing.T) {
	k := verified(t, assemble(t, knowledge.Metadata{}))
	if k.Title.By != "" || k.Language.Code != "und" || len(k.Summary)+len(k.KeyPoints) != 0 || len(k.Gaps) != 1 || k.Gaps[0].Code != GapNoText {
		t.Errorf("knowledge of nothing = %+v", k)
	}
}

func TestMarkdownSummary(t *testing.T) {
	k := derive(t, knowledge.Section, report)
	md := MarkdownSummary(k)
	if !strings.HasPrefix(md, "# Annual report of the Lyon office\n\ntitle from heading · kind report · language eng · date 2026-03-12 (text)\n\n## Why report\n\n- title: ") {
		t.Errorf("summary.md = %s", md)
	}
	if !strings.Contains(md, "\n## Decisions\n\n- The board approved") || !strings.Contains(md, "\n- place: Lyon [#sec1@") {
		t.Errorf("summary.md leaves out decisions or names: %s", md)
	}
	for _, s := range append(k.Summary, k.KeyPoints...) {
		if !strings.Contains(md, "- "+s.Text+" [#"+s.Place()+"]\n") {
			t.Errorf("summary.md lacks %q: %s", s.Text, md)
		}
	}
}

func TestKeyPointsLeaveOutWhatIsNoStatement(t *testing.T) {
	body := "The harvest of apples was good in the valley. The harvest of pears in the valley was poor. The valley sells apples and pears to the town. " +
		"The town pays for apples in spring and for pears in autumn. The press in the valley makes juice of apples. The juice of the valley is sold in the town."
	for _, c := range []struct {
		name string
		kind knowledge.UnitKind
		md   string
		not  string
	}{
		{"a question", knowledge.Section, body + " Who sells apples and pears of the valley to the town?", "Who sells"},
		{"a line of the head of a mail", knowledge.Section, body + "\n\n- From: Apples of the valley and pears <valley@town.example>", "From:"},
		{"an item that layout cut", knowledge.Section, body + "\n\n- The valley sells apples and pears to the town with", "town with"},
		{"the rest of a line on a slide", knowledge.Slide, "# Apples of the valley\n\nhow the valley sells apples\n\nThe valley sells pears to the town", "how the"},
		{"an element", knowledge.Slide, "# Apples of the valley\n\n- o:Author: the town of the valley\n- The valley sells pears to the town", "o:Author"},
		{"cells of a table", knowledge.Slide, "# Apples of the valley\n\nRow 1 valley 2 Row 2 valley 2\n\nThe valley sells pears to the town", "Row 1"},
		{"settings", knowledge.Slide, "# Apples of the valley\n\n- valley:apples (valley:pears=town valley)\n- The valley sells pears to the town", "valley:"},
	} {
		k := derive(t, c.kind, c.md)
		for _, text := range append(texts(k.Summary), texts(k.KeyPoints)...) {
			if strings.Contains(text, c.not) {
				t.Errorf("%s: %q", c.name, text)
			}
		}
	}
}

// What is printed between sentences is none, and a record of many says nothing of the
// document that lists them.
func TestWhatNoReaderWouldCallASentenceIsNotQuoted(t *testing.T) {
	const prose = "\n\nThe committee met in Lyon and approved the budget of the three offices.\n\nThe hall is let to the choir on every second Friday of the month.\n\nThe roof was mended in March, and the bill is paid."
	for _, md := range []string{
		"3\n00:00:19,000 --> 00:00:24,000\nAnd I posted it underneath.", "^ \"Appointment of the chair\". Retrieved 2014-07-01.", "BINARY_CONTENT_GOES_HERE.",
		"N:Joseph;Mark of the second house in the street.", "Print the first name\nPrint the second name\nPrint the third name of all",
	} {
		k := derive(t, knowledge.Section, md+prose)
		for _, s := range append(k.Summary, k.KeyPoints...) {
			if line, _, _ := strings.Cut(md, "\n"); strings.Contains(s.Text, line) || strings.Contains(s.Text, "third name") {
				t.Errorf("%q is quoted: %s", md, s.Text)
			}
		}
	}
	k := derive(t, knowledge.Section, "Subject: The budget of the offices\nIt was approved by all of the members in March."+prose)
	if got := strings.Join(texts(append(k.Summary, k.KeyPoints...)), "/"); strings.Contains(got, "Subject:") || !strings.Contains(got, "It was approved by all") {
		t.Errorf("a head line is quoted with the sentence behind it: %s", got)
	}
	k = derive(t, knowledge.Section, "- description: This package adds up the budgets of many offices."+prose)
	if got := strings.Join(texts(append(k.Summary, k.KeyPoints...)), "/"); !strings.Contains(got, "This package adds up") || strings.Contains(got, "description:") {
		t.Errorf("the value of a key: %s", got)
	}
	var records strings.Builder
	for i := range 12 {
		fmt.Fprintf(&records, "- title: The development of the brain of newborn number %d in the clinic.\n", i)
	}
	if k := derive(t, knowledge.Section, records.String()); len(k.Summary)+len(k.KeyPoints) > 0 {
		t.Errorf("records are quoted: %+v", k.Summary)
	}
	k = derive(t, knowledge.Section, "The parties settled the matter, see Note 10. All of the costs are borne by the company."+prose)
	if got := strings.Join(texts(append(k.Summary, k.KeyPoints...)), "/"); strings.Contains(got, "10. All") {
		t.Errorf("two sentences are one: %s", got)
	}
}
