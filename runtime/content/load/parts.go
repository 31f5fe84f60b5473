package load

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"sleight/runtime/content/manifest"
	"sleight/runtime/content/picture"
	"sleight/runtime/content/schema"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
	"sleight/schemas"
)

// Manifested returns the packs of a root that have a manifest, sorted by id.
func Manifested(root Root) ([]string, diag.List) {
	all := &scanner{names: map[string]string{}}
	var ids []string
	for _, id := range all.packFolders(root, "content", nil) {
		if _, err := fs.Stat(root.FS, path.Join("content", id, manifest.File)); err == nil {
			ids = append(ids, id)
		}
	}
	return ids, all.problems
}

// Parts returns the files of a root that belong to one pack when it is shipped,
// as sorted paths in the root: all useful files below content/PACK and
// scripts/PACK that are not hidden, and the schemas of its kinds. If a root
// holds several packs, those are the kinds of the pack's own definitions. There
// is a notice for each file that is left out.
func Parts(root Root, id string) ([]string, diag.List) {
	all := &scanner{names: map[string]string{}, schemas: map[string]location{}}
	names := append(all.walk(root, path.Join("content", id)), all.walk(root, path.Join("scripts", id))...)
	all.checkNames()
	names = slices.DeleteFunc(names, func(name string) bool {
		if IsUseful(name) {
			return false
		}
		all.problems = append(all.problems, diag.New("file/skipped", diag.Place{File: root.shown(name)}, "the pack is shipped without this file, which nothing reads"))
		return true
	})
	all.listSchemas(root)
	for kind := range all.schemas {
		if _, err := fs.Stat(schemas.Files, kind+schema.Suffix); err == nil {
			delete(all.schemas, kind) // a copy for the completion of editors
		}
	}
	if len(all.schemas) > 0 {
		used := all.kindsOf(root, id, names)
		for kind, at := range all.schemas {
			if used == nil || used[kind] {
				names = append(names, at.inner)
			}
		}
	}
	slices.Sort(names)
	all.problems.Sort()
	return names, all.problems
}

// IsUseful reports whether a file, by its name, may be part of a pack: content,
// scripts, saves, schemas, pictures, and documentation.
func IsUseful(name string) bool {
	base := path.Base(name)
	if stem, _, _ := strings.Cut(base, "."); stem == strings.ToUpper(stem) && len(stem) > 3 && path.Ext(base) == "" {
		return true // README, LICENCE, AUTHORS
	}
	if picture.Type(base) != "" {
		return slices.Contains(strings.Split(path.Dir(name), "/"), artFolder)
	}
	switch path.Ext(base) {
	case ".yaml", ".yml", ".lua", ".json", ".md", ".txt":
		return true
	}
	return false
}

// kindsOf returns the kinds of the definitions in files, or nil if the root has
// no other pack.
func (s *scanner) kindsOf(root Root, id string, names []string) map[string]bool {
	entries, err := fs.ReadDir(root.FS, "content")
	if err != nil {
		return nil
	}
	others := func(e fs.DirEntry) bool { return e.IsDir() && e.Name() != id && packName.MatchString(e.Name()) }
	if !slices.ContainsFunc(entries, others) {
		return nil
	}
	kinds := map[string]bool{}
	for _, name := range names {
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		f := read(root, name, nil)
		f.parse(id, nil)
		for _, d := range f.docs {
			kinds[d.kind] = true
		}
	}
	return kinds
}

// IsName reports whether an id is valid for a pack.
func IsName(id string) bool { return packName.MatchString(id) && len(id) <= maxPackName }

// Ranges returns the version ranges of packs in the workspace file of a root,
// or none if there is no such file.
func Ranges(root Root) ([]manifest.Dependency, diag.List) {
	name := path.Join(root.Name, WorkspaceFile)
	src, err := fs.ReadFile(root.FS, WorkspaceFile)
	if err != nil {
		return nil, nil
	}
	n, problems := yaml.ReadOne(name, src)
	if n == nil {
		return nil, problems
	}
	return needs(n, "packs", &problems), problems
}
