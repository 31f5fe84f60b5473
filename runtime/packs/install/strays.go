package install

import (
	"io/fs"
	"path"
	"strings"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
)

// maxStrays is the maximum number of stray files that are named.
const maxStrays = 10

// strays returns a notice for each file below content and scripts of an archive that is not
// in a folder of its packs, so that it is not installed. Files elsewhere, such as a README
// at the top, are not expected to be.
func strays(root load.Root, packs []*Package) (out diag.List) {
	owned := map[string]bool{}
	for _, p := range packs {
		owned[p.Manifest.ID] = true
	}
	more := 0
	for _, top := range []string{"content", "scripts"} {
		_ = fs.WalkDir(root.FS, top, func(name string, e fs.DirEntry, err error) error {
			switch {
			case err != nil: // there is no such folder, or it is reported when packs are read
			case e.IsDir():
				if owned[strings.TrimPrefix(name, top+"/")] {
					return fs.SkipDir
				}
			case len(out) == maxStrays:
				more++
			default:
				out = append(out, diag.New("file/skipped", diag.Place{File: path.Join(root.Name, name)}, "this file is left out, because it is in no folder of a pack with a manifest"))
			}
			return nil
		})
	}
	if more > 0 {
		out = append(out, diag.New("file/skipped", diag.Place{File: root.Name}, "more such files are left out: %d", more))
	}
	return out
}
