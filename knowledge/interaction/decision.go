package interaction

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Verdict is what was decided about an entry.
type Verdict string

// The verdicts. A skipped entry stays pending; it was looked at.
const (
	Accept Verdict = "accept"
	Reject Verdict = "reject"
	Skip   Verdict = "skip"
)

// Decision is one line of the decisions log. The last one of an entry counts.
type Decision struct {
	ID      string  `json:"id"` // of the entry
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason,omitempty"` // required to reject; redacted like a text
	Time    string  `json:"time"`             // RFC 3339, UTC
}

func (d *Decision) check() error {
	switch {
	case !ValidID(d.ID):
		return errors.New("it names no entry")
	case d.Verdict != Accept && d.Verdict != Reject && d.Verdict != Skip:
		return errors.New("the verdict is none of accept, reject and skip")
	case d.Verdict == Reject && strings.TrimSpace(d.Reason) == "":
		return errors.New("to reject takes a reason")
	case len(d.Reason) > MaxLineBytes:
		return fmt.Errorf("the reason is longer than %d bytes", MaxLineBytes)
	}
	if t, err := utcTime(d.Time); err != nil || t != d.Time {
		return errors.New("the time is not RFC 3339 in UTC")
	}
	return nil
}

// Decide adds decisions to the log, all of them or none where one is about an
// entry that the ledger does not have (ErrUnknown). One that says what already
// counts is not added again.
func (l *Ledger) Decide(ctx context.Context, decisions ...Decision) error {
	clean := make([]Decision, len(decisions))
	for i, d := range decisions {
		d.Reason, _ = Redact(d.Reason)
		if err := d.check(); err != nil {
			return fmt.Errorf("attempted to decide %d of %d: %w", i+1, len(decisions), err)
		}
		clean[i] = d
	}
	unlock, err := l.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	st, err := l.prepare()
	if err != nil {
		return err
	}
	past, _, err := l.Decisions()
	if err != nil {
		return err
	}
	counts := latest(past)
	var lines []byte
	for _, d := range clean {
		if !st.ids[d.ID] {
			return fmt.Errorf("attempted to %s %s: %w", d.Verdict, d.ID, ErrUnknown)
		}
		if old, ok := counts[d.ID]; ok && old.Verdict == d.Verdict && old.Reason == d.Reason {
			continue
		}
		counts[d.ID] = d
		line, err := encodeLine(decisionLine, d)
		if err != nil {
			return err
		}
		lines = append(lines, line...)
	}
	// Also where nothing is added: an equal decision may not be durable yet.
	return l.appendFile(decisionFile, lines)
}

// Decisions returns the log in order and what of it could not be read. It takes
// no lock and writes nothing.
func (l *Ledger) Decisions() ([]Decision, []Damage, error) {
	out := []Decision{}
	damage, err := l.eachLine(decisionFile, decisionLine, func(payload []byte) error {
		var d Decision
		if err := json.Unmarshal(payload, &d); err != nil {
			return errDamaged
		}
		if err := d.check(); err != nil {
			return err
		}
		out = append(out, d)
		return nil
	})
	return out, damage, err
}

// latest returns the decision that counts for each entry.
func latest(decisions []Decision) map[string]Decision {
	out := make(map[string]Decision, len(decisions))
	for _, d := range decisions {
		out[d.ID] = d
	}
	return out
}
