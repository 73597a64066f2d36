package index

// An index folder:
//
//	segments.json      the list: format, segments in order, which of their passages are deleted
//	000000000002.zap   segments: terms, postings with frequencies and field lengths, passage ids;
//	…                  never changed, shared between folders by hard links
//
// Folders of before there was a list have root.bolt in its place, which is read as well.
// The bytes are not reproducible, the answers are. Terms are part of the format: a query must be cut into terms as the passages were, so a
// change of the analyzer is a change of Version.
const (
	// Version is the format written and the only one read.
	// 1: first format.
	// 2: words with their endings, stems of eight more languages, marks beside base
	// letters in scripts without spaces, paths whole, one form of numbers; date, sheet,
	// kind and authors to filter by.
	Version = 2

	listFile   = "segments.json"
	oldList    = "root.bolt"
	segmentExt = ".zap"
)
