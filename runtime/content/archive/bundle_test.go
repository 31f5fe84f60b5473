package archive

import (
	"bytes"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
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
		t.Error("equal files give other bytes")
	}
	if bytes.Contains(bundle, []byte("notes.txt")) {
		t.Error("what is no content travels too")
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
			t.Fatalf("a bundle cut after %d bytes is taken", n)
		}
	}
}
