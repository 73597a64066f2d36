package retrieval

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/publish"
)

const (
	// shownUnread is how many files an answer names that could not be searched.
	shownUnread = 5
	// readUnread is how many of them are looked at; the others are only counted.
	readUnread = 2000
)

// unsearched names files that pass the filters and could not be searched, those
// first whose path holds words of the query, and counts the others.
func (v *View) unsearched(res *Result, q Query, sources []string) error {
	if v.snap.Manifest.Tables[knowledge.UnreadTable].Rows == 0 {
		return nil
	}
	table, err := v.table(knowledge.UnreadTable)
	if err != nil {
		return err
	}
	type scored struct {
		Unsearched
		words int
	}
	words := strings.Fields(strings.ToLower(q.Text))
	var all []scored
	looked := 0
	for line, err := range table.All() {
		if err != nil {
			return err
		}
		if looked++; looked > readUnread {
			break
		}
		var u knowledge.Unread
		if err := json.Unmarshal(line, &u); err != nil {
			return &publish.DamagedError{Name: "tables", Detail: "hold a row of unread that is not JSON: " + err.Error()}
		}
		if q.Path != "" && !knowledge.MatchPath(q.Path, u.Path) || len(q.Types) > 0 && !slices.Contains(q.Types, u.Type) ||
			len(sources) > 0 && !slices.Contains(sources, u.ID) {
			continue
		}
		all = append(all, scored{Unsearched{Path: u.Path, Address: u.ID, Outcome: u.Outcome}, wordsIn(u.Path, words)})
	}
	slices.SortFunc(all, func(a, b scored) int {
		return cmp.Or(b.words-a.words, cmp.Compare(a.Path, b.Path))
	})
	for i, u := range all {
		if i == shownUnread {
			break
		}
		res.Unsearched = append(res.Unsearched, u.Unsearched)
	}
	rest := len(all) - len(res.Unsearched)
	if q.Path == "" && len(q.Types) == 0 && len(sources) == 0 {
		rest = table.Rows() - len(res.Unsearched)
	}
	if rest > 0 {
		res.Omitted = append(res.Omitted, Omission{Reason: "unsearched", Count: rest})
	}
	return nil
}

// wordsIn counts the words of three characters and more that a path holds.
func wordsIn(path string, words []string) int {
	path = strings.ToLower(path)
	n := 0
	for _, w := range words {
		if len(w) >= 3 && strings.Contains(path, w) {
			n++
		}
	}
	return n
}
