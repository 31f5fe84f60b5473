package packs

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/content"
	"sleight/runtime/content/load"
	"sleight/runtime/packs/install"
	"sleight/scripts"
)

// TestLocksDoNotDependOnTheOrderOfInstallation checks that packs, built and
// installed in any order, give the same lock file, byte for byte, and the same
// catalog as their folders.
func TestLocksDoNotDependOnTheOrderOfInstallation(t *testing.T) {
	brought := load.Root{FS: load.Folders{"content": content.Files, "scripts": scripts.Files}, Name: "embedded", Fixed: true}
	shipped, faults := install.Packages(brought)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	var around install.Environment
	for _, p := range shipped {
		around.Present = append(around.Present, p.Manifest)
	}
	built := t.TempDir()
	for _, name := range names {
		p, faults := install.PackageOf(load.Root{FS: os.DirFS(name), Name: name}, name)
		if p == nil {
			t.Fatal(faults)
		}
		if _, _, err := p.WriteFile(filepath.Join(built, name+".zip")); err != nil {
			t.Fatal(err)
		}
	}
	want := mustLoad(t, names...).Digest
	var first []byte
	for _, order := range orders(names) {
		i := &install.Installation{Dir: t.TempDir(), Cache: &install.Cache{Dir: t.TempDir()}}
		for _, name := range order {
			if _, err := i.Install(t.Context(), around, &install.Files{Path: filepath.Join(built, name+".zip"), Source: name + ".zip"}); err != nil {
				t.Fatal(err)
			}
		}
		lock, err := os.ReadFile(filepath.Join(i.Dir, install.LockFile))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = lock
		}
		if !bytes.Equal(first, lock) {
			t.Errorf("installed as %s, the lock is another:\n%s", strings.Join(order, ", "), lock)
		}
		c, problems := load.NewLoader(append([]load.Root{brought}, i.Roots()...)...).Load()
		if c == nil || c.Digest != want {
			t.Errorf("installed as %s, the catalog is another: %v", strings.Join(order, ", "), problems)
		}
	}
}
