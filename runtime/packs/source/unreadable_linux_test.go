package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"sleight/runtime/packs/trust"
)

// TestAnUnreadableFolderIsNotTakenForAnEmptyOne checks that an update fails if
// the folder that may hold newer archives cannot be read, instead of finding
// none there. It gives up the rights of root, who may read every folder, for
// files and on its own thread.
func TestAnUnreadableFolderIsNotTakenForAnEmptyOne(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "luck-1.0.0.zip")
	if err := os.WriteFile(name, made(t, "luck", "1.0.0", "").Archive, 0o644); err != nil {
		t.Fatal(err)
	}
	for folder, mode := range map[string]fs.FileMode{filepath.Dir(dir): 0o755, dir: 0o311} {
		if err := os.Chmod(folder, mode); err != nil {
			t.Fatal(err)
		}
	}
	v := &Verifier{Store: trust.OpenStore(t.TempDir())}
	failed := make(chan error)
	go func() {
		runtime.LockOSThread() // and leave it locked: the thread ends with its goroutine
		if os.Getuid() == 0 {
			_ = syscall.Setfsuid(65534)
		}
		_, err := v.FileOrNewer(name, "shop/luck-1.0.0.zip").Offers(t.Context())
		failed <- err
	}()
	if err := <-failed; !errors.Is(err, fs.ErrPermission) {
		t.Errorf("updating: %v", err)
	}
	if offers, err := v.File(name, "shop/luck-1.0.0.zip").Offers(t.Context()); err != nil || len(offers) != 1 {
		t.Errorf("the archive alone: %v, %v", offers, err)
	}
}
