package install

import "path/filepath"

// At returns the installation in the folder of a workspace. Its cache is that of
// the user or, if the user has none, one in the folder. Files that a program left
// half written when it was killed are removed.
func At(dir string) (*Installation, error) {
	r, err := NewReader()
	if err != nil {
		return nil, err
	}
	cache, err := CacheDir()
	if err != nil {
		cache = filepath.Join(dir, ".sleight", "cache")
	}
	i := &Installation{Dir: dir, Cache: &Cache{Dir: cache, Reader: r}}
	for _, folder := range []string{cache, i.folder(), dir} {
		_ = i.Cache.disk.sweep(folder) // it does no harm where it is
	}
	return i, nil
}
