package claimgen

import (
	"fmt"
	"regexp"
	"strings"
)

// Languages are those of the corpus.
var Languages = []string{"en", "de", "fr", "es"}

var slot = regexp.MustCompile(`\b[TUNMKDPQVY]\b`)

// fill puts values in the places of the single capitals of a phrase.
func fill(phrase string, values map[string]string) string {
	return slot.ReplaceAllStringFunc(phrase, func(s string) string {
		if v, ok := values[s]; ok {
			return v
		}
		return s
	})
}

// values are what the phrases of a town are filled with. form 0 is how documents
// write, 1 how statements do.
func (t town) values(lang string, u town, form int) map[string]string {
	date := longDate(lang, t.day, t.month, t.year)
	amount, paid := euros(lang, t.budget), euros(lang, t.grant)
	if form == 1 {
		date, amount = shortDate(lang, t.day, t.month, t.year), thousands(lang, t.budget)
	}
	v := phrases[lang]["rose"][form]
	if t.falls {
		v = phrases[lang]["fell"][form]
	}
	return map[string]string{"T": t.name, "U": u.name, "D": date, "M": amount, "K": euros(lang, u.grant), "P": t.director, "Q": t.builder, "V": v, "Y": fmt.Sprint(t.since), "G": paid}
}

// say writes a fact about t in one of its two forms.
func say(lang, fact string, t, u town, form int) string {
	v := t.values(lang, u, form)
	switch fact {
	case "staff":
		v["N"] = fmt.Sprint(t.staff)
	case "visits":
		v["N"] = fmt.Sprint(t.rise)
	case "loan":
		v["N"] = fmt.Sprint(t.days)
	case "table":
		v["N"] = grouped(lang, t.books)
	case "desk":
		v["N"] = fmt.Sprint(t.desks)
	case "pay", "pair":
		v["M"] = v["G"]
	case "total":
		v["N"] = grouped(lang, t.books+u.books)
	case "rents":
		v["M"] = euros(lang, t.rent+u.rent)
	}
	return fill(phrases[lang][fact][form], v)
}

// facts are told of every library in its document.
var facts = []string{"staff", "budget", "opened", "director", "visits", "loan", "films", "closed", "pay", "few"}

// Documents returns the corpus, by path.
func Documents() map[string]string {
	out := map[string]string{}
	for _, lang := range Languages {
		ts := towns[lang]
		for i, t := range ts {
			u := ts[(i+1)%len(ts)]
			var b strings.Builder
			fmt.Fprintf(&b, "# %s\n\n", t.name)
			for k, f := range facts {
				b.WriteString(say(lang, f, t, u, 0))
				if k%3 == 2 {
					b.WriteString("\n\n")
				} else {
					b.WriteString(" ")
				}
			}
			b.WriteString("\n")
			out[fmt.Sprintf("%s/%s.md", lang, slug(t.name))] = b.String()
		}
		var b strings.Builder
		for i, t := range ts {
			u := ts[(i+1)%len(ts)]
			if t.desks > u.desks {
				fmt.Fprintf(&b, "%s\n\n", say(lang, "compare", t, u, 0))
			}
			if i%2 == 0 {
				fmt.Fprintf(&b, "%s\n\n", say(lang, "pair", t, u, 0))
			}
		}
		c := columns[lang]
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n|---|---|---|---|\n", c[0], c[1], c[2], c[3])
		for _, t := range ts {
			fmt.Fprintf(&b, "| %s | %s | %d | %s |\n", t.name, grouped(lang, t.books), t.desks, grouped(lang, t.rent))
		}
		out[lang+"/overview.md"] = b.String()
		for i, y := range []string{"2023", "2025"} {
			fee, late := 12+i*6, 20+i*15
			out[lang+"/fees-"+y+".md"] = versions[lang][i] + "\n\n" +
				fill(phrases[lang]["policy"][0], map[string]string{"N": fmt.Sprint(fee)}) + " " +
				fill(phrases[lang]["late"][0], map[string]string{"N": fmt.Sprint(late)}) + "\n"
		}
	}
	return out
}

func slug(s string) string {
	return strings.NewReplacer(" ", "-", "í", "i", "ñ", "n").Replace(strings.ToLower(s))
}
