package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"quire/extract"
)

func TestLimitsLeaveOutWhatDoesNotFit(t *testing.T) {
	files := []entry{{name: "a", body: "123456"}, {name: "b", body: "12345678"}, {name: "c", body: "1"}, {name: "d"}}
	ten := extract.Limits{Inflated: 10}
	noFit := "member=a \"a\" 6\nmember=b \"b\" limit:inflated\nmember=c \"c\" 1\nmember=d \"d\" 0\n! limit:inflated error\n"
	two := extract.Limits{Members: 2}
	firstTwo := "member=a \"a\" 6\nmember=b \"b\" 8\n! limit:members error\n"
	tests := []struct {
		name, format string
		data         []byte
		lim          extract.Limits
		limit, want  string
	}{
		{"inflated in zip", "zip", zipOf(t, files...), ten, "inflated", noFit},
		{"inflated in tar", "tar", tarOf(t, files...), ten, "inflated", noFit},
		{"inflated in a tar with text behind", "tar", append(tarOf(t, files...), text...), ten, "inflated", strings.Replace(noFit, "!", "! trailing-data warning\n!", 1)},
		{"inflated in a packed tar", "gz", gzipOf(t, "", tarOf(t, files...)), extract.Limits{Inflated: 1100}, "inflated", "member=a \"a\" 6\n! limit:inflated error\n"},
		{"inflated in a packed file", "gz", gzipOf(t, "n", []byte(text)), extract.Limits{Inflated: 100}, "inflated", "! limit:inflated error\n"},
		{"members in zip", "zip", zipOf(t, files...), two, "members", firstTwo},
		{"members in tar", "tar", tarOf(t, files...), two, "members", firstTwo},
		{"bytes", "tar", tarOf(t, files...), extract.Limits{Bytes: 100}, "bytes", "! limit:bytes error\n"},
		{"ratio in zip", "zip", zipOf(t, entry{name: "zeros", body: strings.Repeat("\x00", 2<<20)}, entry{name: "a", body: "x"}), extract.Limits{}, "ratio",
			"member=zeros \"zeros\" limit:ratio\nmember=a \"a\" 1\n! limit:ratio error\n"},
		{"ratio in a packed tar", "gz", gzipOf(t, "", tarOf(t, entry{name: "a", body: "x"}, entry{name: "zeros", body: strings.Repeat("\x00", 2<<20)})), extract.Limits{}, "ratio",
			"member=a \"a\" 1\n! limit:ratio error member=zeros\n! limit:ratio error\n"},
		{"ratio of a packed file", "gz", gzipOf(t, "n", make([]byte, 2<<20)), extract.Limits{}, "ratio", "! limit:ratio error member=n\n! limit:ratio error\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, sample(tt.format, tt.data), tt.lim)
			var lim *extract.LimitError
			if !errors.As(err, &lim) || lim.Limit != tt.limit {
				t.Errorf("error %v, want the limit %s", err, tt.limit)
			}
			expect(t, d, tt.want)
		})
	}
}

// TestOverlappingEntriesAreCountedEach builds the bomb whose directory names one
// body of a few kilobytes many times.
func TestOverlappingEntriesAreCountedEach(t *testing.T) {
	body := zeros(t, 200<<10)
	const copies = 300
	one := zipOf(t, entry{name: "0000", body: body, edit: func(h *zip.FileHeader) {
		h.Method, h.CRC32, h.UncompressedSize64 = zip.Deflate, crc32.ChecksumIEEE(make([]byte, 200<<10)), 200<<10
	}})
	dir := strings.Index(string(one), "PK\x01\x02")
	end := strings.Index(string(one), "PK\x05\x06")
	bomb := append([]byte{}, one[:dir]...)
	for i := range copies {
		e := append([]byte{}, one[dir:end]...)
		copy(e[46:], fmt.Sprintf("%04d", i))
		bomb = append(bomb, e...)
	}
	tail := append([]byte{}, one[end:]...)
	binary.LittleEndian.PutUint16(tail[8:], copies)
	binary.LittleEndian.PutUint16(tail[10:], copies)
	binary.LittleEndian.PutUint32(tail[12:], uint32(copies*(end-dir)))
	bomb = append(bomb, tail...)
	d, err := read(t, sample("zip", bomb), extract.Limits{Inflated: 1 << 20})
	var lim *extract.LimitError
	if !errors.As(err, &lim) || lim.Limit != "inflated" {
		t.Errorf("error %v, want the limit inflated", err)
	}
	var whole, refused int
	for _, c := range d.Evidence.Children {
		if c.Reason == "limit:inflated" {
			refused++
		} else if c.Size == 200<<10 {
			whole++
		}
	}
	if whole != 5 || refused != copies-5 {
		t.Errorf("%d members delivered and %d refused of %d", whole, refused, copies)
	}
}

// TestMemberThatClaimsToBeSmallIsStopped holds a directory that lies about sizes
// against what comes out.
func TestMemberThatClaimsToBeSmallIsStopped(t *testing.T) {
	bomb := entry{name: "a", body: zeros(t, 8<<20), edit: func(h *zip.FileHeader) { h.Method, h.UncompressedSize64 = zip.Deflate, 10 }}
	d, err := read(t, sample("zip", zipOf(t, bomb)), extract.Limits{})
	if err != nil {
		t.Error(err)
	}
	expect(t, d, "member=a \"a\" damaged\n! damaged-member error member=a\n")
}

// TestDirectoryTooLargeForMemoryIsALimit gives a directory that goes on and on
// without being held anywhere.
func TestDirectoryTooLargeForMemoryIsALimit(t *testing.T) {
	one := zipOf(t, entry{name: "a", edit: func(*zip.FileHeader) {}})
	dir, end := strings.Index(string(one), "PK\x01\x02"), strings.Index(string(one), "PK\x05\x06")
	in := endless{head: one[:dir], entry: one[dir:end], end: append([]byte{}, one[end:]...), entries: 3 << 20}
	binary.LittleEndian.PutUint32(in.end[12:], uint32(in.entries*int64(len(in.entry))))
	_, err := read(t, extract.Input{ReaderAt: in, Size: in.size(), Format: "zip"}, extract.Limits{})
	var lim *extract.LimitError
	if !errors.As(err, &lim) || lim.Limit != "members" {
		t.Errorf("error %v, want the limit members", err)
	}
}

// endless is a ZIP of many equal entries, made as it is read.
type endless struct {
	head, entry, end []byte
	entries          int64
}

func (e endless) size() int64 {
	return int64(len(e.head)) + e.entries*int64(len(e.entry)) + int64(len(e.end))
}

func (e endless) ReadAt(p []byte, off int64) (int, error) {
	for i := range p {
		at := off + int64(i)
		rest := at - int64(len(e.head))
		last := rest - e.entries*int64(len(e.entry))
		switch {
		case at < int64(len(e.head)):
			p[i] = e.head[at]
		case last < 0:
			p[i] = e.entry[rest%int64(len(e.entry))]
		case last < int64(len(e.end)):
			p[i] = e.end[last]
		default:
			return i, io.EOF
		}
	}
	return len(p), nil
}

func TestSparseMemberIsNotWrittenOut(t *testing.T) {
	const mark, sparse = "XXX.sparse.", "GNU.sparse." // the writer takes no sparse files
	h := tar.Header{Format: tar.FormatPAX, PAXRecords: map[string]string{mark + "major": "1", mark + "minor": "0", mark + "name": "big", mark + "realsize": "9000000000"}}
	holes := "1\n8999999999\n1\n"
	data := tarOf(t, entry{name: "a", body: holes + strings.Repeat("\x00", 512-len(holes)) + "x", tar: h}, entry{name: "b", body: "x"})
	data = bytes.ReplaceAll(data, []byte(mark), []byte(sparse))
	d, err := read(t, sample("tar", data), extract.Limits{})
	var lim *extract.LimitError
	if !errors.As(err, &lim) || lim.Limit != "inflated" {
		t.Errorf("error %v, want the limit inflated", err)
	}
	expect(t, d, "member=big \"big\" limit:inflated\nmember=b \"b\" 1\n! limit:inflated error\n")
}
