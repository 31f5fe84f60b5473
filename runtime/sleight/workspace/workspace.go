// Package workspace finds content and keeps it built: shipped content, folders
// with the packs installed in them, archives, revisions of a git repository,
// and edits of all these.
//
// There are several ways to build. Build and Rebuild are strict: if there is an
// error, they return no content. Isolate leaves out the packs with errors, for commands
// that use the rest; IsolateFor also skips what some games do not need.
// RebuildIsolated does the same while games are being played: it refuses an edit
// that would block one of them. If a build fails, parts of the content may still
// be of use to editors: names can be looked up in Outline, and LintIntact checks
// the definitions and scripts without errors, which rules.Content.Partial holds.
//
// Layer sleight, below the public API. It knows files, packs and how content is
// built; it does not play games and prints nothing.
package workspace

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sleight/content"
	"sleight/runtime/check/lint"
	"sleight/runtime/content/archive"
	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/install"
	"sleight/runtime/reload"
	"sleight/scripts"
)

// Embedded is the prefix of the names of files that ship with the program.
const Embedded = "embedded"

// folders are the folders of a workspace.
var folders = []string{"content", "scripts", "schemas"}

// Workspace holds the sources of content, and the content as it was last built.
// Only the result of Live may be used by several goroutines.
type Workspace struct {
	// Loader reads the content.
	Loader *load.Loader
	// Texts are unsaved texts of files, by their names in diagnostics. They
	// replace the saved texts, or are files that have never been saved.
	Texts map[string][]byte
	// PlayingOnly is the only game whose session must survive a reload; empty
	// means that every game may be played.
	PlayingOnly string
	// AroundFirstBuild, if set, is called before the first build, and the function that it
	// returns is called after that build. It lets a program prepare the process
	// for a large allocation.
	AroundFirstBuild func() (end func())

	// CheckOnly means that the content is built and checked once and not played, so
	// that it need not all be in memory.
	CheckOnly bool

	shipped, roots []load.Root // without installed packs
	installations  []*install.Installation
	folders        []string // folders of the operating system to watch
	files          []string // files beside them that list the enabled packs
	linter         lint.Linter
	last           *rules.Content
	none           *rules.Content // stands for last until a build succeeds; see previous
	notices        diag.List      // of last
	interrupted    bool           // the last build panicked and may have read only a part

	snapshot *reload.SnapshotFS // the watched folders as of the last change; nil before
	watcher  *reload.Watcher
	live     *reload.Live[*rules.Content]
}

// Source adds content to a workspace. A pack of a later source completely
// replaces the pack of the same name in an earlier one.
type Source func(*Workspace) error

// New opens sources. Nothing is read before the first build.
func New(sources ...Source) (*Workspace, error) {
	w := &Workspace{Loader: load.NewLoader()}
	for _, add := range sources {
		if err := add(w); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Continue takes over what another workspace of the same program has read and compiled,
// so that the next build need not do so again for what has not changed. The other one
// must not be used any more.
func (w *Workspace) Continue(before *Workspace) {
	before.Loader.Only(w.Loader.Chosen()...)
	w.Loader, w.last, w.none = before.Loader, before.last, before.none
}

// Shipped is the content that ships with the program. Packs installed in
// folders replace its packs, wherever it is in the order.
func Shipped() Source {
	return func(w *Workspace) error {
		w.shipped = ShippedRoots()
		return nil
	}
}

// ShippedRoots returns the roots of the shipped content.
func ShippedRoots() []load.Root {
	files := load.Folders{"content": content.Files, "scripts": scripts.Files}
	return []load.Root{{FS: files, Name: Embedded, Fixed: true, Shared: &shared, Optional: true}}
}

// shared keeps what was made of the shipped content for all workspaces of the process.
var shared def.Shared

// Here is the working directory if it is a workspace. If it is not, installing
// a pack may make it one.
func Here() Source {
	return func(w *Workspace) error {
		if isFolder("content") || isFile(load.WorkspaceFile) || isFile(install.LockFile) {
			w.add(".")
			return nil
		}
		w.files = append(w.files, install.LockFile)
		w.installations = append(w.installations, install.At("."))
		return nil
	}
}

// Folder is the folder of a workspace.
func Folder(dir string) Source {
	return func(w *Workspace) error {
		if !isFolder(dir) {
			return NotFound(dir, "folder")
		}
		if !isFolder(filepath.Join(dir, "content")) && !isFolder(filepath.Join(dir, "schemas")) && !isFile(filepath.Join(dir, install.LockFile)) {
			return fmt.Errorf("%q is not a workspace, which has a folder content with a folder for each pack", dir)
		}
		w.add(filepath.Clean(dir))
		return nil
	}
}

// FS is a file system with the folders of a workspace, such as an embed.FS,
// whose files never change. Diagnostics prefix its file names with name.
func FS(name string, files fs.FS) Source {
	return func(w *Workspace) error {
		w.roots = append(w.roots, load.Root{FS: files, Name: name, Fixed: true})
		return nil
	}
}

// Archive is a zip file with a pack or a workspace, at its top or in its only
// folder.
func Archive(name string) Source {
	return func(w *Workspace) error {
		if !isFile(name) {
			return NotFound(name, "file")
		}
		root, err := openArchive(name)
		w.roots = append(w.roots, root)
		return err
	}
}

// openArchive leaves the file open for later reads.
func openArchive(name string) (load.Root, error) {
	file, err := os.Open(name)
	if err != nil {
		return load.Root{}, err
	}
	info, err := file.Stat()
	if err != nil {
		return load.Root{}, err
	}
	root, _ := archive.Root(filepath.ToSlash(filepath.Clean(name)), file, info.Size())
	return root, nil
}

// add adds a folder once, with the packs installed in it.
func (w *Workspace) add(dir string) {
	root := w.root(dir)
	if slices.ContainsFunc(w.roots, func(r load.Root) bool { return r.Name == root.Name }) {
		return
	}
	for _, name := range folders {
		w.folders = append(w.folders, filepath.Join(dir, name))
	}
	w.files = append(w.files, filepath.Join(dir, load.WorkspaceFile), filepath.Join(dir, install.LockFile))
	w.roots = append(w.roots, root)
	w.installations = append(w.installations, install.At(dir))
}

// Folders lists the folders that can be watched; empty when all content is fixed.
func (w *Workspace) Folders() []string { return w.folders }

// Watchable reports whether there is anything to watch.
func (w *Workspace) Watchable() bool { return len(w.folders)+len(w.files) > 0 }

// UpdateRoots looks up which packs are installed now. Installed packs replace those
// that ship with the program, and are replaced by those of folders.
func (w *Workspace) UpdateRoots() {
	roots := slices.Clone(w.shipped)
	for _, i := range w.installations {
		roots = append(roots, i.Roots()...)
	}
	w.Loader.SetRoots(append(roots, w.roots...)...)
}
