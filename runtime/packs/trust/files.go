package trust

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// readSmall reads a key file.
func readSmall(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxKey+1))
	if err == nil && len(data) > maxKey {
		err = fmt.Errorf("%s: the file has more than %d bytes, which no key has", name, maxKey)
	}
	return data, err
}

// writeNew creates a file atomically; the file must not exist yet.
func writeNew(name string, data []byte, mode os.FileMode) error {
	return place(name, data, mode, os.Link)
}

// replace atomically creates or replaces a file.
func replace(name string, data []byte, mode os.FileMode) error {
	return place(name, data, mode, os.Rename)
}

// newKey is the name prefix of temporary files.
const newKey = ".key-"

// sweep removes temporary files that killed programs left in a folder: those
// older than an hour.
func sweep(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), newKey) && time.Since(info.ModTime()) > time.Hour {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}

// place writes a temporary file, syncs it to disk, and puts it in place.
func place(name string, data []byte, mode os.FileMode, put func(from, to string) error) error {
	out, err := os.CreateTemp(filepath.Dir(name), newKey+"*")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	_, err = out.Write(data)
	if err = errors.Join(err, out.Chmod(mode), out.Sync(), out.Close()); err != nil {
		return err
	}
	return put(out.Name(), name)
}
