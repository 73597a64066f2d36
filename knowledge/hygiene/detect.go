package hygiene

// Detect returns the name of the first rule that text breaks; "" where it speaks
// to no model. text is Markdown as text.md has it, or plain text.
func Detect(text string) string {
	if rule := markers(text); rule != "" {
		return rule
	}
	if smuggled(text) {
		return "tag-characters"
	}
	v := vocabularies()
	toks := tokenize(fold(text), v)
	if len(toks) < 2 {
		return ""
	}
	return match(v, toks)
}
