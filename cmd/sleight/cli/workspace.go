package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/content"
	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/install"
	"sleight/runtime/packs/quarantine"
	"sleight/runtime/reload"
	"sleight/runtime/sim/experiment"
	"sleight/scripts"
)

// workspace is where content comes from.
type workspace struct {
	// dirs are the folders given with --content.
	dirs []string
	// packs are those given with --pack.
	packs []string

	loader *load.Loader
	linter lint.Linter
	// roots are those of the loader but what is installed.
	roots         []load.Root
	installations []*install.Installation
	watched       []string // folders of the operating system that content is read from
	files         []string // files beside them that say which packs are enabled
	// view shows the watched folders once they are watched; nil before.
	view *reload.View
	last *rules.Content
	// playing is the game whose session must survive a reload; empty for all.
	playing string
	// before loads the content that this is compared with, when it is.
	before *load.Loader
	// texts are what files hold that are taken to have been edited, by the
	// names that diagnostics give.
	texts map[string][]byte
}

// embedded stands before the names of files that the program brings along.
const embedded = "embedded"

// folders are those of a workspace.
var folders = []string{"content", "scripts", "schemas"}

// open finds the roots: what is embedded, a workspace in the working folder,
// and the folders given with --content, each before the next.
func (w *workspace) open() error {
	w.roots, w.installations, w.watched, w.files = w.brought(), nil, nil, nil
	if err := w.installed("."); err != nil {
		return err
	}
	if isFolder("content") || isFile(load.WorkspaceFile) || isFile(install.LockFile) {
		w.roots = append(w.roots, w.folder("."))
	} else { // something may be installed while a game goes on
		w.files = append(w.files, install.LockFile)
	}
	more, err := w.given()
	if err != nil {
		return err
	}
	w.roots = append(w.roots, more...)
	w.loader = load.NewLoader()
	w.loader.Only(w.packs...)
	return nil
}

// installed takes in what is installed in the folder of a workspace.
func (w *workspace) installed(dir string) error {
	i, err := installation(dir)
	if err != nil {
		return err
	}
	w.installations = append(w.installations, i)
	return nil
}

// reroot looks what is installed now. Packs that are installed take the place
// of those that the program brings along, and those of folders take theirs.
func (w *workspace) reroot() {
	if len(w.installations) == 0 {
		w.loader.Reroot(w.roots...)
		return
	}
	n := len(w.brought())
	roots := slices.Clone(w.roots[:n])
	for _, i := range w.installations {
		roots = append(roots, i.Roots()...)
	}
	w.loader.Reroot(append(roots, w.roots[n:]...)...)
}

// brought is what the program brings along.
func (w *workspace) brought() []load.Root {
	files := load.Folders{"content": content.Files, "scripts": scripts.Files}
	return []load.Root{{FS: files, Name: embedded, Fixed: true}}
}

// given are the folders given with --content.
func (w *workspace) given() ([]load.Root, error) {
	var roots []load.Root
	for _, dir := range w.dirs {
		if !isFolder(dir) {
			return nil, notThere("--content", dir, "folder")
		}
		if !isFolder(filepath.Join(dir, "content")) && !isFolder(filepath.Join(dir, "schemas")) && !isFile(filepath.Join(dir, install.LockFile)) {
			return nil, fmt.Errorf("--content %q: this is no workspace, which has a folder content with a folder for each pack", dir)
		}
		if err := w.installed(filepath.Clean(dir)); err != nil {
			return nil, err
		}
		roots = append(roots, w.folder(filepath.Clean(dir)))
	}
	return roots, nil
}

// folder makes a root of a workspace and watches it.
func (w *workspace) folder(dir string) load.Root {
	w.watch(dir)
	return w.rootAt(dir)
}

// rootAt makes a root of the folder of a workspace.
func (w *workspace) rootAt(dir string) load.Root {
	name := filepath.ToSlash(dir)
	if dir == "." {
		name = ""
	}
	return load.Root{FS: edited{os.DirFS(dir), dir, name, w}, Name: name}
}

// edited is a folder, as it lies on the disk or, when it is watched, as it was
// last told of. Some files are taken to have other texts.
type edited struct {
	disk      fs.FS
	dir, name string
	workspace *workspace
}

func (e edited) files() fs.FS {
	if e.workspace.view != nil {
		return e.workspace.view.Folder(e.dir)
	}
	return e.disk
}

// Open opens a file or folder.
func (e edited) Open(name string) (fs.File, error) { return e.files().Open(name) }

// Stat tells of a file or folder.
func (e edited) Stat(name string) (fs.FileInfo, error) { return fs.Stat(e.files(), name) }

// ReadDir lists a folder.
func (e edited) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(e.files(), name) }

// ReadFile returns the text that a file is taken to have, or has.
func (e edited) ReadFile(name string) ([]byte, error) {
	if text, ok := e.workspace.texts[path.Join(e.name, name)]; ok {
		return text, nil
	}
	return fs.ReadFile(e.files(), name)
}

func (w *workspace) watch(dir string) {
	for _, name := range folders {
		w.watched = append(w.watched, filepath.Join(dir, name))
	}
	w.files = append(w.files, filepath.Join(dir, load.WorkspaceFile), filepath.Join(dir, install.LockFile))
}

// notThere says that a file or folder is not there, and knows paths of other
// systems.
func notThere(where, name, what string) error {
	text := fmt.Sprintf("%s %q: there is no such %s", where, name, what)
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

// build loads and compiles everything. Files that have not changed are not
// read anew.
func (w *workspace) build() (*rules.Content, diag.List) { return w.rebuild(nil) }

// rebuild is build when only these files can have changed since the last time;
// nil means any.
func (w *workspace) rebuild(files []string) (*rules.Content, diag.List) {
	if w.last == nil {
		defer load.CollectLater()()
	}
	w.reroot()
	c, problems := quarantine.Build(w.loader, files, w.last)
	if c != nil {
		w.last = c
	}
	return c, problems
}

// contain is rebuild, but a faulty pack blocks only the games that use it. A
// game that is being played is never blocked: then the content stays as it was.
func (w *workspace) contain(files []string) (*rules.Content, diag.List) {
	if w.last == nil {
		defer load.CollectLater()()
	}
	w.reroot()
	c, problems := quarantine.Contain(w.loader, files, w.last)
	if c == nil {
		return nil, problems
	}
	if w.last != nil {
		for _, id := range c.BlockedGames() {
			if _, played := w.last.Game(id); played && (w.playing == "" || w.playing == id) {
				return nil, c.Blocked(id)
			}
		}
	}
	w.last = c
	return c, problems
}

// playable loads content although packs may be faulty; see contain. What was
// left out is told on the error stream.
func (w *workspace) playable(c *cobra.Command) (*rules.Content, error) {
	if err := w.open(); err != nil {
		return nil, err
	}
	content, problems := w.contain(nil)
	if content == nil {
		return nil, problems
	}
	for _, d := range problems {
		if d.Code == "pack/excluded" {
			fmt.Fprintln(c.ErrOrStderr(), d.Error())
		}
	}
	return content, nil
}

// lint looks at content for what is probably not meant. What the program brings
// along is left out where there is a workspace, whose author cannot mend it.
func (w *workspace) lint(c *rules.Content) diag.List {
	list := append(w.linter.Run(c, w.loader.Source), experiment.LintBalance(c)...)
	list.Sort()
	if len(w.watched) == 0 {
		return list
	}
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return strings.HasPrefix(d.Place.File, embedded+"/") })
}

// load opens and builds; content with errors is a failure.
func (w *workspace) load() (*rules.Content, diag.List, error) {
	if err := w.open(); err != nil {
		return nil, nil, err
	}
	c, problems := w.build()
	return c, problems, nil
}
