package validate

import (
	"strings"
	"testing"

	"quire/knowledge"
)

func TestOrdersToTheAgentAreNamedAndNotQuoted(t *testing.T) {
	s, d := sample()
	p := &d.Units[0].Passages[0]
	quoted := d.UnitText(&d.Units[0])[p.Span[0]:p.Span[1]]
	p.Flags = []knowledge.Flag{knowledge.Hidden + ":run", knowledge.Instruction}
	one := d.Units[1].Passages[0]
	one.Flags = []knowledge.Flag{knowledge.Instruction}
	d.Units[1].Passages = nil
	for range mostAddressed + 4 {
		d.Units[1].Passages = append(d.Units[1].Passages, one)
	}
	var f Findings
	f.addressed(s, d)
	if len(f.List) != mostAddressed+1 {
		t.Fatalf("%d findings", len(f.List))
	}
	if !strings.Contains(f.List[0].Message, "HIDDEN") || strings.Contains(f.List[1].Message, "HIDDEN") {
		t.Errorf("%+v", f.List[:2])
	}
	if last := f.List[mostAddressed]; !strings.HasPrefix(last.Message, "5 more") || last.Address != s.ID {
		t.Errorf("%+v", last)
	}
	for _, x := range f.List {
		if strings.Contains(x.Message, quoted) {
			t.Errorf("a finding quotes the text: %s", x.Message)
		}
	}
}
