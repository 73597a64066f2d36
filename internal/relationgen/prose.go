package relationgen

import (
	"fmt"
	"strings"
)

var (
	things = []string{"harbour", "archive", "orchard", "ferry", "bakery", "museum", "bridge", "school", "library", "market", "theatre", "station", "clinic", "garden",
		"warehouse", "laboratory", "quarry", "mill", "tower", "canal", "reservoir", "observatory", "hostel", "workshop", "foundry", "vineyard", "kennel", "stadium"}
	people = []string{"inspectors", "teachers", "carpenters", "drivers", "nurses", "visitors", "volunteers", "engineers", "gardeners", "porters", "translators",
		"students", "cooks", "painters", "divers", "farmers", "plumbers", "guards", "musicians", "surveyors", "neighbours", "trustees", "sailors", "weavers"}
	verbs = []string{"repaired", "counted", "painted", "measured", "described", "visited", "avoided", "moved", "cleaned", "discussed", "photographed", "borrowed",
		"rebuilt", "ignored", "praised", "sketched", "guarded", "emptied", "labelled", "inspected", "opened", "closed", "covered", "tested"}
	objects = []string{"windows", "ledgers", "lanterns", "benches", "pumps", "curtains", "maps", "barrels", "staircases", "lockers", "shelves", "boilers", "ropes",
		"signs", "fences", "radiators", "ladders", "cupboards", "engines", "carpets", "gutters", "hinges", "wheels", "letters", "instruments", "baskets"}
	manners = []string{"before the rain came", "without much noise", "in the early morning", "with borrowed tools", "because nobody else would", "as they had promised",
		"after a long argument", "while the tide was low", "under a grey sky", "against all advice", "in spite of the cold", "to the surprise of the town",
		"with great patience", "during the summer break", "at the request of the owner", "for the third week in a row", "behind closed doors", "by candlelight"}
	qualities = []string{"old", "heavy", "narrow", "green", "broken", "spare", "rusty", "wooden", "hidden", "famous", "empty", "tall", "quiet", "crooked", "northern", "borrowed"}
)

// sentence invents a sentence; no two are alike for long.
func (g *gen) sentence() string {
	p, v, o, m := g.pick(people...), g.pick(verbs...), g.pick(qualities...)+" "+g.pick(objects...), g.pick(manners...)
	t := g.pick(things...)
	switch g.IntN(5) {
	case 0:
		return fmt.Sprintf("The %s %s the %s of the %s %s.", p, v, o, t, m)
	case 1:
		return fmt.Sprintf("%s the %s %s %s near the %s.", capital(m)+",", p, v, o, t)
	case 2:
		return fmt.Sprintf("Some %s of the %s %s their %s, and the %s %s %s.", p, t, v, o, g.pick(people...), g.pick(verbs...), g.pick(objects...))
	case 3:
		return fmt.Sprintf("It was the %s who %s the %s in the %s %s.", p, v, o, t, m)
	}
	return fmt.Sprintf("When the %s %s the %s, the %s looked at the %s %s.", p, v, o, g.pick(people...), t, m)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func (g *gen) paragraph() string {
	var out []string
	for range 3 + g.IntN(3) {
		out = append(out, g.sentence())
	}
	return strings.Join(out, " ")
}

func (g *gen) paragraphs(n int) []string {
	var out []string
	for range n {
		out = append(out, g.paragraph())
	}
	return out
}

func (g *gen) title() string {
	return capital(g.pick(qualities...)) + " " + g.pick(objects...) + " of the " + g.name() + " " + g.pick(things...)
}

// page is a Markdown document of so many invented paragraphs, with others among them.
func (g *gen) page(title string, paragraphs int, more ...string) string {
	body := g.paragraphs(paragraphs)
	for i, m := range more {
		at := (i*3 + 2) % len(body)
		body = append(body[:at], append([]string{m}, body[at:]...)...)
	}
	return "# " + title + "\n\n" + strings.Join(body, "\n\n") + "\n"
}

// edit changes a few words of a text, so that most runs of words stay.
func (g *gen) edit(text string, words int) string {
	for range words {
		list := strings.Split(text, " ")
		at := 3 + g.IntN(len(list)-6)
		for strings.ContainsAny(list[at], "#\n.,0123456789|") {
			at = 3 + g.IntN(len(list)-6)
		}
		list[at] = g.pick(qualities...)
		text = strings.Join(list, " ")
	}
	return text
}

// front is front matter of a document.
func front(lines ...string) string { return "---\n" + strings.Join(lines, "\n") + "\n---\n\n" }

func table(header string, rows ...string) string {
	rule := strings.Repeat("|---", strings.Count(header, "|")-1) + "|"
	return header + "\n" + rule + "\n" + strings.Join(rows, "\n") + "\n"
}
