package semantics

import "strings"

// codes are the ISO 4217 codes that are read; others are taken for words.
var codes = lazySet("EUR|USD|GBP|CHF|JPY|CNY|CAD|AUD|NZD|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|INR|BRL|MXN|ZAR|SGD|HKD|KRW|ILS|AED|SAR|THB|IDR|PHP|" +
	"MYR|TWD|CLP|COP|ARS|PEN|EGP|NGN|KES|VND|PKR|BDT|QAR|KWD")

// signs are the currency signs, those made of letters marked as words. A dollar,
// a yen or a krone sign does not say whose.
var signs = []struct {
	sign, currency string
	word           bool
}{
	{"US$", "USD", false}, {"AU$", "AUD", false}, {"A$", "AUD", false}, {"CA$", "CAD", false}, {"C$", "CAD", false}, {"NZ$", "NZD", false},
	{"HK$", "HKD", false}, {"S$", "SGD", false}, {"R$", "BRL", false}, {"$", "$", false}, {"€", "EUR", false}, {"£", "GBP", false},
	{"¥", "¥", false}, {"￥", "¥", false}, {"₹", "INR", false}, {"₩", "KRW", false}, {"₽", "RUB", false}, {"₺", "TRY", false},
	{"₪", "ILS", false}, {"₴", "UAH", false}, {"฿", "THB", false}, {"₫", "VND", false}, {"₦", "NGN", false}, {"円", "JPY", false},
	{"元", "CNY", false}, {"원", "KRW", false}, {"zł", "PLN", true}, {"Kč", "CZK", true}, {"kr", "kr", true}, {"SFr.", "CHF", true}, {"Fr.", "CHF", true},
}

// currencyWord returns the currency of a word written out behind an amount.
func currencyWord(lower string) string {
	switch lower {
	case "euro", "euros", "eur":
		return "EUR"
	case "dollar", "dollars", "dólares", "dólar", "dollari":
		return "$"
	case "franken", "schweizerfranken":
		return "CHF"
	case "yen":
		return "JPY"
	case "yuan", "renminbi":
		return "CNY"
	}
	return ""
}

// currencyBefore returns the currency written before the number at i and where it
// begins; "" and i where there is none.
func currencyBefore(s string, i int) (string, int) {
	at := gapBefore(s, i)
	if i-at > 3 || strings.Contains(s[at:i], "\n") {
		return "", i
	}
	if code := currencyCode(s, at); code != "" {
		return code, at - 3
	}
	for _, c := range signs { // the longest of one ending comes first
		if start := at - len(c.sign); strings.HasSuffix(s[:at], c.sign) && boundedBefore(s, start) {
			return c.currency, start
		}
	}
	return "", i
}

// currencyCode returns the ISO code that ends at i and is a word of its own.
func currencyCode(s string, i int) string {
	if i < 3 || !boundedBefore(s, i-3) || !codes()[s[i-3:i]] {
		return ""
	}
	return s[i-3 : i]
}

// currencyAfter returns the currency written behind the number that ends at i and
// where it ends.
func currencyAfter(s string, i int) (string, int) {
	at := gap(s, i)
	if at-i > 3 {
		return "", i
	}
	if next := after(s, at, "de ", "d'", "d’", "of "); next != at && at > i {
		at = next
	}
	for _, c := range signs {
		if end := at + len(c.sign); strings.HasPrefix(s[at:], c.sign) && (!c.word || bounded(s, end)) {
			return c.currency, end
		}
	}
	end := letters(s, at)
	if end-at == 3 && codes()[s[at:end]] {
		return s[at:end], end
	}
	if c := currencyWord(strings.ToLower(s[at:end])); c != "" {
		return c, end
	}
	if c := after(s, at, "pounds sterling", "pound sterling"); c != at {
		return "GBP", c
	}
	return "", i
}

// isCurrencySign reports whether s ends in a currency sign that is no word.
func isCurrencySign(s string) bool {
	for _, c := range signs {
		if !c.word && strings.HasSuffix(s, c.sign) {
			return true
		}
	}
	return false
}
