package html

import (
	"bytes"
	"context"
	"encoding/base64"
	"mime"
	"net/url"
	"strconv"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/extract"
	"quire/knowledge"
)

// Media is a file that the markup itself holds: the content of a data address.
type Media struct {
	Locator knowledge.Locator
	Name    string // made of its number and its type
	Data    []byte
	Reason  string // why there is no Data
}

// smallMedia is how many bytes a file has at least: less is a placeholder or a
// pixel that is stretched.
const smallMedia = 100

// media gathers the files in a document, each once.
type media struct {
	all  []Media
	seen map[string]bool
}

// isData reports whether an address holds its content itself.
func isData(address string) bool { return len(address) > 5 && strings.EqualFold(address[:5], "data:") }

// embed takes in the content of a data address of n.
func (w *walker) embed(n *nethtml.Node, address string) {
	if w.media.seen[address] {
		return
	}
	if w.media.seen == nil {
		w.media.seen = map[string]bool{}
	}
	w.media.seen[address] = true
	data, kind, reason := readData(address)
	if reason == "" && len(data) < smallMedia {
		return
	}
	name := "embedded-" + strconv.Itoa(len(w.media.all)+1) + suffix(kind)
	w.media.all = append(w.media.all, Media{Locator: w.locator(n), Name: name, Data: data, Reason: reason})
}

// readData returns the content of a data address and its type.
func readData(address string) (data []byte, kind, reason string) {
	head, body, ok := strings.Cut(address[len("data:"):], ",")
	if !ok {
		return nil, "", "the data address is cut off"
	}
	kind, _, _ = mime.ParseMediaType(head)
	plain, err := url.PathUnescape(body)
	if err != nil {
		plain = body
	}
	if !strings.HasSuffix(strings.ToLower(strings.TrimSpace(head)), "base64") {
		return []byte(plain), kind, ""
	}
	plain = strings.NewReplacer(" ", "", "\n", "", "\r", "", "\t", "", "-", "+", "_", "/").Replace(plain)
	plain = strings.TrimRight(plain, "=")
	data, err = base64.RawStdEncoding.DecodeString(plain)
	if err != nil {
		return nil, kind, "the base64 of the data address is damaged"
	}
	return data, kind, ""
}

// suffixes are the endings of file names for the types that pages hold.
var suffixes = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/jpg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/svg+xml": ".svg",
	"image/bmp": ".bmp", "image/x-icon": ".ico", "image/avif": ".avif", "image/tiff": ".tif", "application/pdf": ".pdf",
	"text/html": ".html", "text/plain": ".txt", "text/csv": ".csv", "application/json": ".json", "text/xml": ".xml", "application/xml": ".xml",
	"audio/mpeg": ".mp3", "audio/wav": ".wav", "video/mp4": ".mp4", "video/webm": ".webm", "application/zip": ".zip",
}

func suffix(kind string) string {
	if s := suffixes[kind]; s != "" {
		return s
	}
	return ".bin"
}

// Deliver gives the files in the piece to sink as children.
func (p *Page) Deliver(ctx context.Context, sink extract.Sink) error {
	for i := range p.Media {
		if err := ctx.Err(); err != nil {
			return err
		}
		m := &p.Media[i]
		c := knowledge.Child{Member: m.Locator.With("member", m.Name), Name: m.Name, Reason: m.Reason}
		var err error
		if m.Reason != "" {
			err = sink.Child(c, nil)
		} else {
			err = sink.Child(c, bytes.NewReader(m.Data))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// frames takes in what the elements hold or show whose content is no text of
// the page: the files of frames, players and plug-ins.
func (w *walker) frames(n *nethtml.Node) {
	for _, key := range []string{"src", "data", "href", "poster"} {
		address := strings.TrimSpace(attr(n, key))
		switch {
		case isData(address):
			w.embed(n, address)
		case address != "":
			w.nearby(address, strings.TrimSpace(attr(n, "title")))
		}
	}
	for c := range n.ChildNodes() {
		if c.Type == nethtml.ElementNode && framing[c.DataAtom] {
			w.frames(c)
		}
	}
}

// framing are the elements that show a file of their own.
var framing = map[atom.Atom]bool{
	atom.Iframe: true, atom.Frame: true, atom.Embed: true, atom.Object: true, atom.Audio: true, atom.Video: true, atom.Source: true,
	atom.Map: true, atom.Area: true, atom.Track: true,
}
