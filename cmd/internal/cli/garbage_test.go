package cli

import "testing"

func TestMemoryGoalFollowsWhatLives(t *testing.T) {
	for _, c := range []struct{ live, goal int64 }{{0, 240}, {150, 240}, {200, 280}, {1000, 1320}} {
		if got := goalFor(uint64(c.live) << 20); got != c.goal<<20 {
			t.Errorf("%d MiB that live make a goal of %d, not %d", c.live, got>>20, c.goal)
		}
	}
}
