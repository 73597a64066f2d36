package interaction

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"

	"quire/internal/regular"
	"quire/knowledge"
)

// ErrNoSecret says that there are tombstones but not the key they were made with,
// so that nobody can tell what was forgotten. The cure is to restore the file.
var ErrNoSecret = errors.New("the file " + secretFile + " that keys the tombstones is missing or damaged; restore it beside " + tombstoneFile + " and " + withdrawnFile)

const secretBytes = 32

// tombstone marks a forgotten entry by keyed hashes: whoever lacks the secret can
// not even try whether a guessed text is among the forgotten. Any one that fits
// keeps an entry out.
type tombstone struct {
	ID         string `json:"id_mac"`                   // of the entry's id: same origin and span
	Text       string `json:"text_mac"`                 // of origin and text: same words, cut otherwise
	Transcript string `json:"transcript_mac,omitempty"` // of the stretch of the transcript: same bytes under another origin
}

// tombstones answers whether something was forgotten. The zero value and nil
// cover nothing.
type tombstones struct {
	mac  hash.Hash
	have map[string]bool
	all  []tombstone
}

// keyed returns the marks of e under the secret.
func (t *tombstones) keyed(e *Entry) tombstone {
	o := &e.Origin
	ts := tombstone{
		ID:   t.sum("id", e.ID),
		Text: t.sum("text", o.Host, o.Conversation, o.Turn, o.Role, string(knowledge.DigestOf([]byte(e.Text)))),
	}
	if e.Transcript.Digest != "" {
		ts.Transcript = t.sum("transcript", string(e.Transcript.Digest), fmt.Sprint(e.Transcript.Span), fmt.Sprint(e.Span))
	}
	return ts
}

func (t *tombstones) sum(parts ...string) string {
	t.mac.Reset()
	for _, p := range parts {
		fmt.Fprintf(t.mac, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(t.mac.Sum(nil))
}

// coversID reports whether the entry of that id was forgotten.
func (t *tombstones) coversID(id string) bool {
	return t.active() && t.have[t.sum("id", id)]
}

// covers reports whether e, or what amounts to it, was forgotten.
func (t *tombstones) covers(e *Entry) bool {
	if !t.active() {
		return false
	}
	k := t.keyed(e)
	return t.have[k.ID] || t.have[k.Text] || k.Transcript != "" && t.have[k.Transcript]
}

func (t *tombstones) active() bool { return t != nil && t.mac != nil && len(t.have) > 0 }

// readTombstones loads the marks for a reader, who goes on without the secret and
// says so: what was forgotten is out of the segments already.
func (l *Ledger) readTombstones() (*tombstones, []Damage, error) {
	t := &tombstones{have: map[string]bool{}}
	damage, err := l.eachLine(tombstoneFile, tombstoneLine, func(payload []byte) error {
		var ts tombstone
		if err := json.Unmarshal(payload, &ts); err != nil || ts.ID == "" || ts.Text == "" {
			return errDamaged
		}
		t.all = append(t.all, ts)
		for _, m := range []string{ts.ID, ts.Text, ts.Transcript} {
			if m != "" {
				t.have[m] = true
			}
		}
		return nil
	})
	if err != nil || len(t.all) == 0 {
		return t, damage, err
	}
	key, err := regular.ReadIn(l.root, secretFile)
	if err != nil || len(key) != secretBytes {
		return t, append(damage, Damage{File: secretFile, Detail: ErrNoSecret.Error()}), nil
	}
	t.mac = hmac.New(sha256.New, key)
	return t, damage, nil
}

// writerTombstones loads the marks for a writer, who must know what to keep out.
func (l *Ledger) writerTombstones() (*tombstones, error) {
	t, _, err := l.readTombstones()
	if err == nil && len(t.all) > 0 && t.mac == nil {
		return nil, fmt.Errorf("attempted to write to the ledger: %w", ErrNoSecret)
	}
	return t, err
}

// withKey gives t the ledger's secret, which is made with the first tombstone.
func (l *Ledger) withKey(t *tombstones) error {
	if t.mac != nil {
		return nil
	}
	key, err := regular.ReadIn(l.root, secretFile)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := l.root.Lstat(withdrawnFile); err == nil {
			return ErrNoSecret // a new one would not fit the marks of withdrawn documents
		}
		if l.opts.Random == nil {
			return errors.New("attempted to make the ledger's secret: no source of randomness was given")
		}
		key = make([]byte, secretBytes)
		if _, err = io.ReadFull(l.opts.Random, key); err == nil {
			err = l.replaceFile(secretFile, key)
		}
	}
	if err != nil {
		return fmt.Errorf("attempted to make the ledger's secret: %w", err)
	}
	if len(key) != secretBytes {
		return ErrNoSecret
	}
	t.mac = hmac.New(sha256.New, key)
	return nil
}

// Key returns the secret of the ledger, nil where there is none yet. It takes no
// lock and writes nothing.
func (l *Ledger) Key() ([]byte, error) {
	key, err := regular.ReadIn(l.root, secretFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && len(key) != secretBytes {
		return nil, ErrNoSecret
	}
	return key, err
}

// MakeKey returns the secret of the ledger, and makes it where there is none yet and
// nothing that was keyed by one.
func (l *Ledger) MakeKey(ctx context.Context) ([]byte, error) {
	unlock, err := l.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	st, err := l.prepare()
	if err != nil {
		return nil, err
	}
	if err := l.withKey(st.tombs); err != nil {
		return nil, err
	}
	return l.Key()
}

// Covers reports which of these entries were forgotten, by id. Readers take no
// lock; a ledger without its key covers nothing.
func (l *Ledger) Covers(entries []Entry) (map[string]bool, error) {
	t, _, err := l.readTombstones()
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for i := range entries {
		if t.covers(&entries[i]) {
			out[entries[i].ID] = true
		}
	}
	return out, nil
}
