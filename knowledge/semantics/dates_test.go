package semantics

import (
	"slices"
	"strings"
	"testing"
)

func TestWrittenDates(t *testing.T) {
	tests := []struct{ text, lang, want string }{
		{"on 2026-03-12 we met", "eng", "2026-03-12"},
		{"at 2026-03-12T10:30:00Z.", "eng", "2026-03-12"},
		{"2026/03/12", "eng", "2026-03-12"},
		{"pages 1–12. 10.1017/S175", "eng", ""},
		{"1403/10/04", "pes", ""},
		{"04/10/1446", "ara", ""},
		{"4 October 1403", "eng", "1403-10-04"},
		{"12 March 2026", "und", "2026-03-12"},
		{"12th of March, 2026", "eng", "2026-03-12"},
		{"March 12, 2026", "eng", "2026-03-12"},
		{"Sept. 3rd 2026", "eng", "2026-09-03"},
		{"12-Mar-2026", "eng", "2026-03-12"},
		{"12. März 2026", "deu", "2026-03-12"},
		{`1\. Jänner 2026`, "deu", "2026-01-01"},
		{"12.03.2026", "deu", "2026-03-12"},
		{"12. 3. 2026", "ces", "2026-03-12"},
		{"03.25.2026", "eng", ""},
		{"le 1er février 2026", "fra", "2026-02-01"},
		{"12 de marzo de 2026", "spa", "2026-03-12"},
		{"15 de março de 2026", "por", "2026-03-15"},
		{"12 maja 2026", "pol", "2026-05-12"},
		{"12/03/2026", "eng", "2026-03-12|2026-12-03"},
		{"12/03/2026", "und", "2026-03-12|2026-12-03"},
		{"12/03/2026", "fra", "2026-03-12"},
		{"25/03/2026", "eng", "2026-03-25"},
		{"03/25/2026", "eng", "2026-03-25"},
		{"03/03/2026", "eng", "2026-03-03"},
		{"30/02/2026", "eng", ""},
		{"29 February 2026", "eng", ""},
		{"29 February 2024", "eng", "2024-02-29"},
		{"March 2026", "eng", "2026-03"},
		{"marzo de 2026", "spa", "2026-03"},
		{"2026-03", "eng", "2026-03"},
		{"the 2010-11 season", "eng", ""},
		{"Q3 2026", "eng", "2026-07/2026-09"},
		{"2026-Q3", "eng", "2026-07/2026-09"},
		{"in the third quarter of 2026", "eng", "2026-07/2026-09"},
		{"im 3. Quartal 2026", "deu", "2026-07/2026-09"},
		{"4e trimestre 2026", "fra", "2026-10/2026-12"},
		{"since 2019 we", "eng", "2019"},
		{"in 2019, we", "eng", "2019"},
		{"in 2000 cases", "eng", ""},
		{"im Jahr 2019 wurde", "deu", "2019"},
		{"in 2000 Fällen", "deu", ""},
		{"room 2019", "eng", ""},
		{"2026年3月12日", "jpn", "2026-03-12"},
		{"2026년 3월 12일", "kor", "2026-03-12"},
		{"version 12.03.2026.1", "eng", ""},
		{"10.12.2026", "eng", "2026-12-10"},
		{"ISBN 978-3-16-148410-0", "eng", ""},
		{"12\nMarch 2026", "eng", "2026-03-12"},
		{"192.168.10.2026", "eng", ""},
		{"12 March 2026 and 13 March 2026", "eng", "2026-03-12 2026-03-13"},
		{"May 5, 2026 12 items", "eng", "2026-05-05"},
		{"grew out of 2005", "eng", ""},
		{"12 out 2005", "por", "2005-10-12"},
		{"x2026-03-12", "eng", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			var got []string
			eachNumber(tt.text, tt.lang, func(at int, d *writtenDate, _ *writtenAmount) {
				if d == nil {
					return
				}
				if d.value != "" {
					got = append(got, d.value)
				} else {
					got = append(got, strings.Join(d.readings, "|"))
				}
			})
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("%q in %s = %q, want %q", tt.text, tt.lang, s, tt.want)
			}
		})
	}
}

// TestMonthNamesAgree guards the table: a name that is two months in two
// languages would be read as whichever was listed last.
func TestMonthNamesAgree(t *testing.T) {
	seen := map[string]int{}
	for line := range strings.SplitSeq(strings.TrimSpace(monthNames), "\n") {
		names := strings.Fields(line)
		if len(names) != 12 {
			t.Fatalf("%d months in %q", len(names), line)
		}
		for i, group := range names {
			for name := range strings.SplitSeq(group, "/") {
				if have, ok := seen[name]; ok && have != i+1 {
					t.Errorf("%s is month %d and %d", name, have, i+1)
				}
				seen[name] = i + 1
			}
		}
	}
}

func TestDatesOfADocument(t *testing.T) {
	k := derive(t, "section", `# Minutes

Berlin, 12 March 2026

The board met and agreed on the budget. The deadline is 2026-05-01. The next meeting is on 03/04/2026 in room 4.

| Task | Due |
| Plan | 2026-05-01 |
| Report | June 2026 |`)
	if k.Date == nil || k.Date.Value != "2026-03-12" || k.Date.By != ByText || k.Date.Quote.Text != "12 March 2026" {
		t.Errorf("document date = %+v", k.Date)
	}
	var got []string
	for _, d := range k.Dates {
		got = append(got, d.Text+"="+d.Value)
		if d.Ambiguous != (d.Value == "") || d.Ambiguous != (len(d.Readings) == 2) {
			t.Errorf("%+v is marked wrongly", d)
		}
	}
	want := []string{"12 March 2026=2026-03-12", "2026-05-01=2026-05-01", "03/04/2026=", "June 2026=2026-06"}
	if !slices.Equal(got, want) {
		t.Errorf("dates = %q, want %q", got, want)
	}
	if k.Dates[1].Mentions != 2 {
		t.Errorf("2026-05-01 is mentioned %d times, want 2", k.Dates[1].Mentions)
	}
}

func TestDocumentDate(t *testing.T) {
	long := strings.Repeat("The committee discussed several proposals at some length. ", 5)
	tests := []struct{ name, md, want string }{
		{"a line that is a date", "# Report\n\n12 March 2026\n\n" + long, "2026-03-12"},
		{"a labelled date", "# Report\n\nStand: 12.03.2026, Version 2 der Fassung für die Verwaltung und alle übrigen Stellen\n\n" + long, "2026-03-12"},
		{"a date in a first table", "# Report\n\n| Author | A. Person |\n| Date | 12 March 2026 |\n\n" + long, "2026-03-12"},
		{"the day of a meeting, in the title of its minutes", "# Minutes of the works committee, 11 March 2025\n\n" + long, "2025-03-11"},
		{"the day of a visit", "Site visit Graz, Thursday 29 January 2026\nWith Lena Hofer\n\n" + long, "2026-01-29"},
		{"the day of a feast is none", "# Feast of the works committee in the park, 11 March 2025\n\n" + long, ""},
		{"the end of a year of accounts is none", "# Report\n\nFor the fiscal year ended December 31, 2021\n\n" + long, ""},
		{"the day of a foundation is none", "# Mozilla\n\nFebruary 28, 1998; 18 years ago\n\n" + long, ""},
		{"a value of a setting is none", "# Feed\n\n- updateBase: 2000-01-01\n\n" + long, ""},
		{"an edition counts, not the first one", "# Guide\n\nFirst published May 2006. This edition July 2016.\n\n" + long, "2016-07"},
		{"a day on which something was amended", "# Rules\n\nLast updated 3 March 2020\n\n" + long, "2020-03-03"},
		{"a deadline is none", "# Report\n\nDeadline: 12 March 2026\n\n" + long, ""},
		{"a date in running text is none", "# Report\n\nThe board of the company met on 12 March 2026 in Lyon to speak about the coming year and its plans.", ""},
		{"a day of adoption is none", "# Strategy\n\nadopted by the board on 17 February 2026\n\n" + long, ""},
		{"an ambiguous date is none", "# Report\n\nDate: 03/04/2026\n\n" + long, ""},
		{"a date far below is none", "# Report\n\n" + strings.Repeat(long+"\n\n", 12) + "12 March 2026", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := derive(t, "section", tt.md)
			got := ""
			if k.Date != nil {
				got = k.Date.Value
			}
			if got != tt.want {
				t.Errorf("document date = %q, want %q", got, tt.want)
			}
		})
	}
}
