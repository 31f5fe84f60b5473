package install

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
)

// Source is a place where packs come from: a file, a folder, or a registry
// repository.
type Source interface {
	// Offers returns the available packs, in one version or several, in any
	// order. Packs need not be fetched before they are chosen. Problems of
	// packs are returned as a diag.List.
	Offers(ctx context.Context) ([]Offer, error)
}

// Offer is an available version of a pack.
type Offer struct {
	Manifest *manifest.Manifest
	// Source is the source name stored in the lock, where an update looks
	// again.
	Source string
	// Anywhere is set if the source name is valid in every folder.
	Anywhere bool
	// Skipped holds a notice for each file that is left out.
	Skipped diag.List
	// Digest is the h1: digest of its files if known before the fetch, else
	// empty.
	Digest string
	// Write fetches the pack and writes its archive, as Package.Write does. The
	// caller checks that it is the pack and version of Manifest.
	Write func(ctx context.Context, w io.Writer) (digest string, err error)
	// Key returns the key the pack is signed with, once it has been written;
	// empty if it is not signed. A nil Key means that it is not signed.
	Key func() string
	// Siblings returns the offers of another pack, which this one requires, in
	// the same place; finding none is not an error. It is nil if the place
	// holds only this pack.
	Siblings func(ctx context.Context, id string) ([]Offer, error)
}

// key returns the key the pack is signed with.
func (o Offer) key() string {
	if o.Key == nil {
		return ""
	}
	return o.Key()
}

// WithoutNotices returns problems without the notices; anything worse prevents an
// installation.
func WithoutNotices(problems diag.List) diag.List {
	return slices.DeleteFunc(slices.Clone(problems), func(d diag.Diagnostic) bool { return d.Severity == diag.Notice })
}

// Files is the source for a path: an archive, or a folder with packs below
// content/.
type Files struct {
	Path string
	// Source is its name in the lock; empty for Path.
	Source string
}

// Offers returns the packs in the archive or folder.
func (f *Files) Offers(context.Context) (out []Offer, err error) {
	err = f.packages(func(all []*Package) error {
		for _, p := range all {
			out = append(out, Offer{Manifest: p.Manifest, Source: f.name(), Skipped: p.skipped, Write: func(_ context.Context, w io.Writer) (string, error) {
				return f.write(p.Manifest.ID, w)
			}})
		}
		return nil
	})
	return out, err
}

func (f *Files) name() string {
	if f.Source != "" {
		return f.Source
	}
	return filepath.ToSlash(f.Path)
}

func (f *Files) write(id string, w io.Writer) (digest string, err error) {
	err = f.packages(func(all []*Package) error {
		for _, p := range all {
			if p.Manifest.ID == id {
				digest, err = p.Write(w)
				return err
			}
		}
		return fmt.Errorf("%s: the pack %s is gone", f.Path, id)
	})
	return digest, err
}

// packages opens the archive or folder while use runs.
func (f *Files) packages(use func([]*Package) error) error {
	shown := filepath.ToSlash(filepath.Clean(f.Path))
	info, err := os.Stat(f.Path)
	if err != nil {
		return fmt.Errorf("%s: there is no such file or folder", f.Path)
	}
	var all []*Package
	var problems diag.List
	if info.IsDir() {
		all, problems = Packages(load.Root{FS: os.DirFS(f.Path), Name: shown})
	} else {
		file, err := os.Open(f.Path)
		if err != nil {
			return err
		}
		defer file.Close()
		all, problems = Archive(shown, file, info.Size())
	}
	if serious := WithoutNotices(problems); len(serious) > 0 {
		return serious
	}
	return use(all)
}
