package pipeline

import (
	"context"
	"os"
	"path/filepath"

	"quire/extract"
	"quire/internal/regular"
	"quire/knowledge"
)

// unlockedOption stands in the recipe of what a password opened. Which one it was
// stands nowhere.
const unlockedOption = "unlocked"

// unlock reads a document that is encrypted with the passwords of the user. Where
// none of them opens it, the document stays as it is; nothing is stored of the
// attempt, so that a longer list is tried next time.
func (r *run) unlock(ctx context.Context, in input, it *item, x extract.Extractor, locked *knowledge.Document) (*knowledge.Document, *spool, error) {
	recipe := unlocked(*it.recipe)
	key := recipe.Key()
	doc, digest, ok := r.stored(key)
	if ok && r.childrenStored(doc, in.depth+1) && !r.opts.Clean {
		it.recipe, it.row.Recipe, it.row.Evidence = &recipe, key, digest
		return doc, nil, nil
	}
	if len(r.opts.Extract.Passwords) == 0 {
		return locked, nil, nil
	}
	doc, spool, err := r.fresh(ctx, in, it, recipe, x, r.opts.Extract)
	if err == nil && doc.Evidence.Outcome == knowledge.Encrypted {
		return locked, spool, nil
	}
	return doc, spool, err
}

// unlocked is the recipe of the same bytes opened with a password.
func unlocked(r knowledge.Recipe) knowledge.Recipe {
	r.Options = joinOptions(r.Options, unlockedOption)
	return r
}

// passwordsName is the file in the cache that says which list was tried last.
const passwordsName = "passwords"

// newPasswords reports whether there are passwords that encrypted documents were
// not tried with yet.
func (r *run) newPasswords() bool {
	if len(r.opts.Extract.Passwords) == 0 {
		return false
	}
	b, err := regular.ReadFile(filepath.Join(r.opts.CacheDir, passwordsName))
	return err != nil || string(b) != r.opts.PasswordsStamp
}

// triedPasswords remembers the list. Without that it is tried again, no more.
func (r *run) triedPasswords() {
	name := filepath.Join(r.opts.CacheDir, passwordsName)
	if r.opts.DryRun {
		return
	}
	if len(r.opts.Extract.Passwords) == 0 || os.WriteFile(name, []byte(r.opts.PasswordsStamp), 0o600) != nil {
		os.Remove(name)
	}
}

// anyLocked reports whether a source or one inside it is encrypted.
func (r *run) anyLocked(id string) bool {
	if b := r.prev.briefs[id]; b != nil && b.outcome == knowledge.Encrypted {
		return true
	}
	for _, child := range r.prev.children[id] {
		if r.anyLocked(child) {
			return true
		}
	}
	return false
}
