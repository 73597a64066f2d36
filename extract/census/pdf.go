package census

import (
	"bytes"
	"errors"
	"io"

	"quire/knowledge"
)

// pdfParts counts the pages in the tree of pages, and the files that the document
// or a page carries.
func pdfParts(r io.ReaderAt, size int64) ([]knowledge.Expected, error) {
	b, err := whole(r, size)
	if err != nil {
		return nil, err
	}
	f := &pdfFile{b: b, objects: map[int]pdfObject{}, broken: map[pdfRef]bool{}}
	f.scan()
	catalog, _ := f.get(f.root).(pdfDict)
	if catalog == nil || f.get(catalog["Pages"]) == nil {
		catalog = f.lastCatalog()
	}
	w := pdfWalk{f: f, seen: map[pdfRef]bool{}, files: map[any]bool{}}
	w.pages(catalog["Pages"], 0)
	names, _ := f.get(catalog["Names"]).(pdfDict)
	w.tree(names["EmbeddedFiles"], 0)
	w.associated(catalog)
	switch {
	case f.large:
		return nil, errTooLarge
	case f.locked && (f.packed > 0 || w.n == 0):
		return nil, errEncrypted
	case w.n == 0:
		return nil, errors.New("no pages")
	}
	out := []knowledge.Expected{{Kind: knowledge.PagePart, N: w.n, Damaged: w.damaged}}
	if n := len(w.files) + w.inline; n > 0 {
		out = append(out, knowledge.Expected{Kind: knowledge.AttachedPart, N: n})
	}
	return out, nil
}

// pdfWalk visits what hangs on the catalog.
type pdfWalk struct {
	f       *pdfFile
	seen    map[pdfRef]bool
	n       int
	damaged []int        // numbers of pages whose content breaks off
	files   map[any]bool // by the reference of their bytes
	inline  int
}

func (w *pdfWalk) pages(node any, depth int) {
	if ref, ok := node.(pdfRef); ok {
		if w.seen[ref] {
			return
		}
		w.seen[ref] = true
	}
	d, _ := w.f.get(node).(pdfDict)
	if d == nil || depth > maxNesting*10 || w.n > maxParts {
		return
	}
	if kids, ok := w.f.get(d["Kids"]).(pdfArray); ok {
		for _, k := range kids {
			w.pages(k, depth+1)
		}
		return
	}
	if w.f.get(d["Type"]) == pdfName("Pages") {
		return
	}
	w.n++
	if !w.f.locked && w.f.breaksOff(d["Contents"]) && len(w.damaged) < maxDamaged {
		w.damaged = append(w.damaged, w.n)
	}
	w.associated(d)
	annots, _ := w.f.get(d["Annots"]).(pdfArray)
	for _, a := range annots {
		if a, ok := w.f.get(a).(pdfDict); ok && w.f.get(a["Subtype"]) == pdfName("FileAttachment") {
			w.file(a["FS"])
		}
	}
}

// tree visits the names of embedded files.
func (w *pdfWalk) tree(node any, depth int) {
	if ref, ok := node.(pdfRef); ok {
		if w.seen[ref] {
			return
		}
		w.seen[ref] = true
	}
	d, _ := w.f.get(node).(pdfDict)
	if d == nil || depth > maxNesting {
		return
	}
	kids, _ := w.f.get(d["Kids"]).(pdfArray)
	for _, k := range kids {
		w.tree(k, depth+1)
	}
	names, _ := w.f.get(d["Names"]).(pdfArray)
	for i := 1; i < len(names); i += 2 {
		w.file(names[i])
	}
}

// associated visits the files that belong to the document or a page (/AF), which most also name
// among the embedded ones.
func (w *pdfWalk) associated(d pdfDict) {
	list, _ := w.f.get(d["AF"]).(pdfArray)
	for _, spec := range list {
		w.file(spec)
	}
}

func (w *pdfWalk) file(spec any) {
	d, _ := w.f.get(spec).(pdfDict)
	ef, _ := w.f.get(d["EF"]).(pdfDict)
	for _, key := range []string{"UF", "F", "Unix", "Mac", "DOS"} {
		if ref, ok := ef[key].(pdfRef); ok {
			if w.f.get(ref) != nil {
				w.files[ref] = true
			}
			return
		}
	}
}

// lastCatalog is the catalog of a file whose trailer was lost.
func (f *pdfFile) lastCatalog() pdfDict {
	var found pdfDict
	best := -1
	for n, o := range f.objects {
		if o.order <= best || !bytes.Contains(o.body[:min(len(o.body), 4096)], []byte("/Catalog")) {
			continue
		}
		if d, ok := f.get(pdfRef(n)).(pdfDict); ok && d["Type"] == pdfName("Catalog") {
			found, best = d, o.order
		}
	}
	return found
}
