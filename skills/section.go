package skills

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// section is a host's part of a user's file:
//
//	<!-- quire skills HOST begin sha256=SUM lead=N [new] [made=FOLDER,…] -->
//	text
//	<!-- quire skills HOST end -->
type section struct {
	host string
	sum  string   // of text when it was written
	lead int      // line breaks that were added before the first marker
	new  bool     // the file was made for it
	made []string // folders that were made for the host's files
	text string   // with Unix line ends
}

var beginLine = regexp.MustCompile(`(?m)^<!-- quire skills ([a-z-]+) begin sha256=([0-9a-f]+) lead=([0-2])( new)?(?: made=(\S+))? -->\r?\n`)

func endLine(host string) string { return "<!-- quire skills " + host + " end -->" }

// edited reports whether the text is not what was written.
func (s *section) edited() bool { return sum(s.text) != s.sum }

// print writes the section with its markers.
func (s *section) print(eol string) string {
	begin := fmt.Sprintf("<!-- quire skills %s begin sha256=%s lead=%d", s.host, sum(s.text), s.lead)
	if s.new {
		begin += " new"
	}
	if len(s.made) > 0 {
		begin += " made=" + strings.Join(s.made, ",")
	}
	return strings.ReplaceAll(begin+" -->\n"+s.text+endLine(s.host)+"\n", "\n", eol)
}

// place is where a section stands in a file.
type place struct {
	section
	start, end int // bytes, markers included
}

// markerError says that the markers in a file are not whole.
type markerError string

func (e markerError) Error() string { return string(e) }

// findSection returns the section of a host in a file, nil where there is none.
func findSection(file, host string) (*place, error) {
	var found *place
	for _, m := range beginLine.FindAllStringSubmatchIndex(file, -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return file[m[2*i]:m[2*i+1]]
		}
		if group(1) != host {
			continue
		}
		if found != nil {
			return nil, markerError("has two sections of quire for " + host)
		}
		size := strings.Index(file[m[1]:], endLine(host))
		if size < 0 {
			return nil, markerError("has no line " + endLine(host) + " any more")
		}
		lead, err := strconv.Atoi(group(3))
		if err != nil {
			return nil, fmt.Errorf("read marker: %w", err)
		}
		found = &place{section: section{host: host, sum: group(2), lead: lead, new: group(4) != "", text: unixLines(file[m[1] : m[1]+size])}, start: m[0]}
		if group(5) != "" {
			found.made = strings.Split(group(5), ",")
		}
		found.end = m[1] + size + len(endLine(host))
		found.end += lineBreak(file[found.end:])
	}
	if found == nil && strings.Contains(file, "<!-- quire skills "+host+" begin") {
		return nil, markerError("has a line of quire that was changed: <!-- quire skills " + host + " begin … -->")
	}
	return found, nil
}

// lineBreak returns the length of the line break that s begins with.
func lineBreak(s string) int {
	switch {
	case strings.HasPrefix(s, "\r\n"):
		return 2
	case strings.HasPrefix(s, "\n"):
		return 1
	}
	return 0
}

// put returns the file with the section in it: in its place where p is its place,
// else at the end, behind an empty line. s.lead is set for a new one.
func put(file string, p *place, s section) string {
	eol := "\n"
	if strings.Contains(file, "\r\n") {
		eol = "\r\n"
	}
	if p != nil {
		s.lead = p.lead
		return file[:p.start] + s.print(eol) + file[p.end:]
	}
	switch {
	case file == "":
	case strings.HasSuffix(file, "\n"):
		s.lead = 1
	default:
		s.lead = 2
	}
	return file + strings.Repeat(eol, s.lead) + s.print(eol)
}

// cut returns the file without the section and the line breaks that came with it,
// and whether the file is to go, because it was made for the section and nothing
// else is in it. Where text of the user follows, it keeps its own line.
func cut(file string, p *place) (rest string, gone bool) {
	before, after := file[:p.start], file[p.end:]
	for range p.lead {
		before = dropBreak(before)
	}
	if before != "" && after != "" && lineBreak(after) == 0 && !strings.HasSuffix(before, "\n") {
		before = file[:len(before)+lineBreak(file[len(before):])]
	}
	rest = before + after
	if p.new {
		rest = inherit(rest)
	}
	return rest, p.new && rest == ""
}

var notNew = regexp.MustCompile(`(?m)^(<!-- quire skills [a-z-]+ begin sha256=[0-9a-f]+ lead=[0-2])( made=\S+)? -->`)

// inherit lets the first section that is left know that the file was made for one
// that is not, so that the last to go takes the file along.
func inherit(file string) string {
	m := notNew.FindStringSubmatchIndex(file)
	if m == nil {
		return file
	}
	return file[:m[3]] + " new" + file[m[3]:]
}

func dropBreak(s string) string {
	return strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r")
}
