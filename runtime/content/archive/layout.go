package archive

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"math"
	"slices"
)

// The signatures of the records in a zip file, four bytes each.
const (
	localHeader      = 0x04034b50
	dataDescriptor   = 0x08074b50
	directoryHeader  = 0x02014b50
	endOfDirectory   = 0x06054b50
	endOfDirectory64 = 0x06064b50
	locator64        = 0x07064b50
)

// directoryEnd is the signature of the record that ends the directory.
var directoryEnd = []byte("PK\x05\x06")

// strayOffset returns the offset of the first byte that belongs neither to a listed
// entry nor to the directory itself, or of the first entry whose header differs from
// the directory; −1 if there is neither. In such archives, programs that read from
// front to back would find files other than those in the directory, and programs
// that search for its end from the back might find another directory.
func strayOffset(in io.ReaderAt, size int64, entries []*zip.File) int64 {
	type span struct {
		data, end int64
		file      *zip.File
	}
	var spans []span
	for _, f := range entries {
		data, err := f.DataOffset()
		if err != nil {
			return 0
		}
		spans = append(spans, span{data, data + int64(f.CompressedSize64), f})
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.data, b.data) })
	r := &records{in: in}
	at := int64(0)
	for i, s := range spans {
		if r.word(at) != localHeader || at+30+int64(r.half(at+26))+int64(r.half(at+28)) != s.data {
			return at
		}
		if !r.matchesHeader(at, s.file) {
			return at
		}
		next := size
		if i+1 < len(spans) {
			next = spans[i+1].data
		}
		at = r.afterData(s.end, next)
	}
	for range entries {
		if r.word(at) != directoryHeader {
			return at
		}
		at += 46 + int64(r.half(at+28)) + int64(r.half(at+30)) + int64(r.half(at+32))
	}
	if r.word(at) == endOfDirectory64 {
		at += 12 + int64(r.word(at+4)) + int64(r.word(at+8))<<32
		if r.word(at) != locator64 {
			return at
		}
		at += 20
	}
	if r.word(at) != endOfDirectory {
		return at
	}
	comment := r.bytes(at+22, int(r.half(at+20)))
	if i := bytes.Index(comment, directoryEnd); i >= 0 {
		return at + 22 + int64(i)
	}
	at += 22 + int64(len(comment))
	if at != size {
		return min(at, size)
	}
	return -1
}

// matchesHeader reports whether an entry's own header has the name, method, checksum and
// sizes that the directory has. Unknown ones, which follow the data, are 0.
func (r *records) matchesHeader(at int64, f *zip.File) bool {
	head := r.bytes(at, 30)
	half := func(at int) uint16 { return binary.LittleEndian.Uint16(head[at:]) }
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(head[at:]) }
	rest := r.bytes(at+30, int(half(26))+int(half(28)))
	name, extra := rest[:half(26)], rest[half(26):]
	packed, unpacked := uint64(word(18)), uint64(word(22))
	if packed == math.MaxUint32 && unpacked == math.MaxUint32 {
		unpacked, packed = longSizes(extra)
	}
	later := half(6)&8 != 0
	is := func(got, want uint64) bool { return got == want || later && got == 0 }
	return string(name) == f.Name && half(8) == f.Method &&
		is(uint64(word(14)), uint64(f.CRC32)) && is(packed, f.CompressedSize64) && is(unpacked, f.UncompressedSize64)
}

// longSizes reads the sizes of an entry from the extra fields of its header: eight
// bytes each, in the field with the number 1. Without that field they are the largest
// number, which no offset reaches.
func longSizes(extra []byte) (unpacked, packed uint64) {
	for len(extra) >= 4 {
		id, n := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		if extra = extra[4:]; n > len(extra) {
			break
		}
		if id == 1 && n >= 16 {
			return binary.LittleEndian.Uint64(extra), binary.LittleEndian.Uint64(extra[8:])
		}
		extra = extra[n:]
	}
	return math.MaxUint64, math.MaxUint64
}

// afterData returns the offset of the record after an entry's data, which may
// be followed by a descriptor in one of four forms.
func (r *records) afterData(at, before int64) int64 {
	for _, length := range []int64{0, 16, 12, 24, 20} {
		if at+length > before || length == 16 && r.word(at) != dataDescriptor || length == 24 && r.word(at) != dataDescriptor {
			continue
		}
		switch r.word(at + length) { // an entry is never the last record
		case localHeader, directoryHeader:
			return at + length
		}
	}
	return at
}

// records reads numbers from a zip file. Bytes that are past its end, or cannot
// be read, are 0.
type records struct{ in io.ReaderAt }

func (r *records) bytes(at int64, n int) []byte {
	out := make([]byte, n)
	if got, err := r.in.ReadAt(out, at); err != nil {
		clear(out[got:])
	}
	return out
}

func (r *records) word(at int64) uint32 { return binary.LittleEndian.Uint32(r.bytes(at, 4)) }
func (r *records) half(at int64) uint16 { return binary.LittleEndian.Uint16(r.bytes(at, 2)) }
