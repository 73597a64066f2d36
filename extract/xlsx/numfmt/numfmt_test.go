package numfmt

import "testing"

func TestNumberShowsWhatTheFormatSays(t *testing.T) {
	tests := []struct {
		code string
		v    float64
		want string
	}{
		{"General", 0.1 + 0.2, "0.3"},
		{"General", 1234567.891, "1234567.891"},
		{"0", 2.5, "3"},
		{"0.00", 2.675, "2.68"},
		{"0.00", -1.005, "-1.01"},
		{"#,##0", 1234567, "1,234,567"},
		{"#,##0.00", -1234.5, "-1,234.50"},
		{"#,##0", 0, "0"},
		{"#,###", 0, ""},
		{"000-00-0000", 123456789, "123-45-6789"},
		{"(000) 000-0000", 5551234567, "(555) 123-4567"},
		{"00000", 42, "00042"},
		{"#.##", 0.5, ".5"},
		{"0.0#", 1.5, "1.5"},
		{"0.0#", 1.25, "1.25"},
		{"0.???", 1.5, "1.5"},
		{"0%", 0.125, "13%"},
		{"0.0%", 0.0735, "7.4%"},
		{"0.00E+00", 12345.678, "1.23E+04"},
		{"0.00E+00", 0.00012, "1.20E-04"},
		{"##0.0E+0", 12345, "12.3E+3"},
		{"##0.0E+0", 999999, "1.0E+6"},
		{"0.0E-0", 12345, "1.2E4"},
		{"#,##0,", 1234567, "1,235"},
		{`0.0,,"M"`, 1234567, "1.2M"},
		{`"$"#,##0.00_);\("$"#,##0.00\)`, -12.3, "($12.30)"},
		{`_("$"* #,##0.00_);_("$"* \(#,##0.00\);_("$"* "-"??_);_(@_)`, 0, "$-"},
		{`_("$"* #,##0.00_);_("$"* \(#,##0.00\);_("$"* "-"??_);_(@_)`, 1500, "$1,500.00"},
		{`0;-0;"zero"`, 0, "zero"},
		{`0;-0;"zero"`, -4, "-4"},
		{`0;(0)`, -4, "(4)"},
		{`0;;`, -4, ""},
		{";;;", 4, ""},
		{`[>999999]#,,"M";[>999]#,"K";#`, 2500000, "3M"},
		{`[>999999]#,,"M";[>999]#,"K";#`, 1500, "2K"},
		{`[>999999]#,,"M";[>999]#,"K";#`, 7, "7"},
		{`[<10]#" Wow"`, 1.5, "2 Wow"},
		{`[<10]#" Wow"`, 11, "11"},
		{`[<      10]#" Wow"`, 1, "1 Wow"},
		{`[<>10]#" Wow"`, 10, "10"},
		{`[Red][<0]0.0;[Blue]0.0`, -2, "2.0"},
		{`[Red]0.0`, -2, "-2.0"},
		{`[$€-407] #,##0.00`, 1234.5, "€ 1,234.50"},
		{`#,##0.00 [$€-407]`, -3, "-3.00 €"},
		{"# ?/?", 1.5, "1 1/2"},
		{"# ?/?", 0.5, "1/2"},
		{"# ?/?", 3, "3"},
		{"# ??/??", 3.14159265, "3 1/7"},
		{"# ???/???", 3.14159265, "3 16/113"},
		{"# ?/8", 1.3, "1 2/8"},
		{"?/?", 1.5, "3/2"},
		{"# ?/?", 0.999, "1"},
		{"@", 12.5, "12.5"},
		{`General" kg"`, 12.5, "12.5 kg"},
		{`"n/a"`, 5, "n/a"},
		{`"n/a"`, -5, "-n/a"},
		{"\"open", 5, "open"},
		{"[", 5, "["},
		{"", 5, ""},
	}
	for _, tt := range tests {
		if got := Parse(tt.code).Number(tt.v, false); got != tt.want {
			t.Errorf("%q of %v shows %q, want %q", tt.code, tt.v, got, tt.want)
		}
	}
}

func TestGeneralKeepsElevenCharactersOfAFraction(t *testing.T) {
	tests := map[float64]string{
		0: "0", 1: "1", -1: "-1", 0.1: "0.1", 1.0 / 3: "0.333333333", 2.0 / 3: "0.666666667",
		35.0 / 3: "11.66666667", 1.1000000000000001: "1.1", 123456.789012345: "123456.789",
		4012345678901: "4012345678901", 99999999999: "99999999999", 1e20: "1E+20", 1.5e-7: "0.00000015", 1.5e-10: "1.5E-10",
		0.0001: "0.0001", 0.00001: "0.00001", 0.000012345: "0.000012345", 0.0000123456: "1.23456E-05", 0.000123456789: "0.000123457", 3.506849e-6: "3.50685E-06",
		9.999999e20: "1E+21", -2.5e-10: "-2.5E-10", 1e15 + 1: "1E+15", 123456789012.5: "123456789012.5",
	}
	for v, want := range tests {
		if got := General(v); got != want {
			t.Errorf("%v shows %q, want %q", v, got, want)
		}
	}
}

func TestNumberShowsDates(t *testing.T) {
	const autumn = 19278.607951389 // 1952-10-11 14:35:27
	tests := []struct {
		code string
		v    float64
		want string
	}{
		{"yyyy-mm-dd", 45292, "2024-01-01"},
		{"d-m-y", autumn, "11-10-52"},
		{"ddd-mmm-yyy", autumn, "Sat-Oct-1952"},
		{"dddd, mmmm d", autumn, "Saturday, October 11"},
		{"mmmmm", autumn, "O"},
		{"hh:mm:ss a/p", autumn, "02:35:27 p"},
		{"h:m:s.000 A/P", autumn, "2:35:27.000 P"},
		{"h:mm AM/PM", 0.5, "12:00 PM"},
		{"h:mm am/pm", 0.0, "12:00 AM"},
		{"hh:mm", 0.999999, "00:00"},
		{"mm:ss", 0.5 + 65.0/86400, "01:05"},
		{"[h]:mm:ss", 1.5, "36:00:00"},
		{"[mm]:ss", 0.5, "720:00"},
		{"[s].00", 1.0 / 86400 * 1.25, "1.25"},
		{"[h]:mm", -0.25, "-6:00"},
		{"d-mmm", 0, "0-Jan"},
		{"yyyy-mm-dd", 59, "1900-02-28"},
		{"yyyy-mm-dd", 60, "1900-02-29"},
		{"yyyy-mm-dd", 61, "1900-03-01"},
		{"dddd", 1, "Sunday"},
		{"yyyy-mm-dd", 2958465, "9999-12-31"},
		{"yyyy-mm-dd", 2958466, "2958466"},
		{"yyyy-mm-dd", -1, "-1"},
		{"[$-F800]dddd, mmmm dd, yyyy", 45292, "2024-01-01"},
		{"[$-407]dddd, d. mmmm yyyy", 43831, "Mittwoch, 1. Januar 2020"},
		{"[$-1010407]ddd d mmm", 43891, "So 1 Mrz"},
		{"[$-fr-FR]dddd d mmmm yyyy;@", 43831, "mercredi 1 janvier 2020"},
		{"[$-40C]ddd d mmm", 43831, "mer. 1 janv."},
		{"[$-C0A]mmmmm", 43831, "e"},
		{"[$kr-41D]d mmmm", 43831, "kr1 januari"},
		{"[$-409]d mmm yyyy;@", 45292, "1 Jan 2024"},
		{`yyyy"年"m"月"d"日"`, 45292, "2024年1月1日"},
		{`[$-411]ggge"年"m"月"`, 45292, "2024年1月"},
		{"bbbb", 45292, "2567"},
		{"dd.mm.yyyy", 45292, "01.01.2024"},
		{`上午/下午h"时"mm"分"`, 0.75, "下午6时00分"},
	}
	for _, tt := range tests {
		f := Parse(tt.code)
		if got := f.Number(tt.v, false); got != tt.want {
			t.Errorf("%q of %v shows %q, want %q", tt.code, tt.v, got, tt.want)
		}
		if !f.IsDate() {
			t.Errorf("%q is not taken for a date", tt.code)
		}
	}
	if got := Parse("yyyy-mm-dd").Number(0, true); got != "1904-01-01" {
		t.Errorf("day 0 of the 1904 system is %q", got)
	}
	if got := Parse("dddd").Number(43830, true); got != "Monday" { // 2024-01-01
		t.Errorf("day 43830 of the 1904 system is a %q", got)
	}
}

func TestTextSection(t *testing.T) {
	tests := []struct{ code, want string }{
		{"0.00", "abc"}, {"@", "abc"}, {`"Dear "@`, "Dear abc"}, {`0;-0;0;"<"@">"`, "<abc>"},
		{`0;"text: "@`, "text: abc"}, {";;;", ""}, {"0;-0;;@", "abc"},
	}
	for _, tt := range tests {
		if got := Parse(tt.code).Text("abc"); got != tt.want {
			t.Errorf("%q shows %q, want %q", tt.code, got, tt.want)
		}
	}
}

func TestEveryBuiltinIsAFormat(t *testing.T) {
	for id := range 60 {
		code, ok := Builtin(id)
		if !ok {
			continue
		}
		if got := Parse(code).Number(1.5, false); got == "" {
			t.Errorf("format %d, %q, shows nothing", id, code)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range []string{"0.00;[Red]-0", "yyyy-mm-dd", "[h]:mm", "# ?/?", `"a`, "[$-", "0E+0", "@"} {
		f.Add(c, 1.5)
	}
	f.Fuzz(func(t *testing.T, code string, v float64) {
		p := Parse(code)
		p.Number(v, false)
		p.Number(v, true)
		p.Text("x")
	})
}
