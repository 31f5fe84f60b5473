package lsp

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"sleight/runtime/sleight/workspace"
)

// isReadOnly reports whether the author cannot change a file, because it ships with the
// program or is in the archive of an installed pack.
func isReadOnly(name string) bool { return !filepath.IsAbs(filepath.FromSlash(name)) }

// readOnlyOrigin describes the origin of a file that the author cannot change.
func readOnlyOrigin(name string) string {
	root, _, _ := strings.Cut(name, "/")
	if root == workspace.Embedded {
		return "content that ships with Sleight"
	}
	return "the installed pack " + root
}

// onDisk returns the path at which an editor can open a file. Files that the
// author cannot change are written into the workspace's folder for generated
// files, read-only, when they are first requested.
func (s *server) onDisk(name string) (file string, ok bool) {
	if !isReadOnly(name) {
		return filepath.FromSlash(name), true
	}
	below := path.Join("installed", name)
	if in, ok := strings.CutPrefix(name, workspace.Embedded+"/"); ok {
		below = path.Join("shipped", in)
	}
	file = filepath.Join(filepath.FromSlash(s.dir), ".sleight", filepath.FromSlash(below))
	text, ok := s.workspace.Loader.Source(name)
	if !ok {
		return "", false
	}
	if now, err := os.ReadFile(file); err == nil && string(now) == string(text) {
		return file, true
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return "", false
	}
	_ = os.Remove(file) // an older version is read-only
	if err := os.WriteFile(file, text, 0o444); err != nil {
		return "", false
	}
	return file, true
}
