package relations_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"quire/knowledge"
	"quire/knowledge/relations"
)

// A join of nodes that keep only the claims which are compared makes the edges that it makes
// of all claims.
func TestClaimsOfOneNodeAloneAreNotNeeded(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	conflicts := 0
	for range 200 {
		var nodes []relations.Node
		for i := range 30 {
			n := relations.Node{ID: fmt.Sprintf("s%07d", i), Path: fmt.Sprintf("c/%d.md", i), Type: "markdown", Content: fmt.Sprint(rng.IntN(28))}
			for range rng.IntN(6) {
				n.Facts.Claims = append(n.Facts.Claims, knowledge.Claim{
					Key: fmt.Sprintf("%08d", rng.IntN(60)), Kind: 'n', Named: true, Value: fmt.Sprint(rng.IntN(3)), Written: "x",
				})
			}
			nodes = append(nodes, n)
		}
		want := relations.Join(nodes, relations.Corrections{})
		var c relations.Claims
		met := map[string]bool{}
		for i := range nodes {
			if !met[nodes[i].Content] {
				c.Add(i, nodes[i].Facts.Claims)
			}
			met[nodes[i].Content] = true
		}
		c.Seal()
		for i := range nodes {
			if all := nodes[i].Facts.Claims; c.Has(i) {
				nodes[i].Facts.Claims = c.Compared(all)
			} else {
				nodes[i].Facts.Claims = nil
			}
		}
		got := relations.Join(nodes, relations.Corrections{})
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%d edges, of all claims %d", len(got), len(want))
		}
		for _, e := range want {
			if e.Kind == relations.ConflictsWith {
				conflicts++
			}
		}
	}
	if conflicts < 100 {
		t.Errorf("only %d conflicts were made", conflicts)
	}
}
