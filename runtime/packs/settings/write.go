package settings

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sleight/runtime/content/load"
)

// Update edits the sleight.yaml in a folder, or creates it. It writes the file
// atomically, and only if something changes.
func Update(dir string, edit func(*File) error) error {
	name := filepath.Join(dir, load.WorkspaceFile)
	before, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, faults := Read(filepath.ToSlash(name), before)
	if faults != nil {
		return faults
	}
	if err := edit(f); err != nil {
		return err
	}
	if bytes.Equal(before, f.Bytes()) {
		return nil
	}
	out, err := os.CreateTemp(dir, ".new-*.yaml")
	if err != nil {
		return err
	}
	_, err = out.Write(f.Bytes())
	if err = errors.Join(err, out.Sync(), out.Chmod(0o644), out.Close()); err == nil {
		err = os.Rename(out.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(out.Name()))
	}
	return nil
}
