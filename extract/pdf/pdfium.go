package pdf

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klippa-app/go-pdfium"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"quire/extract"
	"quire/knowledge"
)

type pdfiumEngine struct{ rt *wasm }

// pdfiumSource is a document open in an instance of its own.
type pdfiumSource struct {
	rt       *wasm
	in       extract.Input
	lim      extract.Limits
	password string
	data     []byte // of the file, where it is read at once

	lib    pdfium.Pdfium
	doc    references.FPDF_DOCUMENT
	count  int
	tagged bool // it has a structure tree
	untold int  // pages of it that told nothing
	fonts  map[string]font
	form   *formReader
	// reopened counts instances that had to be given up.
	reopened int
}

// maxReopened bounds how often a document is opened again after a page has
// broken the instance it was read in.
const maxReopened = 20

func (e *pdfiumEngine) open(in extract.Input, lim extract.Limits) (source, error) {
	s := &pdfiumSource{rt: e.rt, in: in, lim: lim, fonts: map[string]font{}}
	if in.Size <= 0 {
		return nil, fmt.Errorf("%w: the file is empty", extract.ErrDamaged)
	}
	if in.Size <= inMemory {
		b, err := in.All(inMemory)
		if err != nil {
			return nil, fmt.Errorf("read the file: %w", err)
		}
		s.data = b
	}
	var err error
	for _, password := range append([]string{""}, passwordForms(in.Options.Passwords)...) {
		s.password = password
		if err = s.openInstance(); !errors.Is(err, pdfiumerrors.ErrPassword) {
			break
		}
	}
	switch {
	case err == nil:
		return s, nil
	case errors.Is(err, pdfiumerrors.ErrPassword):
		return nil, fmt.Errorf("%w: no known password opens it", extract.ErrEncrypted)
	case errors.Is(err, pdfiumerrors.ErrSecurity):
		return nil, fmt.Errorf("%w: its kind of encryption is not known", extract.ErrEncrypted)
	case errors.Is(err, pdfiumerrors.ErrFormat):
		return nil, fmt.Errorf("%w: no PDF structure was found", extract.ErrDamaged)
	}
	return nil, fmt.Errorf("%w: %s", extract.ErrDamaged, strings.TrimLeft(err.Error(), "0123456789: "))
}

// openInstance takes an instance and opens the document in it.
func (s *pdfiumSource) openInstance() error {
	lib, err := s.rt.instance()
	if err != nil {
		return err
	}
	request := &requests.OpenDocument{}
	if s.password != "" {
		request.Password = &s.password
	}
	if s.data != nil {
		request.File = &s.data
	} else {
		request.FileReader, request.FileReaderSize = s.in.Reader(), s.in.Size
	}
	opened, err := lib.OpenDocument(request)
	if err != nil {
		lib.Close()
		return err
	}
	count, err := lib.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: opened.Document})
	if err != nil || count.PageCount < 0 {
		lib.Close()
		return fmt.Errorf("%w: its pages cannot be counted", extract.ErrDamaged)
	}
	s.lib, s.doc, s.count = lib, opened.Document, count.PageCount
	if t, err := lib.FPDFCatalog_IsTagged(&requests.FPDFCatalog_IsTagged{Document: opened.Document}); err == nil {
		s.tagged = t.IsTagged
	}
	s.form = newFormReader(lib, opened.Document)
	return nil
}

func (s *pdfiumSource) pages() int { return s.count }

// page reads a page. After a failure the document is opened anew, because an
// instance that has trapped cannot be trusted with the pages that follow.
func (s *pdfiumSource) page(n int) (*page, error) {
	if s.lib == nil {
		return nil, errors.New("the engine broke down on an earlier page")
	}
	p, err := s.readPage(n)
	if err == nil || isPageError(err) {
		return p, err
	}
	s.close()
	if s.reopened++; s.reopened <= maxReopened {
		if again := s.openInstance(); again != nil {
			s.lib = nil
		}
	}
	return nil, err
}

// isPageError reports whether the engine itself refused the page and is sound.
func isPageError(err error) bool {
	return errors.Is(err, pdfiumerrors.ErrPage) || errors.Is(err, errPage)
}

// errPage marks trouble with a page that leaves the engine as it was.
var errPage = errors.New("page cannot be read")

func (s *pdfiumSource) close() {
	if s.lib != nil {
		s.form.close()
		s.lib.Close() // what it has to say about a document that is done is of no use
		s.lib = nil
	}
}

func (s *pdfiumSource) meta() knowledge.Metadata {
	get := func(tag string) string {
		r, err := s.lib.FPDF_GetMetaText(&requests.FPDF_GetMetaText{Document: s.doc, Tag: tag})
		if err != nil {
			return ""
		}
		return r.Value
	}
	language := ""
	if r, err := s.lib.FPDFCatalog_GetLanguage(&requests.FPDFCatalog_GetLanguage{Document: s.doc}); err == nil {
		language = r.Language
	}
	m := metadata(get, language)
	if labels := pageLabels(s.labels()); labels != "" {
		if m.Extra == nil {
			m.Extra = map[string]string{}
		}
		m.Extra["page_labels"] = labels
	}
	return m
}

// labels returns the labels of the pages, nil where they have none.
func (s *pdfiumSource) labels() []string {
	var out []string
	for n := range min(s.count, maxLabels) {
		l, err := s.lib.FPDF_GetPageLabel(&requests.FPDF_GetPageLabel{Document: s.doc, Page: n})
		if err != nil || l.Label == "" && n == 0 {
			return out
		}
		out = append(out, l.Label)
	}
	return out
}

// maxLabels bounds the pages whose labels are read.
const maxLabels = 10_000

func (s *pdfiumSource) outline() []bookmark {
	w := outlineWalker{s: s}
	w.children(nil, 1)
	return w.list
}

// outlineWalker reads the bookmark tree. PDFium does not guard against siblings
// that go in a circle, so depth and number are bounded here.
type outlineWalker struct {
	s    *pdfiumSource
	list []bookmark
	seen int
}

func (w *outlineWalker) children(parent *references.FPDF_BOOKMARK, level int) {
	if level > 20 {
		return
	}
	first, err := w.s.lib.FPDFBookmark_GetFirstChild(&requests.FPDFBookmark_GetFirstChild{Document: w.s.doc, Bookmark: parent})
	if err != nil {
		return
	}
	for b := first.Bookmark; b != nil; {
		if w.seen++; w.seen > maxBookmarks {
			return
		}
		mark := bookmark{level: level, page: w.target(*b)}
		if t, err := w.s.lib.FPDFBookmark_GetTitle(&requests.FPDFBookmark_GetTitle{Bookmark: *b}); err == nil {
			mark.title = t.Title
			w.list = append(w.list, mark)
		}
		w.children(b, level+1)
		next, err := w.s.lib.FPDFBookmark_GetNextSibling(&requests.FPDFBookmark_GetNextSibling{Document: w.s.doc, Bookmark: *b})
		if err != nil {
			return
		}
		b = next.Bookmark
	}
}

// target returns the page a bookmark leads to, -1 for none.
func (w *outlineWalker) target(b references.FPDF_BOOKMARK) int {
	dest, err := w.s.lib.FPDFBookmark_GetDest(&requests.FPDFBookmark_GetDest{Document: w.s.doc, Bookmark: b})
	if err != nil || dest.Dest == nil {
		action, err := w.s.lib.FPDFBookmark_GetAction(&requests.FPDFBookmark_GetAction{Bookmark: b})
		if err != nil || action.Action == nil {
			return -1
		}
		d, err := w.s.lib.FPDFAction_GetDest(&requests.FPDFAction_GetDest{Document: w.s.doc, Action: *action.Action})
		if err != nil || d.Dest == nil {
			return -1
		}
		return w.index(*d.Dest)
	}
	return w.index(*dest.Dest)
}

func (w *outlineWalker) index(d references.FPDF_DEST) int {
	i, err := w.s.lib.FPDFDest_GetDestPageIndex(&requests.FPDFDest_GetDestPageIndex{Document: w.s.doc, Dest: d})
	if err != nil {
		return -1
	}
	return i.Index
}

func (s *pdfiumSource) attachments(f func(attachment) error) error {
	n, err := s.lib.FPDFDoc_GetAttachmentCount(&requests.FPDFDoc_GetAttachmentCount{Document: s.doc})
	if err != nil {
		return nil // no table of attachments
	}
	for i := range n.AttachmentCount {
		a := attachment{}
		got, err := s.lib.FPDFDoc_GetAttachment(&requests.FPDFDoc_GetAttachment{Document: s.doc, Index: i})
		if err != nil {
			a.reason = "its entry is damaged"
		} else {
			s.describe(got.Attachment, &a)
		}
		if err := f(a); err != nil {
			return err
		}
	}
	return nil
}

// describe fills in name and content of an attachment.
func (s *pdfiumSource) describe(ref references.FPDF_ATTACHMENT, a *attachment) {
	if name, err := s.lib.FPDFAttachment_GetName(&requests.FPDFAttachment_GetName{Attachment: ref}); err == nil {
		a.name = name.Name
	}
	lib := s.lib
	a.open = func() (io.Reader, error) {
		file, err := lib.FPDFAttachment_GetFile(&requests.FPDFAttachment_GetFile{Attachment: ref})
		if err != nil {
			return nil, err
		}
		if file.Contents == nil {
			return nil, errors.New("it has no content")
		}
		return strings.NewReader(string(file.Contents)), nil
	}
}
