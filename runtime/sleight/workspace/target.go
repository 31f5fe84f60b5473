package workspace

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sleight/runtime/content/load"
)

// Target is the part of a workspace that a path names.
type Target struct {
	dir  string // the folder of the workspace; empty for an archive
	root load.Root
	// parts are the slash-separated names, as in diagnostics, of the files and
	// folders that belong to the target; empty means the whole workspace.
	parts []string
}

// Has reports whether a file is part of the target.
func (t *Target) Has(file string) bool {
	parts := t.parts
	if len(parts) == 0 {
		parts = []string{t.root.Name}
	}
	return slices.ContainsFunc(parts, func(part string) bool {
		return part == "" || file == part || strings.HasPrefix(file, part+"/")
	})
}

// AddPath adds a path as a source: a workspace, an archive, or a file or folder
// in a workspace, which adds the whole workspace once.
func (w *Workspace) AddPath(name string) (*Target, error) {
	t, err := w.find(name)
	if err != nil || slices.ContainsFunc(slices.Concat(w.shipped, w.roots), func(r load.Root) bool { return r.Name == t.root.Name }) {
		return t, err
	}
	if t.dir != "" {
		w.add(t.dir)
		return t, nil
	}
	w.roots = append(w.roots, t.root)
	return t, nil
}

func (w *Workspace) find(name string) (*Target, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, NotFound(name, "file or folder")
	case !info.IsDir() && strings.EqualFold(filepath.Ext(name), ".zip"):
		root, err := openArchive(name)
		return &Target{root: root}, err
	case info.IsDir() && slices.ContainsFunc(folders, func(f string) bool { return isFolder(filepath.Join(name, f)) }):
		return &Target{dir: filepath.Clean(name), root: w.root(filepath.Clean(name))}, nil
	}
	return w.partOf(name)
}

// partOf finds the workspace of a file or folder: the nearest that has it
// inside a pack, in one of its folders.
func (w *Workspace) partOf(name string) (*Target, error) {
	whole, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	below := filepath.Base(whole)
	if slices.Contains(folders, below) && isFolder(whole) {
		return w.partBelow(name, filepath.Dir(whole), below, ""), nil
	}
	for dir := filepath.Dir(whole); ; dir = filepath.Dir(dir) {
		kind := filepath.Base(dir)
		if slices.Contains(folders, kind) && (kind == "schemas" || strings.Contains(below, "/") || isFolder(whole)) {
			return w.partBelow(name, filepath.Dir(dir), kind, below), nil
		}
		if dir == filepath.Dir(dir) {
			return nil, fmt.Errorf("%q is not part of a workspace, where files are below content/PACK or scripts/PACK", name)
		}
		below = path.Join(kind, below)
	}
}

// partBelow returns the target for a path below a folder of a workspace. A pack
// consists of its content folder and its scripts folder.
func (w *Workspace) partBelow(name, workspace, kind, below string) *Target {
	if here, err := os.Getwd(); err == nil && !filepath.IsAbs(name) {
		if near, err := filepath.Rel(here, workspace); err == nil {
			workspace = near
		}
	}
	t := &Target{dir: workspace, root: w.root(workspace)}
	t.parts = []string{path.Join(t.root.Name, kind, below)}
	if below != "" && !strings.Contains(below, "/") && kind != "schemas" {
		t.parts = []string{path.Join(t.root.Name, "content", below), path.Join(t.root.Name, "scripts", below)}
	}
	return t
}
