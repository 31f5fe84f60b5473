package archive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/content/load"
	"sleight/tests/golden"
)

// packed packs entries with headers of their own.
func packed(t *testing.T, entries ...zip.FileHeader) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, h := range entries {
		if _, err := z.CreateRaw(&h); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// report returns every problem of an archive with its place, or its
// files in the order of names.
func report(data []byte) string {
	var out strings.Builder
	top, problems := Open("a.zip", bytes.NewReader(data), int64(len(data)))
	for _, d := range problems {
		fmt.Fprintf(&out, "  %s in %s %q: %s\n", d.Code, d.Place.File, d.Place.Path, d.Message.String())
	}
	if top != nil {
		fs.WalkDir(top, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				fmt.Fprintf(&out, "  %s %v\n", name, err)
			}
			return err
		})
	}
	return out.String()
}

// TestArchiveProblems checks all problems of each archive.
func TestArchiveProblems(t *testing.T) {
	link := zip.FileHeader{Name: "content/p/link", Method: zip.Store}
	link.SetMode(fs.ModeSymlink | 0o777)
	folder := zip.FileHeader{Name: "content/p/tools.sh", Method: zip.Store}
	folder.SetMode(fs.ModeDir | 0o755)
	var got strings.Builder
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"a pack", zipped(t, "content/p/d.yaml", "kind: die\n", "content/p/notes.rtf", "text", "docs/sleight.exe", "MZ", "a/b/content/run.sh", "#!")},
		{"names", zipped(t, "/etc/passwd", "", "c:x", "", "a/../b", "", `a\..\b`, "", "a//b", "", "a/nul.yaml", "", "a..b/..c", "")},
		{"doubled names", zipped(t, "content/p/a.yaml", "", "content/p/A.yaml", "", "content/p/a.yaml", "")},
		{"sorts", zipped(t, "content/p/setup.EXE", "", "wrapped/scripts/p/tool", "\x7fELF", "schemas/x", "PK\x03\x04", "content/p/y.tgz", "", "content/p/short", "M", "content/p/d.yaml", "#!x", "content/p/game.bin", "MZ\x90")},
		{"kinds of entries", packed(
			t, link, folder,
			zip.FileHeader{Name: "content/p/secret", Method: zip.Store, Flags: 1},
			zip.FileHeader{Name: "content/p/odd", Method: 99},
			zip.FileHeader{Name: "content/p/folder.sh/"},
		)},
		{"a bomb", zipped(t, "content/p/d.yaml", strings.Repeat(" ", 1<<21), "content/p/e.yaml", strings.Repeat(" ", 1<<21))},
		{"large but honest", zipped(t, "content/p/d.yaml", strings.Repeat(" ", 1<<20))},
		{"no archive", []byte("hello")},
		{"signatures only", bytes.Repeat([]byte("PK\x01\x02"), load.MaxFiles+1)},
		{"as many signatures as files may be", bytes.Repeat([]byte("PK\x01\x02"), load.MaxFiles)},
	} {
		fmt.Fprintf(&got, "%s:\n%s", c.name, report(c.data))
	}
	golden.Check(t, "testdata/archives.golden", got.String())
}

// broken is a file that cannot be read.
type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: "secret/a.zip", Err: errors.New("the disk is gone")}
}

// TestArchivesThatCannotBeRead checks the report about an archive that is too
// large, before any of it is read, and of one on a broken disk.
func TestArchivesThatCannotBeRead(t *testing.T) {
	for size, want := range map[int64]string{MaxBytes + 1: "file/archive", MaxBytes: "file/unreadable"} {
		top, problems := Open("a.zip", broken{}, size)
		if top != nil || len(problems) != 1 || problems[0].Code != want || problems[0].Place.File != "a.zip" || strings.Contains(problems[0].Error(), "secret") {
			t.Errorf("%d bytes: %v", size, problems)
		}
	}
}

// TestSizesAreBounded checks the maximum size of an archive, and of its files
// together, and the report about one byte more.
func TestSizesAreBounded(t *testing.T) {
	_, problems := Open("a.zip", broken{}, MaxBytes+1)
	if want := "a.zip: error: the archive has 134217729 bytes; at most 134217728 are read [file/archive]"; len(problems) != 1 || !strings.HasPrefix(problems[0].Error(), want) {
		t.Errorf("got %v", problems)
	}
	claims := func(stored int, claimed uint64) []byte {
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		w, err := z.CreateHeader(&zip.FileHeader{Name: "content/p/a.yaml", Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(make([]byte, stored)); err != nil {
			t.Fatal(err)
		}
		if _, err := z.CreateRaw(&zip.FileHeader{Name: "content/p/b.yaml", Method: zip.Store, UncompressedSize64: claimed}); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	const large = 3 << 20
	for _, x := range []struct {
		name    string
		stored  int
		claimed uint64
		refused bool
	}{
		{"the ratio", 10, 1<<20 + 100*uint64(len(claims(10, 0))) - 10, false},
		{"one more than the ratio", 10, 1<<20 + 100*uint64(len(claims(10, 0))) - 9, true},
		{"all that may be unpacked", large, maxUnpacked - large, false},
		{"one byte more", large, maxUnpacked - large + 1, true},
		{"as much as a number holds", large, 1<<64 - 1, true},
	} {
		data := claims(x.stored, x.claimed)
		_, problems := Open("a.zip", bytes.NewReader(data), int64(len(data)))
		want := "the archive would unpack to more than 268435456 bytes, or more than 100 times its size"
		if refused := len(problems) > 0; refused != x.refused || refused && (len(problems) != 1 || problems[0].Message.String() != want) {
			t.Errorf("%s: %v", x.name, problems)
		}
	}
}

// TestEntriesAreCountedAcrossChunks checks that each signature counts once,
// wherever the file is cut to read it.
func TestEntriesAreCountedAcrossChunks(t *testing.T) {
	for _, at := range []int{0, 1<<20 - 4, 1<<20 - 3, 1<<20 - 1, 1 << 20, 2<<20 - 7, 2<<20 - 5, 3<<20 - 4} {
		data := make([]byte, 3<<20)
		copy(data[at:], directoryMark)
		n, err := countEntries(bytes.NewReader(data), int64(len(data)))
		if n != 1 || err != nil {
			t.Errorf("a signature at %d is counted %d times: %v", at, n, err)
		}
	}
}

// TestPackRootsInArchives checks where a pack is looked for in an archive.
func TestPackRootsInArchives(t *testing.T) {
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"at the top":      {[]string{"content/p/d.yaml", ""}, "a.zip: content/p/d.yaml"},
		"in its folder":   {[]string{"pack-1.0/content/p/d.yaml", ""}, "a.zip/pack-1.0: content/p/d.yaml"},
		"beside a file":   {[]string{"pack-1.0/content/p/d.yaml", "", "README", ""}, "content/empty in a.zip"},
		"beside a folder": {[]string{"pack-1.0/content/p/d.yaml", "", "zzz/README", ""}, "content/empty in a.zip"},
		"nothing at all":  {nil, "content/empty in a.zip"},
		"only a file":     {[]string{"README", ""}, "content/empty in a.zip"},
		"an empty folder": {[]string{"pack-1.0/README", ""}, "content/empty in a.zip/pack-1.0"},
		"a broken name":   {[]string{"../x", ""}, "file/archive in a.zip"},
	} {
		data := zipped(t, c.files...)
		root, problems := Root("a.zip", bytes.NewReader(data), int64(len(data)))
		var got string
		if len(problems) == 0 {
			names, _ := fs.Glob(root.FS, "content/*/*")
			got = root.Name + ": " + strings.Join(names, " ")
		} else {
			got = fmt.Sprintf("%s in %s", problems[0].Code, root.Name)
		}
		if got != c.want || root.Fixed != (len(problems) == 0) || !cmp.Equal(root.Problems, problems) || len(problems) > 1 || len(problems) == 1 && problems[0].Place.File != root.Name {
			t.Errorf("%s: %q, want %q: %v", name, got, c.want, problems)
		}
	}
}

// directory64 rewrites the end of an archive in the form for large archives.
func directory64(data []byte) []byte {
	end := bytes.LastIndex(data, []byte("PK\x05\x06"))
	old := data[end:]
	out := bytes.Clone(data[:end])
	u16, u32, u64 := binary.LittleEndian.AppendUint16, binary.LittleEndian.AppendUint32, binary.LittleEndian.AppendUint64
	number := binary.LittleEndian.Uint16(old[10:])
	size, offset := binary.LittleEndian.Uint32(old[12:]), binary.LittleEndian.Uint32(old[16:])
	out = u64(u32(out, endOfDirectory64), 44)
	out = u32(u32(u16(u16(out, 45), 45), 0), 0)
	out = u64(u64(out, uint64(number)), uint64(number))
	out = u64(u64(out, uint64(size)), uint64(offset))
	out = u32(u64(u32(u32(out, locator64), 0), uint64(end)), 1)
	out = u16(u16(u32(out, endOfDirectory), 0), 0)
	out = u16(u16(out, 0xffff), 0xffff)
	return u16(u32(u32(out, 0xffffffff), 0xffffffff), 0)
}

// TestStrayBytesAreLocated checks the offset of the first byte that does not
// belong, in archives of each form.
func TestStrayBytesAreLocated(t *testing.T) {
	plain := zipped(t, "content/p/a.yaml", "kind: die\n", "content/p/b.yaml", "kind: die\n")
	large := directory64(plain)
	first := bytes.Index(plain, []byte("PK\x07\x08")) // the descriptor of the first entry
	directory := bytes.Index(plain, directoryMark)
	unsigned := func() []byte { // a descriptor may lack its signature
		out := append(bytes.Clone(plain[:first]), plain[first+4:]...)
		end := bytes.LastIndex(out, []byte("PK\x05\x06"))
		second := bytes.LastIndex(out[:end], directoryMark)
		for _, at := range []int{second + 42, end + 16} { // offsets of what moved
			binary.LittleEndian.PutUint32(out[at:], binary.LittleEndian.Uint32(out[at:])-4)
		}
		return out
	}()
	for name, c := range map[string]struct {
		data []byte
		want int64
	}{
		"plain":                {plain, -1},
		"large":                {large, -1},
		"unsigned":             {unsigned, -1},
		"a byte after plain":   {append(bytes.Clone(plain), 0), int64(len(plain))},
		"another first name":   {bytes.Replace(plain, []byte("a.yaml"), []byte("c.yaml"), 1), 0},
		"a broken header":      {brokenHeader(plain), 0},
		"another order":        {turned(plain), -1},
		"no descriptor's mark": {bytes.Replace(plain, []byte("PK\x07\x08"), []byte("PK\x07\x09"), 1), int64(first)},
		"a broken directory":   {bytes.Replace(plain, directoryMark, []byte("PK\x01\x03"), 1), -2},
		"no locator":           {bytes.Replace(large, []byte("PK\x06\x07"), []byte("PK\x06\x09"), 1), -2},
	} {
		size := int64(len(c.data))
		z, err := zip.NewReader(bytes.NewReader(c.data), size)
		if err != nil {
			if c.want != -2 {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if got := strayOffset(bytes.NewReader(c.data), size, z.File); got != c.want {
			t.Errorf("%s: the stray byte is at %d; want %d", name, got, c.want)
		}
	}
	z, _ := zip.NewReader(bytes.NewReader(plain), int64(len(plain)))
	if at := strayOffset(bytes.NewReader(plain[:first]), int64(len(plain)), z.File); at < 0 {
		t.Errorf("in a file that ends early the stray byte is at %d", at)
	}
	for at, want := range map[int]int64{
		directory:                                    int64(bytes.LastIndex(plain, []byte("PK\x07\x08"))), // nothing ends the last entry
		bytes.LastIndex(plain, directoryMark):        int64(bytes.LastIndex(plain, directoryMark)),
		bytes.LastIndex(plain, []byte("PK\x05\x06")): int64(bytes.LastIndex(plain, []byte("PK\x05\x06"))),
	} {
		data := bytes.Clone(plain)
		data[at+1] = 'X'
		if got := strayOffset(bytes.NewReader(data), int64(len(data)), z.File); got != want {
			t.Errorf("damaged at %d: the stray byte is at %d", at, got)
		}
	}
}

// TestBundleContents checks the contents of bundles, and that other archives
// are refused.
func TestBundleContents(t *testing.T) {
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"two roots":        {[]string{"0/name", "x", "0/content/a", "", "1/name", "y", "1/content/b", "", "only", "p q"}, ""},
		"a root too many":  {[]string{"1/name", "x"}, "refused"},
		"an earlier root":  {[]string{"0/name", "x", "1/name", "y", "0/content/a", ""}, "refused"},
		"no name":          {[]string{"0/content/a", "x"}, "refused"},
		"no number":        {[]string{"x/name", "x"}, "refused"},
		"a file of none":   {[]string{"0/name", "x", "x/content/a", ""}, "refused"},
		"a file of no one": {[]string{"content", "x"}, "refused"},
		"a folder":         {[]string{"0/name", "x", "0/", ""}, "refused"},
	} {
		l, err := OpenBundle(zipped(t, c.files...))
		got := ""
		if err != nil {
			got = "refused"
		} else if diff := cmp.Diff([]string{"x", "y"}, []string{l.Roots()[0].Name, l.Roots()[1].Name}); diff != "" || !cmp.Equal(l.Chosen(), []string{"p", "q"}) {
			got = "it opens as something else"
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if Digest([]byte("x")) != "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881" {
		t.Errorf("the digest is %s", Digest([]byte("x")))
	}
	for _, most := range []int64{3, 4, 5} {
		left := most
		text, err := readBundled(entryOf(t, "0/a", "four"), &left)
		if (err != nil) != (most < 4) || err == nil && (string(text) != "four" || left != most-4) {
			t.Errorf("four bytes of at most %d: %q with %d left, %v", most, text, left, err)
		}
	}
}

// entryOf returns the only entry of an archive.
func entryOf(t *testing.T, name, text string) *zip.File {
	data := zipped(t, name, text)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return z.File[0]
}
