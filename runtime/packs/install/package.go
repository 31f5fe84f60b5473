package install

import (
	"io"
	"io/fs"
	"path"
	"slices"

	"sleight/runtime/content/archive"
	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
)

// Package is a pack as it is shipped: its manifest and its files, which are
// read only when they are written to an archive.
type Package struct {
	Manifest *manifest.Manifest

	root  load.Root
	names []string
	// skipped holds notices of files that are not in names.
	skipped diag.List
}

// Packages returns the packs with a manifest in a root, sorted by id. It
// reports problems of manifests, names and links, warnings included, but does
// not read definitions. A root without a pack is a problem.
func Packages(root load.Root) ([]*Package, diag.List) {
	if root.FS == nil {
		return nil, root.Problems
	}
	ids, problems := load.Manifested(root)
	if len(ids) == 0 && !problems.Failed() {
		problems = append(problems, diag.New("content/empty", diag.Place{File: path.Join(root.Name, "content")}, "there is no pack with a manifest here").
			WithHint("a pack needs a manifest, content/PACK/%s, which sleight pack init PACK writes", manifest.File))
	}
	var out []*Package
	for _, id := range ids {
		p, more := PackageOf(root, id)
		problems = append(problems, more...)
		if p != nil {
			out = append(out, p)
		}
	}
	return out, problems
}

// PackageOf returns the pack of a root with an id. It is nil if the list has
// failed.
func PackageOf(root load.Root, id string) (*Package, diag.List) {
	m, problems := manifestOf(root, id)
	names, more := load.Parts(root, id)
	problems = append(problems, more...)
	if m == nil || problems.Failed() {
		return nil, problems
	}
	return &Package{m, root, names, notices(problems)}, problems
}

func manifestOf(root load.Root, id string) (*manifest.Manifest, diag.List) {
	inner := path.Join("content", id, manifest.File)
	shown := path.Join(root.Name, inner)
	src, err := fs.ReadFile(root.FS, inner)
	if err != nil {
		return nil, diag.List{diag.New("pack/manifest", diag.Place{File: shown}, "the pack has no manifest that can be read").
			WithHint("a pack needs a manifest, content/%s/%s", id, manifest.File)}
	}
	m, problems := load.ReadManifest(shown, src)
	if m != nil && m.ID != id {
		problems = append(problems, diag.New("pack/manifest", m.Place, "the manifest says %s, but the folder is called %s", m.ID, id).
			WithHint("they must be the same"))
	}
	return m, problems
}

// ParseManifest parses the text of a pack.yaml apart from its pack. name is its name
// in problems. The manifest is nil if the list has errors.
func ParseManifest(name string, text []byte) (*manifest.Manifest, diag.List) {
	m, problems := load.ReadManifest(name, text)
	if problems.Failed() {
		return nil, problems
	}
	return m, problems
}

// Archive returns the packages in a zip file of size bytes. They read from in,
// which must stay open as long as they are used. The pack may be at the top of
// the archive or in its only folder. name is the archive's name in problems. Files
// outside the packs are skipped by the first package.
func Archive(name string, in io.ReaderAt, size int64) ([]*Package, diag.List) {
	root, problems := archive.Root(name, in, size)
	if problems.Failed() {
		return nil, problems
	}
	all, problems := Packages(root)
	if len(all) > 0 {
		all[0].skipped = append(all[0].skipped, strays(root, all)...)
	}
	return all, problems
}

// ManifestText returns the text of the package's pack.yaml.
func (p *Package) ManifestText() ([]byte, error) {
	return fs.ReadFile(p.root.FS, path.Join("content", p.Manifest.ID, manifest.File))
}

func notices(problems diag.List) diag.List {
	return slices.DeleteFunc(slices.Clone(problems), func(d diag.Diagnostic) bool { return d.Severity != diag.Notice })
}

// Skipped returns a notice for each file that the package is shipped without.
func (p *Package) Skipped() diag.List { return p.skipped }

// Digest returns the h1: digest of the pack's files.
func (p *Package) Digest() (string, error) { return p.Write(io.Discard) }

// Name returns the id and the version, for messages.
func (p *Package) Name() string { return p.Manifest.ID + " " + p.Manifest.VersionText() }

// FileName returns the name of its archive: ID-VERSION.zip.
func (p *Package) FileName() string { return p.Manifest.ID + "-" + p.Manifest.VersionText() + ".zip" }
