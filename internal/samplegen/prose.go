package main

import "strings"

// blockKind says how a block of prose is set.
type blockKind int

const (
	paragraph blockKind = iota
	title
	heading
	table
	pageBreak
)

// block is one piece of prose between blank lines.
type block struct {
	kind blockKind
	text string
	rows [][]string // of a table, the first row being its header
}

// parseProse reads the small markup of the text folder: "# " is the title,
// "## " a heading, lines that begin with a bar are table rows, a line of "%%"
// starts a new page, and anything else is a paragraph.
func parseProse(source string) []block {
	var blocks []block
	for _, chunk := range strings.Split(strings.TrimSpace(source), "\n\n") {
		lines := strings.Split(chunk, "\n")
		first := lines[0]
		joined := strings.Join(lines, " ")
		switch {
		case first == "%%":
			blocks = append(blocks, block{kind: pageBreak})
		case strings.HasPrefix(first, "## "):
			blocks = append(blocks, block{kind: heading, text: joined[3:]})
		case strings.HasPrefix(first, "# "):
			blocks = append(blocks, block{kind: title, text: joined[2:]})
		case strings.HasPrefix(first, "|"):
			blocks = append(blocks, block{kind: table, rows: tableRows(lines)})
		default:
			blocks = append(blocks, block{kind: paragraph, text: joined})
		}
	}
	return blocks
}

func tableRows(lines []string) [][]string {
	var rows [][]string
	for _, line := range lines {
		cells := strings.Split(strings.Trim(line, "| "), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows
}
