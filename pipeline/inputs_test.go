package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"quire/extract"
	"quire/extract/formats"
	"quire/knowledge"
	"quire/knowledge/interaction"
	"quire/knowledge/overlay"
	"quire/publish"
	"quire/retrieval"
)

// settings are what quire.yaml and the version of quire decide.
type settings struct {
	exclude  []string
	limits   extract.Limits
	severity map[string]knowledge.Severity
	edition  int // of the extractors
	keep     int
}

func (s settings) apply(o *Options) {
	o.Exclude, o.Limits, o.Rules.Severity = s.exclude, s.limits, s.severity
	if s.edition > 0 {
		o.Registry = editions(s.edition)
		o.Extractor = inProcess{o.Registry}
	}
}

// editions is a registry of the default extractors in a later version, each of which
// says so in every unit.
func editions(n int) *extract.Registry {
	plain := formats.Registry("")
	var all []extract.Extractor
	seen := map[string]bool{}
	for _, f := range plain.Formats() {
		if x := plain.For(f, extract.Options{}); !seen[x.Name()] {
			seen[x.Name()] = true
			all = append(all, edition{x, n})
		}
	}
	return extract.NewRegistry(all...)
}

type edition struct {
	extract.Extractor
	n int
}

func (x edition) Version() int { return x.Extractor.Version() + x.n }

func (x edition) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	return x.Extractor.Extract(ctx, in, lim, stamping{sink, x.n})
}

type stamping struct {
	extract.Sink
	n int
}

func (s stamping) Unit(u extract.Unit) error {
	u.Blocks = append(u.Blocks[:len(u.Blocks):len(u.Blocks)], extract.Text(fmt.Sprintf("chapter in edition%d", s.n)))
	return s.Sink.Unit(u)
}

func (s stamping) Part(n knowledge.PartNote) error {
	if p, ok := s.Sink.(extract.PartSink); ok {
		return p.Part(n)
	}
	return nil
}

// changeInputs changes something other than the corpus and says what.
func (e *editor) changeInputs() string {
	s := &e.settings
	switch e.rng.IntN(13) {
	case 0, 1:
		return e.author()
	case 2:
		return e.accept()
	case 3:
		s.exclude = one(e, nil, []string{"*.txt"}, []string{"file1*"}, []string{"a/**", "!a/deep"}, []string{"*.csv", "deep/"}, []string{"*.tx*"})
		return fmt.Sprintf("exclude %q", s.exclude)
	case 4:
		s.limits = one(e, extract.Limits{}, extract.Limits{Text: 400}, extract.Limits{Depth: 1}, extract.Limits{Units: 2}, extract.Limits{UnitBytes: 60}, extract.Limits{Attachments: 1, Members: 2})
		return fmt.Sprintf("limits %s", s.limits.Recipe())
	case 5:
		s.severity = one(e, nil, map[string]knowledge.Severity{"QV402": knowledge.Blocking}, map[string]knowledge.Severity{"QV401": knowledge.Blocking}, map[string]knowledge.Severity{"QV402": "off"})
		return fmt.Sprintf("severity %v", s.severity)
	case 6:
		s.edition = e.rng.IntN(3)
		return fmt.Sprintf("extractors of edition %d", s.edition)
	case 7:
		s.keep = 1 + e.rng.IntN(4)
		return fmt.Sprintf("keep %d", s.keep)
	case 8:
		return e.rollback()
	case 9:
		if err := os.RemoveAll(filepath.Join(e.home, ".quire")); err != nil {
			e.t.Fatal(err)
		}
		return "delete .quire"
	case 10:
		text := one(e, "", "file2*\n", "*.html\n!file3*\n")
		if err := os.WriteFile(filepath.Join(e.corpus, "a", ".quireignore"), []byte(text), 0o644); err != nil {
			return "no folder a"
		}
		return fmt.Sprintf("a/.quireignore %q", text)
	}
	return e.crash()
}

// author adds, changes or removes an overlay on a unit of the current snapshot.
func (e *editor) author() string {
	dir := filepath.Join(e.home, "overlays")
	have, _ := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if len(have) > 0 && e.rng.IntN(4) == 0 {
		name := one(e, have...)
		if err := os.Remove(name); err != nil {
			e.t.Fatal(err)
		}
		return "remove " + filepath.Base(name)
	}
	about := e.unit()
	if about.Source == "" {
		return "nothing to write about"
	}
	about.Slot, about.Author, about.Text = one(e, overlay.Note, overlay.Correction), "ann", fmt.Sprintf("chapter note %d\n\n%s", e.rng.IntN(9), e.text())
	name := fmt.Sprintf("o%d.yaml", e.rng.IntN(4))
	if err := os.WriteFile(filepath.Join(dir, name), overlay.Encode([]overlay.Entry{about}), 0o644); err != nil {
		e.t.Fatal(err)
	}
	return fmt.Sprintf("overlay %s on %s#%s", name, about.Source, about.Unit)
}

// unit names some unit of the current snapshot.
func (e *editor) unit() overlay.Entry {
	v, err := retrieval.Open(e.published())
	if errors.Is(err, publish.ErrNothingPublished) {
		return overlay.Entry{}
	}
	if err != nil {
		e.t.Fatal(err)
	}
	defer v.Close()
	var all []overlay.Entry
	err = v.Sources(func(s *knowledge.Source) bool {
		if s.Recipe != "" {
			if doc, err := v.Document(s); err == nil {
				for _, u := range doc.Units {
					all = append(all, overlay.Entry{Source: s.ID, Unit: u.Name, Digest: string(u.Digest)})
				}
			}
		}
		return true
	})
	if err != nil {
		e.t.Fatal(err)
	}
	if len(all) == 0 {
		return overlay.Entry{}
	}
	return one(e, all...)
}

// accept accepts an interaction, or takes one back.
func (e *editor) accept() string {
	dir := filepath.Join(e.home, "overlays", "interactions")
	have, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	if len(have) > 0 && e.rng.IntN(3) == 0 {
		name := one(e, have...)
		if err := os.Remove(name); err != nil {
			e.t.Fatal(err)
		}
		return "take back " + filepath.Base(name)
	}
	text := "chapter said of word7: " + fmt.Sprint(e.rng.IntN(9))
	said, err := interaction.New(interaction.Capture{Host: "generic"}, interaction.RawEntry{
		Conversation: "c", Turn: fmt.Sprint(e.rng.IntN(5)), Role: "user", Text: text, Time: "2026-03-01T10:00:00Z", Span: [2]int{0, len(text)},
	})
	if err != nil {
		e.t.Fatal(err)
	}
	b, err := interaction.EncodeAccepted(said)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, interaction.AcceptedName(said.ID)), b, 0o644)
	}
	if err != nil {
		e.t.Fatal(err)
	}
	return "accept " + said.ID
}

// rollback makes some kept snapshot the current one.
func (e *editor) rollback() string {
	s, err := publish.Open(e.published())
	if errors.Is(err, publish.ErrNothingPublished) {
		return "no rollback"
	}
	if err != nil {
		e.t.Fatal(err)
	}
	defer s.Close()
	kept, err := s.Kept()
	if errors.Is(err, publish.ErrNothingPublished) {
		return "no rollback"
	}
	if err != nil {
		e.t.Fatal(err)
	}
	to := one(e, kept...)
	if _, err := s.Rollback(to.ID, time.Now().UTC().Format(time.RFC3339)); err != nil {
		e.t.Fatal(err)
	}
	return "rollback to " + to.ID[:12]
}

var errCrashed = errors.New("the process is gone")

// crash syncs and dies at a random step: from there on nothing reaches the disk. Half
// of the time a rollback or a collection dies instead.
func (e *editor) crash() string {
	n, at := 1+e.rng.IntN(60), ""
	var mu sync.Mutex
	die := func(step string) error {
		mu.Lock()
		defer mu.Unlock()
		if n--; n > 0 {
			return nil
		}
		if at == "" {
			at = step
		}
		return errCrashed
	}
	_, err := e.trySync(func(o *Options) {
		e.howTo(o)
		o.Store.Fault = die
	})
	if err != nil && !errors.Is(err, errCrashed) {
		e.t.Fatalf("a crash at %s: %v", at, err)
	}
	return "sync crashed " + strings.TrimSpace(at)
}
