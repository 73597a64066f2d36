package knowledge

import (
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
)

// sketchOf makes the sketch of numbers from one to another.
func sketchOf(bins, from, to int) Sketch {
	s := NewSketcher(bins)
	for i := from; i < to; i++ {
		s.Add(uint64(i) * 0x9e3779b97f4a7c15)
	}
	return s.Sketch()
}

func TestASketchIsReadAsItWasWritten(t *testing.T) {
	for _, s := range []Sketch{sketchOf(TextBins, 0, 1000), sketchOf(TextBins, 0, 30), sketchOf(SmallBins, 5, 9), nil} {
		b, err := json.Marshal(struct {
			S Sketch `json:"s,omitempty"`
		}{s})
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ S Sketch }
		if err := json.Unmarshal(b, &got); err != nil || !slices.Equal(got.S, s) {
			t.Errorf("%s is read as %v, %v", b, got.S, err)
		}
		if len(s) == TextBins && len(b) > 100 {
			t.Errorf("%d bytes", len(b))
		}
	}
	if err := new(Sketch).UnmarshalText([]byte("no?")); err == nil {
		t.Error("a broken sketch is read")
	}
}

// A sketch of a byte a bin, as snapshots had before, is read as one of today.
func TestAnOlderSketchIsRead(t *testing.T) {
	for _, bins := range []int{TextBins, SmallBins} {
		rng := rand.New(rand.NewPCG(1, 1))
		old, want := make([]byte, bins), make(Sketch, bins)
		for i := range old {
			if x := rng.IntN(1 << 16); x%3 > 0 {
				old[i], want[i] = byte(1+x%255), byte(1+x%255%tags)
			}
		}
		var got Sketch
		if err := got.UnmarshalText([]byte(base64.StdEncoding.EncodeToString(old))); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v; not %v", got, err, want)
		}
	}
}

// Estimates are about what two sets have in common, and nothing where that is nothing.
func TestSimilarityIsEstimated(t *testing.T) {
	for _, shift := range []int{0, 50, 111, 333, 2000} {
		sum := 0
		for at := range 50 {
			sum += sketchOf(TextBins, at*9000, at*9000+1000).Similarity(sketchOf(TextBins, at*9000+shift, at*9000+shift+1000))
		}
		want := max(0, 1000-shift) * 1000 / (1000 + shift)
		if got := sum / 50; got < want-15 || got > want+30 {
			t.Errorf("%d in common are estimated as %d on average", want, got)
		}
	}
}
