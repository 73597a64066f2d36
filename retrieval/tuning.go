package retrieval

import "quire/retrieval/index"

// tuning is the weights of the second stage. There is one, chosen; a test measures what
// others would be worth.
type tuning struct {
	next      float64 // see nextShare
	near      float64 // see nearWeight
	nearWords int
	weights   index.Weights
}

var chosen = tuning{nextShare, nearWeight, nearWords, index.Chosen}
