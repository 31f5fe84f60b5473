package load

import (
	"fmt"
	"path/filepath"
	"testing"

	"sleight/runtime/content/def"
)

// TestSharedFilesReadTheSame loads the scenes with loaders that share their files, in both
// forms that a catalog has. Each finds what a loader alone finds, and only the first parses
// the files.
func TestSharedFilesReadTheSame(t *testing.T) {
	for _, name := range archives(t, "testdata/scenes/*.txtar") {
		a, w := readArchive(t, name), newWorkspace(nil)
		for _, section := range a.names {
			if !later.MatchString(section) {
				w.write(section, a.texts[section])
			}
		}
		root := Root{FS: w, Name: "w", Fixed: true}
		loaded := func(root Root, once bool) *Loader {
			l := NewLoader(root)
			if once {
				l.CheckOnly()
			}
			return l
		}
		shared := root
		shared.Shared = new(def.Shared)
		for i, once := range []bool{true, false, false, true} {
			want, l := whole(loaded(root, once)), loaded(shared, once)
			compareLines(t, fmt.Sprintf("%s, loader %d", filepath.Base(name), i), want, whole(l))
			if parsed := l.Stats().Parsed; i > 1 && parsed > 0 {
				t.Errorf("%s, loader %d: %d files are parsed again", filepath.Base(name), i, parsed)
			}
		}
	}
}
