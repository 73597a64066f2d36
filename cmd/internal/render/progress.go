package render

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"quire/knowledge"
	"quire/pipeline"
)

// Progress shows on stderr how far a sync is.
type Progress struct {
	w      io.Writer
	mode   string
	mu     sync.Mutex
	last   time.Time
	stage  string
	began  time.Time
	shown  bool
	closed bool
}

// NewProgress returns a progress display: auto is a line that repaints on a
// terminal, and nothing elsewhere; plain is a line every few seconds; json is a
// line of JSON each step.
func NewProgress(w io.Writer, mode string, terminal bool) *Progress {
	if mode == "auto" {
		mode = "none"
		if terminal {
			mode = "live"
		}
	}
	return &Progress{w: w, mode: mode}
}

// The least time between two showings, by mode.
var between = map[string]time.Duration{"live": 100 * time.Millisecond, "plain": 5 * time.Second, "json": 0}

// Step shows one step, if the last showing is long enough ago.
func (p *Progress) Step(s pipeline.Progress) {
	if p.mode == "none" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if s.Stage != p.stage {
		p.stage, p.began = s.Stage, now
	}
	if p.closed || now.Sub(p.last) < between[p.mode] && s.Done != s.Total {
		return
	}
	p.last = now
	rate, left := pace(s, now.Sub(p.began))
	path := knowledge.Visible(knowledge.Line(s.Path, 60))
	switch p.mode {
	case "json":
		b, _ := json.Marshal(map[string]any{"stage": s.Stage, "done": s.Done, "total": s.Total, "path": s.Path})
		fmt.Fprintf(p.w, "%s\n", b)
	case "plain":
		fmt.Fprintf(p.w, "%-10s %d/%d %s%s\n", s.Stage, s.Done, s.Total, rate, left)
	case "live":
		p.shown = true
		fmt.Fprintf(p.w, "\r\x1b[K  %-10s %d/%d%s%s  %s", s.Stage, s.Done, s.Total, rate, left, path)
	}
}

// pace says how fast a stage goes and how long it still takes.
func pace(s pipeline.Progress, took time.Duration) (rate, left string) {
	if s.Done < 2 || took < time.Second {
		return "", ""
	}
	perSecond := float64(s.Done) / took.Seconds()
	rate = fmt.Sprintf(" · %.0f/s", perSecond)
	if rest := s.Total - s.Done; rest > 0 && perSecond > 0 {
		left = fmt.Sprintf(" · %s left", Duration(time.Duration(float64(rest)/perSecond*float64(time.Second))))
	}
	return rate, left
}

// Close takes a repainting line away: the report replaces it.
func (p *Progress) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown && !p.closed {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.closed = true
}

// Duration prints a length of time for a person: 0.1 s, 12 s, 4 min, 2 h, 3 d.
func Duration(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.0f h", d.Hours())
	}
	return fmt.Sprintf("%.0f d", d.Hours()/24)
}
