package validate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"quire/knowledge"
)

// Row checks what the row of a source says by itself: its identity, whether it is fresh,
// and what is asked of files at its path.
func (f *Findings) Row(s *knowledge.Source) {
	if s.IsChild() && s.ID != knowledge.ChildID(s.Parent, s.Member) {
		f.Add(ChildIdentity, s, "", "its container and %s give another id", s.Member)
	}
	if s.Stale {
		f.Add(StaleRow, s, "", "%s", knowledge.Line(orElse(s.Detail, "it could not be read since"), 200))
	}
	if knowledge.Unsettled(s.Reason) {
		f.add(UnsettledRow, s, spot{key: s.Reason}, "%s: %s", s.Outcome, s.Reason)
	}
	if s.Outcome == knowledge.Excluded {
		return
	}
	for i := range f.policies(s.Path) {
		f.file(s, &f.Settings.Policy[i])
	}
}

// Made checks that the evidence of a source was made from the bytes that its row names.
func (f *Findings) Made(s *knowledge.Source, d *knowledge.Document) {
	r := d.Evidence.Recipe
	if r.Content != s.Content || r.Key() != s.Recipe {
		f.Add(RecipeOf, s, "", "the row names the content %s and the recipe %s, the evidence %s and %s", s.Content.Short(12), s.Recipe.Short(12), r.Content.Short(12), r.Key().Short(12))
	}
}

// policies yields the numbers of the policies that hold at a path.
func (f *Findings) policies(path string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		if f.Settings == nil {
			return
		}
		for i := range f.Settings.Policy {
			if p := &f.Settings.Policy[i]; (p.Path == "" || knowledge.MatchPath(p.Path, path)) && !yield(i) {
				return
			}
		}
	}
}

// file checks what a policy asks of a file, whatever is in it.
func (f *Findings) file(s *knowledge.Source, p *Policy) {
	if len(p.Types) > 0 && !slices.Contains(p.Types, orElse(s.Type, "unknown")) {
		f.add(TypeBarred, s, spot{key: s.Type}, "its type is %s; %s may lie here", orElse(s.Type, "unknown"), strings.Join(p.Types, ", "))
	}
	if p.MaxBytes > 0 && s.Bytes > p.MaxBytes {
		f.Add(TooLarge, s, "", "it has %d bytes; %d are allowed here", s.Bytes, p.MaxBytes)
	}
	if p.MaxAge > 0 && f.AsOf != "" && s.Date != "" {
		if last, ok := lastDay(s.Date); ok {
			if day, err := time.Parse(time.DateOnly, f.AsOf); err == nil && last.AddDate(0, 0, p.MaxAge).Before(day) {
				f.Add(TooOld, s, "", "its date is %s, %d days before %s; %d are allowed here", s.Date, int(day.Sub(last).Hours()/24), f.AsOf, p.MaxAge)
			}
		}
	}
}

// lastDay returns the last day that a date may mean: of a year its last, of an interval
// its end.
func lastDay(date string) (time.Time, bool) {
	if _, end, ok := strings.Cut(date, "/"); ok {
		date = end
	}
	date, _, _ = strings.Cut(date, "T")
	if t, err := time.Parse(time.DateOnly, date); err == nil {
		return t, true
	}
	if t, err := time.Parse("2006-01", date); err == nil {
		return t.AddDate(0, 1, -1), true
	}
	if t, err := time.Parse("2006", date); err == nil {
		return t.AddDate(1, 0, -1), true
	}
	return time.Time{}, false
}

// Judge checks what is asked of a document beyond being sound: metadata, quality, and
// that it holds no secret.
func (f *Findings) Judge(s *knowledge.Source, d *knowledge.Document) {
	if s.TrustTier() == knowledge.SourceTier {
		f.quality(s, d)
		for i := range f.policies(s.Path) {
			f.metadata(s, d, f.Settings.Policy[i].Require)
		}
	}
	f.secrets(s, d)
}

// metadata checks that a document has what a policy requires of it.
func (f *Findings) metadata(s *knowledge.Source, d *knowledge.Document, names []string) {
	if !s.Outcome.Searchable() {
		return
	}
	for _, name := range names {
		if !hasMetadata(s, &d.Evidence.Meta, name) {
			f.add(MetadataMissing, s, spot{key: name}, "it has no %s", name)
		}
	}
}

func hasMetadata(s *knowledge.Source, m *knowledge.Metadata, name string) bool {
	switch strings.ToLower(name) {
	case "title":
		return s.TitleBy != "file-name" && s.Title != ""
	case "author", "authors":
		return len(m.Authors) > 0
	case "date":
		return s.Date != ""
	case "language":
		return s.Language != "" && s.Language != "und"
	case "subject":
		return m.Subject != ""
	case "keywords":
		return len(m.Keywords) > 0
	}
	for key, value := range m.Extra {
		if strings.EqualFold(key, name) && strings.TrimSpace(value) != "" {
			return true
		}
	}
	return false
}

// quality checks how much of a document is text that can be used.
func (f *Findings) quality(s *knowledge.Source, d *knowledge.Document) {
	if s.Outcome == knowledge.Empty && s.Reason != string(knowledge.NeedsOCR) {
		f.Add(EmptyDocument, s, "", "it was read whole, and there is no text in it")
	}
	garbled, low, units := 0, 0, 0
	var firstGarbled, firstLow *knowledge.Unit
	for i := range d.Units {
		u := &d.Units[i]
		units++
		if knowledge.HasFlag(u.Flags, knowledge.Garbled) {
			if garbled++; garbled == 1 {
				firstGarbled = u
			}
		}
		if knowledge.HasFlag(u.Flags, knowledge.LowText) || knowledge.HasFlag(u.Flags, knowledge.NeedsOCR) {
			if low++; low == 1 {
				firstLow = u
			}
		}
	}
	mayGarble, mayLack := 0, 0
	for i := range f.policies(s.Path) {
		mayGarble, mayLack = max(mayGarble, f.Settings.Policy[i].MaxGarbled), max(mayLack, f.Settings.Policy[i].MaxLowText)
	}
	if garbled > 0 && garbled*100 > mayGarble*units {
		f.add(GarbledText, s, spot{"#" + firstGarbled.Name, firstGarbled.Locator.Without("heading"), ""}, "%s of it: %d of %d units, first %s", percent(garbled, units), garbled, units, firstGarbled.Name)
	}
	if low > 0 && low*100 > mayLack*units {
		f.add(LowText, s, spot{"#" + firstLow.Name, firstLow.Locator.Without("heading"), ""}, "%s of it: %d of %d units, first %s", percent(low, units), low, units, firstLow.Name)
	}
}

func percent(n, of int) string { return fmt.Sprintf("%d %%", (n*100+of/2)/max(of, 1)) }

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
