package render

import "strings"

// CaptureInfo is what capture did.
type CaptureInfo struct {
	Lines      int      `json:"lines"`
	Added      []string `json:"added"`
	Duplicates int      `json:"duplicates"`
	Forgotten  int      `json:"forgotten"`  // refused: they were forgotten once
	Redactions int      `json:"redactions"` // secrets taken out
	Bad        []string `json:"bad"`        // lines that are no entries, without their text
}

// Capture writes what capture did.
func Capture(p Printer, c CaptureInfo) error {
	p.Printf("captured %s\n", joinCounts(plural(len(c.Added), "new line"), count(c.Duplicates, "known"), count(c.Forgotten, "forgotten before, refused"), redactions(c.Redactions)))
	for _, b := range c.Bad {
		p.Printf("  not read: %s\n", p.Line(b))
	}
	if len(c.Added) > 0 {
		p.Printf("next: quire retrieve --memory pending \"…\" · quire memory accept --all\n")
	}
	return p.Err()
}

// MemoryRow is one captured entry in a list.
type MemoryRow struct {
	ID           string `json:"id"`
	State        string `json:"state"` // pending, accepted, published, rejected
	Conversation string `json:"conversation"`
	Turn         string `json:"turn"`
	Role         string `json:"role"`
	Time         string `json:"time"`
	Text         string `json:"text"`
}

// Memory writes a list of captured entries.
func Memory(p Printer, rows []MemoryRow) error {
	if len(rows) == 0 {
		p.Printf("nothing was captured\n")
	}
	for _, r := range rows {
		p.Printf("%-9s %s  %s\n", r.State, r.ID, joinCounts(p.Line(r.Conversation+"/"+r.Turn), p.Line(r.Role), r.Time))
		p.Fence(strings.TrimSpace(p.Line(r.Text)))
	}
	return p.Err()
}

func redactions(n int) string {
	if n == 0 {
		return ""
	}
	return plural(n, "secret") + " taken out"
}
