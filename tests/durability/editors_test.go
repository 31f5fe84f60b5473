package durability

import (
	"math/rand/v2"
	"os"
	"path/filepath"
)

// save does what an editor, a shell or a person does to one file.
func (w *workshop) save(r *rand.Rand, n int) {
	i := r.IntN(20)
	file, text := w.dieFile(i), dieText(i, n)
	folder := filepath.Dir(file)
	switch r.IntN(9) {
	case 0, 1: // in place
		w.put(file, text)
	case 2: // to another file that is renamed
		w.put(file+".tmp", text)
		_ = os.Rename(file+".tmp", file)
	case 3: // after renaming the old file to a backup
		_ = os.Rename(file, file+"~")
		w.put(file, text)
	case 4: // emptied first, in two steps
		w.put(file, "")
		w.put(file, text)
	case 5: // one half at a time
		w.put(file, text[:len(text)/2])
		w.put(file, text)
	case 6: // deleted, for a while
		_ = os.Remove(file)
	case 7: // the folder goes and comes back
		_ = os.Rename(folder, folder+"_away")
		_ = os.RemoveAll(folder)
		_ = os.Rename(folder+"_away", folder)
	case 8: // nobody may read it, for a moment
		_ = os.Chmod(file, 0)
		_ = os.Chmod(file, 0o666)
		w.put(file, text)
	}
}
