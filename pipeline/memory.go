package pipeline

import (
	"context"
	"fmt"

	"quire/knowledge"
	"quire/publish"
	"quire/retrieval/index"
)

// indexMemory makes the index of promoted interactions. It is small, and built
// anew whenever it changes, so that nothing of an entry that went is left in it.
func (r *run) indexMemory(ctx context.Context, draft *publish.Draft) error {
	if len(r.memories) == 0 {
		return nil
	}
	var failure error
	err := index.Build(ctx, draft.Path(knowledge.MemoryDir), r.docs(ctx, r.memories, &failure))
	if err == nil {
		err = failure
	}
	if err != nil {
		return fmt.Errorf("index interactions: %w", err)
	}
	return nil
}

// forgotten returns the interactions of the last snapshot that this one does not
// have: someone took them back, so every older snapshot that holds one goes too.
func (r *run) forgotten() map[string]bool {
	out := map[string]bool{}
	for id := range r.prev.lines {
		if knowledge.TableOf(id) == knowledge.InteractionsTable {
			out[id] = true
		}
	}
	for _, it := range r.memories {
		delete(out, it.id)
	}
	return out
}
