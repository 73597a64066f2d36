package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/knowledge/interaction"
)

// acceptedDir is where accepted interactions lie, relative to the workspace.
const acceptedDir = "overlays/interactions"

// interactionLabel names what makes records of interactions.
const interactionLabel = "interaction/1"

// promote makes a record of every accepted interaction. They are published at the
// interaction tier, in a table and an index of their own.
func (r *run) promote(ctx context.Context) error {
	if r.opts.Inputs == nil {
		return nil
	}
	names, err := fs.Glob(r.opts.Inputs, acceptedDir+"/*.json")
	if err != nil {
		return err
	}
	entries, err := r.acceptedEntries(ctx, names)
	if err != nil {
		return err
	}
	for _, e := range entries {
		it, err := r.remember(e)
		if err != nil {
			return err
		}
		r.memories = append(r.memories, it)
	}
	slices.SortFunc(r.memories, func(a, b *item) int { return strings.Compare(a.id, b.id) })
	r.memories = slices.CompactFunc(r.memories, func(a, b *item) bool { return a.id == b.id })
	r.report.count("promote", len(r.memories))
	return nil
}

// acceptedEntries reads the accepted entries. One that cannot be read, holds a
// secret or was forgotten is a finding and is not promoted.
func (r *run) acceptedEntries(ctx context.Context, names []string) ([]interaction.Entry, error) {
	var out []interaction.Entry
	refuse := func(name, why string) {
		r.report.Findings = append(r.report.Findings, Finding{Rule: "QV502", Severity: knowledge.Warning, Path: name, Message: knowledge.Line(why, 400)})
	}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e, err := r.accepted(name)
		if err == nil {
			if _, secrets := interaction.Redact(e.Text); secrets > 0 {
				err = errors.New("its text holds a secret: it was changed after it was accepted; remove the file")
			}
		}
		if err != nil {
			refuse(name, err.Error())
			continue
		}
		if !r.aboutWithdrawn(&e) {
			out = append(out, e)
		}
	}
	if r.opts.Forgotten == nil || len(out) == 0 {
		return out, nil
	}
	gone, err := r.opts.Forgotten(out)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(out, func(e interaction.Entry) bool {
		if gone[e.ID] {
			refuse(path.Join(acceptedDir, interaction.AcceptedName(e.ID)), "it was forgotten and is not published again; remove the file")
		}
		return gone[e.ID]
	}), nil
}

// aboutWithdrawn reports whether an entry names a withdrawn source: while that is out,
// so is the record.
func (r *run) aboutWithdrawn(e *interaction.Entry) bool {
	return slices.ContainsFunc(e.Sources, func(s string) bool {
		return len(s) >= knowledge.IDLength && r.opts.Withdrawn.Source(s[:knowledge.IDLength]) || r.opts.Withdrawn.Path(s)
	})
}

// accepted reads one accepted entry.
func (r *run) accepted(name string) (interaction.Entry, error) {
	info, err := fs.Stat(r.opts.Inputs, name)
	switch {
	case err != nil:
		return interaction.Entry{}, err
	case !info.Mode().IsRegular() || info.Size() > 2*interaction.MaxLineBytes:
		return interaction.Entry{}, errors.New("it is not the record of an entry")
	}
	b, err := fs.ReadFile(r.opts.Inputs, name)
	if err != nil {
		return interaction.Entry{}, err
	}
	e, err := interaction.DecodeAccepted(b)
	if err == nil && path.Base(name) != interaction.AcceptedName(e.ID) {
		err = fmt.Errorf("it holds the entry %s, whose file is named otherwise", e.ID)
	}
	return e, err
}

// remember makes the item of one accepted entry.
func (r *run) remember(e interaction.Entry) (*item, error) {
	row := e.Row()
	it := &item{id: row.ID, row: &row}
	content, err := interaction.EncodeAccepted(e)
	if err != nil {
		return nil, err
	}
	return it, r.record(it, record{
		label: interactionLabel, content: content, text: e.Text,
		meta: knowledge.Metadata{Authors: []string{e.Origin.Role}, Created: e.Time, Extra: map[string]string{
			"host": e.Origin.Host, "conversation": e.Origin.Conversation, "turn": e.Origin.Turn,
		}},
	})
}
