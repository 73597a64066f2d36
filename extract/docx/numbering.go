package docx

import (
	"strconv"
	"strings"

	"quire/extract/ooxml"
)

// levels is how many levels a list may have.
const levels = 9

// numbering holds the list definitions and counts, as a word processor does,
// while the paragraphs of the document pass by in order.
type numbering struct {
	abstract map[string]*abstractList
	lists    map[string]*list
}

type abstractList struct {
	level    [levels]*listLevel
	link     string // of a list defined by a numbering style
	counts   [levels]int
	running  [levels]bool
	restarts map[string]bool // list and level whose start override has been used
}

type list struct {
	abstract *abstractList
	override [levels]*listLevel
	start    [levels]int // -1: none
}

type listLevel struct {
	start   int
	format  string
	pattern string // of a custom format: "001, 002, 003, ..."
	text    string // "%1.%2)"
	legal   bool   // all numbers decimal
	restart int    // level (from 1) whose number restarts this one; 0 never; -1 any above
	style   string // paragraph style tied to the level
}

// readNumbering reads numbering.xml; root may be nil.
func readNumbering(root *ooxml.Node, st *styles) *numbering {
	n := &numbering{abstract: map[string]*abstractList{}, lists: map[string]*list{}}
	if root == nil {
		return n
	}
	for _, k := range root.Kids {
		if k.Name == "w:abstractNum" {
			a := &abstractList{restarts: map[string]bool{}, link: k.Kid("w:numStyleLink").Attr("w:val")}
			for _, l := range k.Kids {
				if i := l.Int("w:ilvl", -1); l.Name == "w:lvl" && i >= 0 && i < levels {
					a.level[i] = readLevel(l)
				}
			}
			n.abstract[k.Attr("w:abstractNumId")] = a
		}
	}
	abstractOf := map[string]string{}
	for _, k := range root.Kids {
		if k.Name == "w:num" {
			abstractOf[k.Attr("w:numId")] = k.Kid("w:abstractNumId").Attr("w:val")
		}
	}
	for _, k := range root.Kids {
		if k.Name != "w:num" {
			continue
		}
		a := n.abstract[k.Kid("w:abstractNumId").Attr("w:val")]
		if a != nil && a.link != "" {
			if linked := n.abstract[abstractOf[st.get(a.link).numID]]; linked != nil {
				a = linked
			}
		}
		if a != nil {
			n.lists[k.Attr("w:numId")] = readList(k, a)
		}
	}
	return n
}

func readList(k *ooxml.Node, a *abstractList) *list {
	l := &list{abstract: a}
	for i := range l.start {
		l.start[i] = -1
	}
	for _, o := range k.Kids {
		i := o.Int("w:ilvl", -1)
		if o.Name != "w:lvlOverride" || i < 0 || i >= levels {
			continue
		}
		l.start[i] = o.Kid("w:startOverride").Int("w:val", -1)
		if lvl := o.Kid("w:lvl"); lvl != nil {
			l.override[i] = readLevel(lvl)
		}
	}
	return l
}

func readLevel(n *ooxml.Node) *listLevel {
	format := n.Kid("w:numFmt")
	return &listLevel{
		start:   n.Kid("w:start").Int("w:val", 0),
		format:  format.Attr("w:val"),
		pattern: format.Attr("w:format"),
		text:    n.Kid("w:lvlText").Attr("w:val"),
		legal:   n.Kid("w:isLgl").On("w:val"),
		restart: n.Kid("w:lvlRestart").Int("w:val", -1),
		style:   n.Kid("w:pStyle").Attr("w:val"),
	}
}

func (l *list) at(i int) *listLevel {
	if o := l.override[i]; o != nil {
		return o
	}
	return l.abstract.level[i]
}

// levelOfStyle returns the level that a list ties to a paragraph style, -1 where
// it ties none.
func (n *numbering) levelOfStyle(numID, styleID string) int {
	if l := n.lists[numID]; l != nil && styleID != "" {
		for i := range levels {
			if lvl := l.at(i); lvl != nil && lvl.style == styleID {
				return i
			}
		}
	}
	return -1
}

// next counts a paragraph of that list and level and returns its number as
// displayed, "" for a bullet. ok is false where there is no such list.
func (n *numbering) next(numID string, level int) (marker string, ok bool) {
	l := n.lists[numID]
	if l == nil || level < 0 || level >= levels || l.at(level) == nil {
		return "", false
	}
	a, lvl := l.abstract, l.at(level)
	if key := numID + "/" + strconv.Itoa(level); l.start[level] >= 0 && !a.restarts[key] {
		a.restarts[key] = true
		a.running[level] = false
	}
	for i := range level { // levels that were passed over count as begun
		if !a.running[i] && l.at(i) != nil {
			a.counts[i], a.running[i] = l.first(i), true
		}
	}
	if a.running[level] {
		a.counts[level]++
	} else {
		a.counts[level] = l.first(level)
		a.running[level] = true
	}
	for i := level + 1; i < levels; i++ {
		if below := l.at(i); below == nil || below.restart < 0 || below.restart > level {
			a.running[i] = false
		}
	}
	if lvl.format == "bullet" {
		return "", true
	}
	return l.display(lvl), true
}

func (l *list) first(level int) int {
	if l.start[level] >= 0 {
		return l.start[level]
	}
	return l.at(level).start
}

// display replaces each %N of the level's text by the number of level N.
func (l *list) display(lvl *listLevel) string {
	var b strings.Builder
	for i := 0; i < len(lvl.text); i++ {
		c := lvl.text[i]
		if c != '%' || i+1 >= len(lvl.text) || lvl.text[i+1] < '1' || lvl.text[i+1] > '9' {
			b.WriteByte(c)
			continue
		}
		i++
		k := int(lvl.text[i] - '1')
		at := l.at(k)
		if at == nil {
			continue
		}
		v := l.abstract.counts[k]
		if !l.abstract.running[k] {
			v = l.first(k) // the text of a level may name a deeper one
		}
		format := at.format
		if lvl.legal && format != "none" {
			format = "decimal"
		}
		b.WriteString(ooxml.FormatNumber(v, format, at.pattern))
	}
	return strings.TrimSpace(b.String())
}
