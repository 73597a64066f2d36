package semantics

import (
	"strings"
	"testing"
)

func TestParseNumber(t *testing.T) {
	tests := []struct{ text, lang, want string }{
		{"1234", "und", "1234"},
		{"1.234", "deu", "1234"},
		{"1.234", "eng", "1.234"},
		{"1,234", "eng", "1234"},
		{"1,234", "deu", "1.234"},
		{"1,234", "fra", "1.234"},
		{"1.234", "fra", "1234|1.234"},
		{"1.234", "und", "1234|1.234"},
		{"0.234", "deu", "0.234"},
		{"1.234,50", "und", "1234.50"},
		{"1,234.50", "deu", "1234.50"},
		{"1.234.567", "und", "1234567"},
		{"1,00,000", "eng", "100000"},
		{"1.5", "deu", "1.5"},
		{"1,5", "eng", "1.5"},
		{"12345,678", "eng", "12345.678"},
		{"1'234.50", "deu", "1234.50"},
		{"1 234 567,8", "fra", "1234567.8"},
		{"1\u202f234", "fra", "1234"},
		{"007", "eng", "7"},
		{"1.2.3", "eng", ""},
		{"1,2345,678", "eng", ""},
		{"1.234,56,7", "eng", ""},
	}
	for _, tt := range tests {
		value, readings := parseNumber(tt.text, tt.lang)
		if got := value + strings.Join(readings, "|"); got != tt.want {
			t.Errorf("parseNumber(%q, %s) = %q, want %q", tt.text, tt.lang, got, tt.want)
		}
	}
}

func TestAmounts(t *testing.T) {
	tests := []struct{ text, lang, want string }{
		{"costs 500 EUR a year", "eng", "500 EUR=500 EUR"},
		{"costs €1,234.50.", "eng", "€1,234.50=1234.50 EUR"},
		{"kostet 1.234 €", "deu", "1.234 €=1234 EUR"},
		{"costs 1.234 €", "und", "1.234 €=1234|1.234 EUR"},
		{"3,5 Mio. € Umsatz", "deu", "3,5 Mio. €=3500000 EUR"},
		{"$3.5 million", "eng", "$3.5 million=3500000 $"},
		{"US$2bn", "eng", "US$2bn=2000000000 USD"},
		{"£40k", "eng", "£40k=40000 GBP"},
		{"2 billion euros", "eng", "2 billion euros=2000000000 EUR"},
		{"2 Billionen Euro", "deu", "2 Billionen Euro=2000000000000 EUR"},
		{"2 billion euros", "und", "2 billion euros= EUR"},
		{"2 millones de euros", "spa", "2 millones de euros=2000000 EUR"},
		{"1,5 million d'euros", "fra", "1,5 million d'euros=1500000 EUR"},
		{"-€5", "eng", "-€5=-5 EUR"},
		{"a loss of −5 EUR", "eng", "−5 EUR=-5 EUR"},
		{"CHF 1'200.00", "deu", "CHF 1'200.00=1200.00 CHF"},
		{"500 EUR 300 EUR", "eng", "500 EUR=500 EUR; 300 EUR=300 EUR"},
		{"¥500", "jpn", "¥500=500 ¥"},
		{"500円", "jpn", "500円=500 JPY"},
		{"12 000 kr", "swe", "12 000 kr=12000 kr"},
		{"500 zł", "pol", "500 zł=500 PLN"},
		{"room 500, EURATOM", "eng", ""},
		{"500 Europeans", "eng", ""},
		{"5 pounds of sugar", "eng", ""},
		{"A$AP 4", "eng", ""},
		{"1.234 million USD", "und", "1.234 million USD=1234000 USD"},
		{"12 March 2026 EUR", "eng", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			var got []string
			eachNumber(tt.text, tt.lang, func(at int, _ *writtenDate, a *writtenAmount) {
				if a != nil {
					got = append(got, tt.text[at+a.start:at+a.end]+"="+a.value+strings.Join(a.readings, "|")+" "+a.currency)
				}
			})
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("%q in %s = %q, want %q", tt.text, tt.lang, s, tt.want)
			}
		})
	}
}

func TestAmountsOfADocument(t *testing.T) {
	k := derive(t, "section", `# Budget

The committee approved 500 EUR for the office in Lyon. The office in Graz receives €750, and the office in Lyon has 500 EUR for another year.

| Office | Amount |
| Lyon | 500 EUR |
| Wien | 1,200 EUR |`)
	want := []struct {
		text, value string
		mentions    int
	}{{"500 EUR", "500", 3}, {"€750", "750", 1}, {"1,200 EUR", "1200", 1}}
	if len(k.Amounts) != len(want) {
		t.Fatalf("amounts = %+v", k.Amounts)
	}
	for i, w := range want {
		if a := k.Amounts[i]; a.Text != w.text || a.Value != w.value || a.Mentions != w.mentions || a.Currency != "EUR" {
			t.Errorf("amount %d = %+v, want %+v", i, a, w)
		}
	}
}

func TestSignsOfFormulasAndCellsAreNoMoney(t *testing.T) {
	for text, want := range map[string]string{
		"$2+2=4$": "", "'Named Ranges'!$A$7:$C$7": "", "3$4%5": "", "(DKK1)": "", "the price is $500+ a month": "500", "(5$)": "5", ">$5 million": "5000000", "DKK 1": "1",
		"$1,756K": "1756000|1756",
	} {
		got := ""
		eachNumber(text, "und", func(_ int, _ *writtenDate, a *writtenAmount) {
			if a != nil {
				got += a.value + strings.Join(a.readings, "|")
			}
		})
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
