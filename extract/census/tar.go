package census

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"io"
	"strconv"
	"strings"

	"quire/knowledge"
)

const tarBlock = 512

// packedMembers names the members of a tar archive, packed or not; what is packed
// and is no archive is one member.
func packedMembers(r io.ReaderAt, size int64, format string) ([]knowledge.Expected, error) {
	var in io.Reader = bufio.NewReaderSize(io.NewSectionReader(r, 0, size), 64<<10)
	switch format {
	case "gz":
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		in = z
	case "bz2":
		in = bzip2.NewReader(in)
	}
	br := bufio.NewReaderSize(in, 64<<10)
	head, _ := br.Peek(tarBlock)
	if format != "tar" && !isTarHeader(head) {
		return []knowledge.Expected{{Kind: knowledge.MemberPart, N: 1, At: []string{"content"}}}, nil
	}
	limited := &io.LimitedReader{R: br, N: maxInflated}
	if format == "tar" {
		limited.N = size
	}
	names, err := tarNames(limited)
	if err != nil && limited.N <= 0 && format != "tar" {
		err = errTooLarge
	}
	return []knowledge.Expected{named(knowledge.MemberPart, names)}, err
}

// isTarHeader checks the sum that every header carries of its own bytes.
func isTarHeader(h []byte) bool {
	if len(h) < tarBlock {
		return false
	}
	want, ok := octal(h[148:156])
	var sum, signed int64
	for i, c := range h[:tarBlock] {
		if i >= 148 && i < 156 {
			c = ' '
		}
		sum += int64(c)
		signed += int64(int8(c))
	}
	return ok && (sum == want || signed == want)
}

func octal(b []byte) (int64, bool) {
	if len(b) > 0 && b[0]&0x80 != 0 { // binary, for large files
		n := int64(b[0] & 0x3f)
		for _, c := range b[1:] {
			n = n<<8 | int64(c)
		}
		return n, n >= 0
	}
	n, err := strconv.ParseInt(string(bytes.Trim(b, " \x00")), 8, 64)
	return n, err == nil || len(bytes.Trim(b, " \x00")) == 0
}

// tarNames reads the headers and skips what lies between them.
func tarNames(r io.Reader) ([]string, error) {
	var names []string
	long, longSize := "", int64(-1) // said by a header in front of the next one
	h := make([]byte, tarBlock)
	for ended := false; ; {
		if _, err := io.ReadFull(r, h); err != nil {
			return names, nil // many archives lack their end
		}
		if len(bytes.Trim(h, "\x00")) == 0 {
			ended = true // a further archive may follow
			continue
		}
		size, ok := octal(h[124:136])
		if !isTarHeader(h) || !ok || size < 0 {
			if ended {
				return names, nil // something else, which the extractor says
			}
			return names, io.ErrUnexpectedEOF
		}
		if ended {
			ended, long, longSize = false, "", -1
		}
		kind := h[156]
		if kind == 'S' { // a map of holes may go on behind the header
			for more := h[482] != 0; more; {
				ext := make([]byte, tarBlock)
				if _, err := io.ReadFull(r, ext); err != nil {
					return names, err
				}
				more = ext[504] != 0
			}
		}
		if longSize >= 0 && kind != 'x' && kind != 'L' {
			size, longSize = longSize, -1
		}
		switch kind {
		case 'L', 'x':
			b := make([]byte, min(size, 1<<20))
			if _, err := io.ReadFull(r, b); err != nil {
				return names, err
			}
			size -= int64(len(b))
			if err := skip(r, size+padding(size+int64(len(b)))); err != nil {
				return names, nil
			}
			if kind == 'L' {
				long = string(bytes.TrimRight(b, "\x00"))
			} else {
				long, longSize = paxFields(b, long)
			}
			continue
		case 'K', 'g':
		default:
			name := long
			if name == "" {
				name = tarName(h)
			}
			long = ""
			counts := !strings.HasSuffix(name, "/") || size > 0
			switch kind {
			case '5':
				counts = false
			case 'D', 'V':
				head := make([]byte, min(size, 8<<10))
				if _, err := io.ReadFull(r, head); err != nil {
					return names, nil
				}
				counts = len(head) > 0 && (kind == 'V' || !isDump(head))
				if err := skip(r, size-int64(len(head))+padding(size)); err != nil {
					return names, nil
				}
				size = 0
			}
			if counts {
				names = append(names, strings.ToValidUTF8(name, "\uFFFD"))
			}
		}
		if kind == '1' || kind == '2' || kind >= '3' && kind <= '6' {
			continue // links and devices have no bytes
		}
		if err := skip(r, size+padding(size)); err != nil {
			return names, nil
		}
		if len(names) > maxParts {
			return nil, errTooLarge
		}
	}
}

// isDump reports whether the content of a folder is the list of its names in an
// incremental archive: a letter and a name, ended by a zero, for each.
func isDump(b []byte) bool {
	return len(b) > 0 && strings.IndexByte("YNDRTX\x00", b[0]) >= 0 && bytes.IndexByte(b, 0) >= 0
}

func padding(size int64) int64 { return (tarBlock - size%tarBlock) % tarBlock }

func skip(r io.Reader, n int64) error {
	_, err := io.CopyN(io.Discard, r, n)
	return err
}

func tarName(h []byte) string {
	name := string(bytes.TrimRight(cut(h[:100]), "\x00"))
	if string(h[257:263]) == "ustar\x00" {
		if prefix := string(cut(h[345:500])); prefix != "" {
			name = prefix + "/" + name
		}
	}
	return name
}

func cut(b []byte) []byte {
	b, _, _ = bytes.Cut(b, []byte{0})
	return b
}

// paxFields reads the name and the size out of "LENGTH KEY=VALUE\n" records.
func paxFields(b []byte, name string) (string, int64) {
	size := int64(-1)
	for len(b) > 0 {
		digits, _, ok := bytes.Cut(b, []byte(" "))
		n, err := strconv.Atoi(string(digits))
		if !ok || err != nil || n <= len(digits)+1 || n > len(b) {
			break
		}
		key, value, _ := strings.Cut(strings.TrimSuffix(string(b[len(digits)+1:n]), "\n"), "=")
		switch key {
		case "path", "GNU.sparse.name":
			name = value
		case "size":
			size, _ = strconv.ParseInt(value, 10, 64)
		}
		b = b[n:]
	}
	return name, size
}
