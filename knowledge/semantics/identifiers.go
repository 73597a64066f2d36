package semantics

import (
	"strings"

	"quire/knowledge"
)

// Identifier is a number or code by which something is called.
type Identifier struct {
	Quote           // as written, and no more of it than is written
	Kind     string `json:"kind"` // what the label says, or iban, doi, isbn
	Mentions int    `json:"mentions"`
}

// identifierRules are labels in front of identifiers, in English, German, French and
// Spanish. A kind without a label is known by its own check digits.
var identifierRules = []struct{ kind, labels string }{
	{"invoice-number", "invoice number|invoice no|invoice #|invoice nr|rechnungsnummer|rechnungs nr|rechnung nr|numéro de facture|facture n|facture no|número de factura|factura n|factura no|factura nº"},
	{"contract-number", "contract number|contract no|agreement number|agreement no|vertragsnummer|vertrags nr|vertrag nr|numéro de contrat|n de contrat|contrat n|número de contrato|contrato n|contrato no|contrato nº"},
	{"order-number", "order number|order no|purchase order number|purchase order no|po number|po no|bestellnummer|bestell nr|auftragsnummer|auftrags nr|numéro de commande|commande n|bon de commande n|número de pedido|pedido n|pedido nº"},
	{"customer-number", "customer number|customer no|customer id|client number|account number|account no|kundennummer|kunden nr|numéro de client|numéro client|número de cliente"},
	{"reference", "reference number|our reference|your reference|reference no|ref no|case number|case no|file number|aktenzeichen|geschäftszahl|unser zeichen|ihr zeichen|referenznummer|référence|notre référence|vos références|n de référence|referencia|número de referencia|número de expediente|expediente"},
	{"vat-number", "vat number|vat no|vat id|vat registration number|tax id|tax number|ust idnr|ust id nr|uid nummer|uid nr|steuernummer|numéro de tva|n tva|tva intracommunautaire|nif|cif|número de iva"},
	{"registration-number", "company number|company no|company registration number|registered number|charity number|registration number|firmenbuchnummer|handelsregisternummer|fn|hrb|siret|siren|rcs"},
	{"document-number", "document number|document no|doc no|document id|dokumentnummer|dokumentennummer|dok nr|numéro de document|número de documento"},
	{"isbn", "isbn|isbn 13|isbn 10"},
	{"issn", "issn|eissn"},
	{"project-number", "project number|project no|project code|grant number|grant agreement no|projektnummer|projekt nr|numéro de projet|número de proyecto|código de proyecto"},
}

// labelled reads an identifier behind its label, which ends at i: one word of letters,
// digits and separators with a digit in it, or several where each has one.
func (f *findings) labelled(b *block, body string, base int, kind string, i int) {
	from := i
	marked := false // a colon, a number sign or the next cell: "invoice number 5" is enough with a longer number
	for from < len(body) && strings.IndexByte(" \t*_.:|#", body[from]) >= 0 {
		marked = marked || strings.IndexByte(":|#", body[from]) >= 0
		from++
	}
	for _, s := range []string{"°", "º", "\u00a0"} {
		for strings.HasPrefix(body[from:], s) {
			from += len(s)
			for from < len(body) && (body[from] == ' ' || body[from] == ':') {
				marked = true
				from++
			}
		}
	}
	if strings.Count(body[i:from], "|") > 1 {
		return
	}
	to := identifierEnd(body, from)
	text := body[from:to]
	digits := 0
	for _, c := range []byte(text) {
		if isDigit(c) {
			digits++
		}
	}
	if digits < 2 || len(text) < 3 || len(text) > 40 || !marked && digits < 4 || !bounded(body, to) {
		return
	}
	if edtfDay(text) != nil || strings.Count(text, ".") == 2 && digits >= 6 && len(text) <= 10 || kind == "registration-number" && digits < 4 {
		return // a date
	}
	f.identifier(b, knowledge.Span{base + from, base + to}, kind)
}

// identifierEnd returns where the identifier at i ends. A space goes on with it where
// digits or capitals follow that hold a digit: AT61 1904 3002.
func identifierEnd(s string, i int) int {
	end := i
	for {
		to := end
		digit := false
		for to < len(s) && (isDigit(s[to]) || 'a' <= s[to]|0x20 && s[to]|0x20 <= 'z' || strings.IndexByte("-/._", s[to]) >= 0) {
			digit = digit || isDigit(s[to])
			to++
		}
		if !digit && end > i {
			break
		}
		if to == end || !digit && to-end > 4 {
			break
		}
		end = to
		if end-i > 34 || end+1 >= len(s) || s[end] != ' ' || !(isDigit(s[end+1]) || 'A' <= s[end+1] && s[end+1] <= 'Z') {
			break
		}
		// "RE 2026-15" goes on, "2026-15 EUR" and "2026-15 12 May" do not.
		if digit && (!isDigit(s[end+1]) || !groupOfFour(s[i:end], s[end+1:])) {
			break
		}
		end++
	}
	return i + len(strings.TrimRight(s[i:end], " ._-/"))
}

// groupOfFour reports that head and tail are groups of three to four digits, as long
// numbers are written.
func groupOfFour(head, tail string) bool {
	last := head[strings.LastIndexByte(head, ' ')+1:]
	n := digitRun(tail, 0)
	return len(last) >= 3 && len(last) <= 4 && n >= 1 && n <= 4 && len(head) < 34 && (n == len(last) || n >= 2) && bounded(tail, n)
}

func (f *findings) identifier(b *block, s knowledge.Span, kind string) {
	q := b.quote(s)
	key := "i" + strings.ToLower(q.Text)
	if at, ok := f.seen[key]; ok {
		f.identifiers[at].Mentions++
		return
	}
	if len(f.identifiers) == maxIdentifiers {
		f.more.Identifiers++
		return
	}
	f.seen[key] = len(f.identifiers)
	f.identifiers = append(f.identifiers, Identifier{Quote: q, Kind: kind, Mentions: 1})
}

// checked looks for identifiers that prove themselves: account numbers with their
// check digits, and DOIs.
func (f *findings) checked(b *block, body string, base int) {
	for at := 0; ; {
		i := strings.Index(body[at:], "10.")
		if i < 0 {
			break
		}
		i += at
		at = i + 3
		if n := doiAt(body, i); n > 0 {
			f.identifier(b, knowledge.Span{base + i, base + i + n}, "doi")
			at = i + n
		}
	}
	for i := 0; i+15 <= len(body); i++ {
		if !capitalByte(body[i]) {
			continue
		}
		if capitalByte(body[i+1]) && isDigit(body[i+2]) && isDigit(body[i+3]) && boundedBefore(body, i) {
			if n := ibanAt(body[i:]); n > 0 {
				f.identifier(b, knowledge.Span{base + i, base + i + n}, "iban")
				i += n
			}
		}
	}
}

func capitalByte(c byte) bool { return 'A' <= c && c <= 'Z' }

// doiAt returns the length of the DOI at i, 0 where there is none.
func doiAt(s string, i int) int {
	if !boundedBefore(s, i) {
		return 0
	}
	slash := digitRun(s, i+3)
	if n := slash - i - 3; n < 4 || n > 9 || slash >= len(s) || s[slash] != '/' {
		return 0
	}
	end := slash + 1
	for end < len(s) && s[end] > ' ' && s[end] < 0x7f && strings.IndexByte("\"<>|()[]{}\\,;", s[end]) < 0 {
		end++
	}
	text := strings.TrimRight(s[i:end], ".:*_'")
	if len(text) <= slash-i+2 {
		return 0
	}
	return len(text)
}

// ibanAt returns the length of the account number that s begins with, alone or in
// groups of four, 0 where its check digits do not fit (ISO 13616: the remainder of the
// rearranged number by 97 is 1).
func ibanAt(s string) int {
	var id [34]byte
	n, end := 0, 0
	for i := 0; i < len(s) && n < len(id); i++ {
		c := s[i]
		if c == ' ' && n%4 == 0 {
			continue
		}
		if !isDigit(c) && !capitalByte(c) {
			break
		}
		id[n] = c
		n++
		end = i + 1
		if n >= 15 && bounded(s, end) && ibanSum(id[:n]) == 1 {
			if end+1 >= len(s) || s[end] != ' ' || !isDigit(s[end+1]) {
				return end
			}
		}
	}
	return 0
}

func ibanSum(id []byte) int {
	sum := 0
	for _, c := range append(append(make([]byte, 0, len(id)), id[4:]...), id[:4]...) {
		if isDigit(c) {
			sum = (sum*10 + int(c-'0')) % 97
		} else {
			sum = (sum*100 + int(c-'A') + 10) % 97
		}
	}
	return sum
}
