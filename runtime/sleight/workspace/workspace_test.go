package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// coins opens the coins workspace in the working directory.
func coins(t *testing.T, sources ...Source) *Workspace {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testdata/coins")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	w, err := New(sources...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestAFolderThatIsGivenTwiceIsReadOnce checks that the working directory may
// also be named explicitly.
func TestAFolderThatIsGivenTwiceIsReadOnce(t *testing.T) {
	w := coins(t, Here(), Folder("."), Folder("./"))
	if c, problems := w.Build(); c == nil || len(problems) > 0 {
		t.Errorf("%v", problems)
	}
	if len(w.Folders()) != len(folders) {
		t.Errorf("watches %v", w.Folders())
	}
}

// TestPathsInAWorkspace checks which files a path selects.
func TestPathsInAWorkspace(t *testing.T) {
	const game, script = "content/coins/game.yaml", "scripts/coins/game.lua"
	for path, want := range map[string][2]bool{
		".": {true, true}, "content": {true, false}, "content/coins": {true, true}, "scripts/coins": {true, true},
		game: {true, false}, script: {false, true},
	} {
		t.Run(path, func(t *testing.T) {
			w := coins(t)
			target, err := w.AddPath(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := [2]bool{target.Has(game), target.Has(script)}; got != want {
				t.Errorf("has game and script: %v, expected %v", got, want)
			}
			if c, err := w.BuildValid(); c == nil {
				t.Error(err)
			}
		})
	}
	w := coins(t)
	for _, path := range []string{"nowhere", "/"} {
		if _, err := w.AddPath(path); err == nil {
			t.Errorf("%s names something", path)
		}
	}
}

// TestStoreDoesNotOverwriteOtherChanges checks that Store does not overwrite a
// file changed since it was loaded, or a file that ships with the program.
func TestStoreDoesNotOverwriteOtherChanges(t *testing.T) {
	w := coins(t, Shipped(), Here())
	if _, err := w.BuildValid(); err != nil {
		t.Fatal(err)
	}
	const script = "scripts/coins/game.lua"
	if err := w.Store(script, []byte("return {}\n")); err != nil {
		t.Error(err)
	}
	if err := w.Store(script, []byte("return { }\n")); err == nil || !strings.Contains(err.Error(), "has changed in the meantime") {
		t.Errorf("a second store before a build: %v", err)
	}
	if text, err := os.ReadFile(filepath.FromSlash(script)); err != nil || string(text) != "return {}\n" {
		t.Errorf("the file has %q, %v", text, err)
	}
	if err := w.Store(Embedded+"/scripts/forward/game.lua", nil); err == nil {
		t.Error("stored what ships with the program")
	}
}
