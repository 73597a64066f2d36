package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quire/extract"
	"quire/knowledge"
)

// The reasons why the bytes of a member cannot be had, beside codes of limits.
const (
	encrypted   = "encrypted"
	unsupported = "unsupported-method"
	damaged     = "damaged"
)

// delivery is one run over an archive: what went to the sink, and what could
// not.
type delivery struct {
	ctx  context.Context
	lim  extract.Limits
	sink extract.Sink
	src  *source

	count    int            // entries of any kind
	entries  map[string]int // members by name
	members  int            // regular members, delivered or not
	inflated int64          // bytes of members
	locked   int            // members that are encrypted
	foreign  int            // members packed by a method that is not read
	methods  map[string]bool
	broken   int // members that are damaged
	own      int // entries that the operating system added
	limit    error
}

// entry counts an entry of the archive against its limits.
func (d *delivery) entry() error {
	if err := d.ctx.Err(); err != nil {
		return err
	}
	if d.count++; d.count > d.lim.Members {
		return &extract.LimitError{Limit: "members", Max: int64(d.lim.Members)}
	}
	return nil
}

// member makes the child of a regular member.
func (d *delivery) member(name string) knowledge.Child {
	d.members++
	if name == "" {
		name = "unnamed"
	}
	name = ending(name, maxMember)
	d.entries[name]++
	loc := knowledge.Loc("member", name)
	if n := d.entries[name]; n > 1 {
		loc = loc.With("element", strconv.Itoa(n))
	}
	return knowledge.Child{Member: loc, Name: ending(name, maxName)}
}

// Lengths of names in characters. Longer ones lose their beginning, because the
// end tells what a file is.
const (
	maxMember = 4000 // longer than any system's paths
	maxName   = 190  // what a printed path shows of a child's name
)

// ending returns the last n characters of s.
func ending(s string, n int) string {
	extra := utf8.RuneCountInString(s) - n
	if extra <= 0 {
		return s
	}
	for i := range s {
		if extra < 0 {
			return "…" + s[i:]
		}
		extra--
	}
	return s
}

// refuse delivers a member whose bytes cannot be had.
func (d *delivery) refuse(c knowledge.Child, reason string) error {
	switch reason {
	case encrypted:
		d.locked++
	case unsupported:
		d.foreign++
	case damaged:
		d.broken++
	}
	c.Reason = reason
	if err := d.sink.Child(c, nil); err != nil {
		return err
	}
	if reason == damaged {
		return d.issue("damaged-member", knowledge.Error, c.Member, "the member is damaged")
	}
	return nil
}

// overLimit delivers a member that does not fit.
func (d *delivery) overLimit(c knowledge.Child, limit string, most int64) error {
	lim := &extract.LimitError{Limit: limit, Max: most}
	if d.limit == nil {
		d.limit = lim
	}
	return d.refuse(c, lim.Code())
}

// deliver hands a member to the sink. Damage is reported and no error: what
// comes back ends the run.
func (d *delivery) deliver(c knowledge.Child, r io.Reader) error {
	w := &watch{ctx: d.ctx, r: r}
	err := d.sink.Child(c, w)
	var lim *extract.LimitError
	switch {
	case w.err == nil:
		return err // delivered, or the sink wants to stop
	case d.ctx.Err() != nil:
		return d.ctx.Err()
	case d.src.err != nil:
		return d.src.err
	case errors.As(w.err, &lim) && lim.Limit == "inflated":
		return lim
	case lim != nil:
		if d.limit == nil {
			d.limit = lim
		}
		return d.issue(lim.Code(), knowledge.Error, c.Member, lim.Error())
	}
	d.broken++
	return d.issue("damaged-member", knowledge.Error, c.Member, "the member is damaged")
}

// left reports an entry that is no file.
func (d *delivery) left(code, name, detail string) error {
	return d.issue(code, knowledge.Note, knowledge.Loc("member", ending(name, maxMember)), detail)
}

func (d *delivery) issue(code string, s knowledge.Severity, at knowledge.Locator, detail string) error {
	return d.sink.Issue(knowledge.Issue{Code: code, Severity: s, Locator: at, Detail: detail})
}

// system notes a file that the operating system added, which is left out.
func (d *delivery) system(name string) error {
	d.own++
	return extract.Part(d.sink, knowledge.Loc("member", ending(name, maxMember)), knowledge.Excluded, "system-file")
}

// addedBySystem reports an entry that macOS puts into archives beside the files:
// resource forks and the settings of its file windows.
func addedBySystem(name string) bool {
	base := name[strings.LastIndexByte(name, '/')+1:]
	return strings.HasPrefix(name, "__MACOSX/") || strings.Contains(name, "/__MACOSX/") || base == ".DS_Store" || strings.HasPrefix(base, "._")
}

// beside is the error of a run that read all members, for what is wrong beside them.
// A run has one error; members that were left out weigh more, and it is an issue then.
func (d *delivery) beside(err error) error {
	if d.limit == nil && (d.locked == 0 || d.locked < d.members) {
		return err
	}
	code, detail := extract.Reason(err)
	return d.issue(code, knowledge.Warning, knowledge.Locator{}, detail)
}

// finish delivers what is known at the end. err is why the run ended; what it
// returns is the result of Extract.
func (d *delivery) finish(err error) error {
	if d.ctx.Err() != nil {
		return d.ctx.Err()
	}
	if err == nil && d.limit == nil && d.locked > 0 && d.locked == d.members {
		err = fmt.Errorf("all %d members are %w", d.members, extract.ErrEncrypted)
	}
	if err == nil {
		err = d.limit
	}
	var stop error // of the sink
	report := func(n int, code string, s knowledge.Severity, one, many string) {
		if n > 0 && stop == nil {
			detail := one
			if n > 1 {
				detail = strconv.Itoa(n) + " " + many
			}
			stop = d.issue(code, s, knowledge.Locator{}, detail)
		}
	}
	if !errors.Is(err, extract.ErrEncrypted) {
		report(d.locked, encrypted, knowledge.Error, "a member is encrypted", "members are encrypted")
	}
	how := ": " + strings.Join(sorted(d.methods), ", ")
	report(d.foreign, unsupported, knowledge.Error, "a member is packed by a method that is not read"+how, "members are packed by methods that are not read"+how)
	report(d.own, "system-files", knowledge.Note, "a file that macOS added was left out", "files that macOS added were left out")
	if stop == nil && d.members > 0 {
		stop = d.sink.Meta(knowledge.Metadata{Extra: map[string]string{"members": strconv.Itoa(d.members)}})
	}
	if err == nil {
		err = stop
	}
	return err
}

func sorted(set map[string]bool) []string {
	var out []string
	for s := range set {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}
