package extract

import (
	"slices"
	"strings"
)

// namesFormat lists the formats that a file of an ending may well have. Endings of
// plain text are not here: text has many names.
var namesFormat = map[string][]string{
	"pdf": {"pdf"}, "docx": {"docx", "encrypted-office"}, "docm": {"docx", "encrypted-office"}, "xlsx": {"xlsx", "encrypted-office"}, "xlsm": {"xlsx", "encrypted-office"},
	"pptx": {"pptx", "encrypted-office"}, "pptm": {"pptx", "encrypted-office"}, "doc": {"doc", "word2"}, "xls": {"xls"}, "ppt": {"ppt"},
	"odt": {"odt"}, "ods": {"ods"}, "odp": {"odp"}, "rtf": {"rtf"}, "epub": {"epub"}, "msg": {"msg"}, "pst": {"pst"}, "ost": {"pst"},
	"zip": {"zip"}, "gz": {"gz", "tar"}, "tgz": {"gz", "tar"}, "bz2": {"bz2"}, "xz": {"xz"}, "7z": {"7z"}, "rar": {"rar"}, "tar": {"tar"},
	"eml": {"eml", "mht"}, "mbox": {"mbox"}, "html": {"html"}, "htm": {"html"}, "json": {"json", "jsonl"}, "xml": {"xml", "svg", "fb2", "html"},
	"png": {"png"}, "jpg": {"jpeg"}, "jpeg": {"jpeg"}, "gif": {"gif"}, "tif": {"tiff"}, "tiff": {"tiff"}, "mp4": {"video"}, "mp3": {"audio"},
}

// Promised returns the format that the ending of a name promises where the bytes
// have another one, "" where they fit or the ending promises nothing.
func Promised(name, format string) string {
	ext := extension(name)
	may := namesFormat[ext]
	if len(may) == 0 || slices.Contains(may, format) || format == "empty" || strings.HasPrefix(format, may[0]+"-") {
		return ""
	}
	return ext
}
