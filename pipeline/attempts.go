package pipeline

import (
	"encoding/json"
	"os"
	"path/filepath"

	"quire/internal/regular"
	"quire/knowledge"
)

// maxAttempts is in how many syncs a file is read that a parser dies over, before it
// stays as it is until its bytes, the extractors or the limits change or a person asks
// for it: a file that runs into its time limit would otherwise cost that time in every
// sync.
const maxAttempts = 2

// attemptsName is the file in the cache that counts them. Without it they are counted
// anew, no more.
const attemptsName = "attempts"

// dies reports whether a reason is the death of a parser, which may be the machine's
// fault or the file's.
func dies(reason string) bool {
	switch reason {
	case "timeout", "memory", "crash":
		return true
	}
	return false
}

// attemptKey names these bytes under the rules of this run.
func (r *run) attemptKey(content knowledge.Digest) string {
	return knowledge.DigestOf([]byte(string(content) + " " + r.rules())).Short(32)
}

// loadAttempts reads the counts of earlier runs.
func (r *run) loadAttempts() {
	r.attempts = map[string]int{}
	if b, err := regular.ReadFile(filepath.Join(r.opts.CacheDir, attemptsName)); err == nil && json.Unmarshal(b, &r.attempts) != nil {
		r.attempts = map[string]int{}
	}
}

// attempted counts a death over these bytes.
func (r *run) attempted(content knowledge.Digest) {
	r.attemptsMu.Lock()
	defer r.attemptsMu.Unlock()
	r.attempts[r.attemptKey(content)]++
}

// givenUp reports whether these bytes were read often enough.
func (r *run) givenUp(content knowledge.Digest) bool {
	r.attemptsMu.Lock()
	defer r.attemptsMu.Unlock()
	return r.attempts[r.attemptKey(content)] >= maxAttempts
}

// saveAttempts keeps the counts of what is still unsettled.
func (r *run) saveAttempts() {
	if r.opts.DryRun {
		return
	}
	name := filepath.Join(r.opts.CacheDir, attemptsName)
	next := map[string]int{}
	for _, it := range r.items {
		if len(r.attempts) == 0 {
			break
		}
		b := it.brief()
		if !dies(b.reason) {
			continue
		}
		key := r.attemptKey(knowledge.Digest(b.content))
		if n := r.attempts[key]; n > 0 {
			next[key] = n
		}
	}
	b, err := json.Marshal(next)
	if len(next) == 0 || err != nil || os.WriteFile(name, b, 0o600) != nil {
		os.Remove(name)
	}
}
