package claimgen

import "fmt"

// Statements returns the evaluation set over Documents, in order.
func Statements() []Statement {
	var out []Statement
	for _, lang := range Languages {
		g := generator{lang: lang}
		for i, t := range towns[lang] {
			u := towns[lang][(i+1)%len(towns[lang])]
			g.truths(i, t, u)
			g.lies(i, t, u)
		}
		g.policies()
		out = append(out, g.out...)
	}
	return out
}

type generator struct {
	lang string
	out  []Statement
}

func (g *generator) add(class string, is bool, text string) {
	g.out = append(g.out, Statement{g.lang, class, is, text})
}

func (g *generator) truths(i int, t, u town) {
	l := g.lang
	for k, f := range facts {
		if (k+i)%3 == 0 {
			g.add("verbatim", true, say(l, f, t, u, 0))
		} else if (k+i)%3 == 1 || k < 4 {
			g.add("paraphrased", true, say(l, f, t, u, 1))
		}
	}
	g.add("paraphrased", true, say(l, "table", t, u, 1))
	if t.desks > u.desks {
		g.add("paraphrased", true, say(l, "compare", t, u, 1))
	}
	if i%2 == 0 {
		g.add("paraphrased", true, say(l, "pair", t, u, 1))
	}
	first, second := say(l, "staff", t, u, 1), say(l, "opened", u, t, 0)
	g.add("combined", true, first[:len(first)-1]+phrases[l]["and"][1]+lowerFirst(second))
	g.add("derived", true, say(l, "total", t, u, 1))
	if i%2 == 1 {
		g.add("derived", true, say(l, "rents", t, u, 1))
	}
}

// lowerFirst puts the article of a second clause in small letters.
func lowerFirst(s string) string {
	if s[0] >= 'A' && s[0] <= 'Z' {
		return string(s[0]|0x20) + s[1:]
	}
	return s
}

func (g *generator) lies(i int, t, u town) {
	l := g.lang
	with := func(change func(*town)) town {
		c := t
		change(&c)
		return c
	}
	form := i % 2
	g.add("number", false, say(l, "staff", with(func(c *town) { c.staff += 4 }), u, form))
	g.add("number", false, say(l, "table", with(func(c *town) { c.books += 1000 }), u, 1))
	g.add("unit", false, fill(others[l]["unit"], map[string]string{"T": t.name, "N": fmt.Sprint(t.days)}))
	if i%2 == 0 {
		v := t.values(l, u, 0)
		v["N"] = fmt.Sprint(t.rise)
		g.add("unit", false, fill(others[l]["unit2"], v))
	}
	v := t.values(l, u, 1)
	v["M"] = millions(l, t.budget)
	g.add("scale", false, fill(phrases[l]["budget"][form], v))
	g.add("date", false, say(l, "opened", with(func(c *town) { c.day++ }), u, form))
	g.add("date", false, say(l, "director", with(func(c *town) { c.since++ }), u, 1-form))
	for _, f := range []string{"staff", "opened", "films", "loan", "budget"} {
		if (len(f)+i)%2 == 0 {
			d := t.values(l, u, 0)
			d["N"] = fmt.Sprint(t.staff)
			if f == "loan" {
				d["N"] = fmt.Sprint(t.days)
			}
			g.add("negation", false, fill(denials[l][f], d))
		}
	}
	if i%2 == 0 {
		s := t.values(l, u, form)
		s["M"], s["K"] = euros(l, u.grant), euros(l, t.grant)
		g.add("swap", false, fill(phrases[l]["pair"][form], s))
	}
	p := t.values(l, u, 0)
	p["P"], p["Q"], p["M"] = t.builder, t.director, p["G"]
	g.add("swap", false, fill(phrases[l]["pay"][form], p))
	g.add("subject", false, say(l, "staff", with(func(c *town) { c.name = u.name }), u, form))
	g.add("subject", false, say(l, "director", with(func(c *town) { c.director = u.director }), u, form))
	if t.desks > u.desks {
		g.add("comparative", false, fill(others[l]["compare"], map[string]string{"T": t.name, "U": u.name}))
		g.add("swap", false, say(l, "compare", u, t, 0))
	}
	g.add("comparative", false, say(l, "visits", with(func(c *town) { c.falls = !c.falls }), u, form))
	g.add("quantifier", false, fill(others[l][[]string{"closed", "none", "few"}[i%3]], map[string]string{"T": t.name}))
	g.add("other", false, say(l, "loan", with(func(c *town) { c.days = u.days }), u, form))
	g.add("other", false, say(l, "desk", with(func(c *town) { c.desks = u.desks }), u, 1))
	switch i % 3 {
	case 0:
		g.add("invented", false, fill(phrases[l]["ghost"][1], map[string]string{"T": t.name, "N": "1893"}))
	case 1:
		g.add("invented", false, fill(phrases[l]["guest"][1], map[string]string{"T": t.name}))
	case 2:
		g.add("invented", false, fill(phrases[l]["clause"][1], t.values(l, u, 0)))
	}
	g.add("number", false, say(l, "total", with(func(c *town) { c.books += 500 }), u, 1))
}

func (g *generator) policies() {
	n := func(fact string, form, value int) string {
		return fill(phrases[g.lang][fact][form], map[string]string{"N": fmt.Sprint(value)})
	}
	for form := range 2 {
		class := []string{"verbatim", "paraphrased"}[form]
		g.add(class, true, n("policy", form, 18))
		g.add(class, true, n("late", form, 35))
		g.add("superseded", false, n("policy", form, 12))
		g.add("superseded", false, n("late", form, 20))
	}
}
