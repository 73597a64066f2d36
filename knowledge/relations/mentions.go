package relations

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"quire/knowledge"
)

// minTitle is how many bytes a title must have to be found in quotation marks.
const minTitle = 10

// mentions relates a document to those whose file name or title it writes. A name or a
// title that two documents have is none; where one links to the other, answers it or
// replaces it, the mention says nothing new. What lies in the document itself is meant
// before what lies elsewhere: a mail lists its attachments by name.
func (j *joiner) mentions() {
	var places []place
	var asks []ask
	var haves []have
	inside := j.inside()
	for i := range j.nodes {
		if !j.part.owns(i) {
			continue
		}
		for k := range j.nodes[i].Facts.Mentions {
			n := len(asks)
			m := &j.nodes[i].Facts.Mentions[k]
			if m.File && inside[member{i, lastName(m.Text)}] {
				continue // it is its own attachment that it names
			}
			if asks = j.scopes[i].mention(asks, m, len(places)); len(asks) > n {
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

// member is a name in a container.
type member struct {
	container int
	name      string
}

// inside are the names of what lies in containers, in lower case.
func (j *joiner) inside() map[member]bool {
	out := map[member]bool{}
	for i, at := range j.parents {
		if at != none {
			out[member{at, lastName(j.nodes[i].Path)}] = true
		}
	}
	return out
}

// lastName is the last part of a path as names are compared.
func lastName(path string) string {
	return strings.ToLower(norm.NFC.String(path[strings.LastIndexByte(path, '/')+1:]))
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
