package xlsx

import (
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// comments reads the comments of the sheet. Where a thread stands at a cell, the
// plain comment there is only its notice for old readers.
func (s *sheet) comments() error {
	rels := s.book.pkg.Rels(s.ref.part)
	threaded := map[string]bool{}
	for _, r := range rels.ByType("threadedComment", "threadedComments") {
		root, err := s.book.pkg.Tree(r.Target)
		if err := s.part(r.Target, err); err != nil {
			return err
		}
		for _, n := range all(root, "threadedComment") {
			ref := n.Attr("ref")
			threaded[ref] = true
			text := kid(n, "text")
			if text == nil {
				continue
			}
			s.comment(ref, s.book.persons[n.Attr("personId")], threadDate(n.Attr("dT")), text.Text)
		}
	}
	for _, r := range rels.ByType("comments") {
		root, err := s.book.pkg.Tree(r.Target)
		if err := s.part(r.Target, err); err != nil {
			return err
		}
		authors := all(kid(root, "authors"), "author")
		for _, n := range listed(root, "commentList", "comment") {
			if threaded[n.Attr("ref")] {
				continue
			}
			author := ""
			if i := n.Int("authorId", -1); i >= 0 && i < len(authors) {
				author = strings.TrimSpace(authors[i].Text)
			}
			if strings.HasPrefix(author, "tc={") {
				author = "" // names the thread it stands in for
			}
			s.comment(n.Attr("ref"), author, "", itemOf(kid(n, "text")))
		}
	}
	return nil
}

func (s *sheet) comment(ref, author, date, text string) {
	if author != "" { // written into the text by the program
		text = strings.TrimPrefix(text, author+":")
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	row, col, _ := parseRef(ref)
	s.hang(row, col, extract.Block{Kind: knowledge.Comment, Text: unescape(text), Author: author, Date: date})
}

// threadDate makes a time of the form 2020-05-04T10:11:12.34, which is UTC.
func threadDate(s string) string {
	if s == "" {
		return ""
	}
	if !strings.HasSuffix(s, "Z") && !strings.Contains(s, "+") {
		s += "Z"
	}
	return ooxml.Date(s)
}

// itemOf returns the text of a string item: plain or in runs, without phonetic
// readings.
func itemOf(n *ooxml.Node) string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	for _, k := range n.Kids {
		switch local(k.Name) {
		case "t":
			b.WriteString(k.Text)
		case "r":
			if t := kid(k, "t"); t != nil {
				b.WriteString(t.Text)
			}
		}
	}
	return b.String()
}
