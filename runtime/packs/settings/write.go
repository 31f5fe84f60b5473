package settings

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"

	"sleight/runtime/content/load"
	"sleight/runtime/content/safefile"
)

// Update edits the sleight.yaml in a folder, or creates it. It writes the file
// atomically, and only if something changes.
func Update(dir string, edit func(*File) error) error { return update(safefile.Disk{}, dir, edit) }

func update(disk safefile.Disk, dir string, edit func(*File) error) error {
	name := filepath.Join(dir, load.WorkspaceFile)
	before, err := disk.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, problems := Read(filepath.ToSlash(name), before)
	if problems != nil {
		return problems
	}
	if err := edit(f); err != nil {
		return err
	}
	if bytes.Equal(before, f.Bytes()) {
		return nil
	}
	_ = safefile.Clean(disk, dir) // leftover files do no harm
	return safefile.Write(disk, name, 0o644, safefile.Bytes(f.Bytes()))
}
