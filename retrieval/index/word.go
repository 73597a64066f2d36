package index

// Strict returns the terms that a passage with exactly this text must hold: of each
// word the form as it is written.
func Strict(text string) []string {
	a := newAnalyzer()
	a.run(text)
	var out []string
	a.each(func(term []byte, k kind) {
		switch k {
		case plain:
			out = append(out, string(term))
		case exact, literal, full: // beside the plain form, which it narrows
			out[len(out)-1] = string(term)
		}
	})
	return out
}
