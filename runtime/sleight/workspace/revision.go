package workspace

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"slices"
	"strings"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/install"
)

// head is the last committed revision.
const head = "HEAD"

// At returns the workspace with its own content replaced by that of a folder,
// an archive or a git revision of the working directory. Shipped and installed
// packs stay.
func (w *Workspace) At(name string) (*Workspace, error) {
	t, err := w.find(name)
	if err == nil {
		return w.with(t.root), nil
	}
	return w.revision(name)
}

// revision returns the workspace as of a git revision: its files, and the packs
// that sleight.lock named then, if it existed.
func (w *Workspace) revision(name string) (*Workspace, error) {
	root, err := revision(name)
	if err != nil {
		return nil, err
	}
	out := w.with(root)
	text, err := fs.ReadFile(root.FS, install.LockFile)
	if err != nil || len(w.installations) == 0 {
		return out, nil
	}
	lock, problems := install.ReadLock(name+":"+install.LockFile, text)
	if lock == nil {
		return nil, problems
	}
	installed, err := w.installations[0].RootsOf(lock)
	if err != nil {
		return nil, err
	}
	out.installations, out.shipped = nil, slices.Concat(out.shipped, installed)
	return out, nil
}

// committed reports whether git has a file or folder of the working directory
// at a revision.
func committed(revision, name string) bool {
	return exec.Command("git", "cat-file", "-e", "--end-of-options", revision+":./"+name).Run() == nil
}

// with returns the workspace with another root in place of its own. The
// workspace's sleight.yaml still applies unless the new root has one.
func (w *Workspace) with(root load.Root) *Workspace {
	var roots []load.Root
	if root.FS != nil && !has(root, load.WorkspaceFile) {
		for _, own := range w.roots {
			if own.FS == nil {
				continue
			}
			if text, err := fs.ReadFile(own.FS, load.WorkspaceFile); err == nil {
				files := fstest.MapFS{load.WorkspaceFile: {Data: text}}
				roots = append(roots, load.Root{FS: files, Name: own.Name, Fixed: true, Foreign: true})
			}
		}
	}
	return &Workspace{
		Loader:  load.NewLoader(),
		shipped: w.shipped, roots: append(roots, root), installations: w.installations,
	}
}

func has(root load.Root, name string) bool {
	_, err := fs.Stat(root.FS, name)
	return err == nil
}

// WithPack returns the workspace with one pack replaced by its version in a
// folder, an archive or a git revision of the working directory. Everything
// else stays.
func (w *Workspace) WithPack(id, name string) (*Workspace, error) {
	t, err := w.find(name)
	if err != nil {
		root, failed := revision(name)
		if failed != nil {
			return nil, failed
		}
		t = &Target{root: root}
	}
	if len(t.root.Problems) > 0 {
		return nil, t.root.Problems
	}
	return w.WithRoot(id, t.root), nil
}

// WithRoot is like WithPack, for a pack in a root.
func (w *Workspace) WithRoot(id string, root load.Root) *Workspace {
	roots := append(slices.Clone(w.roots), load.Root{FS: packFiles{root.FS, id}, Name: root.Name, Fixed: root.Fixed})
	return &Workspace{Loader: load.NewLoader(), shipped: w.shipped, roots: roots, installations: w.installations}
}

// packFiles is a file system limited to the files of one pack, and schemas.
type packFiles struct {
	files fs.FS
	id    string
}

// Open opens a file or folder of the pack.
func (p packFiles) Open(name string) (fs.File, error) {
	top, rest, below := strings.Cut(name, "/")
	id, _, _ := strings.Cut(rest, "/")
	if below && (top == "content" || top == "scripts") && id != p.id || !below && top == load.WorkspaceFile {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return p.files.Open(name)
}

// ReadDir lists a folder, without the files of other packs.
func (p packFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(p.files, name)
	if name == "content" || name == "scripts" {
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() != p.id })
	}
	return entries, err
}

// Proposed returns the workspace with a different set of installed packs.
func (w *Workspace) Proposed(installed []load.Root) *Workspace {
	return &Workspace{Loader: load.NewLoader(), shipped: slices.Concat(w.shipped, installed), roots: w.roots}
}

// Committed returns a function that builds the last committed content, or nil
// if the content of the working directory is not in git.
func (w *Workspace) Committed() func() (*rules.Content, error) {
	if !committed(head, "content") && !committed(head, install.LockFile) && !committed(head, load.WorkspaceFile) {
		return nil
	}
	return func() (*rules.Content, error) {
		before, err := w.revision(head)
		if err != nil {
			return nil, err
		}
		return before.BuildValid()
	}
}

// revision reads the working directory as of a git revision.
func revision(name string) (load.Root, error) {
	var out, errs bytes.Buffer
	args := []string{"archive", "--format=tar", name, "--"}
	for _, part := range append(slices.Clone(folders), load.WorkspaceFile, install.LockFile) {
		if committed(name, part) {
			args = append(args, part)
		}
	}
	if len(args) == 4 {
		return load.Root{}, fmt.Errorf("there is no such folder, and no git revision in which this folder holds content")
	}
	git := exec.Command("git", args...)
	git.Stdout, git.Stderr = &out, &errs
	if err := git.Run(); err != nil {
		return load.Root{}, fmt.Errorf("git: %s", strings.TrimSpace(errs.String()))
	}
	files := fstest.MapFS{}
	archive := tar.NewReader(&out)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return load.Root{FS: files, Name: name, Fixed: true}, nil
		}
		if err != nil {
			return load.Root{}, err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		data, err := io.ReadAll(archive)
		if err != nil {
			return load.Root{}, err
		}
		files[h.Name] = &fstest.MapFile{Data: data}
	}
}
