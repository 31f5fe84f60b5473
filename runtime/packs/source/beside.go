package source

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"sleight/runtime/packs/install"
)

// maxBeside bounds how many archives are looked at in one folder.
const maxBeside = 500

// beside is an archive with the others in its folder, which may hold newer
// versions.
type beside struct {
	desk        *Desk
	path, shown string
}

// FileOrNewer is the source of a path like File, for an update: beside an archive
// it offers what the other archives of its folder hold.
func (d *Desk) FileOrNewer(path, shown string) install.Source {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return d.File(path, shown)
	}
	return &beside{d, path, shown}
}

// Offers returns what can be read and may be installed. It fails only if that is
// nothing.
func (b *beside) Offers(ctx context.Context) ([]install.Offer, error) {
	names, err := filepath.Glob(filepath.Join(filepath.Dir(b.path), "*.zip"))
	if err != nil {
		return nil, err
	}
	if len(names) > maxBeside {
		return nil, fmt.Errorf("%s: the folder holds %d archives; at most %d are looked at", b.shown, len(names), maxBeside)
	}
	out, first := b.desk.File(b.path, b.shown).Offers(ctx)
	for _, name := range names {
		if filepath.Base(name) == filepath.Base(b.path) {
			continue
		}
		more, err := b.desk.File(name, path.Join(path.Dir(b.shown), filepath.Base(name))).Offers(ctx)
		if err == nil { // others may be of any sort, and of anybody
			out = append(out, more...)
		}
	}
	if len(out) == 0 {
		return nil, first
	}
	return out, nil
}
