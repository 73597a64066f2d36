package index

// An index folder:
//
//	root.bolt          scorch's list: segments, deleted passages, and under formatKey the version below
//	000000000002.zap   segments: terms, postings with frequencies and field lengths, passage ids;
//	…                  never changed, shared between folders by hard links
//
// The bytes are not reproducible (a batch is written in the order of a map), the
// answers are. Terms are part of the format: a query must be cut into terms as
// the passages were, so a change of the analyzer is a change of Version.
const (
	// Version is the format written and the only one read.
	// 1: first format.
	// 2: words with their endings, stems of eight more languages, marks beside base
	// letters in scripts without spaces, paths whole, one form of numbers; date, sheet,
	// kind and authors to filter by.
	Version = 2

	rootFile   = "root.bolt"
	segmentExt = ".zap"
	formatKey  = "quire"
)
