package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sleight/runtime/content/load"
	"sleight/runtime/content/safefile"
)

// Root returns the root of a workspace folder as it is on disk.
func Root(dir string) load.Root {
	name := filepath.ToSlash(dir)
	if dir == "." {
		name = ""
	}
	return load.Root{FS: os.DirFS(dir), Name: name}
}

// root is Root with unsaved texts.
func (w *Workspace) root(dir string) load.Root {
	r := Root(dir)
	r.FS = edited{r.FS, dir, r.Name, w}
	return r
}

// edited is a folder as it is on disk or, if it is watched, as of the last
// change, with unsaved texts in place of some files and beside them.
type edited struct {
	disk      fs.FS
	dir, name string
	workspace *Workspace
}

func (e edited) files() fs.FS {
	if e.workspace.snapshot != nil {
		return e.workspace.snapshot.Folder(e.dir)
	}
	return e.disk
}

// Open opens a file or folder.
func (e edited) Open(name string) (fs.File, error) { return e.files().Open(name) }

// Stat describes a file or folder.
func (e edited) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(e.files(), name)
	if errors.Is(err, fs.ErrNotExist) {
		for _, u := range e.unsaved(path.Dir(name)) {
			if u.name == path.Base(name) {
				return u, nil
			}
		}
	}
	return info, err
}

// ReadDir lists a folder, sorted, with the files that have never been saved.
func (e edited) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(e.files(), name)
	added := e.unsaved(name)
	if len(added) == 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return list, err
	}
	for _, u := range added {
		if !slices.ContainsFunc(list, func(d fs.DirEntry) bool { return d.Name() == u.name }) {
			list = append(list, u)
		}
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, nil
}

// ReadFile returns the unsaved text of a file, or else the saved one.
func (e edited) ReadFile(name string) ([]byte, error) {
	if text, ok := e.workspace.Texts[path.Join(e.name, name)]; ok {
		return text, nil
	}
	return fs.ReadFile(e.files(), name)
}

// Store writes a workspace file, given by its name in diagnostics. It refuses
// to write files that ship with the program, and files changed since they were
// loaded.
func (w *Workspace) Store(file string, text []byte) error {
	if len(w.folders) == 0 || strings.HasPrefix(file, Embedded+"/") {
		return errors.New("it comes with the program; copy it into a workspace to change it")
	}
	before, _ := w.Loader.Source(file)
	return Replace(file, before, text)
}

// Replace writes the new text of a file atomically, if it still has the old one.
// It keeps a byte order mark.
func Replace(name string, before, after []byte) error {
	file := filepath.FromSlash(name)
	now, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text, marked := bytes.CutPrefix(now, []byte("\xef\xbb\xbf"))
	if !bytes.Equal(text, before) {
		return fmt.Errorf("%s has changed in the meantime; try again", name)
	}
	if marked {
		after = append([]byte("\xef\xbb\xbf"), after...)
	}
	return safefile.Overwrite(safefile.Disk{}, file, safefile.Bytes(after))
}

// NotFound returns the error for a path that does not exist. It recognizes
// paths of other operating systems.
func NotFound(name, what string) error {
	text := fmt.Sprintf("%q: there is no such %s", name, what)
	if slashed := strings.ReplaceAll(name, `\`, "/"); slashed != name {
		if _, err := os.Stat(slashed); err == nil {
			text += fmt.Sprintf("; did you mean %q?", slashed)
		}
	}
	return errors.New(text)
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
