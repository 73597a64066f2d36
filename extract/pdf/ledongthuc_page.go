package pdf

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	gopdf "github.com/ledongthuc/pdf"

	"quire/extract"
	"quire/knowledge"
)

func (s *ledongthucSource) page(n int) (p *page, err error) {
	err = guard(func() (err error) {
		p, err = readGoPage(s.list[n], s.lim)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	return p, nil
}

func readGoPage(v gopdf.Value, lim extract.Limits) (*page, error) {
	area := inherited(v, "CropBox")
	if area.Len() != 4 {
		area = inherited(v, "MediaBox")
	}
	corners := [4]float64{0, 0, 612, 792} // the size of a page that gives none
	for i := range corners {
		if area.Len() == 4 {
			corners[i] = area.Index(i).Float64()
		}
	}
	w := newView(corners[0], corners[1], corners[2], corners[3], int(inherited(v, "Rotate").Int64()/90))
	p := &page{}
	p.width, p.height = w.size()
	if p.width <= 0 || p.height <= 0 {
		return nil, fmt.Errorf("%w: it has no size", errPage)
	}
	content := gopdf.Page{V: v}.Content()
	if len(content.Text) > lim.Glyphs {
		return nil, fmt.Errorf("%w: it has %d characters: %w", errPage, len(content.Text), lim.Over("glyphs"))
	}
	goGlyphs(p, w, content.Text)
	for _, r := range content.Rect {
		p.addPath(w.rect(r.Min.X, r.Min.Y, r.Max.X, r.Max.Y), false)
	}
	goPictures(p, v, lim.Objects)
	if err := guard(func() error { goAnnotations(p, w, v); return nil }); err != nil {
		p.trouble = "annotations: " + err.Error()
	}
	return p, nil
}

// inherited returns an entry of a page or of the nodes above it.
func inherited(v gopdf.Value, key string) gopdf.Value {
	for range maxTreeDepth {
		if got := v.Key(key); !got.IsNull() || v.IsNull() {
			return got
		}
		v = v.Key("Parent")
	}
	return gopdf.Value{}
}

// goGlyphs makes glyphs of characters. The reader does not know the widths of all
// fonts; characters without one come at the same place and are set side by side.
func goGlyphs(p *page, w view, text []gopdf.Text) {
	fonts := map[string]int32{}
	var last gopdf.Text
	shift := 0.0
	for i, t := range text {
		size := math.Abs(t.FontSize)
		if size < 0.01 {
			size = 10 // turned text, whose size the reader does not tell
		}
		width := t.W
		switch {
		case width > 0 || i == 0 || t.X != last.X || t.Y != last.Y:
			shift = 0
		default:
			shift += float64(size * 0.5)
		}
		if width <= 0 {
			width = float64(size * 0.5)
			// A character that is given its own place tells how wide the one before
			// may be.
			if i+1 < len(text) && text[i+1].Y == t.Y && text[i+1].X > t.X && text[i+1].X-t.X < size {
				width = text[i+1].X - t.X
			}
		}
		f, ok := fonts[t.Font]
		if !ok {
			f = int32(len(p.fonts))
			fonts[t.Font] = f
			p.fonts = append(p.fonts, font{name: t.Font, bold: boldName(t.Font), mono: monoName(t.Font)})
		}
		left := t.X + shift
		if n := len(p.runs); n == 0 || i == 0 || t.Font != last.Font || t.FontSize != last.FontSize || t.Y != last.Y {
			x, y := w.point(left, t.Y)
			p.runs = append(p.runs, run{font: f, size: milli(size), x: x, y: y, way: w.way(1, 0)})
		}
		last = t
		r, n := utf8.DecodeRuneInString(t.S)
		if n == 0 {
			continue
		}
		box := w.rect(left, t.Y-float64(size*0.2), left+width, t.Y+float64(size*0.7))
		p.glyphs = append(p.glyphs, glyph{r: r, run: int32(len(p.runs) - 1), box: box})
	}
}

// goPictures counts pictures. The reader does not tell where they stand.
func goPictures(p *page, v gopdf.Value, most int) {
	objects := inherited(v, "Resources").Key("XObject")
	for i, name := range objects.Keys() {
		if i < most && objects.Key(name).Key("Subtype").Name() == "Image" {
			p.pictures++
			p.images = append(p.images[:0], box{0, 0, 1, 1})
		}
	}
}

// goAnnotations reads links, comments and form fields.
func goAnnotations(p *page, w view, v gopdf.Value) {
	list := v.Key("Annots")
	for i := range min(list.Len(), maxAnnots) {
		a := list.Index(i)
		n := note{kind: knowledge.Annotation, hidden: int(a.Key("F").Int64())&hiddenAnnotation != 0}
		if r := a.Key("Rect"); r.Len() == 4 {
			n.box = w.rect(r.Index(0).Float64(), r.Index(1).Float64(), r.Index(2).Float64(), r.Index(3).Float64())
		}
		switch a.Key("Subtype").Name() {
		case "Link":
			if target := a.Key("A").Key("URI").Text(); target != "" {
				p.links = append(p.links, link{target, n.box})
			}
			continue
		case "Popup":
			continue
		case "FileAttachment":
			p.files = append(p.files, embedded("", a.Key("FS")))
			n.text, n.author = a.Key("Contents").Text(), a.Key("T").Text()
		case "Widget":
			n.kind, n.text = knowledge.Field, goField(a)
		default:
			n.text, n.author = a.Key("Contents").Text(), a.Key("T").Text()
			if n.date = pdfDate(a.Key("M").Text()); n.date == "" {
				n.date = pdfDate(a.Key("CreationDate").Text())
			}
		}
		if strings.TrimSpace(n.text) != "" {
			p.notes = append(p.notes, n)
		}
	}
}

// goField returns "label: value" of a filled field, "" of an empty one.
func goField(a gopdf.Value) string {
	kind := inherited(a, "FT").Name()
	value := inherited(a, "V")
	text := strings.TrimSpace(value.Text())
	switch kind {
	case "Sig":
		return ""
	case "Btn":
		text = goChoice(a, int(inherited(a, "Ff").Int64()))
	case "Ch":
		text = goOptions(value, inherited(a, "Opt"))
	}
	if text == "" {
		return ""
	}
	label := strings.TrimSpace(inherited(a, "TU").Text())
	if label == "" {
		label = fieldName(a)
	}
	if label == "" {
		return text
	}
	return knowledge.Line(strings.TrimRight(label, ":"), 200) + ": " + text
}

// Flags of button fields.
const (
	flagRadio = 1 << 15
	flagPush  = 1 << 16
)

// goChoice returns what a button that can be ticked says: "checked", or what a
// radio button stands for; "" where it is not ticked.
func goChoice(a gopdf.Value, flags int) string {
	state := a.Key("AS").Name()
	switch {
	case state == "" || state == "Off" || flags&flagPush != 0:
		return ""
	case flags&flagRadio == 0:
		return ticked
	}
	// States may be numbers of the options.
	if n, err := strconv.Atoi(state); err == nil && n >= 0 {
		if options := inherited(a, "Opt"); n < options.Len() {
			return strings.TrimSpace(options.Index(n).Text())
		}
	}
	return state
}

// goOptions returns the chosen options of a list as a person sees them.
func goOptions(value, options gopdf.Value) string {
	values := []string{value.Text()}
	if value.Kind() == gopdf.Array {
		values = values[:0]
		for i := range min(value.Len(), maxOptions) {
			values = append(values, value.Index(i).Text())
		}
	}
	labels := map[string]string{}
	for i := range min(options.Len(), maxOptions) {
		if o := options.Index(i); o.Len() == 2 {
			labels[o.Index(0).Text()] = o.Index(1).Text()
		}
	}
	var chosen []string
	for _, v := range values {
		if l := labels[v]; l != "" {
			v = l
		}
		if v = strings.TrimSpace(v); v != "" {
			chosen = append(chosen, v)
		}
	}
	return strings.Join(chosen, ", ")
}

// fieldName joins the names of a field and those above it.
func fieldName(a gopdf.Value) string {
	var parts []string
	for i := 0; i < maxTreeDepth && !a.IsNull(); i++ {
		if t := a.Key("T").Text(); t != "" {
			parts = append([]string{t}, parts...)
		}
		a = a.Key("Parent")
	}
	return strings.Join(parts, ".")
}
