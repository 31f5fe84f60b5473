package install

import "path/filepath"

// At returns the installation in the folder of a workspace. Its cache is that of
// the user or, if the user has none, one in the folder.
func At(dir string) (*Installation, error) {
	r, err := NewReader()
	if err != nil {
		return nil, err
	}
	cache, err := CacheDir()
	if err != nil {
		cache = filepath.Join(dir, ".sleight", "cache")
	}
	return &Installation{Dir: dir, Cache: &Cache{Dir: cache, Reader: r}}, nil
}
