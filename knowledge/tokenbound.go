package knowledge

// TokenBound returns an upper bound of the o200k tokens of s, wherever it stands,
// without the vocabulary. A token has at least one byte. Byte pairs are merged until
// no two neighbours make a token, so two single letters never stand side by side
// where they make one together, and neither do one of the marks in joins and the
// letter it leads; digits are cut in threes. A test holds these facts against the
// vocabulary.
func TokenBound(s string) int {
	// The most tokens of the bytes so far, of all but the last, and where the last
	// token has two bytes or more.
	most, before, longer := 0, 0, -1
	digits, start := 0, 0
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= '0' && c <= '9' {
			if digits == 0 {
				start = most
				if i > 0 && s[i-1] >= 0x80 {
					start++ // a digit of another script may take the first place of a group
				}
			}
			digits++
			most, before = start+(digits+2)/3, most
			longer = most
			continue
		}
		digits = 0
		single := most + 1
		if merges(s, i) {
			single = longer + 1
		}
		longer = before + 1
		if i == 0 {
			longer = -1
		}
		most, before = max(single, longer), most
	}
	return most
}

// merges reports whether the bytes at i-1 and i can not both be tokens of their own.
func merges(s string, i int) bool {
	if i == 0 || !lower(s[i]) {
		return false
	}
	prev := s[i-1]
	switch prev {
	case ' ':
		return true
	case '/', '-', '.', ',', '=', '(', '_', ':':
		return i >= 2 && (lower(s[i-2]) || s[i-2] >= '0' && s[i-2] <= '9' || s[i-2] >= 'A' && s[i-2] <= 'Z')
	}
	if !lower(prev) || rarePairs[string([]byte{prev, s[i]})] {
		return false
	}
	for j := max(i-3, 0); j < i; j++ {
		if s[j] == '\'' { // it's: a word ends behind the s
			return false
		}
	}
	return true
}

func lower(c byte) bool { return c >= 'a' && c <= 'z' }

// rarePairs are the pairs of lower-case letters that are no token of o200k.
var rarePairs = func() map[string]bool {
	out := map[string]bool{}
	const all = "bqgkgqjvjzkqkzlqnqqfqgqjqkqvqzrjtqwqwzxgxjxkxqxvxwyqzjzqzv"
	for i := 0; i+1 < len(all); i += 2 {
		out[all[i:i+2]] = true
	}
	return out
}()
