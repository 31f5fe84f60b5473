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

// readSmall reads a file that holds a key.
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

// writeNew makes a file that is not there yet, whole or not at all.
func writeNew(name string, data []byte, mode os.FileMode) error {
	return place(name, data, mode, os.Link)
}

// replace makes a file, or puts it in the place of the old one.
func replace(name string, data []byte, mode os.FileMode) error {
	return place(name, data, mode, os.Rename)
}

// newKey begins the names of files that are being written.
const newKey = ".key-"

// sweep removes files of a folder that a program was writing when it was killed:
// those that are older than an hour.
func sweep(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), newKey) && time.Since(info.ModTime()) > time.Hour {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}

// place writes a file aside, brings it to the disk, and puts it in its place.
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
