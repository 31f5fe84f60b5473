package archive

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"sleight/content"
	"sleight/runtime/content/load"
	"sleight/scripts"
)

// TestABundleLoadsTheSame checks that a bundle loads the same content, has
// equal bytes each time, and is refused if damaged.
func TestABundleLoadsTheSame(t *testing.T) {
	l := load.NewLoader(
		load.Root{FS: fstest.MapFS{"content/a/d.yaml": {Data: []byte("kind: die\nid: d6\nsides: 6\n")}}, Name: "embedded", Fixed: true},
		load.Root{FS: fstest.MapFS{
			"content/b/d.yaml": {Data: []byte("kind: die\nid: d8\nsides: 8\n")},
			"sleight.yaml":     {Data: []byte("kind: workspace\nformat: 1\npacks: {b: '*'}\n")},
			"scripts/b/x.lua":  {Data: []byte("return {}\n")}, "content/b/notes.txt": {Data: []byte("mine")},
			"content/b/e.yaml": {Data: []byte("kind: relic\nid: e\nart: cards/e.svg\n")}, "content/b/art/cards/e.svg": {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>`)},
			"content/b/stray.svg": {Data: []byte("mine")},
		}},
	)
	catalog, problems := l.Load()
	if problems.Failed() {
		t.Fatal(problems)
	}
	bundle, err := Bundle(l)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := Bundle(l); !bytes.Equal(again, bundle) || Digest(again) != Digest(bundle) {
		t.Error("equal files give different bytes")
	}
	for _, name := range []string{"notes.txt", "stray.svg"} {
		if bytes.Contains(bundle, []byte(name)) {
			t.Errorf("%s is in the bundle but is not content", name)
		}
	}
	opened, err := OpenBundle(bundle)
	if err != nil {
		t.Fatal(err)
	}
	other, problems := opened.Load()
	if problems.Failed() || other.Digest != catalog.Digest || len(other.All()) != len(catalog.All()) {
		t.Errorf("it loads as something else: %v", problems)
	}
	for n := range len(bundle) {
		if _, err := OpenBundle(bundle[:n]); err == nil {
			t.Fatalf("a bundle cut off after %d bytes is accepted", n)
		}
	}
}

// TestBundlesContainAllShippedContent checks that a bundle contains everything
// that the shipped games need: a worker or host elsewhere loads the same
// content.
func TestBundlesContainAllShippedContent(t *testing.T) {
	l := load.NewLoader(load.Root{FS: load.Folders{"content": content.Files, "scripts": scripts.Files}, Fixed: true})
	catalog, problems := l.Load()
	if problems.Failed() {
		t.Fatal(problems)
	}
	bundle, err := Bundle(l)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := OpenBundle(bundle)
	if err != nil {
		t.Fatal(err)
	}
	if other, problems := opened.Load(); problems.Failed() || other.Digest != catalog.Digest {
		t.Errorf("it loads as something else: %v", problems)
	}
}

// unreadableFile is a file system in which one file cannot be read.
type unreadableFile struct {
	fstest.MapFS
	name string
}

func (f unreadableFile) ReadFile(name string) ([]byte, error) {
	if name == f.name {
		return nil, fs.ErrPermission
	}
	return f.MapFS.ReadFile(name)
}

// TestBundlesLeaveOutWhatCannotBeRead states the files of a bundle: not those
// that cannot be read, all others as files that nobody may write.
func TestBundlesLeaveOutWhatCannotBeRead(t *testing.T) {
	tree := unreadableFile{fstest.MapFS{
		"content/a/d.yaml": {Data: []byte("kind: die\n")}, "content/a/e.yaml": {Data: []byte("kind: die\n")},
	}, "content/a/d.yaml"}
	bundle, err := Bundle(load.NewLoader(load.Root{FS: tree, Name: "x"}))
	if err != nil {
		t.Fatal(err)
	}
	l, err := OpenBundle(bundle)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	err = fs.WalkDir(l.Roots()[0].FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			info, err := d.Info()
			got = append(got, fmt.Sprint(name, " ", info.Mode(), " ", err))
		}
		return err
	})
	if want := []string{"content/a/e.yaml -r--r--r-- <nil>"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, want %q: %v", got, want, err)
	}
}
