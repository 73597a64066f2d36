package extract

// kinds gives each format that Detect names a word for people.
var kinds = map[string]string{
	"pdf": "document", "docx": "document", "doc": "document", "odt": "document", "rtf": "document", "epub": "book",
	"mobi": "book", "fb2": "book", "latex": "document", "wordperfect": "document", "write": "document", "onenote": "notebook", "xps": "document",
	"pages": "document", "djvu": "document", "postscript": "document", "publisher": "document", "hwp": "document", "word2": "document",
	"xlsx": "spreadsheet", "xls": "spreadsheet", "xlsb": "spreadsheet", "ods": "spreadsheet", "numbers": "spreadsheet",
	"pptx": "presentation", "ppt": "presentation", "odp": "presentation", "keynote": "presentation",
	"odg": "drawing", "vsdx": "drawing", "visio": "drawing", "svg": "image", "emf": "image", "wmf": "image",
	"text": "text", "markdown": "text", "empty": "text", "html": "web page", "mhtml": "web page",
	"csv": "table", "tsv": "table", "parquet": "table",
	"json": "data", "jsonl": "data", "yaml": "data", "xml": "data", "plist": "data", "sqlite": "database", "ipynb": "notebook",
	"eml": "mail", "mbox": "mail", "msg": "mail", "tnef": "mail", "pst": "mail",
	"zip": "archive", "7z": "archive", "tar": "archive", "gz": "archive", "bz2": "archive", "xz": "archive", "zstd": "archive",
	"rar": "archive", "z": "archive", "ar": "archive", "cab": "archive",
	"encrypted-office": "encrypted document", "ole": "compound file", "executable": "program", "font": "font",
	"unknown": "binary data",
}

func named(name string) Format { return Format{Name: name, Kind: kinds[name]} }

// textExtensions maps endings of names to the text formats they promise. A
// promise counts only where the content does not speak against it.
var textExtensions = map[string]string{
	"txt": "text", "text": "text", "log": "text", "asc": "text",
	"md": "markdown", "markdown": "markdown", "mdown": "markdown", "mkd": "markdown", "mdwn": "markdown",
	"csv": "csv", "tsv": "tsv", "tab": "tsv",
	"json": "json", "geojson": "json", "webmanifest": "json",
	"jsonl": "jsonl", "ndjson": "jsonl",
	"ipynb": "ipynb",
	"tex":   "latex", "latex": "latex", "ltx": "latex",
	"yaml": "yaml", "yml": "yaml",
	"html": "html", "htm": "html", "xhtml": "html", "xht": "html",
	"xml": "xml", "xsd": "xml", "xsl": "xml", "xslt": "xml", "rss": "xml", "atom": "xml", "rdf": "xml", "kml": "xml", "gpx": "xml", "nxml": "xml",
	"svg": "svg", "fb2": "fb2",
	"eml": "eml", "mht": "mhtml", "mhtml": "mhtml", "mbox": "mbox", "mbx": "mbox",
}

// codeExtensions are endings of source code and of markup that is read as plain
// text, whatever it begins with: a PHP page is not a web page.
var codeExtensions = set(
	"go", "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "cs", "java", "kt", "kts", "scala", "groovy", "swift", "m", "mm", "rs", "py", "pyi",
	"rb", "pl", "pm", "php", "phtml", "js", "mjs", "cjs", "jsx", "ts", "tsx", "vue", "svelte", "css", "scss", "sass", "less", "sh", "bash",
	"zsh", "fish", "ps1", "bat", "cmd", "sql", "r", "jl", "lua", "tcl", "erl", "ex", "exs", "hs", "ml", "mli", "fs", "clj", "lisp", "el",
	"scm", "vb", "vbs", "bas", "pas", "asm", "s", "f", "f90", "for", "cob", "cbl", "d", "dart", "zig", "nim", "proto", "thrift", "graphql",
	"tf", "hcl", "toml", "ini", "cfg", "conf", "properties", "env", "mk", "cmake", "gradle", "dockerfile", "diff", "patch",
	"sty", "cls", "bib", "rst", "adoc", "asciidoc", "org", "textile", "creole", "wiki", "mediawiki", "pod", "man", "srt", "vtt",
	"sbv", "ass", "ssa", "ics", "ifb", "vcf", "vcard", "po", "pot", "ejs", "erb", "jsp", "asp", "aspx", "cshtml", "tmpl", "tpl", "j2",
	"hbs", "mustache", "out", "err", "lock", "sum", "mod", "gitignore", "pem", "crt", "key",
)

func set(all ...string) map[string]bool {
	m := make(map[string]bool, len(all))
	for _, s := range all {
		m[s] = true
	}
	return m
}

// Kind returns a word for people of a format that Detect names: "video",
// "spreadsheet".
func Kind(format string) string {
	if k := kinds[format]; k != "" {
		return k
	}
	return format
}
