package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quire/extract"
	"quire/knowledge"
	"quire/knowledge/overlay"
)

// overlayLabel names what makes records of overlays: a change of the record raises
// the version.
const overlayLabel = "overlay/1"

// overlay makes a record of every authored entry: fresh ones are searched at the
// authored tier, stale ones are kept and reported. An invalid entry is a finding
// about itself.
func (r *run) overlay(ctx context.Context) error {
	if r.opts.Inputs == nil {
		return r.correct(nil)
	}
	entries, problems, err := overlay.Load(r.opts.Inputs)
	if err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e overlay.Entry) bool { return slices.ContainsFunc(e.Sources(), r.opts.Withdrawn.Source) })
	entries, twice := overlay.Unique(entries)
	said, flawed := overlay.LoadCorrections(r.opts.Inputs)
	r.aliases = r.ownAliases(said.Aliases)
	if n := len(said.Aliases) - len(r.aliases); n > 0 {
		flawed = append(flawed, overlay.Problem{File: overlay.CorrectionsFile, What: fmt.Sprintf("%d of the groups of words under aliases were left out: they repeat the title of a withdrawn document", n), Cure: "delete them"})
	}
	if err := r.correct(said.Said); err != nil {
		return err
	}
	for _, p := range slices.Concat(problems, twice, flawed) {
		r.report.Findings = append(r.report.Findings, Finding{
			Rule: "QV501", Severity: knowledge.Warning, Path: p.File, Address: p.Source, Message: p.String(),
		})
	}
	known := map[string]*overlay.Holding{}
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		v := overlay.Match(e, func(source string) (overlay.Holding, bool) { return r.holding(known, source) })
		it, err := r.authored(e, v)
		if err != nil {
			return err
		}
		r.authors = append(r.authors, it)
	}
	slices.SortFunc(r.authors, func(a, b *item) int { return strings.Compare(a.id, b.id) })
	return nil
}

// maxHeld bounds the documents that are at hand at once for matching: entries come by
// source, so that few are asked for twice.
const maxHeld = 32

// holding returns what there is of a source by what overlays bind to.
func (r *run) holding(known map[string]*overlay.Holding, source string) (overlay.Holding, bool) {
	if h, ok := known[source]; ok {
		if h == nil {
			return overlay.Holding{}, false
		}
		return *h, true
	}
	if len(known) >= maxHeld {
		clear(known)
	}
	known[source] = nil
	it := r.find(source)
	if it == nil {
		return overlay.Holding{}, false
	}
	h := &overlay.Holding{}
	if row, err := it.full(); err == nil && row.Recipe != "" {
		if doc, err := r.document(it); err == nil {
			h.Content = row.Content
			h.Add(doc)
		}
	}
	known[source] = h
	return *h, true
}

// find returns the item of an id, nil where there is none.
func (r *run) find(id string) *item {
	i, ok := slices.BinarySearchFunc(r.items, id, func(it *item, id string) int { return strings.Compare(it.id, id) })
	if !ok {
		return nil
	}
	return r.items[i]
}

// authored makes the item of one entry.
func (r *run) authored(e overlay.Entry, v overlay.Verdict) (*item, error) {
	about := knowledge.Address{Source: e.Source, Unit: v.Unit, Check: v.Digest.Short(knowledge.CheckDigits)}
	if v.Unit == "" {
		about.Unit, about.Check = e.Unit, ""
	}
	title, kind := string(e.Slot), "overlay"
	by := "slot"
	if e.IsStatement() {
		title, kind, by = e.Slot.Words(), "statement", "kind"
	}
	if src := r.find(e.Source); src != nil {
		if row, err := src.full(); err == nil {
			title += " of " + row.Title
		}
	}
	it := &item{id: e.ID(), row: &knowledge.Source{
		ID: e.ID(), Path: fmt.Sprintf("%s!/%s", e.File, e.ID()), Tier: knowledge.AuthoredTier, About: about.String(), Type: kind,
		Title: knowledge.Line(title, knowledge.MaxTitle), TitleBy: by, Date: e.Date, DateBy: "author",
	}}
	for _, a := range v.Rests {
		it.row.Rests = append(it.row.Rests, a.String())
	}
	content := overlay.Encode([]overlay.Entry{e})
	err := r.record(it, record{
		label: overlayLabel, content: content, text: e.Text,
		meta: knowledge.Metadata{Authors: []string{e.Author}, Created: e.Date, Subject: string(e.Slot), Extra: staleAfter(e)},
	})
	switch v.State {
	case overlay.Stale:
		it.row.Stale, it.row.Reason, it.row.Detail = true, "stale", strings.Join(v.Lost[:min(len(v.Lost), 3)], "; ")
	case overlay.Fresh:
		if v.Unsure != "" {
			it.row.Reason, it.row.Detail = "unsure", v.Unsure
		}
	case overlay.Orphan:
		it.row.Stale, it.row.Reason, it.row.Detail = true, "orphan", "the document it was written about is gone"
	}
	return it, err
}

func staleAfter(e overlay.Entry) map[string]string {
	if e.StaleAfter == "" {
		return nil
	}
	return map[string]string{"stale-after": e.StaleAfter}
}

// record is a text that did not come from a document of the corpus.
type record struct {
	label   string // of what makes it
	content []byte // decides the evidence
	meta    knowledge.Metadata
	text    string
}

// record stores the evidence of a record and fills in the row. The limits of
// quire.yaml are for documents: they are not in the recipe of a record.
func (r *run) record(it *item, rec record) error {
	name, _, _ := strings.Cut(rec.label, "/")
	recipe := knowledge.Recipe{Content: knowledge.DigestOf(rec.content), Format: name, Extractor: rec.label, Layout: knowledge.EvidenceVersion}
	it.row.Content, it.row.Bytes, it.row.Recipe = recipe.Content, int64(len(rec.content)), recipe.Key()
	doc, digest, ok := r.stored(recipe.Key())
	if !ok {
		a := extract.NewAssembler(recipe, extract.Limits{}, r.opts.Count, nil)
		err := a.Meta(rec.meta)
		if err == nil {
			err = a.Unit(extract.Unit{Name: knowledge.UnitName(knowledge.Message, 1), Kind: knowledge.Message, Ordinal: 1, Blocks: paragraphs(rec.text)})
		}
		doc = a.Finish(err)
		if digest, err = r.storeDocument(recipe.Key(), doc); err != nil {
			return err
		}
	}
	it.row.Evidence = digest
	r.describe(it, doc)
	r.lengths(it, doc)
	return nil
}

func paragraphs(text string) []extract.Block {
	var out []extract.Block
	for p := range strings.SplitSeq(text, "\n\n") {
		out = append(out, extract.Text(p))
	}
	return out
}
