package load

import (
	"fmt"
	"io/fs"
	"path"

	"sleight/runtime/content/def"
	"sleight/runtime/content/filename"
)

// maxKept is the maximum size of a save in a pack, in bytes: the same as for
// any save.
const maxKept = 16 << 20

// saves returns the saves in a pack. They are read on demand.
func saves(p *folder) []def.SaveFile {
	var out []def.SaveFile
	for _, name := range p.saves {
		out = append(out, def.SaveFile{Pack: p.id, File: path.Join(p.root.Name, name), Read: func() ([]byte, error) {
			info, err := fs.Stat(p.root.FS, name)
			if err == nil && info.Size() > maxKept {
				err = fmt.Errorf("it has more than %d bytes", maxKept)
			}
			if err != nil {
				return nil, filename.Reason(err)
			}
			return fs.ReadFile(p.root.FS, name)
		}})
	}
	return out
}
