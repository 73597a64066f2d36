package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/retrieval"
)

// A table that is cut into several units comes whole around a result: rows in order, the
// header rows once, what the budget leaves out counted.
func TestAroundTableCrossesUnits(t *testing.T) {
	w := newWorld(t)
	var b strings.Builder
	b.WriteString("plot,keeper,what grows there\n")
	for i := range 150 {
		fmt.Fprintf(&b, "plot%03d,keeper%03d,beans and late potatoes on the northern half of the terrace\n", i, i)
	}
	w.write("plots.csv", b.String())
	w.write("other.csv", "plot,keeper\nplot900,nobody\n")
	w.sync(nil)
	v, err := retrieval.Open(w.published())
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for _, row := range []int{1, 75, 148} {
		q := retrieval.Query{Text: fmt.Sprintf("keeper%03d", row), Limit: 1, Around: retrieval.Surroundings{Table: true}}
		text, units, res := shownTable(t, v, q)
		if len(units) < 2 {
			t.Fatalf("row %d: the table stands in the units %v alone: the test needs several", row, units)
		}
		for i := range 150 {
			if strings.Count(text, fmt.Sprintf("keeper%03d", i)) != 1 {
				t.Errorf("row %d: keeper%03d is there %d times", row, i, strings.Count(text, fmt.Sprintf("keeper%03d", i)))
			}
		}
		at := slices.Index(strings.Fields(text), fmt.Sprintf("keeper%03d", 3))
		if last := slices.Index(strings.Fields(text), fmt.Sprintf("keeper%03d", 149)); at < 0 || last < at {
			t.Errorf("row %d: rows are not in order", row)
		}
		if n := strings.Count(text, "what grows there"); n != 1 {
			t.Errorf("row %d: the header is there %d times", row, n)
		}
		if strings.Contains(text, "nobody") || len(res.Omitted) > 1 {
			t.Errorf("row %d: left out %v", row, res.Omitted)
		}
		q.Budget = 900
		text, _, res = shownTable(t, v, q)
		cut := slices.ContainsFunc(res.Omitted, func(o retrieval.Omission) bool { return o.Reason == "neighbours" && o.Count > 0 })
		if !cut || res.Budget.Used > 900 || !strings.Contains(text, fmt.Sprintf("keeper%03d", row)) || strings.Count(text, "what grows there") != 1 {
			t.Errorf("row %d: under a budget of 900 there are %d tokens, left out %v, headers %d", row, res.Budget.Used, res.Omitted, strings.Count(text, "what grows there"))
		}
	}
	// Several results in one table bring it once.
	q := retrieval.Query{Text: "late potatoes terrace", Limit: 4, Around: retrieval.Surroundings{Table: true}}
	res, err := v.Retrieve(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	with := 0
	for _, p := range res.Results {
		with += min(len(p.Around), 1)
	}
	if len(res.Results) < 2 || with != 1 {
		t.Errorf("%d of %d results bring the table", with, len(res.Results))
	}
}

// shownTable returns what an answer shows of the first result as one text, and the units
// it comes from.
func shownTable(t *testing.T, v *retrieval.View, q retrieval.Query) (text string, units []string, res *retrieval.Result) {
	t.Helper()
	res, err := v.Retrieve(context.Background(), q)
	if err != nil || len(res.Results) != 1 {
		t.Fatalf("%v: %+v", err, res)
	}
	p := res.Results[0]
	var before, behind []string
	note := func(address string) {
		unit, _, _ := strings.Cut(address, "@")
		if !slices.Contains(units, unit) {
			units = append(units, unit)
		}
	}
	note(p.Address)
	for _, n := range p.Around {
		note(n.Address)
		if n.Place < 0 {
			before = append(before, n.Text)
		} else {
			behind = append(behind, n.Text)
		}
	}
	for _, c := range p.Context {
		if c.Kind == "header-row" {
			before = append([]string{strings.ReplaceAll(c.Text, " | ", " ")}, before...)
		}
	}
	return strings.Join(slices.Concat(before, []string{p.Text}, behind), "\n"), units, res
}
