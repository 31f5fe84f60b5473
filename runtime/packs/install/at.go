package install

import "path/filepath"

// At returns the installation in a workspace folder. Its cache is the user's
// or, if there is none, one in that folder. At removes temporary files left by
// killed programs.
func At(dir string) *Installation {
	cache, err := CacheDir()
	if err != nil {
		cache = filepath.Join(dir, ".sleight", "cache")
	}
	i := &Installation{Dir: dir, Cache: &Cache{Dir: cache}}
	for _, folder := range []string{cache, i.folder(), dir} {
		_ = sweep(i.Cache.disk, folder) // a leftover file does no harm
	}
	return i
}
