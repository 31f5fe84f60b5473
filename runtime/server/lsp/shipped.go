package lsp

import (
	"os"
	"path/filepath"
	"strings"

	"sleight/runtime/sleight/workspace"
)

// isShipped reports whether a file ships with the program.
func (s *server) isShipped(name string) bool { return strings.HasPrefix(name, workspace.Embedded+"/") }

// onDisk returns the path at which an editor can open a file. Files that ship
// with the program are written into the workspace's folder for generated files,
// read-only, when they are first asked for.
func (s *server) onDisk(name string) (path string, ok bool) {
	if filepath.IsAbs(filepath.FromSlash(name)) {
		return filepath.FromSlash(name), true
	}
	if !s.isShipped(name) {
		return "", false
	}
	below := strings.TrimPrefix(name, workspace.Embedded+"/")
	path = filepath.Join(filepath.FromSlash(s.dir), ".sleight", "shipped", filepath.FromSlash(below))
	text, ok := s.workspace.Loader.Source(name)
	if !ok {
		return "", false
	}
	if now, err := os.ReadFile(path); err == nil && string(now) == string(text) {
		return path, true
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return "", false
	}
	_ = os.Remove(path) // an older version is read-only
	if err := os.WriteFile(path, text, 0o444); err != nil {
		return "", false
	}
	return path, true
}
