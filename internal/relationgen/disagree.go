package relationgen

import (
	"fmt"
	"strings"
)

// tables plants two tables of the same things of which one value differs, and tables
// of other towns, other years and other forms of the same value.
func (g *gen) tables() {
	rows := func(items []string, prices []int, unit string) []string {
		var out []string
		for i := range items {
			out = append(out, fmt.Sprintf("| %s | %d%s | %d days |", items[i], prices[i], unit, prices[i]%9+2))
		}
		return out
	}
	header := "| Service | Fee | Notice |"
	list := func() ([]string, []int) {
		var items []string
		var prices []int
		for _, at := range g.Perm(len(objects))[:5] {
			items = append(items, "Hire of "+g.pick(qualities...)+" "+objects[at])
			prices = append(prices, 20+g.IntN(400))
		}
		return items, prices
	}
	for range 4 {
		items, prices := list()
		place := g.name()
		a := g.put("fees/"+g.slug()+".md", g.page("Fees of the "+place+" yard", 4, table(header, rows(items, prices, " EUR")...)))
		prices[g.IntN(5)] += 27
		b := g.put("fees/"+g.slug()+".md", g.page("What the "+place+" yard asks for", 5, table(header, rows(items, prices, " EUR")...)))
		g.truth("conflicts-with", a, b, true)
	}
	for i := range 5 {
		items, prices := list()
		place := g.name()
		one, two, unit := "Fees of the "+place+" yard", "What the "+place+" yard asks for", " EUR"
		others := append([]int{}, prices...)
		switch i {
		case 0: // another town asks for other fees
			two = "Fees of the " + g.name() + " yard"
			for k := range others {
				others[k] += 3 + g.IntN(50)
			}
		case 1: // another year
			one, two = one+" 2023", one+" 2024"
			others[2] += 14
		case 2: // the same in other words
			unit = ".00 EUR"
		case 3: // another currency
			unit = " USD"
			for k := range others {
				others[k] += 5
			}
		case 4: // another form of another town with the same words by chance
			two = "Hire in " + g.name()
			for k := range others {
				others[k] = 20 + g.IntN(400)
			}
		}
		a := g.put("fees/"+g.slug()+".md", g.page(one, 4, table(header, rows(items, prices, " EUR")...)))
		b := g.put("fees/"+g.slug()+".md", g.page(two, 5, table(header, rows(items, others, unit)...)))
		g.never("conflicts-with", a, b, true)
	}
}

// disagreement plants a sentence in two documents that have nothing else in common.
func (g *gen) disagreement(one, two string, holds bool) {
	g.between(g.title(), one, g.title(), two, holds)
}

func (g *gen) between(title, one, other, two string, holds bool) {
	a := g.put("reports/"+g.slug()+".md", g.page(title, 5, one))
	b := g.put("reports/"+g.slug()+".md", g.page(other, 5, two))
	if holds {
		g.truth("conflicts-with", a, b, true)
	} else {
		g.never("conflicts-with", a, b, true)
	}
}

// figures plants sentences with two figures for one thing, and such about two things,
// in two units, rounded, or about how much.
func (g *gen) figures() {
	for i := range 4 {
		p, n := g.name(), 120+g.IntN(800)
		one := fmt.Sprintf("The floor of the %s hall measures %d square metres.", p, n)
		two := fmt.Sprintf("The floor of the %s hall measures %d square metres.", p, n+31)
		switch i {
		case 1:
			one, two = fmt.Sprintf("The board of %s granted %d,500 EUR for the roof.", p, n), fmt.Sprintf("The board of %s granted %d,900 EUR for the roof.", p, n+7)
		case 2:
			one, two = fmt.Sprintf("In %s, 38%% of all members voted for the new statutes.", p), fmt.Sprintf("In %s, 46%% of all members voted for the new statutes.", p)
		case 3: // said in other words: hard to find
			two = fmt.Sprintf("With its %d square metres, the hall of %s is large.", n+31, p)
		}
		g.disagreement(one, two, true)
	}
	for i := range 5 {
		p, n := g.name(), 120+g.IntN(800)
		one, two := fmt.Sprintf("The floor of the %s hall measures %d square metres.", p, n), ""
		title, other := g.title(), g.title()
		switch i {
		case 0:
			two = fmt.Sprintf("The floor of the %s hall measures %d square metres.", g.name(), n+40)
		case 1:
			two = fmt.Sprintf("The floor of the %s hall measures %d square feet.", p, n*10)
		case 2:
			one = fmt.Sprintf("The archive of %s holds 1,204,300 letters.", p)
			two = fmt.Sprintf("The archive of %s holds 1.2 million letters.", p)
		case 3:
			two = fmt.Sprintf("The floor of the %s hall measures about %d square metres.", p, n+4)
		case 4: // a contract of one party each, the sentence is everyone's
			one, two = fmt.Sprintf("The tenant pays a deposit of %d EUR before the first day.", n), fmt.Sprintf("The tenant pays a deposit of %d EUR before the first day.", n+55)
			title, other = "Lease of the "+g.name()+" mill", "Lease of the "+g.name()+" tower"
		}
		g.between(title, one, other, two, false)
	}
}

// dates plants sentences with two dates for one thing, and such that write one date in
// two ways, or speak of two things.
func (g *gen) dates() {
	for range 4 {
		p := g.name()
		g.disagreement(fmt.Sprintf("The bridge at %s opens to traffic on 14 May 2026.", p), fmt.Sprintf("The bridge at %s opens to traffic on 2 June 2026.", p), true)
	}
	for i := range 4 {
		p := g.name()
		one := fmt.Sprintf("The bridge at %s opens to traffic on 14 May 2026.", p)
		two := []string{
			fmt.Sprintf("The bridge at %s opens to traffic on 2026-05-14.", p),
			fmt.Sprintf("The bridge at %s opens to traffic in May 2026.", p),
			fmt.Sprintf("The bridge at %s closes to traffic on 2 June 2026.", p),
			fmt.Sprintf("The bridge at %s opens to traffic on 2 June 2026.", g.name()),
		}[i]
		g.disagreement(one, two, false)
	}
}

// answers plants sentences of which one denies what the other says, and such that say
// the same, or speak of two things.
func (g *gen) answers() {
	for i := range 4 {
		p := g.name()
		one := fmt.Sprintf("Dogs are allowed in the garden of %s during the day.", p)
		two := strings.Replace(one, "are allowed", "are not allowed", 1)
		if i%2 == 1 {
			one = fmt.Sprintf("Breakfast in the hostel of %s is included.", p)
			two = strings.Replace(one, "is included", "is not included", 1)
		}
		g.disagreement(one, two, true)
	}
	for i := range 4 {
		p := g.name()
		one := fmt.Sprintf("Dogs are allowed in the garden of %s during the day.", p)
		two := []string{
			fmt.Sprintf("Dogs are not allowed in the garden of %s during the day.", g.name()),
			fmt.Sprintf("Dogs are not allowed in the kitchen of %s during the day.", p),
			fmt.Sprintf("Dogs are not allowed in the garden of %s during the night.", p),
			fmt.Sprintf("Dogs are allowed in the garden of %s during the day.", p),
		}[i]
		g.disagreement(one, two, false)
	}
}
