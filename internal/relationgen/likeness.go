package relationgen

import (
	"fmt"
	"strings"
)

// duplicates plants texts that were copied with small changes, and forms that were
// filled in by others.
func (g *gen) duplicates() {
	for i := range 5 {
		text := g.page(g.title(), 7, fmt.Sprintf("The keeper wrote %d pages and %d letters.", 100+g.IntN(800), 20+g.IntN(70)))
		a := g.put("texts/"+g.slug()+".md", text)
		ending := ".md"
		switch i {
		case 0:
			text = g.edit(text, 12)
		case 1:
			text, ending = strings.ReplaceAll(strings.TrimPrefix(text, "# "), ". ", ".\n"), ".txt"
		case 2:
			text = text + "\n" + g.sentence() + "\n"
		case 3:
			text = strings.ReplaceAll(g.edit(text, 9), " the ", " the  ")
		case 4:
			parts := strings.Split(text, "\n\n")
			parts[2], parts[5] = parts[5], parts[2]
			text = strings.Join(parts, "\n\n")
		}
		b := g.put("copies/"+g.slug()+ending, text)
		g.truth("near-duplicate-of", a, b, true)
	}
	form := g.paragraphs(3)
	for range 3 { // one form, filled in
		var pair []string
		for range 2 {
			n := g.name()
			text := fmt.Sprintf("# Registration of a %s\n\nName: %s. The keeper is %s %s, reached at desk %d.\n\n%s\n\nThe fee of %d crowns was paid by %s on behalf of %s.\n\n%s\n\nReference %d, room %d, signed by %s.\n",
				g.pick(things...), n, g.name(), g.name(), 10+g.IntN(80), form[0], 100+g.IntN(900), g.name(), n, form[1], 10000+g.IntN(80000), 100+g.IntN(800), g.name())
			pair = append(pair, g.put("forms/"+g.slug()+".md", text))
		}
		g.never("near-duplicate-of", pair[0], pair[1], true)
		g.never("version-of", pair[0], pair[1], true)
	}
	for range 2 { // half of the text is common
		common := strings.Join(g.paragraphs(4), "\n\n")
		a := g.put("texts/"+g.slug()+".md", g.page(g.title(), 4, common))
		b := g.put("texts/"+g.slug()+".md", g.page(g.title(), 4, common))
		g.never("near-duplicate-of", a, b, true)
	}
}

// versions plants the versions of documents of which nothing says which counts, or
// only their marks.
func (g *gen) versions() {
	for i := range 5 {
		slug, title := g.slug(), g.title()
		text := g.page(title, 8)
		later := g.edit(strings.Replace(text, "\n\n", "\n\n"+g.paragraph()+"\n\n", 1), 8)
		names := [][2]string{{"-v1", "-v2"}, {"_draft", "_final"}, {"", " rev B"}, {"-2.0", "-2.0 v3"}, {" version 1", " version 2"}}[i]
		a := g.put("plans/"+slug+names[0]+".md", text)
		b := g.put("plans/"+slug+names[1]+".md", later)
		g.truth("version-of", b, a, false)
		g.also("supersedes", b, a, false)
	}
	slug, text := g.slug(), g.page(g.title(), 8, "The keeper "+g.name()+" counted 48 rooms and 131 lamps.")
	a := g.put("plans/"+slug+"-2026-01-10.md", text)
	b := g.put("plans/"+slug+"-2026-02-03.md", g.edit(text, 6))
	g.truth("version-of", b, a, false)
	g.also("supersedes", b, a, false)
	slug, text = g.slug(), g.page(g.title(), 8)
	a = g.put("plans/"+slug+".md", strings.Replace(text, "\n\n", "\n\nVersion 1.3\n\n", 1))
	b = g.put("plans/"+g.slug()+".md", strings.Replace(g.edit(text, 6), "\n\n", "\n\nVersion 2.0\n\n", 1))
	g.truth("version-of", b, a, false)
	g.also("supersedes", b, a, false)
	slug, text = g.slug(), g.paragraph()
	var week []string
	for _, day := range []string{"05", "12"} { // a form that is filled in every week
		week = append(week, g.put("plans/"+slug+"-2026-01-"+day+".md", fmt.Sprintf("# Duty sheet\n\n%s\n\nOn duty: %s and %s, %d hours, room %d.\n\n%s\n\nSigned by %s, %d keys returned.\n",
			text, g.name(), g.name(), 10+g.IntN(80), 100+g.IntN(800), g.sentence(), g.name(), 2+g.IntN(60))))
	}
	g.never("version-of", week[1], week[0], false)
	g.also("part-of-series", week[1], week[0], false)
	for i := range 5 {
		slug := g.slug()
		names := [][2]string{{"-v1", "-v2"}, {"_draft", "_final"}, {"-v1", "-v3"}, {" version 1", " version 2"}, {"-old", "-final"}}[i]
		a := g.put("plans/"+slug+names[0]+".md", g.page(g.title(), 6))
		b := g.put("plans/"+slug+names[1]+".md", g.page(g.title(), 6))
		g.never("version-of", b, a, false)
		g.never("supersedes", b, a, false)
	}
}

// successors plants documents that count instead of others and say so by words, dates
// and marks, and such that speak of replacing something else.
func (g *gen) successors() {
	for i := range 5 {
		slug, title := g.slug(), g.title()
		text := g.page(title, 8)
		later := g.edit(text, 10)
		first, second := front("date: 2024-03-05"), front("date: 2025-02-11")
		old, now := "rules/"+slug+".md", "rules/"+slug+"-v2.md"
		switch i {
		case 1:
			now = "rules/" + g.slug() + ".md"
			later = strings.Replace(later, "\n\n", "\n\nThis text supersedes ["+title+"]("+slug+".md).\n\n", 1)
		case 2:
			next := g.slug()
			now = "rules/" + next + ".md"
			first = front("date: 2024-03-05", "status: superseded", "superseded-by: "+next+".md")
		case 3:
			old, now = "rules/archive/"+slug+".md", "rules/"+slug+".md"
			first, second = front("date: 2024-03-05", "version: 1.4"), front("date: 2025-02-11", "version: 1.10")
		case 4:
			old = "rules/" + slug + "-draft.md"
			first, second = front("date: 2024-03-05", "status: draft"), front("date: 2024-04-02", "status: approved by the board")
			now = "rules/" + slug + "-final.md"
		}
		g.put(old, first+text)
		g.put(now, second+later)
		g.truth("supersedes", now, old, false)
		g.also("version-of", now, old, false)
		if i == 1 {
			g.truth("links-to", now, old, false)
		}
	}
	for i := range 4 {
		slug, title := g.slug(), g.title()
		text := g.page(title, 8)
		old, now := "rules/"+slug+"-2023.md", "rules/"+slug+"-2024.md"
		first, second, later := "", "", g.edit(text, 8)
		switch i {
		case 0: // two editions, each of its year
		case 1: // something else is replaced
			old, now = "rules/"+slug+".md", "rules/"+g.slug()+".md"
			later = g.page(g.title(), 6, "This pump replaces the one that "+title+" was written about.")
		case 2: // marks against dates: nobody knows
			old, now = "rules/"+slug+"-v1.md", "rules/"+slug+"-v2.md"
			first, second = front("date: 2025-06-01"), front("date: 2024-01-15")
		case 3: // it says that it does not
			old, now = "rules/"+slug+".md", "rules/"+g.slug()+".md"
			later = g.page(g.title(), 6, "This text does not replace “"+title+"”.")
		}
		g.put(old, first+text)
		g.put(now, second+later)
		g.never("supersedes", now, old, false)
		g.never("supersedes", old, now, false)
		switch i {
		case 0:
			g.also("part-of-series", now, old, false)
		case 2:
			g.also("version-of", now, old, true)
		case 3:
			g.also("mentions", now, old, false)
		}
	}
}

// translations plants documents in two languages, and such of one form with other
// contents.
func (g *gen) translations() {
	for i := range 8 {
		slug := g.slug()
		var numbers []any
		for range 12 {
			numbers = append(numbers, 12+g.IntN(900))
		}
		english, german := fmt.Sprintf(inEnglish, numbers...), fmt.Sprintf(inGerman, numbers...)
		if i >= 4 {
			numbers = numbers[:0]
			for range 12 {
				numbers = append(numbers, 12+g.IntN(900))
			}
			german = fmt.Sprintf(inGerman, numbers...)
			if i%2 == 0 {
				german = strings.Replace(german, "## Wege\n\n", "", 1)
			}
		}
		a, b := "guides/"+slug+"_en.md", "guides/"+slug+"_de.md"
		if i%2 == 1 {
			a, b = "guides/en/"+slug+".md", "guides/de/"+slug+".md"
		}
		g.put(a, english+"\n"+g.paragraph()+"\n")
		g.put(b, german)
		if i < 4 {
			g.truth("translation-of", a, b, true)
		} else {
			g.never("translation-of", a, b, true)
		}
	}
}

const inEnglish = `# Guide to the house

The house was built by %d people and has %d windows. Whoever comes by train walks for %d minutes; whoever comes by ship asks at counter %d.

## Rooms

The large hall holds %d guests, the small one %d. On the upper floor there are %d beds, and behind the kitchen stand %d bicycles.

- Keys are kept in box %d.
- Letters go to desk %d.

## Ways

The path through the wood is %d metres long. At the end of it the bell rings %d times.
`

const inGerman = `# Führer durch das Haus

Das Haus wurde von %d Leuten gebaut und hat %d Fenster. Wer mit dem Zug kommt, geht %d Minuten zu Fuß; wer mit dem Schiff kommt, fragt an Schalter %d.

## Räume

Der große Saal fasst %d Gäste, der kleine %d. Im oberen Stock stehen %d Betten, und hinter der Küche stehen %d Fahrräder.

- Die Schlüssel liegen in Fach %d.
- Briefe gehen an Tisch %d.

## Wege

Der Weg durch den Wald ist %d Meter lang. An seinem Ende läutet die Glocke %d Mal.
`

// series plants what appears month by month or number by number in one form, and
// numbered names of things that have nothing in common.
func (g *gen) series() {
	for i := range 4 {
		place, n := g.name(), 4
		var paths []string
		for k := range n {
			path := fmt.Sprintf("minutes/%s-2024-%02d.md", strings.ToLower(place), 3+k)
			if i%2 == 1 {
				path = fmt.Sprintf("minutes/%s-bulletin-%d.md", strings.ToLower(place), 11+k)
			}
			text := fmt.Sprintf("# Meeting of %s\n\n## Present\n\n%s\n\n## Old business\n\n%s\n\n## New business\n\n%s\n\n## Next meeting\n\n%s\n",
				place, g.paragraph(), g.paragraph(), g.paragraph(), g.sentence())
			paths = append(paths, g.put(path, text))
			if k > 0 {
				g.truth("part-of-series", paths[k], paths[k-1], false)
			}
		}
	}
	for range 4 {
		place := strings.ToLower(g.name())
		a := g.put(fmt.Sprintf("minutes/%s-2024-05.md", place), g.page(g.title(), 5))
		b := g.put(fmt.Sprintf("minutes/%s-2024-06.md", place), fmt.Sprintf("# %s\n\n## %s\n\n%s\n\n## %s\n\n%s\n", g.title(), g.title(), g.paragraph(), g.title(), g.paragraph()))
		g.never("part-of-series", b, a, false)
	}
}
