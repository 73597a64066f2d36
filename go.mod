module quire

go 1.26.8

require (
	github.com/RoaringBitmap/roaring/v2 v2.14.5 // retrieval/index: sets of passages, as segments keep them
	github.com/abadojack/whatlanggo v1.0.1 // knowledge/semantics: language of a text, deterministic, 0.2 MB
	github.com/blevesearch/bleve_index_api v1.4.1 // retrieval/index: the documents of zapx
	github.com/blevesearch/scorch_segment_api/v2 v2.4.11 // retrieval/index: the types of zapx
	github.com/blevesearch/snowballstem v0.9.0 // retrieval/index: English stems
	github.com/blevesearch/vellum v1.2.1 // retrieval/index: dictionaries of terms
	github.com/blevesearch/zapx/v17 v17.2.5 // retrieval/index: segments on disk; reading postings and scoring are our own
	github.com/clipperhouse/uax29/v2 v2.7.0 // knowledge, semantics, retrieval: sentences by Unicode
	github.com/emersion/go-message v0.18.2 // extract/email: MIME parts and encodings
	github.com/fsnotify/fsnotify v1.10.1 // cmd: events of sync --watch
	github.com/gabriel-vasile/mimetype v1.4.16 // extract: signatures of binary formats
	github.com/gofrs/flock v0.13.2 // publish: the kernel lock of the one writer
	github.com/google/go-cmp v0.7.0 // tests: differences of structs
	github.com/klippa-app/go-pdfium v1.21.4 // extract/pdf: PDFium as WebAssembly, the default engine
	github.com/landlock-lsm/go-landlock v0.11.2 // extract/worker: takes files and network from workers
	github.com/ledongthuc/pdf v0.0.0-20260907135840-6c8c28e0e8a0 // extract/pdf: the second engine
	github.com/mattn/go-isatty v0.0.24 // cmd: is the output a terminal
	github.com/richardlehane/mscfb v1.0.9 // extract/ooxml: the compound files around encrypted packages
	github.com/rogpeppe/go-internal v1.16.0 // tests: scripts of command lines
	github.com/spf13/cobra v1.10.2 // cmd: verbs and flags
	github.com/spf13/pflag v1.0.9 // cmd: the flags that help lists
	github.com/tetratelabs/wazero v1.12.0 // extract/pdf: runs PDFium without cgo
	github.com/tiktoken-go/tokenizer v0.10.0 // cmd/internal/tokens: o200k counts at sync
	github.com/xuri/excelize/v2 v2.11.1 // tests: a second opinion on number formats and encryption
	github.com/yuin/goldmark v1.8.7 // extract/markdown: the syntax tree with byte offsets
	go.etcd.io/bbolt v1.4.0 // retrieval/index: lists of segments of before there was one of our own
	go.yaml.in/yaml/v3 v3.0.6 // cmd, markdown, overlay: YAML that refuses alias bombs
	golang.org/x/net v0.62.0 // extract/html: the HTML tree; extract/worker: assembles the seccomp filter
	golang.org/x/sync v0.25.0 // errgroup as the worker pool; singleflight in publish
	golang.org/x/sys v0.50.0 // publish, interaction: syncfs, file locks; internal/mapped; extract/worker: seccomp, resource limits
	golang.org/x/text v0.44.0 // charsets and normal forms
)

require (
	github.com/BurntSushi/toml v1.4.1-0.20240526193622-a339e1f7089c // indirect
	github.com/bits-and-blooms/bitset v1.24.2 // indirect
	github.com/blevesearch/go-faiss v1.1.5 // indirect
	github.com/blevesearch/mmap-go v1.2.0 // indirect
	github.com/dlclark/regexp2/v2 v2.5.1 // indirect
	github.com/golang/snappy v1.0.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/jolestar/go-commons-pool/v2 v2.1.2 // indirect
	github.com/mschoch/smat v0.2.0 // indirect
	github.com/richardlehane/msoleps v1.0.6 // indirect
	github.com/tiendc/go-deepcopy v1.7.2 // indirect
	github.com/xuri/efp v0.0.3-0.20260924042702-217b81952dec // indirect
	github.com/xuri/nfp v0.0.2-0.20250530014748-2ddeb826f9a9 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/exp/typeparams v0.0.0-20231108232855-2478ac86f678 // indirect
	golang.org/x/image v0.48.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
)

tool honnef.co/go/tools/cmd/staticcheck
