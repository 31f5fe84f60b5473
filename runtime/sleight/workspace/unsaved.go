package workspace

import (
	"io/fs"
	"slices"
	"strings"
	"time"
)

// unsaved is a file that an editor holds and that has never been saved, or a
// folder on the way to one.
type unsaved struct {
	name   string
	size   int
	folder bool
}

func (u unsaved) Name() string               { return u.name }
func (u unsaved) Size() int64                { return int64(u.size) }
func (u unsaved) IsDir() bool                { return u.folder }
func (u unsaved) Type() fs.FileMode          { return u.Mode().Type() }
func (u unsaved) ModTime() time.Time         { return time.Time{} }
func (u unsaved) Sys() any                   { return nil }
func (u unsaved) Info() (fs.FileInfo, error) { return u, nil }

func (u unsaved) Mode() fs.FileMode {
	if u.folder {
		return fs.ModeDir | 0o777
	}
	return 0o666
}

// unsaved lists the unsaved texts below a folder, as its entries.
func (e edited) unsaved(folder string) []unsaved {
	var out []unsaved
	for file, text := range e.workspace.Texts {
		name := file
		if e.name != "" {
			var inside bool
			if name, inside = strings.CutPrefix(file, e.name+"/"); !inside {
				continue
			}
		}
		if folder != "." {
			var inside bool
			if name, inside = strings.CutPrefix(name, folder+"/"); !inside {
				continue
			}
		}
		if !fs.ValidPath(name) {
			continue
		}
		first, _, deeper := strings.Cut(name, "/")
		if u := (unsaved{name: first, size: len(text), folder: deeper}); deeper {
			u.size = 0
			if !slices.Contains(out, u) {
				out = append(out, u)
			}
		} else {
			out = append(out, u)
		}
	}
	return out
}
