package xlsx

import (
	"fmt"
	"strings"
	"testing"

	"quire/knowledge"
)

// records writes a table whose records take several rows: the first names it, a
// record each per rows.
func records(n, per int, step string) string {
	var b strings.Builder
	b.WriteString(row(1, "", "ID", "Risk", "Step"))
	for i := range n {
		id, risk := "", ""
		if i%per == 0 {
			id, risk = fmt.Sprintf("R-%d", i/per+1), fmt.Sprintf("risk %d", i/per+1)
		}
		b.WriteString(row(i+2, "", id, risk, fmt.Sprintf("%s %d", step, i)))
	}
	return b.String()
}

func texts(refs []knowledge.Ref) string {
	var out []string
	for _, r := range refs {
		out = append(out, r.Text+" in "+r.Unit)
	}
	return strings.Join(out, " / ")
}

func TestARecordGoesOnInTheNextUnit(t *testing.T) {
	d := one(t, testSheet{data: records(130, 7, "step")})
	// Rows 58 to 64 are the ninth record, rows 121 to 127 the eighteenth.
	for name, want := range map[string]string{
		"sheet01.r1-60":    "",
		"sheet01.r61-120":  "R-9 | risk 9 in sheet01.r1-60",
		"sheet01.r121-180": "",
	} {
		u := d.Unit(name)
		if got := texts(u.Record); got != want {
			t.Errorf("%s goes on with %q, want %q", name, got, want)
		}
		if got := texts(u.Passages[0].Record); got != want {
			t.Errorf("the first passage of %s goes on with %q, want %q", name, got, want)
		}
	}
}

func TestARecordLongerThanAPassageNamesItselfInEach(t *testing.T) {
	d := one(t, testSheet{data: records(20, 20, strings.Repeat("a long step ", 40))})
	u := d.Unit("sheet01.r1-60")
	if len(u.Passages) < 4 {
		t.Fatalf("there are %d passages", len(u.Passages))
	}
	for _, p := range u.Passages[1:] {
		if got := texts(p.Record); got != "R-1 | risk 1 in sheet01.r1-60" {
			t.Errorf("the passage %v goes on with %q", p.Span, got)
		}
	}
}

func TestARowLongerThanAPassageNamesItselfInEach(t *testing.T) {
	d := one(t, testSheet{data: rows("ID,Text", "R-1,"+strings.Repeat("many words ", 500), "R-2,few")})
	u := d.Unit("sheet01.r1-60")
	for i, p := range u.Passages {
		text := d.UnitText(u)[p.Span[0]:p.Span[1]]
		if got := texts(p.Record); i > 0 && !strings.Contains(text, "R-") && got != "R-1 in sheet01.r1-60" {
			t.Errorf("the passage %v goes on with %q", p.Span, got)
		}
	}
	if len(u.Passages) < 3 {
		t.Errorf("there are %d passages", len(u.Passages))
	}
}
