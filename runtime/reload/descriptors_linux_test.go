package reload

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestDescriptors checks that watchers close every file descriptor. It runs
// alone, since others open files too.
func TestDescriptors(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(dir+"/a/b", 0o777))
	must(t, os.WriteFile(dir+"/a/b/c.yaml", []byte("c"), 0o666))
	open := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		must(t, err)
		return len(list)
	}
	use := func() {
		w, err := Watch(t.Context(), Options{Roots: []string{dir}})
		must(t, err)
		must(t, os.WriteFile(dir+"/a/b/c.yaml", []byte(t.Name()), 0o666))
		w.Close()
	}
	use() // the runtime opens its own at first use
	before := open()
	for range 20 {
		use()
	}
	if after := open(); after > before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
}

// TestAFileThatIsLongerThanItsSizeIsUnstable reads a file of the kernel, whose
// size is 0, like one that grows while it is read.
func TestAFileThatIsLongerThanItsSizeIsUnstable(t *testing.T) {
	if e := readEntry("/proc/self/status"); e == nil || !e.unstable || e.suspect || e.size == 0 {
		t.Errorf("it is read as %+v", e)
	}
}

// TestPipesAndReadErrors checks that a pipe is not waited for, and that a file
// whose reading fails is treated as one in the middle of a save.
func TestPipesAndReadErrors(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.yaml")
	must(t, syscall.Mkfifo(pipe, 0o600))
	if e := readEntry(pipe); e != nil {
		t.Errorf("a pipe is read as %+v", e)
	}
	if e := readEntry("/proc/self/mem"); e == nil || e.err == nil || !e.suspect || e.size != 0 || e.data != nil {
		t.Errorf("a file that fails is read as %+v", e)
	}
}
