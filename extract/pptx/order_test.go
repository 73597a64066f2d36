package pptx

import (
	"strings"
	"testing"
)

// boxes makes shapes of "name x y cx cy" in thousands of EMU.
func boxes(t *testing.T, all ...string) string {
	t.Helper()
	var b strings.Builder
	for _, s := range all {
		name, place, ok := strings.Cut(s, " ")
		if !ok {
			t.Fatalf("no place in %q", s)
		}
		b.WriteString(sp("9", "", place, ap("", name)))
	}
	return b.String()
}

func TestReadingOrder(t *testing.T) {
	for name, c := range map[string]struct {
		in   []string
		want string
	}{
		"from the top":                  {[]string{"b 0 3000 900 400", "a 0 1000 900 400"}, "a b"},
		"from the left, a little askew": {[]string{"b 4000 1000 900 400", "a 0 1050 900 400"}, "a b"},
		"columns of equal cards":        {[]string{"a1 0 1000 2000 400", "b1 4000 1000 2000 400", "a2 0 1500 2000 2000", "b2 4000 1500 2000 2000"}, "a1 a2 b1 b2"},
		"labels and what they label":    {[]string{"label1 0 1000 1000 400", "label2 0 1500 1000 400", "text1 1800 1000 6000 400", "text2 1800 1500 6000 400"}, "label1 text1 label2 text2"},
		"a line across, then columns":   {[]string{"right 5000 2000 3000 2000", "left 0 2000 3000 2000", "line 0 1000 8000 400", "end 0 5000 8000 400"}, "line left right end"},
		"what lies on a panel":          {[]string{"chip 200 3000 500 300", "panel 0 1000 2500 4000", "other 4000 1000 2500 4000", "chip2 4200 1500 500 300"}, "panel chip other chip2"},
		"overlapping frames":            {[]string{"b 500 1200 2000 2000", "a 0 1000 1000 2000"}, "a b"},
		"the same place":                {[]string{"first 0 1000 900 400", "second 0 1000 900 400"}, "first second"},
	} {
		d := read(t, []string{boxes(t, c.in...)}, nil)
		got := strings.ReplaceAll(strings.Join(lines(d, 0), " "), "paragraph: ", "")
		if got != c.want {
			t.Errorf("%s: order is %q, want %q", name, got, c.want)
		}
	}
}

func TestArrowsLeadAcrossColumns(t *testing.T) {
	cards := boxes(t, "insight 0 1000 3000 300", "lesson 4000 1000 3000 300", "a 0 1400 3000 600", "b 4000 1400 3000 600", "c 0 2100 3000 600", "d 4000 2100 3000 600")
	arrow := func(y, rot string) string {
		return `<p:sp><p:nvSpPr><p:cNvPr id="7"/></p:nvSpPr><p:spPr><a:xfrm rot="` + rot + `"><a:off x="3000000" y="` + y + `000"/><a:ext cx="400000" cy="450000"/></a:xfrm><a:prstGeom prst="rightArrow"/></p:spPr></p:sp>`
	}
	line := `<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="8"/></p:nvCxnSpPr><p:spPr>` + xfrm("a", "3000 2400 1000 0") + `</p:spPr></p:cxnSp>`
	for in, want := range map[string]string{
		"":                                      "insight a c lesson b d",
		arrow("1500", "0"):                      "insight a c lesson b d",
		arrow("1500", "0") + arrow("2200", "0"): "insight lesson a b c d",
		arrow("1500", "0") + line:               "insight lesson a b c d",
		arrow("1500", "5400000") + arrow("2200", "5400000"): "insight a c lesson b d",
	} {
		d := read(t, []string{cards + in}, nil)
		if got := strings.ReplaceAll(strings.Join(lines(d, 0), " "), "paragraph: ", ""); got != want {
			t.Errorf("order is %q, want %q", got, want)
		}
	}
}

func TestGroupsStayTogetherAndAreScaled(t *testing.T) {
	group := `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="5"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="3000000"/><a:ext cx="9000000" cy="1000000"/><a:chOff x="0" y="0"/><a:chExt cx="90000" cy="10000"/></a:xfrm></p:grpSpPr>` +
		boxes(t, "low 0 6 10 2", "high 0 1 10 2") + `</p:grpSp>`
	d := read(t, []string{boxes(t, "after 0 5000 9000 400") + group + boxes(t, "before 0 1000 9000 400")}, nil)
	wantLines(t, d, 0, "paragraph: before", "paragraph: high", "paragraph: low", "paragraph: after")
}

func TestPlaceholdersStandWhereTheLayoutPutsThem(t *testing.T) {
	d := read(t, []string{sp("4", `idx="2"`, "", ap("", "right")) + sp("3", `idx="1"`, "", ap("", "left"))}, nil)
	wantLines(t, d, 0, "list-item: - left", "list-item: - right")
}
