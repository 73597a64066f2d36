package pages

import (
	"unicode"
	"unicode/utf8"

	"quire/internal/jsonline"
)

// met is a card that is read: its line, and what the pages ask of it.
type met struct {
	at     int // place of its source
	line   []byte
	card   Card // without its topics
	topics []said
}

// said is a topic of a card, as its line has it.
type said struct {
	key        uint64
	term       bool
	text, unit []byte
}

// read takes from the line of a card what it says. Decoding the cards was most of what the
// pages of a large corpus cost. It reports whether the line is one of a card to its end.
func (m *met) read() (whole bool) {
	c := &m.card
	return jsonline.Fields(m.line, func(name, value []byte) {
		switch string(name) {
		case "id":
			c.ID = string(value)
		case "topics":
			jsonline.Items(value, func(topic []byte) { m.topics = append(m.topics, saidOf(topic)) })
		case "dated":
			jsonline.Items(value, func(dated []byte) { c.Dated = append(c.Dated, datedOf(dated)) })
		case "open":
			jsonline.Items(value, func(point []byte) {
				var p Point
				jsonline.Fields(point, p.field)
				c.Open = append(c.Open, p)
			})
		case "more_open":
			c.More = int(jsonline.Whole(value))
		case "gaps":
			jsonline.Items(value, func(gap []byte) { c.Gaps = append(c.Gaps, gapOf(gap)) })
		}
	})
}

func saidOf(topic []byte) (s said) {
	jsonline.Fields(topic, func(name, value []byte) {
		switch string(name) {
		case "t":
			s.text, s.key = value, topicKey(jsonline.Plain(value))
		case "u":
			s.unit = value
		case "d":
			s.term = string(value) == "true"
		}
	})
	return s
}

func datedOf(dated []byte) (d Dated) {
	jsonline.Fields(dated, func(name, value []byte) {
		switch string(name) {
		case "date":
			d.Date = jsonline.Text(value)
		case "kind":
			d.Kind = jsonline.Text(value)
		default:
			d.Point.field(name, value)
		}
	})
	return d
}

func (p *Point) field(name, value []byte) {
	switch string(name) {
	case "text":
		p.Text = jsonline.Text(value)
	case "at":
		p.Place = jsonline.Text(value)
	}
}

func gapOf(gap []byte) (g Gap) {
	jsonline.Fields(gap, func(name, value []byte) {
		switch string(name) {
		case "code":
			g.Code = jsonline.Text(value)
		case "count":
			g.Count = int(jsonline.Whole(value))
		}
	})
	return g
}

// appendKey appends the key of a topic: its letters and digits in lower case, with a space
// between words. They are what makes two topics the same.
func appendKey(key, text []byte) []byte {
	begin, gap := len(key), false
	for i := 0; i < len(text); {
		r, n := rune(text[i]), 1
		switch {
		case r >= utf8.RuneSelf:
			r, n = utf8.DecodeRune(text[i:])
			r = unicode.ToLower(r)
		case 'A' <= r && r <= 'Z':
			r += 'a' - 'A'
		}
		i += n
		if notOfWord(r) {
			gap = true
			continue
		}
		if gap && len(key) > begin {
			key = append(key, ' ')
		}
		gap = false
		key = utf8.AppendRune(key, r)
	}
	return key
}

func notOfWord(r rune) bool {
	if r < utf8.RuneSelf {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9')
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

// key is the key of a topic.
func key(text string) string { return string(appendKey(nil, []byte(text))) }

// topicKey is the hash by which topics are counted, the FNV-1a of the key. Two topics of one
// hash would be listed as one; among a million that happens once in ten million corpora.
func topicKey(text []byte) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	var room [256]byte
	h := uint64(offset)
	for _, c := range appendKey(room[:0], text) {
		h = (h ^ uint64(c)) * prime
	}
	return h
}
