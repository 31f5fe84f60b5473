package source

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"sleight/runtime/packs/install"
)

// maxBeside is the maximum number of archives in a folder.
const maxBeside = 500

// beside is an archive together with the other archives in its folder, which
// may hold newer versions.
type beside struct {
	verifier    *Verifier
	path, shown string
}

// FileOrNewer is File for an update: for an archive, it also offers the packs
// of the other archives in its folder.
func (v *Verifier) FileOrNewer(path, shown string) install.Source {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return v.File(path, shown)
	}
	return &beside{v, path, shown}
}

// Offers returns the packs that can be read and may be installed. It fails only
// if there are none.
func (b *beside) Offers(ctx context.Context) ([]install.Offer, error) {
	names, err := filepath.Glob(filepath.Join(filepath.Dir(b.path), "*.zip"))
	if err != nil {
		return nil, err
	}
	if len(names) > maxBeside {
		return nil, fmt.Errorf("%s: the folder holds %d archives; at most %d are looked at", b.shown, len(names), maxBeside)
	}
	out, first := b.verifier.File(b.path, b.shown).Offers(ctx)
	for _, name := range names {
		if filepath.Base(name) == filepath.Base(b.path) {
			continue
		}
		more, err := b.verifier.File(name, path.Join(path.Dir(b.shown), filepath.Base(name))).Offers(ctx)
		if err == nil { // the other archives may hold anything
			out = append(out, more...)
		}
	}
	if len(out) == 0 {
		return nil, first
	}
	return out, nil
}
