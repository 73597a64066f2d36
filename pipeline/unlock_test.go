package pipeline

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/text"
	"quire/knowledge"
)

// safe reads texts that begin with "locked:WORD" only with that word.
type safe struct{ extract.Extractor }

func (x safe) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	b, err := in.All(1 << 20)
	if err != nil {
		return err
	}
	if rest, ok := bytes.CutPrefix(b, []byte("locked:")); ok {
		word, body, _ := bytes.Cut(rest, []byte("\n"))
		if !slices.Contains(in.Options.Passwords, string(word)) {
			return extract.ErrEncrypted
		}
		in.ReaderAt, in.Size = bytes.NewReader(body), int64(len(body))
	}
	return x.Extractor.Extract(ctx, in, lim, sink)
}

// What is encrypted is tried again when the list of passwords changed, and only
// then; what was opened stays open without it; the word is written nowhere.
func TestEncryptedFilesAreTriedAgainWithNewPasswords(t *testing.T) {
	w := newWorld(t)
	w.write("open.txt", "The meeting is on Monday.\n")
	w.write("locked.txt", "locked:xylophone7\nThe vault opens on Tuesday.\n")
	with := func(stamp string, words ...string) func(*Options) {
		return func(o *Options) {
			o.Registry = extract.NewRegistry(safe{text.New()})
			o.Extractor = inProcess{o.Registry}
			o.Extract.Passwords, o.PasswordsStamp = words, stamp
		}
	}
	check := func(when string, r *Report, extractions int, outcome knowledge.Outcome) {
		t.Helper()
		if r.Extractions != extractions || r.Outcomes[outcome] < 1 {
			t.Errorf("%s: %d extractions, outcomes %v; want %d and one %s", when, r.Extractions, r.Outcomes, extractions, outcome)
		}
	}
	check("without passwords", w.sync(with("")), 2, knowledge.Encrypted)
	check("again", w.sync(with("")), 0, knowledge.Encrypted)
	check("with a wrong one", w.sync(with("1", "wrong")), 1, knowledge.Encrypted)
	check("with the same list", w.sync(with("1", "wrong")), 0, knowledge.Encrypted)
	opened := w.sync(with("2", "wrong", "xylophone7"))
	check("with the right one", opened, 1, knowledge.Extracted)
	if opened.Outcomes[knowledge.Encrypted] != 0 || !strings.Contains(w.answers("vault Tuesday"), "locked.txt") {
		t.Errorf("the opened file is not found: %v", opened.Outcomes)
	}
	check("once open", w.sync(with("2", "wrong", "xylophone7")), 0, knowledge.Extracted)
	if r := w.sync(with("")); r.Extractions != 0 || r.Outcomes[knowledge.Encrypted] != 0 {
		t.Errorf("without the list it was locked again: %v", r.Outcomes)
	}
	w.validate()
	err := fs.WalkDir(os.DirFS(w.home), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(os.DirFS(w.home), name)
		if bytes.Contains(b, []byte("xylophone7")) {
			t.Errorf("%s holds the password", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
