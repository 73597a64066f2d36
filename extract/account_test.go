package extract

import (
	"testing"

	"quire/knowledge"
)

// A page of which the census says that its content breaks off makes a document partial, where
// its extractor did not say itself what is wrong with the page.
func TestContentThatBreaksOffIsAnIssue(t *testing.T) {
	a := newAssembler(Limits{})
	for n := 1; n <= 3; n++ {
		u := section(n, Block{Kind: knowledge.Paragraph, Text: "text"})
		u.Name, u.Kind = knowledge.UnitName(knowledge.Page, n), knowledge.Page
		if err := a.Unit(u); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Issue(knowledge.Issue{Code: "page-unreadable", Severity: knowledge.Error, Locator: knowledge.Loc("page", "2")}); err != nil {
		t.Fatal(err)
	}
	if err := a.Census(knowledge.Census{Version: 2, Parts: []knowledge.Expected{{Kind: knowledge.PagePart, N: 3, Damaged: []int{2, 3}}}}); err != nil {
		t.Fatal(err)
	}
	d := a.Finish(nil)
	if n := len(d.Evidence.Issues); n != 2 || d.Evidence.Issues[1].Code != "damaged-part" || d.Evidence.Issues[1].Locator.String() != "page=3" {
		t.Errorf("issues are %+v", d.Evidence.Issues)
	}
	if d.Evidence.Outcome != knowledge.Partial {
		t.Errorf("the outcome is %s", d.Evidence.Outcome)
	}
	for _, bad := range []knowledge.Expected{{Kind: knowledge.PagePart, N: 1, Damaged: []int{1, 2}}, {Kind: knowledge.SlidePart, N: 1, Damaged: []int{1}}} {
		if err := newAssembler(Limits{}).Census(knowledge.Census{Parts: []knowledge.Expected{bad}}); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}
