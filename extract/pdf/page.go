package pdf

const (
	thinRule  = 2_500  // a shape not thicker than this is a line
	shortRule = 6_000  // and not shorter than this
	straight  = 500    // an edge that goes further off is a slope
	maxRules  = 10_000 // of one page
	maxAreas  = 2_000  // pictures, and likewise shapes, whose places are kept
)

// addImage notes a picture that lies on the page.
func (p *page) addImage(area box) {
	seen := area.intersect(box{0, 0, p.width, p.height})
	if seen.empty() {
		return
	}
	p.pictures++
	if len(p.images) < maxAreas {
		p.images = append(p.images, seen)
	} else {
		p.unseen = true
	}
}

// thin reports whether a shape is a line along the page.
func thin(area box) bool { return area.height() <= thinRule || area.width() <= thinRule }

// addPath notes a drawn rectangle: a thin one is a line, another one has four
// edges that may be the frame of a cell.
func (p *page) addPath(area box, white bool) {
	if thin(area) {
		p.paths++
		p.addRule(area)
		return
	}
	p.addShape(area, white)
	l, t, r, b := area.l, area.t, area.r, area.b
	for _, e := range []box{{l, t, r, t}, {l, b, r, b}, {l, t, l, b}, {r, t, r, b}} {
		p.addRule(e)
	}
}

// addShape notes a drawn shape. White ones are no ground that white text could be
// read on.
func (p *page) addShape(area box, white bool) {
	p.paths++
	switch {
	case white:
	case len(p.shapes) < maxAreas:
		p.shapes = append(p.shapes, area)
	default:
		p.unseen = true
	}
}

// addEdge notes a straight edge of a shape if it runs along the page.
func (p *page) addEdge(a, b [2]int) {
	e := box{min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])}
	if e.width() <= straight || e.height() <= straight {
		p.addRule(e)
	}
}

// addRule notes a line that is long enough to rule something.
func (p *page) addRule(area box) {
	area = box{max(area.l, 0), max(area.t, 0), min(area.r, p.width), min(area.b, p.height)}
	if area.r < area.l || area.b < area.t || area.width() < shortRule && area.height() < shortRule || len(p.rules) >= maxRules {
		return
	}
	p.rules = append(p.rules, area)
}

// hasWhite reports whether any text is drawn in white.
func (p *page) hasWhite() bool {
	for i := range p.runs {
		if p.runs[i].white {
			return true
		}
	}
	return false
}

// settleWhite decides which white text cannot be seen: that with neither a shape
// nor a picture beneath it. Where not all objects were looked at, none.
func (p *page) settleWhite() {
	if p.unseen || !p.hasWhite() {
		return
	}
	areas := make([]box, len(p.runs))
	for _, g := range p.glyphs {
		areas[g.run] = areas[g.run].union(g.box)
	}
	for i := range p.runs {
		if p.runs[i].white && !touchesAny(areas[i], p.shapes) && !touchesAny(areas[i], p.images) {
			p.runs[i].hidden = "white"
		}
	}
}

func touchesAny(a box, list []box) bool {
	for _, b := range list {
		if overlapX(a, b) >= 0 && overlapY(a, b) >= 0 {
			return true
		}
	}
	return false
}

// trim lets go of what is not needed any more once the segments are made.
func (p *page) trim() { p.glyphs, p.runs, p.fonts = nil, nil, nil }
