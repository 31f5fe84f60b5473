package archive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"
)

// TestBytesOutsideOfTheDirectoryAreRefused checks that an accepted archive has
// the files of its directory, whether a program reads it from the start or from
// the end.
func TestBytesOutsideOfTheDirectoryAreRefused(t *testing.T) {
	good := zipped(t, "content/p/pack.yaml", "kind: pack\n", "content/p/d.yaml", "kind: die\n")
	var plain bytes.Buffer
	z := zip.NewWriter(&plain)
	for _, name := range []string{"content/", "content/p/a.yaml"} {
		h := &zip.FileHeader{Name: name, Method: zip.Store}
		if _, err := z.CreateRaw(h); err != nil { // without descriptors
			t.Fatal(err)
		}
	}
	if err := z.SetComment("made by hand"); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"as it is written": good, "without descriptors": plain.Bytes()} {
		if _, problems := Open("a.zip", bytes.NewReader(data), int64(len(data))); problems != nil {
			t.Errorf("%s: %v", name, problems)
		}
	}
	hidden := zipped(t, "content/p/evil.yaml", "kind: die\n")
	hidden = hidden[:bytes.Index(hidden, directoryMark)]
	directory := bytes.Index(good, directoryMark)
	end := bytes.LastIndex(good, []byte("PK\x05\x06"))
	moved := func(by int) []byte { // moves the directory back by some bytes
		tail := bytes.Clone(good[directory:])
		at := end - directory + 16
		binary.LittleEndian.PutUint32(tail[at:], binary.LittleEndian.Uint32(tail[at:])+uint32(by))
		return tail
	}
	renamed := bytes.Replace(good, []byte("content/p/d.yaml"), []byte("content/p/e.yaml"), 1) // in the entry only
	entry := func(at, value int) []byte {                                                     // changes a number in the header of the first entry
		out := bytes.Clone(plain.Bytes())
		binary.LittleEndian.PutUint32(out[at:], uint32(value))
		return out
	}
	commented := append(append(bytes.Clone(good[:len(good)-2]), byte(len(good)), byte(len(good)>>8)), good...)
	for name, data := range map[string][]byte{
		"an archive as the comment": commented,
		"another method":            entry(6, 8<<16),
		"another checksum":          entry(14, 1),
		"another packed size":       entry(18, 1),
		"another size":              entry(22, 1),
		"unknown long sizes":        append(entry(18, -1)[:22:22], entry(22, -1)[22:]...),
		"before the directory":      append(append(bytes.Clone(good[:directory]), hidden...), moved(len(hidden))...),
		"the same name first":       append(bytes.Clone(good[:bytes.LastIndex(good[:directory], []byte("PK\x03\x04"))]), good...),
		"at the front":              append(bytes.Clone(hidden), good...),
		"at the end":                append(bytes.Clone(good), "more"...),
		"another name":              renamed,
	} {
		top, problems := Open("a.zip", bytes.NewReader(data), int64(len(data)))
		if top != nil || !strings.Contains(problems.Error(), "that its directory does not list") && !strings.Contains(problems.Error(), "zip archive") {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// brokenHeader returns an archive without the signature of its second entry.
func brokenHeader(data []byte) []byte {
	out := bytes.Clone(data)
	out[bytes.LastIndex(out, []byte("PK\x03\x04"))] = 'X'
	return out
}

// turned returns an archive of two entries whose directory lists the second one
// first.
func turned(data []byte) []byte {
	first, second := bytes.Index(data, directoryMark), bytes.LastIndex(data, directoryMark)
	end := bytes.LastIndex(data, []byte("PK\x05\x06"))
	out := bytes.Clone(data[:first])
	out = append(out, data[second:end]...)
	out = append(out, data[first:second]...)
	return append(out, data[end:]...)
}

// scribbler is a file that cannot be read, and leaves something in the buffer.
type scribbler struct{}

func (scribbler) ReadAt(p []byte, _ int64) (int, error) {
	for i := range p {
		p[i] = 0xee
	}
	return 1, io.ErrUnexpectedEOF
}

// TestUnreadBytesAreZero checks that what could not be read counts as 0,
// whatever a failed read leaves in the buffer.
func TestUnreadBytesAreZero(t *testing.T) {
	r := records{in: scribbler{}}
	if word, half := r.word(0), r.half(0); word != 0xee || half != 0xee {
		t.Errorf("%#x and %#x, want the one byte that was read", word, half)
	}
}
