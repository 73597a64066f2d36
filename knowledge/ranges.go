package knowledge

import "slices"

// union sorts ranges of numbers and joins those that meet.
func union(list [][2]int) [][2]int {
	slices.SortFunc(list, func(a, b [2]int) int { return a[0] - b[0] })
	var out [][2]int
	for _, r := range list {
		if n := len(out); n > 0 && r[0] <= out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], r[1])
			continue
		}
		out = append(out, r)
	}
	return out
}

// outside returns what of a range lies in none of the ranges of a union.
func outside(r [2]int, have [][2]int) [][2]int {
	var out [][2]int
	at := r[0]
	i, _ := slices.BinarySearchFunc(have, r[0], func(h [2]int, v int) int { return h[1] - v })
	for ; i < len(have) && have[i][0] <= r[1]; i++ {
		if have[i][0] > at {
			out = append(out, [2]int{at, have[i][0] - 1})
		}
		at = max(at, have[i][1]+1)
	}
	if at <= r[1] {
		out = append(out, [2]int{at, r[1]})
	}
	return out
}
