//go:build unix

package workspace

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestStoringOnAFullDiskKeepsTheFile lets the process write only a little, as on
// a full disk: a file of the author that is written over keeps its old text.
func TestStoringOnAFullDiskKeepsTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "card.yaml")
	before := bytes.Repeat([]byte("old\n"), 5_000)
	if err := os.WriteFile(name, before, 0o666); err != nil {
		t.Fatal(err)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	little := limit
	little.Cur = 1_000
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &little); err != nil {
		t.Fatal(err)
	}
	failed := Replace(name, before, bytes.ReplaceAll(before, []byte("old"), []byte("new")))
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	if failed == nil || !strings.Contains(failed.Error(), "card.yaml cannot be written: ") {
		t.Errorf("storing: %v", failed)
	}
	if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, before) {
		t.Errorf("the file has %d of %d bytes, %v", len(now), len(before), err)
	}
}
