package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"sleight/runtime/content/filename"
	"sleight/runtime/packs/install"
)

// maxArchives is the maximum number of archives in a folder.
const maxArchives = 500

// fileOrNewer is an archive together with the other archives in its folder, which
// may hold newer versions.
type fileOrNewer struct {
	verifier    *Verifier
	path, shown string
}

// FileOrNewer is File for an update: for an archive, it also offers the packs
// of the other archives in its folder.
func (v *Verifier) FileOrNewer(path, shown string) install.Source {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return v.File(path, shown)
	}
	return &fileOrNewer{v, path, shown}
}

// Offers returns the packs that can be read and may be installed. It fails only
// if there are none, or if the folder cannot be read.
func (f *fileOrNewer) Offers(ctx context.Context) ([]install.Offer, error) {
	names, err := f.archives()
	if err != nil {
		return nil, err
	}
	if len(names) > maxArchives {
		return nil, fmt.Errorf("%s: the folder holds %d archives; at most %d are read", f.shown, len(names), maxArchives)
	}
	out, first := f.verifier.File(f.path, f.shown).Offers(ctx)
	for _, name := range names {
		if name == filepath.Base(f.path) {
			continue
		}
		more, err := f.verifier.File(filepath.Join(filepath.Dir(f.path), name), path.Join(path.Dir(f.shown), name)).Offers(ctx)
		if err == nil { // the other archives may hold anything
			out = append(out, more...)
		}
	}
	if len(out) == 0 {
		return nil, first
	}
	return out, nil
}

// archives returns the names of the archives in the folder, sorted; none if
// there is no folder.
func (f *fileOrNewer) archives() (names []string, err error) {
	entries, err := os.ReadDir(filepath.Dir(f.path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: the other archives in its folder cannot be read: %w", f.shown, filename.Reason(err))
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".zip" {
			names = append(names, e.Name())
		}
	}
	return names, nil
}
