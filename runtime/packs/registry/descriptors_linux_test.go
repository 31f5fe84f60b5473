package registry

import (
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// TestNoFileStaysOpen checks that nothing that a client does with a folder leaves
// a file open.
func TestNoFileStaysOpen(t *testing.T) {
	dir := t.TempDir()
	open := func() (names []string) {
		all, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			if name, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && strings.HasPrefix(name, dir) {
				names = append(names, name)
			}
		}
		return names
	}
	c, ref := Client{Limits: quick}, parse(t, "oci:"+dir+":luck-1.0.0")
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which closes files, too
	_, pushed := c.Push(t.Context(), ref, luck)
	_, again := c.Push(t.Context(), ref, luck)
	_, _, pulled := c.Pull(t.Context(), ref)
	_, _, looked := c.Describe(t.Context(), ref)
	_, listed := c.Tags(t.Context(), ref)
	if err := errors.Join(pushed, again, pulled, looked, listed); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Pull(t.Context(), ref); err == nil {
		t.Error("a damaged index is read")
	}
	if left := open(); left != nil {
		t.Errorf("open are %q", left)
	}
}
