package pdf

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"fmt"
	"strconv"
	"strings"
)

// build makes small PDF files for tests: Helvetica text, lines, pictures,
// annotations, an outline, attachments, and encryption.
type build struct {
	objects  []string // 1-based; content of each
	pages    []*buildPage
	info     string
	outline  [][2]any // title, page from 0
	files    [][2]string
	password string
	lang     string
	tags     []element // structure, in order
	labels   string    // entries of the page label tree
}

type buildPage struct {
	width, height int
	extra         string // entries of the page dictionary
	content       strings.Builder
	annots        []string
	image         bool
}

func newBuild() *build { return &build{} }

// page adds a page of A4 size.
func (b *build) page() *buildPage {
	p := &buildPage{width: 595, height: 842}
	b.pages = append(b.pages, p)
	return p
}

// text draws one line with its base line y points below the top of the page.
func (p *buildPage) text(x, y float64, size float64, s string) *buildPage {
	return p.draw("F1", x, y, size, s)
}

func (p *buildPage) bold(x, y float64, size float64, s string) *buildPage {
	return p.draw("F2", x, y, size, s)
}

func (p *buildPage) draw(font string, x, y, size float64, s string) *buildPage {
	fmt.Fprintf(&p.content, "BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n", font, size, x, float64(p.height)-y, escapeString(s))
	return p
}

// lines draws lines of text with this distance, from y downwards.
func (p *buildPage) lines(x, y, size, lead float64, lines ...string) *buildPage {
	for i, l := range lines {
		p.text(x, y+float64(i)*lead, size, l)
	}
	return p
}

// raw adds drawing operations.
func (p *buildPage) raw(format string, args ...any) *buildPage {
	fmt.Fprintf(&p.content, format+"\n", args...)
	return p
}

// rule draws a straight line; places are from the top left.
func (p *buildPage) rule(x1, y1, x2, y2 float64) *buildPage {
	h := float64(p.height)
	return p.raw("%g %g m %g %g l S", x1, h-y1, x2, h-y2)
}

// picture covers an area with an image.
func (p *buildPage) picture(x, y, w, h float64) *buildPage {
	p.image = true
	return p.raw("q %g 0 0 %g %g %g cm /Im Do Q", w, h, x, float64(p.height)-y-h)
}

func (p *buildPage) annot(dict string) *buildPage {
	p.annots = append(p.annots, dict)
	return p
}

func escapeString(s string) string {
	return strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(s)
}

// helvetica are the widths of the characters from space to tilde.
const helvetica = "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 " +
	"1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 " +
	"333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"

// width returns that of a character.
func width(c byte) int {
	n, err := strconv.Atoi(strings.Fields(helvetica)[c-' '])
	if err != nil {
		panic(err)
	}
	return n
}

func (b *build) add(object string) int {
	b.objects = append(b.objects, object)
	return len(b.objects)
}

func stream(dict, data string) string {
	return fmt.Sprintf("<<%s /Length %d>>\nstream\n%s\nendstream", dict, len(data), data)
}

// bytes writes the file.
func (b *build) bytes() []byte {
	b.objects = nil
	catalog, tree := b.add(""), b.add("")
	font := func(name string) int {
		return b.add(fmt.Sprintf("<</Type/Font/Subtype/Type1/BaseFont/%s/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[%s]>>", name, helvetica))
	}
	regular, bold := font("Helvetica"), font("Helvetica-Bold")
	image := b.add(stream("/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", "\x80"))
	var kids []int
	for _, p := range b.pages {
		content := b.add(stream("", p.content.String()))
		var annots []string
		for _, a := range p.annots {
			annots = append(annots, fmt.Sprintf("%d 0 R", b.add(a)))
		}
		resources := fmt.Sprintf("/Font<</F1 %d 0 R/F2 %d 0 R>>", regular, bold)
		if strings.Contains(p.content.String(), "/F3 ") {
			resources = fmt.Sprintf("/Font<</F1 %d 0 R/F2 %d 0 R/F3 %d 0 R>>", regular, bold, b.nameless())
		}
		if strings.Contains(p.content.String(), "/F4 ") {
			resources = fmt.Sprintf("/Font<</F1 %d 0 R/F2 %d 0 R/F4 %d 0 R>>", regular, bold, b.hebrewFont())
		}
		if strings.Contains(p.content.String(), "/Clear ") {
			resources += "/ExtGState<</Clear<</ca 0>>>>"
		}
		if p.image {
			resources += fmt.Sprintf("/XObject<</Im %d 0 R>>", image)
		}
		kids = append(kids, b.add(fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 %d %d]/Contents %d 0 R/Resources<<%s>>/StructParents %d/Annots[%s]%s>>",
			tree, p.width, p.height, content, resources, len(kids), strings.Join(annots, " "), p.extra)))
	}
	var refs strings.Builder
	for _, k := range kids {
		fmt.Fprintf(&refs, "%d 0 R ", k)
	}
	b.objects[tree-1] = fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(kids), refs.String())
	root := fmt.Sprintf("<</Type/Catalog/Pages %d 0 R%s%s", tree, b.outlineEntry(kids), b.filesEntry())
	if b.lang != "" {
		root += fmt.Sprintf("/Lang(%s)", b.lang)
	}
	if b.labels != "" {
		root += fmt.Sprintf("/PageLabels<</Nums[%s]>>", b.labels)
	}
	b.objects[catalog-1] = root + b.fieldsEntry(kids) + b.structureEntry(kids) + ">>"
	trailer := fmt.Sprintf("/Root %d 0 R", catalog)
	if b.info != "" {
		trailer += fmt.Sprintf("/Info %d 0 R", b.add("<<"+b.info+">>"))
	}
	return b.write(trailer)
}

// nameless adds a font of two-byte codes that does not say which characters they
// are.
func (b *build) nameless() int {
	descriptor := b.add("<</Type/FontDescriptor/FontName/Nameless/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>")
	descendant := b.add(fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/Nameless/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 600/FontDescriptor %d 0 R>>", descriptor))
	return b.add(fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/Nameless/Encoding/Identity-H/DescendantFonts[%d 0 R]>>", descendant))
}

// hebrewFont adds a font that shows lower-case letters and says that they are
// Hebrew.
func (b *build) hebrewFont() int {
	var m strings.Builder
	for i := range 26 {
		fmt.Fprintf(&m, "<%02X> <%04X>\n", 'a'+i, 0x5D0+i)
	}
	codes := b.add(stream("", "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /H def\n"+
		"1 begincodespacerange <00> <FF> endcodespacerange 26 beginbfchar\n"+m.String()+"endbfchar endcmap end end"))
	return b.add(fmt.Sprintf("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[%s]/ToUnicode %d 0 R>>", helvetica, codes))
}

// hebrew draws text as it is displayed, from left to right.
func (p *buildPage) hebrew(x, y, size float64, s string) *buildPage {
	return p.draw("F4", x, y, size, strings.Map(func(r rune) rune {
		if 0x5D0 <= r && r < 0x5D0+26 {
			return 'a' + r - 0x5D0
		}
		return r
	}, s))
}

func (b *build) outlineEntry(kids []int) string {
	if len(b.outline) == 0 {
		return ""
	}
	top := b.add("")
	first := len(b.objects) + 1
	for i, o := range b.outline {
		entry := fmt.Sprintf("<</Title(%s)/Parent %d 0 R/Dest[%d 0 R/Fit]", o[0], top, kids[o[1].(int)])
		if i+1 < len(b.outline) {
			entry += fmt.Sprintf("/Next %d 0 R", first+i+1)
		}
		b.add(entry + ">>")
	}
	b.objects[top-1] = fmt.Sprintf("<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>", first, len(b.objects), len(b.outline))
	return fmt.Sprintf("/Outlines %d 0 R", top)
}

// element is a structure element with its marked content on a page, from 0.
type element struct {
	kind, alt string
	page, id  int
}

// marked begins and ends marked content around what draw does.
func (p *buildPage) marked(kind string, id int, draw func(p *buildPage)) *buildPage {
	if id < 0 {
		p.raw("/%s BMC", kind)
	} else {
		p.raw("/%s <</MCID %d>> BDC", kind, id)
	}
	draw(p)
	return p.raw("EMC")
}

// structureEntry writes the structure tree, in which all elements lie in one.
func (b *build) structureEntry(kids []int) string {
	if len(b.tags) == 0 {
		return ""
	}
	root, whole := b.add(""), b.add("")
	parents := make([][]string, len(kids))
	var refs strings.Builder
	for _, e := range b.tags {
		n := b.add(fmt.Sprintf("<</Type/StructElem/S/%s/P %d 0 R/Pg %d 0 R/K %d/Alt(%s)>>", e.kind, whole, kids[e.page], e.id, e.alt))
		for len(parents[e.page]) <= e.id {
			parents[e.page] = append(parents[e.page], "null")
		}
		parents[e.page][e.id] = fmt.Sprintf("%d 0 R", n)
		fmt.Fprintf(&refs, "%d 0 R ", n)
	}
	var nums strings.Builder
	for i, list := range parents {
		fmt.Fprintf(&nums, "%d[%s]", i, strings.Join(list, " "))
	}
	b.objects[whole-1] = fmt.Sprintf("<</Type/StructElem/S/Document/P %d 0 R/K[%s]>>", root, refs.String())
	b.objects[root-1] = fmt.Sprintf("<</Type/StructTreeRoot/K %d 0 R/ParentTree<</Nums[%s]>>>>", whole, nums.String())
	return fmt.Sprintf("/MarkInfo<</Marked true>>/StructTreeRoot %d 0 R", root)
}

func (b *build) filesEntry() string {
	if len(b.files) == 0 {
		return ""
	}
	var names strings.Builder
	for _, f := range b.files {
		data := b.add(stream(fmt.Sprintf("/Type/EmbeddedFile/Params<</Size %d>>", len(f[1])), f[1]))
		spec := b.add(fmt.Sprintf("<</Type/Filespec/F(%s)/UF(%s)/EF<</F %d 0 R>>>>", f[0], f[0], data))
		fmt.Fprintf(&names, "(%s)%d 0 R ", f[0], spec)
	}
	return fmt.Sprintf("/Names<</EmbeddedFiles<</Names[%s]>>>>", names.String())
}

// fieldsEntry lists the annotations that are form fields.
func (b *build) fieldsEntry([]int) string {
	var fields strings.Builder
	for i, o := range b.objects {
		if strings.Contains(o, "/Subtype/Widget") {
			fmt.Fprintf(&fields, "%d 0 R ", i+1)
		}
	}
	if fields.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("/AcroForm<</Fields[%s]/DA(/F1 10 Tf)>>", fields.String())
}

var padding = []byte("\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")

// write lays out the objects with their table, encrypted where there is a
// password (streams only: these files have no strings that matter).
func (b *build) write(trailer string) []byte {
	var key []byte
	if b.password != "" {
		var entries string
		key, entries = standardSecurity(b.password)
		trailer += entries
	}
	trailer += fmt.Sprintf("/ID[<%X><%X>]", fileID, fileID)
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(b.objects))
	for i, o := range b.objects {
		offsets[i] = out.Len()
		if head, data, ok := strings.Cut(o, "\nstream\n"); ok && key != nil {
			data = strings.TrimSuffix(data, "\nendstream")
			sum := md5.Sum(append(bytes.Clone(key), byte(i+1), byte((i+1)>>8), 0, 0, 0))
			c, _ := rc4.NewCipher(sum[:])
			secret := make([]byte, len(data))
			c.XORKeyStream(secret, []byte(data))
			o = head + "\nstream\n" + string(secret) + "\nendstream"
		}
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d %s>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, trailer, table)
	return out.Bytes()
}

const fileID = "0123456789abcdef"

// standardSecurity returns the key for a password under 128-bit RC4 and what the
// trailer says of it.
func standardSecurity(password string) (key []byte, entries string) {
	padded := append([]byte(password), padding...)[:32]
	repeated := func(data []byte, times int) []byte {
		sum := md5.Sum(data)
		for range times {
			sum = md5.Sum(sum[:])
		}
		return sum[:]
	}
	twenty := func(key, data []byte) []byte {
		out := bytes.Clone(data)
		for i := range 20 {
			k := make([]byte, len(key))
			for n := range key {
				k[n] = key[n] ^ byte(i)
			}
			c, _ := rc4.NewCipher(k)
			c.XORKeyStream(out, out)
		}
		return out
	}
	owner := twenty(repeated(padded, 50), padded)
	mix := append(append(bytes.Clone(padded), owner...), 0xFC, 0xFF, 0xFF, 0xFF)
	key = repeated(append(mix, fileID...), 50)
	sum := md5.Sum(append(bytes.Clone(padding), fileID...))
	user := append(twenty(key, sum[:]), make([]byte, 16)...)
	return key, fmt.Sprintf("/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<%X>/U<%X>>>", owner, user)
}
