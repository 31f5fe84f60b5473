package install

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/mod/sumdb/dirhash"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
)

func archived(t testing.TB, p *Package) ([]byte, string) {
	t.Helper()
	var b bytes.Buffer
	digest, err := p.Write(&b)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), digest
}

// TestArchivesAreReproducible compares the digest of an archive
// with a fixed one, so that a machine, a Go version or a change to this package
// that packs differently is noticed.
func TestArchivesAreReproducible(t *testing.T) {
	data, digest := archived(t, packages(t, written("coins 1.0.0"))[0])
	if digest != "h1:a/2EiyyTwTXFPxcb0JeoE/JV8TAg2qi1m8wbS6MZCak=" {
		t.Errorf("the digest of the files is %s", digest)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(data)); sum != "8bb3cf31918d019d0e8336eb0a534b34d387290e0463a6eb00426ab717934499" {
		t.Errorf("that of the archive is %s", sum)
	}
}

// TestAnArchiveDependsOnItsFilesOnly checks that the archive does not depend on
// where files come from, nor on their order, compression, time or mode.
func TestAnArchiveDependsOnItsFilesOnly(t *testing.T) {
	files := written("coins 1.0.0")
	want, digest := archived(t, packages(t, files)[0])

	folder := t.TempDir()
	for name, f := range files {
		at := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, f.Data, 0o751); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(at, time.Time{}, time.Unix(1e9, 0)); err != nil {
			t.Fatal(err)
		}
	}
	foreign := foreignZip(t, files)
	in := bytes.NewReader(foreign)
	unpacked, problems := Archive("foreign.zip", in, in.Size())
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for name, p := range map[string]*Package{"a folder": packages(t, os.DirFS(folder))[0], "an archive of another program": unpacked[0]} {
		if got, other := archived(t, p); !bytes.Equal(got, want) || other != digest {
			t.Errorf("%s gives another archive", name)
		}
	}
	file := filepath.Join(t.TempDir(), "coins.zip")
	if err := os.WriteFile(file, want, 0o666); err != nil {
		t.Fatal(err)
	}
	if known := must[string](t)(dirhash.HashZip(file, dirhash.Hash1)); known != digest {
		t.Errorf("the digest is %s, and Go says %s", digest, known)
	}
}

// foreignZip packs files below a folder: deflated, in reverse order, with times
// and with files that belong to no pack.
func foreignZip(t *testing.T, files fstest.MapFS) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	slices.Reverse(names)
	for _, name := range append(names, "README.md", "sleight.yaml", "content/other/x.yaml") {
		w, err := z.CreateHeader(&zip.FileHeader{Name: "coins-main/" + name, Method: zip.Deflate, Modified: time.Unix(1e9, 0)})
		if err != nil {
			t.Fatal(err)
		}
		text := []byte("settle: everything\n")
		if f := files[name]; f != nil {
			text = f.Data
		}
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPackageContents(t *testing.T) {
	schema := &fstest.MapFile{Data: []byte("{}")}
	files := written("coins 1.0.0")
	files["schemas/boon.schema.json"], files["schemas/die.schema.json"], files["schemas/other.schema.json"] = schema, schema, schema
	files["content/coins/boon.yaml"] = &fstest.MapFile{Data: []byte("kind: boon\nid: luck\n")}
	files["content/coins/art/penny.txt"] = &fstest.MapFile{Data: []byte("()")}
	files["sleight.yaml"], files["sleight.lock"] = schema, schema
	names := func() string {
		data, _ := archived(t, packages(t, files)[0])
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, f := range z.File {
			out = append(out, f.Name)
		}
		return strings.Join(out, " ")
	}
	own := "content/coins/art/penny.txt content/coins/boon.yaml content/coins/d6.yaml content/coins/pack.yaml schemas/boon.schema.json "
	if got := names(); got != own+"schemas/other.schema.json scripts/coins/dice/d6.lua" {
		t.Errorf("alone: %s", got)
	}
	files["content/zeal/a.yaml"] = schema
	if got := names(); got != own+"scripts/coins/dice/d6.lua" {
		t.Errorf("beside another: %s", got)
	}
}

func TestBytesThatAreNotAPackageAreReported(t *testing.T) {
	for name, c := range map[string]struct {
		files fs.FS
		code  string
	}{
		"nothing":             {fstest.MapFS{}, "content/empty"},
		"no manifest":         {fstest.MapFS{"content/a/b.yaml": {Data: []byte("kind: die\n")}}, "content/empty"},
		"no version":          {fstest.MapFS{"content/a/pack.yaml": {Data: []byte("kind: pack\nformat: 1\nid: a\ntitle: A\n")}}, "content/missing-key"},
		"not YAML":            {fstest.MapFS{"content/a/pack.yaml": {Data: []byte("{")}}, "content/yaml"},
		"another's id":        {fstest.MapFS{"content/a/pack.yaml": written("b 1.0.0")["content/b/pack.yaml"]}, "pack/manifest"},
		"a link":              {with(written("a 1.0.0"), "content/a/l.yaml", &fstest.MapFile{Data: []byte("x"), Mode: fs.ModeSymlink}), "file/link"},
		"a name of a device":  {with(written("a 1.0.0"), "content/a/con.yaml", &fstest.MapFile{}), "file/name"},
		"names that are one":  {with(written("a 1.0.0"), "content/a/D6.yaml", &fstest.MapFile{}), "file/name"},
		"a version like none": {written("a 1.0.x"), "content/pattern"},
	} {
		_, problems := Packages(load.Root{FS: c.files})
		if len(problems) == 0 || problems[0].Code != c.code {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

func with(files fstest.MapFS, name string, f *fstest.MapFile) fstest.MapFS {
	files[name] = f
	return files
}

// TestADamagedFileIsAProblemOfTheArchive checks the report on an archive in which
// a file does not match its checksum.
func TestADamagedFileIsAProblemOfTheArchive(t *testing.T) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range map[string]string{"content/coins/pack.yaml": "kind: pack\nformat: 1\nid: coins\nversion: 1.0.0\ntitle: Coins\n", "content/coins/penny.yaml": "kind: die\nid: penny\nsides: 2\n"} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	data := bytes.Replace(out.Bytes(), []byte("sides: 2"), []byte("sides: 3"), 1)
	all, problems := Archive("shop/coins.zip", bytes.NewReader(data), int64(len(data)))
	if len(all) != 1 {
		t.Fatal(problems)
	}
	_, err := all[0].Write(io.Discard)
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Place.File != "shop/coins.zip" || d.Message.String() != `the file "content/coins/penny.yaml" in the archive is damaged: checksum error` {
		t.Errorf("got %v", err)
	}
}
