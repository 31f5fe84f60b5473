package reload

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestUnreadableFiles checks what a scan records of a file that it may not
// open, of one whose reading fails, and of entries that are not files. It gives
// up the rights of root, who may open everything, for files and on its own
// thread.
func TestUnreadableFiles(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	must(t, os.WriteFile(secret, []byte("x"), 0o000))
	must(t, os.Chmod(filepath.Dir(dir), 0o755))
	must(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666))
	done := make(chan *entry)
	go func() {
		runtime.LockOSThread() // and leave it locked: the thread ends with its goroutine
		if os.Getuid() == 0 {
			_ = syscall.Setfsuid(65534)
		}
		done <- readEntry(secret)
	}()
	for name, x := range map[string]struct {
		e    *entry
		want string
	}{
		"secret":       {<-done, "permission denied"},
		"broken":       {readEntry("/proc/self/mem"), "input/output error"},
		"pipe":         {readEntry(filepath.Join(dir, "pipe")), "nothing"},
		"folder":       {readEntry(dir), "nothing"},
		"missing":      {readEntry(filepath.Join(dir, "missing")), "nothing"},
		"below a file": {readEntry(filepath.Join(secret, "x")), "nothing"},
	} {
		got := "nothing"
		if x.e != nil {
			got = fmt.Sprint(reason(x.e.err))
			if !x.e.suspect || x.e.info == nil || x.e.readAt.IsZero() || x.e.data != nil {
				t.Errorf("%s is noted as %+v", name, x.e)
			}
		}
		if got != x.want {
			t.Errorf("%s: %s, want %s", name, got, x.want)
		}
		if name == "secret" && x.e.sum != sha256.Sum256([]byte("unreadable")) {
			t.Errorf("a file that cannot be opened has the sum %x, which may be that of another", x.e.sum)
		}
	}
}

// TestPollingNoticesGiveTheLimit checks that the notice about polling gives the
// limit that was reached, as configured in the system.
func TestPollingNoticesGiveTheLimit(t *testing.T) {
	for err, file := range map[error]string{syscall.ENOSPC: "max_user_watches", syscall.EMFILE: "max_user_instances"} {
		value, failed := os.ReadFile("/proc/sys/fs/inotify/" + file)
		must(t, failed)
		w, failed := watch(t.Context(), Options{Roots: []string{t.TempDir()}}, func() (*source, error) { return nil, err })
		must(t, failed)
		d, _ := w.Notice()
		w.Close()
		if want := fmt.Sprintf("(fs.inotify.%s = %s)", file, strings.TrimSpace(string(value))); !strings.Contains(d.Message.String(), want) {
			t.Errorf("%s lacks %s", d.Message, want)
		}
	}
}
