package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sleight/content"
	"sleight/runtime/diag"
	"sleight/runtime/engine"
	"sleight/runtime/pack"
	"sleight/runtime/reload"
	"sleight/scripts"
)

// workspace is where content comes from.
type workspace struct {
	// dirs are the folders given with --content.
	dirs []string

	loader  *pack.Loader
	watched []string // folders of the operating system that content is read from
	last    *engine.Content
}

// folders are those of a workspace.
var folders = []string{"content", "scripts", "schemas"}

// open finds the roots: what is embedded, a workspace in the working folder,
// and the folders given with --content, each before the next.
func (w *workspace) open() error {
	embedded := pack.Folders{"content": content.Files, "scripts": scripts.Files}
	roots := []pack.Root{{FS: embedded, Name: "embedded", Fixed: true}}
	if isFolder("content") {
		roots = append(roots, pack.Root{FS: os.DirFS(".")})
		w.watch(".")
	}
	for _, dir := range w.dirs {
		if !isFolder(dir) {
			return noFolder("--content", dir)
		}
		if !isFolder(filepath.Join(dir, "content")) && !isFolder(filepath.Join(dir, "schemas")) {
			return fmt.Errorf("--content %q: this is no workspace, which has a folder content with a folder for each pack", dir)
		}
		dir = filepath.Clean(dir)
		roots = append(roots, pack.Root{FS: os.DirFS(dir), Name: filepath.ToSlash(dir)})
		w.watch(dir)
	}
	w.loader = pack.NewLoader(roots...)
	return nil
}

func (w *workspace) watch(dir string) {
	for _, name := range folders {
		w.watched = append(w.watched, filepath.Join(dir, name))
	}
}

// noFolder says that a folder is not there, and knows paths of other systems.
func noFolder(where, name string) error {
	text := fmt.Sprintf("%s %q: there is no such folder", where, name)
	if slashed := strings.ReplaceAll(name, `\`, "/"); slashed != name && isFolder(slashed) {
		text += fmt.Sprintf("; did you mean %q?", slashed)
	}
	return errors.New(text)
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// build loads and compiles everything. Files that have not changed are not
// read anew.
func (w *workspace) build() (*engine.Content, diag.List) {
	catalog, problems := w.loader.Load()
	if catalog == nil {
		return nil, problems
	}
	c, more := engine.Build(catalog, w.last)
	problems = append(problems, more...)
	problems.Sort()
	if c != nil {
		w.last = c
	}
	return c, problems
}

// load opens and builds; content with errors is a failure.
func (w *workspace) load() (*engine.Content, diag.List, error) {
	if err := w.open(); err != nil {
		return nil, nil, err
	}
	c, problems := w.build()
	return c, problems, nil
}

// live builds the content and builds it again whenever it is asked to.
func (w *workspace) live() (*reload.Live[*engine.Content], reload.Outcome[*engine.Content], error) {
	if err := w.open(); err != nil {
		return nil, reload.Outcome[*engine.Content]{}, err
	}
	live, first := reload.NewLive(func([]string) (*engine.Content, diag.List) { return w.build() })
	return live, first, nil
}
