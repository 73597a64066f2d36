// Package markdown reads Markdown: CommonMark with the tables, task lists and
// links of GitHub, footnotes, definition lists, wiki links and front matter.
//
// It owns how the syntax tree becomes sections and blocks: a section a heading,
// every block with the lines of the original file it stands on, markup turned
// into the text a reader sees. It refuses to render: what a theme, a template
// engine or a site generator would add is not there.
//
// The order inside: front matter is cut off (frontmatter.go), the rest parsed
// (parse.go), the tree walked into pieces (blocks.go, inline.go, html.go), the
// pieces gathered into units (sections.go).
package markdown
