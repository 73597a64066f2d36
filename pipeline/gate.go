package pipeline

import (
	"context"

	"quire/extract"
)

// large is how many bytes of text and records make a document large. One large document
// at a time is in memory: with its written form it takes about three times that.
var large int64 = 8 << 20 // tests set less

// gate lets one large document at a time be assembled and derived from. The others wait
// where they became large; that is no time of their parsers.
type gate struct {
	turn chan struct{} // of the run; holds one value while nobody has the turn
	mine bool
}

func newTurn() chan struct{} {
	turn := make(chan struct{}, 1)
	turn <- struct{}{}
	return turn
}

// take waits for the turn.
func (g *gate) take(ctx context.Context) error {
	if g.mine {
		return nil
	}
	select {
	case <-g.turn:
		g.mine = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// leave gives the turn to the next. A gate that has it not does nothing.
func (g *gate) leave() {
	if g.mine {
		g.mine = false
		g.turn <- struct{}{}
	}
}

// gated is an assembler that takes the turn before its document becomes large.
type gated struct {
	*extract.Assembler
	ctx  context.Context
	gate *gate
}

// Unit implements extract.Sink.
func (s gated) Unit(u extract.Unit) error {
	if s.Weight()+u.Weight() > large {
		if err := s.gate.take(s.ctx); err != nil {
			return err
		}
	}
	return s.Assembler.Unit(u)
}
