package archive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"testing"
)

// written returns an archive of stored files, each followed by a descriptor of
// 0, 12, 16, 20 or 24 bytes, as programs write them, or else by that many zeros.
func written(form int, extra, comment string, files ...string) []byte {
	u16, u32, u64 := binary.LittleEndian.AppendUint16, binary.LittleEndian.AppendUint32, binary.LittleEndian.AppendUint64
	var out, directory []byte
	for i := 0; i < len(files); i += 2 {
		name, text := files[i], files[i+1]
		sum, size := crc32.ChecksumIEEE([]byte(text)), uint32(len(text))
		at := uint32(len(out))
		flags, there, sizeThere := uint16(8), uint32(0), uint32(0)
		if form == 0 {
			flags, there, sizeThere = 0, sum, size
		}
		entry := func(out []byte, sum, size uint32) []byte {
			out = u16(u16(u16(u16(u16(out, 20), flags), zip.Store), 0), 33)
			out = u32(u32(u32(out, sum), size), size)
			return u16(u16(out, uint16(len(name))), uint16(len(extra)))
		}
		out = append(append(append(entry(u32(out, localHeader), there, sizeThere), name...), extra...), text...)
		if form == 16 || form == 24 {
			out = u32(out, dataDescriptor)
		}
		switch form {
		case 12, 16:
			out = u32(u32(u32(out, sum), size), size)
		case 20, 24:
			out = u64(u64(u32(out, sum), uint64(size)), uint64(size))
		default: // none that a program writes
			out = append(out, make([]byte, form)...)
		}
		directory = entry(u16(u32(directory, directoryHeader), 20), sum, size)
		directory = u32(u32(u16(u16(u16(directory, uint16(len(comment))), 0), 0), 0), at)
		directory = append(append(append(directory, name...), extra...), comment...)
	}
	start := len(out)
	out = u16(u16(u32(append(out, directory...), endOfDirectory), 0), 0)
	out = u16(u16(out, uint16(len(files)/2)), uint16(len(files)/2))
	out = u16(u32(u32(out, uint32(len(directory))), uint32(start)), uint16(len(comment)))
	return append(out, comment...)
}

// TestDataDescriptors checks that archives of all writers are read,
// with extra fields and comments and without, and that a descriptor of any other
// length is a stray byte, right after the data or in the descriptor.
func TestDataDescriptors(t *testing.T) {
	const first, second = "kind: die\n", "kind: die\nid: d6\n"
	for _, more := range []string{"", "\xfe\xca\x03\x00abc"} {
		end := int64(30 + len("content/p/a.yaml") + len(more) + len(first)) // of the first file's data
		for _, form := range []int{0, 12, 16, 20, 24} {
			data := written(form, more, more, "content/p/a.yaml", first, "content/p/b.yaml", second)
			top, problems := Open("a.zip", bytes.NewReader(data), int64(len(data)))
			if top == nil {
				t.Errorf("descriptors of %d bytes, extra fields of %d: %v", form, len(more), problems)
			}
		}
		for _, form := range []int{1, 11, 15, 23} {
			data := written(form, more, more, "content/p/a.yaml", first, "content/p/b.yaml", second)
			z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
			if err != nil {
				t.Fatal(err)
			}
			if at := strayOffset(bytes.NewReader(data), int64(len(data)), z.File); at != end {
				t.Errorf("descriptors of %d bytes, extra fields of %d: the stray byte is at %d; want %d", form, len(more), at, end)
			}
		}
	}
}
