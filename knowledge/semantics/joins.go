package semantics

import "quire/knowledge"

// JoinVersion is raised whenever the facts that Derive takes for joins between
// documents come out otherwise.
const JoinVersion = 1

// shortestClaim is fewer bytes than any claim takes.
const shortestClaim = 20

// maxTitle is how many characters of a title are kept for joins.
const maxTitle = 120

// joinsOf takes the facts that join a document to others, the most telling first, until
// their row is full.
func joinsOf(v *view, k *Knowledge) knowledge.Facts {
	f := knowledge.Facts{Title: knowledge.Line(k.Title.Text, maxTitle), Language: k.Language.Code}
	if k.Date != nil {
		f.Date = k.Date.Value
	}
	if len(v.blocks) == 0 {
		return f
	}
	sketches(v, k.Language.Code, &f)
	f.Revision, f.Stage = revisions(v, k.Title)
	f.Replaces = replacesOf(v, k.Title.Text)
	left := knowledge.FactBytes(len(v.doc.Text)) - size(&f) - len(`"mentions":[],"claims":[],`)
	mentions, claims := mentionsOf(v), claimsOf(v, k.Language.Code)
	share := left / 2
	if len(claims) == 0 {
		share = left
	}
	for _, m := range mentions {
		if n := size(m) + 1; n <= share {
			f.Mentions = append(f.Mentions, m)
			share, left = share-n, left-n
		}
	}
	for _, c := range claims {
		if left < shortestClaim {
			break
		}
		if n := size(c) + 1; n <= left {
			f.Claims = append(f.Claims, c)
			left -= n
		}
	}
	return f
}

// size is the length of a fact as it is stored.
func size(fact any) int {
	b, err := knowledge.Marshal(fact)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return len(b)
}
