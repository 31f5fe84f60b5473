package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sleight/runtime/content/archive"
	"sleight/runtime/content/load"
)

// target is what a path on the command line stands for: a workspace, with all
// of it or only a part asked for.
type target struct {
	// dir is the folder of the workspace; empty for an archive.
	dir  string
	root load.Root
	// parts are the slash-separated names, as problems give them, of what was
	// asked for, itself or below; none means all of the workspace.
	parts []string
}

// has tells whether a file was asked for.
func (t *target) has(file string) bool {
	parts := t.parts
	if len(parts) == 0 {
		parts = []string{t.root.Name}
	}
	return slices.ContainsFunc(parts, func(part string) bool {
		return part == "" || file == part || strings.HasPrefix(file, part+"/")
	})
}

// openTargets makes a loader of what paths name, each a workspace, a part of
// one, or an archive.
func (w *workspace) openTargets(paths []string) ([]*target, error) {
	roots, err := w.given()
	if err != nil {
		return nil, err
	}
	roots = append(w.brought(), roots...)
	var targets []*target
	for _, name := range paths {
		t, err := w.findTarget(name)
		if err != nil {
			return nil, err
		}
		targets = append(targets, t)
		if slices.ContainsFunc(roots, func(r load.Root) bool { return r.Name == t.root.Name }) {
			continue
		}
		if t.dir != "" {
			w.watch(t.dir)
			if err := w.installed(t.dir); err != nil {
				return nil, err
			}
		}
		roots = append(roots, t.root)
	}
	w.roots, w.loader = roots, load.NewLoader()
	return targets, nil
}

func (w *workspace) findTarget(name string) (*target, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, notThere("validate", name, "file or folder")
	case !info.IsDir() && strings.EqualFold(filepath.Ext(name), ".zip"):
		return openArchive(name)
	case info.IsDir() && slices.ContainsFunc(folders, func(f string) bool { return isFolder(filepath.Join(name, f)) }):
		return &target{dir: filepath.Clean(name), root: w.rootAt(filepath.Clean(name))}, nil
	}
	return w.partOf(name)
}

// partOf finds the workspace around a file or folder: the nearest that has it
// below one of its folders, in a pack.
func (w *workspace) partOf(name string) (*target, error) {
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
			return nil, fmt.Errorf("validate %q: this belongs to no workspace, which holds it below content/PACK or scripts/PACK", name)
		}
		below = path.Join(kind, below)
	}
}

// partBelow makes the target of what lies below a folder of a workspace. A pack
// is the folder of its content and that of its scripts.
func (w *workspace) partBelow(name, workspace, kind, below string) *target {
	if here, err := os.Getwd(); err == nil && !filepath.IsAbs(name) {
		if near, err := filepath.Rel(here, workspace); err == nil {
			workspace = near
		}
	}
	t := &target{dir: workspace, root: w.rootAt(workspace)}
	t.parts = []string{path.Join(t.root.Name, kind, below)}
	if below != "" && !strings.Contains(below, "/") && kind != "schemas" {
		t.parts = []string{path.Join(t.root.Name, "content", below), path.Join(t.root.Name, "scripts", below)}
	}
	return t
}

// openArchive reads a pack or workspace that lies in a zip file, at its top or
// in the one folder there. The file stays open, for what is read later.
func openArchive(name string) (*target, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	root, _ := archive.Root(filepath.ToSlash(filepath.Clean(name)), file, info.Size())
	return &target{root: root}, nil
}
