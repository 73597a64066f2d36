package email

import (
	"io"
	"strings"

	"quire/knowledge"
)

// attachment delivers a part as a child.
func (m *reader) attachment(h header, ct, disposition value, r io.Reader, at place) error {
	if strings.HasPrefix(ct.word, "image/") && (disposition.word == "inline" || h.get("Content-Id") != "" || at.within == "multipart/related") {
		m.images++
	}
	name, given := fileName(ct, disposition, at)
	if message := strings.HasPrefix(ct.word, "message/rfc822") || ct.word == "message/global"; (given || message) && !(disposition.word != "attachment" && h.get("Content-Id") != "" && strings.HasPrefix(ct.word, "image/")) {
		m.files = append(m.files, name)
	}
	m.children++
	return m.sink.Child(knowledge.Child{Member: knowledge.Loc("part", at.part()), Name: name}, r)
}

// fileName returns the name of a part, and whether the message gives one.
func fileName(ct, disposition value, at place) (name string, given bool) {
	for _, n := range []string{disposition.params["filename"], ct.params["name"]} {
		n = strings.TrimSpace(n)
		if len(n) > 3 && n[1] == ':' {
			n = strings.ReplaceAll(n, "¥", `\`) // the backslash of Japanese character sets
		}
		if n = baseName(n); n != "" {
			name = n
			break
		}
	}
	if name == "" {
		stem := "part-"
		if ct.word == "message/rfc822" || ct.word == "message/global" {
			stem = "message-"
		}
		return stem + strings.ReplaceAll(at.part(), ".", "-") + extension(ct.word), false
	}
	if ext := extension(ct.word); ext == ".eml" && !strings.HasSuffix(strings.ToLower(name), ext) {
		name += ext
	}
	return name, true
}

// baseName returns a name without folders.
func baseName(n string) string {
	if i := strings.LastIndexAny(n, `/\`); i >= 0 {
		n = n[i+1:]
	}
	return strings.Trim(n, ". ")
}

// extensions are the file name endings for the types that mail programs attach
// without a name.
var extensions = map[string]string{
	"message/rfc822": ".eml", "message/global": ".eml", "message/delivery-status": ".txt", "message/disposition-notification": ".txt",
	"text/plain": ".txt", "text/html": ".html", ampHTML: ".html", "text/calendar": ".ics", "text/csv": ".csv", "text/x-vcard": ".vcf", "text/vcard": ".vcf",
	"text/rfc822-headers": ".txt", "text/enriched": ".txt", "text/richtext": ".txt", "text/rtf": ".rtf", "text/xml": ".xml", "text/markdown": ".md",
	"image/png": ".png", "image/jpeg": ".jpg", "image/jpg": ".jpg", "image/pjpeg": ".jpg", "image/gif": ".gif", "image/tiff": ".tif",
	"image/bmp": ".bmp", "image/webp": ".webp", "image/svg+xml": ".svg", "application/pdf": ".pdf", "application/zip": ".zip",
	"application/x-zip-compressed": ".zip", "application/rtf": ".rtf", "application/json": ".json", "application/xml": ".xml",
	"application/msword": ".doc", "application/vnd.ms-excel": ".xls", "application/vnd.ms-powerpoint": ".ppt", "application/ms-tnef": ".dat",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   ".docx",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         ".xlsx",
	"application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
	"application/vnd.oasis.opendocument.text":                                   ".odt", "application/pgp-signature": ".asc", "application/pgp-encrypted": ".asc",
	"application/pkcs7-signature": ".p7s", "application/x-pkcs7-signature": ".p7s", "application/pkcs7-mime": ".p7m", "application/x-pkcs7-mime": ".p7m",
	"audio/mpeg": ".mp3", "audio/wav": ".wav", "video/mp4": ".mp4",
}

func extension(word string) string {
	if e := extensions[word]; e != "" {
		return e
	}
	return ".bin"
}
