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

// Source is a place where packs come from: a file, a folder, a repository of a
// registry.
type Source interface {
	// Offers returns the packs that are to be had, in one version or several,
	// in any order. Nothing need be fetched before it is chosen. Problems of
	// packs are a diag.List as error.
	Offers(ctx context.Context) ([]Offer, error)
}

// Offer is a version of a pack that can be had.
type Offer struct {
	Manifest *manifest.Manifest
	// Source is what the lock remembers, so that an update looks there again.
	Source string
	// Anywhere tells that the source is the same from every folder.
	Anywhere bool
	// Skipped tells which files of it are left out.
	Skipped diag.List
	// Digest is the h1: digest of its files, when it is known before it is
	// fetched; else empty.
	Digest string
	// Write fetches the pack and writes its archive, as Package.Write does.
	// What it writes is checked: it must be the pack and version of Manifest.
	Write func(ctx context.Context, w io.Writer) (digest string, err error)
	// Key returns what the pack is signed with, once it has been written; empty
	// for nothing. Without the function it is not signed.
	Key func() string
	// Beside returns what there is of another pack where this one lies, for
	// when this one requires it; nothing is no error. Nil when only this lies
	// there.
	Beside func(ctx context.Context, id string) ([]Offer, error)
}

// key is what the pack is signed with.
func (o Offer) key() string {
	if o.Key == nil {
		return ""
	}
	return o.Key()
}

// Serious leaves the notices out of problems of packs: what is worse keeps them
// from being installed.
func Serious(faults diag.List) diag.List {
	return slices.DeleteFunc(slices.Clone(faults), func(d diag.Diagnostic) bool { return d.Severity == diag.Notice })
}

// Files is the source of a path: an archive, or a folder that holds packs below
// content/.
type Files struct {
	Path   string
	Reader *Reader
	// Source is how the lock calls it; empty for Path.
	Source string
}

// Offers returns the packs that lie there.
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

// packages opens what lies there for as long as use runs.
func (f *Files) packages(use func([]*Package) error) error {
	shown := filepath.ToSlash(filepath.Clean(f.Path))
	info, err := os.Stat(f.Path)
	if err != nil {
		return fmt.Errorf("%s: there is no such file or folder", f.Path)
	}
	var all []*Package
	var faults diag.List
	if info.IsDir() {
		all, faults = f.Reader.Packages(load.Root{FS: os.DirFS(f.Path), Name: shown})
	} else {
		file, err := os.Open(f.Path)
		if err != nil {
			return err
		}
		defer file.Close()
		all, faults = f.Reader.Archive(shown, file, info.Size())
	}
	if serious := Serious(faults); len(serious) > 0 {
		return serious
	}
	return use(all)
}
