package knowledge

// Lack is a reason why the text of a unit may not carry all that is on it.
type Lack string

// The lacks that the record of a unit alone tells.
const (
	LacksScan    Lack = "scan"     // a picture of text
	LacksGlyphs  Lack = "garbled"  // text of glyphs that nobody can map
	LacksText    Lack = "low-text" // hardly any text for its size
	LacksPicture Lack = "image"    // a picture beside the text
)

// Lacks returns what the text of a unit may not carry, in the order above. Flags of a
// passage of it may be handed in beside its own.
func Lacks(u *Unit, passage ...Flag) []Lack {
	var out []Lack
	for _, sign := range []struct {
		flag Flag
		lack Lack
	}{{NeedsOCR, LacksScan}, {Garbled, LacksGlyphs}, {LowText, LacksText}} {
		if HasFlag(u.Flags, sign.flag) || HasFlag(passage, sign.flag) {
			out = append(out, sign.lack)
		}
	}
	if pictured(u) {
		out = append(out, LacksPicture)
	}
	return out
}

// pictured reports whether a unit holds a picture that is not furniture of its page.
func pictured(u *Unit) bool {
	furniture := 0
	for i := range u.Blocks {
		if b := &u.Blocks[i]; b.Kind == Image {
			if !HasFlag(b.Flags, Furniture) {
				return true
			}
			furniture++
		}
	}
	return u.Counts.Images > furniture
}
