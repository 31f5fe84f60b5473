package workspace

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTargetsOfPaths states the workspace of each path and which names in it the
// path selects: relative if the path is, and both folders of a pack.
func TestTargetsOfPaths(t *testing.T) {
	coins(t)
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	put(t, "schemas/boon.schema.json", "{}")
	put(t, "content/loose.yaml", "")
	put(t, "bundle.zip/content/coins/game.yaml", "")
	put(t, "elsewhere/content", "a file")
	put(t, "elsewhere/notes.zip.txt", "")
	for path, want := range map[string]string{
		".":                            `"" []`,
		"content":                      `"" ["content"]`,
		"schemas":                      `"" ["schemas"]`,
		"schemas/boon.schema.json":     `"" ["schemas/boon.schema.json"]`,
		"content/coins":                `"" ["content/coins" "scripts/coins"]`,
		"scripts/coins":                `"" ["content/coins" "scripts/coins"]`,
		"content/coins/game.yaml":      `"" ["content/coins/game.yaml"]`,
		"bundle.zip":                   `"bundle.zip" []`,
		"bundle.zip/content/coins":     `"bundle.zip" ["bundle.zip/content/coins" "bundle.zip/scripts/coins"]`,
		dir + "/content/coins":         `"DIR" ["DIR/content/coins" "DIR/scripts/coins"]`,
		dir:                            `"DIR" []`,
		"content/loose.yaml":           `error`,
		"elsewhere/content":            `error`,
		"elsewhere/notes.zip.txt":      `error`,
		"content/coins/absent":         `error`,
		filepath.Join(dir, "nowhere"):  `error`,
		filepath.Join(dir, "elsewher"): `error`,
	} {
		target, err := first(New()).AddPath(path)
		got := "error"
		if err == nil {
			got = strings.ReplaceAll(fmt.Sprintf("%q %q", target.root.Name, target.parts), filepath.ToSlash(dir), "DIR")
			if folder, _ := filepath.Rel(dir, filepath.Join(dir, target.dir)); !filepath.IsAbs(path) && (folder != filepath.FromSlash(cmp.Or(target.root.Name, ".")) || len(target.root.Problems) > 0) {
				t.Errorf("%s: the folder is %s, %v", path, folder, target.root.Problems)
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s (%v)", path, got, want, err)
		}
	}
}

// TestUnsavedTextsWithAnotherVersionOfAPack checks that texts which an editor
// holds are built in a workspace with another version of one pack, and that a
// partition is built from the files of the change.
func TestUnsavedTextsWithAnotherVersionOfAPack(t *testing.T) {
	w := coins(t, Here())
	put(t, "content/other/game.yaml", other)
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	w.Texts = map[string][]byte{"content/other/game.yaml": []byte(strings.Replace(other, "enough: 9", "enough: 8", 1))}
	with, err := w.WithPack("coins", copied)
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(with.BuildValid()); got != "coins 3, other 8" {
		t.Errorf("built: %s", got)
	}
}
