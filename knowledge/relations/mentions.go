package relations

import "quire/knowledge"

// minTitle is how many bytes a title must have to be found in quotation marks.
const minTitle = 10

// mentions relates a document to those whose file name or title it writes. A name or a
// title that two documents have is none; where one links to the other, answers it or
// replaces it, the mention says nothing new.
func (j *joiner) mentions() {
	var places []place
	var asks []ask
	var haves []have
	for i := range j.nodes {
		if !j.part.owns(i) {
			continue
		}
		for k := range j.nodes[i].Facts.Mentions {
			n := len(asks)
			if asks = j.scopes[i].mention(asks, &j.nodes[i].Facts.Mentions[k], len(places)); len(asks) > n {
				places = append(places, place{i, k})
			}
		}
	}
	if len(asks) == 0 {
		return
	}
	for i := range j.nodes {
		haves = j.scopes[i].names(haves, i, "")
		if key := wordsOf(j.nodes[i].Facts.Title); len(key) >= minTitle {
			haves = append(haves, have{key: titleName(key), node: i})
		}
	}
	var edges []Edge
	for hits := range nearest(match(asks, haves)) {
		at, to := places[hits[0].who], hits[0].node
		if len(hits) > 1 || to == none || to == at.from || j.pairs[pairOf(at.from, to)]&isLinked != 0 || j.same[at.from] == j.same[to] {
			continue
		}
		from, m := &j.nodes[at.from], &j.nodes[at.from].Facts.Mentions[at.link]
		e := Edge{Kind: Mentions, From: from.ID, To: j.nodes[to].ID, Strength: byName, Reasons: []string{"its title, in quotation marks"}, Evidence: []Evidence{
			{Source: from.ID, Unit: m.Unit, Span: m.Span, Text: m.Text}, {Source: j.nodes[to].ID, Text: j.nodes[to].Facts.Title},
		}}
		if m.File {
			e.Reasons = []string{"its file name"}
			e.Evidence[1].Text = j.nodes[to].Path
		}
		edges = append(edges, e)
	}
	j.add(joinPlaces(edges)...)
}

// mention adds the names that a mention may mean.
func (s scope) mention(asks []ask, m *knowledge.Mention, who int) []ask {
	if !m.File {
		if key := wordsOf(m.Text); len(key) >= minTitle {
			asks = append(asks, ask{key: titleName(key), who: who})
		}
	} else if s.top != "" {
		asks = s.askName(asks, m.Text, who)
	}
	return asks
}
