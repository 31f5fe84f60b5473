package archive

import (
	"archive/zip"
	"bytes"
	"path"
	"strings"
	"testing"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
)

// zipped packs files in the order of names.
func zipped(t testing.TB, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// FuzzArchive checks that reading any archive terminates, and that the files read
// are named after the archive and stay within it.
func FuzzArchive(f *testing.F) {
	f.Add(zipped(f, "content/p/d.yaml", "kind: die\nid: d6\nsides: 6\n", "scripts/p/d.lua", "return {}\n"))
	f.Add(zipped(f, "../content/p/d.yaml", "kind: die\n", "content/p/con.yaml", "", "/etc/passwd", "x"))
	f.Add(zipped(f, "content/p/A.yaml", "kind: die\n", "content/p/a.yaml", "kind: die\n", "content/p/", ""))
	f.Add(zipped(f, "content/p/d.yaml", strings.Repeat(" ", 1<<16)))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, data []byte) {
		top, problems := Open("a.zip", bytes.NewReader(data), int64(len(data)))
		if (top == nil) != problems.Failed() {
			t.Fatalf("files %v with %v", top, problems)
		}
		if top == nil {
			inside(t, problems)
			return
		}
		l := load.NewLoader(load.Root{FS: top, Name: "a.zip", Fixed: true})
		c, problems := l.Load()
		if (c == nil) != problems.Failed() {
			t.Fatalf("catalog %v with %v", c, problems)
		}
		inside(t, problems)
		for _, name := range l.Files() {
			if clean := path.Clean(name); clean != name || !strings.HasPrefix(name, "a.zip/") {
				t.Errorf("%q was read", name)
			}
		}
	})
}

// inside checks that problems are those of an archive, not engine problems.
func inside(t *testing.T, problems diag.List) {
	t.Helper()
	for _, d := range problems {
		if d.Code == "engine/internal" || d.Place.File != "" && d.Place.File != "a.zip" && !strings.HasPrefix(d.Place.File, "a.zip/") {
			t.Errorf("%v", d)
		}
	}
}
