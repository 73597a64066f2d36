package pipeline

import (
	"context"
	"io/fs"
	"os"
	"time"

	"quire/extract"
	"quire/extract/worker"
	"quire/knowledge/interaction"
	"quire/knowledge/source"
	"quire/knowledge/validate"
	"quire/knowledge/withdrawal"
	"quire/publish"
)

// Options are all inputs of a sync. Those marked output decide what is published;
// the others only how fast and how loudly.
type Options struct {
	Roots   []Root          // output
	Exclude []string        // output: gitignore patterns
	Limits  extract.Limits  // output
	Extract extract.Options // output
	// PasswordsStamp changes with the list of Extract.Passwords: what is encrypted is
	// tried again when it does.
	PasswordsStamp string
	Rules          validate.Settings // output, but for the waivers: what quire.yaml says of validation rules
	Identity       *source.Identity  // output
	// Withdrawn are the documents that stay out, whatever lies in the corpus. May be nil.
	Withdrawn *withdrawal.List // output
	// Forgotten reports interactions that were taken back: an accepted record of one
	// is not promoted, however it came back. May be nil.
	Forgotten func([]interaction.Entry) (map[string]bool, error) // output
	// Vectors names an embedding model whose vectors help to find passages. May be nil.
	Vectors *Vectors // output
	Inputs  fs.FS    // output: the workspace, for overlays/; nil where there is none

	Store     *publish.Store
	Registry  *extract.Registry
	Extractor Extractor
	CacheDir  string           // scan cache and spool files; may be deleted at any time
	Count     func(string) int // o200k tokens of a string
	Jobs      int
	Keep      int
	Grace     time.Duration // that a replaced snapshot may still have readers; 0 means ReaderGrace
	Now       func() time.Time
	OnePage   int // documents that a page of the listing holds before folders get their own; 0 means onePage
	// SaveIdentity writes identity.jsonl. It is called before the pointer moves.
	SaveIdentity func([]byte) error
	Progress     func(Progress) // may be nil; called from several goroutines

	Rehash          bool            // read every file, whatever the scan cache says
	Clean           bool            // extract everything anew
	RetryFailed     bool            // extract anew what did not end well
	Retry           map[string]bool // extract these files anew with all that is in them, by printed path
	AcceptDeletions bool
	DryRun          bool // decide everything, publish nothing
}

// Root is one folder of documents.
type Root struct {
	Name string
	Dir  *os.Root
	Own  func(path string) bool // names that are quire's, relative to the root
}

// Extractor runs one extraction job: worker.Pool, or in-process in tests.
type Extractor interface {
	Extract(ctx context.Context, j worker.Job, newSink func() extract.Sink) error
}

// preparer is an Extractor that keeps something for the next job: it is told when one is
// expected soon, and when none is any more.
type preparer interface {
	Ready()
	Rest()
}

// Progress is one step of a run, for a person who waits.
type Progress struct {
	Stage       string
	Done, Total int    // files; Total 0 while unknown
	Path        string // of the file that was just done or begun
}
