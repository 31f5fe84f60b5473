package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// refusing is a folder that cannot be listed.
type refusing struct{ fs.FS }

var errRefused = errors.New("refused")

func (refusing) ReadDir(string) ([]fs.DirEntry, error) { return nil, errRefused }

// TestFoldersWithUnsavedTexts states everything that a folder lists and contains
// while an editor holds texts that differ from its files or were never saved.
func TestFoldersWithUnsavedTexts(t *testing.T) {
	disk := fstest.MapFS{"b/old.yaml": {Data: []byte("old"), Mode: 0o600}, "z.yaml": {Data: []byte("last"), Mode: 0o600}}
	w := &Workspace{Texts: map[string][]byte{
		"work/a.yaml": []byte("first"), "work/b/new.yaml": []byte("new"), "work/b/old.yaml": []byte("edited"),
		"work/c/d/deep.yaml": []byte("deep"), "work/c/d/deeper.yaml": []byte("deeper"), "work/c/e.yaml": []byte("in c"),
		"workshop/f.yaml": []byte("elsewhere"), "g.yaml": []byte("outside"), "work/../h.yaml": []byte("no path"),
	}}
	for name, want := range map[string]string{
		"work": `dr-xr-xr-x . 0
-rw-rw-rw- a.yaml 5 first
dr-xr-xr-x b 0
-rw-rw-rw- b/new.yaml 3 new
-rw------- b/old.yaml 3 edited
drwxrwxrwx c 0
drwxrwxrwx c/d 0
-rw-rw-rw- c/d/deep.yaml 4 deep
-rw-rw-rw- c/d/deeper.yaml 6 deeper
-rw-rw-rw- c/e.yaml 4 in c
-rw------- z.yaml 4 last
`,
		"workshop": `dr-xr-xr-x . 0
dr-xr-xr-x b 0
-rw------- b/old.yaml 3 old
-rw-rw-rw- f.yaml 9 elsewhere
-rw------- z.yaml 4 last
`,
	} {
		if got := walked(t, edited{disk, "", name, w}); got != want {
			t.Errorf("%s has\n%s\nwant\n%s", name, got, want)
		}
	}
	if _, err := fs.ReadDir(edited{refusing{disk}, "", "work", w}, "."); !errors.Is(err, errRefused) {
		t.Errorf("a folder that cannot be listed: %v", err)
	}
	if _, err := fs.ReadDir(edited{disk, "", "elsewhere", w}, "none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// walked lists all files and folders with their modes, sizes and texts.
func walked(t *testing.T, root fs.FS) string {
	t.Helper()
	var out strings.Builder
	err := fs.WalkDir(root, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := fs.Stat(root, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&out, "%v %s %d", info.Mode(), path, info.Size())
		if !e.IsDir() {
			text, err := fs.ReadFile(root, path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&out, " %s", text)
		}
		out.WriteString("\n")
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return out.String()
}
