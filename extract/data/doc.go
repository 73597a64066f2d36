// Package data reads data that is written as text: JSON, JSON lines, YAML and XML.
//
// It owns how nested values become a document that can be read and searched: a
// key over much becomes a heading, a key over little a line "key: value", lists
// of alike records a table, JSON lines ranges of rows below one header. Elements
// of XML that hold running text become paragraphs, those with a title sections.
// No value is left out, only the order of keys beside each other: values of an
// object stand before the parts that have headings of their own, so that no value
// stands under a heading that is not its own. Of XML that is mostly running text
// attributes are markup and are left out, links excepted. Every block has its
// lines of the original. Files that stand in the values as base64 are children.
// It refuses to know any schema, and to read what is too large or not well formed:
// that is delivered as the text it is.
//
// The order inside: the text is parsed into nodes (json.go, yaml.go, xml.go), the
// nodes are written as blocks (write.go, table.go, prose.go), the blocks gathered
// into units (gather.go). JSON lines stream past all that (lines.go).
package data
