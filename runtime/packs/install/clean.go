package install

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"sleight/runtime/content/safefile"
)

// abandoned is the age from which a temporary file counts as left by a killed
// program.
const abandoned = time.Hour

// sweep removes temporary files that killed programs left in a folder. It keeps
// those less than an hour old, which may still be in use.
func sweep(d safefile.Disk, dir string) error {
	entries, err := d.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), newFile) {
			continue
		}
		if info, failed := e.Info(); failed == nil && time.Since(info.ModTime()) > abandoned {
			err = errors.Join(err, d.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// CleanResult reports what Clean has removed.
type CleanResult struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
	Kept  int   `json:"kept"` // archives
}

// Clean removes archives from the cache: those that cannot be read, and of each
// pack all versions except the newest and those whose digests are given. If all
// is set, it removes every archive except those whose digests are given. It
// also removes temporary files.
func (c *Cache) Clean(keep []string, all bool) (out CleanResult, err error) {
	if err := sweep(c.disk, c.Dir); err != nil {
		return out, err
	}
	offers, err := c.Offers(context.Background())
	if err != nil {
		return out, err
	}
	stay := map[string]bool{}
	for _, digest := range keep {
		stay[filepath.Base(c.file(digest))] = true
	}
	newest := map[string]bool{}
	for _, o := range sorted(offers) {
		if !all && !newest[o.Manifest.ID] {
			newest[o.Manifest.ID] = true
			stay[filepath.Base(c.file(o.Digest))] = true
		}
	}
	entries, err := c.disk.ReadDir(c.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	for _, e := range entries {
		name := e.Name()
		archive := name[:len(name)-len(filepath.Ext(name))]
		if filepath.Ext(name) != ".zip" {
			archive = strings.TrimSuffix(archive, ".zip")
		}
		switch {
		case digestOf(archive) == "": // not an archive of the cache
		case stay[archive+".zip"]:
			if filepath.Ext(name) == ".zip" {
				out.Kept++
			}
		default:
			info, failed := e.Info()
			if failed == nil {
				out.Bytes += info.Size()
			}
			if err := c.disk.Remove(filepath.Join(c.Dir, name)); err != nil {
				return out, err
			}
			out.Files++
		}
	}
	return out, nil
}
