package safefile_test

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"sleight/runtime/content/safefile"
)

// TestAFileIsTheOldOrTheNewWhateverFails checks, for every operation that may
// fail, once alone and once with all that come after it as when the program is
// killed, that the file is the old or the new, that success means the new, and
// that the next start leaves nothing else in the folder.
func TestAFileIsTheOldOrTheNewWhateverFails(t *testing.T) {
	before, after := strings.Repeat("old", 1000), strings.Repeat("new", 2000)
	injected := 0
	for _, killed := range []bool{false, true} {
		for n, done := 1, false; !done; n++ {
			folder := t.TempDir()
			name := filepath.Join(folder, "game.save")
			if err := os.WriteFile(name, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
			left := n
			d := safefile.Disk{Fault: func(string, string) error {
				if left--; left == 0 || left < 0 && killed {
					return syscall.ENOSPC
				}
				return nil
			}}
			failed := safefile.Write(d, name, 0o600, func(w io.Writer) error {
				for i := range 3 {
					if _, err := io.WriteString(w, after[i*2000:(i+1)*2000]); err != nil {
						return err
					}
				}
				return nil
			})
			if done = left > 0; !done {
				injected++
			}
			data, err := os.ReadFile(name)
			if err != nil || string(data) != before && string(data) != after {
				t.Fatalf("after the failure of operation %d the file is neither the old nor the new: %v", n, err)
			}
			if failed == nil && string(data) != after {
				t.Fatalf("operation %d failed, the file is the old, and nothing was said", n)
			}
			if done && failed != nil {
				t.Fatal(failed)
			}
			if err := safefile.Clean(safefile.Disk{}, folder); err != nil {
				t.Fatal(err)
			}
			files, err := os.ReadDir(folder)
			if err != nil {
				t.Fatal(err)
			}
			// Temporary files of this process count as still being written.
			if !killed && len(files) != 1 {
				t.Fatalf("after the failure of operation %d there are %v", n, files)
			}
		}
	}
	if injected < 14 {
		t.Errorf("only %d failures were injected", injected)
	}
}

// TestWhatAKillLeftIsRemoved checks that temporary files of ended processes are
// removed, and nothing else.
func TestWhatAKillLeftIsRemoved(t *testing.T) {
	folder := t.TempDir()
	alive := fmt.Sprintf(".save-%d-1", os.Getpid())
	for _, name := range []string{".save-2147483646-1", ".save-x", ".save-", alive, "game.save", ".new-1", "save-1"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, ".save-2147483646-2"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := safefile.Clean(safefile.Disk{}, folder); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := []string{".new-1", ".save-2147483646-2", alive, "game.save", "save-1"}
	slices.Sort(want) // the number of this process decides where alive comes
	if !slices.Equal(left, want) {
		t.Errorf("left are %s, expected %s", left, want)
	}
}

// TestReasonsSayWhatToDo checks the text for every way in which a disk can
// fail.
func TestReasonsSayWhatToDo(t *testing.T) {
	for _, x := range []struct {
		err  error
		want string
	}{
		{syscall.ENOSPC, "the disk is full; free some space, or choose another folder"},
		{syscall.EDQUOT, "the disk is full; free some space, or choose another folder"},
		{syscall.EROFS, "the disk is read-only; choose another folder"},
		{syscall.EACCES, "you may not write there; choose another folder, or change its permissions"},
		{syscall.ENOENT, "there is no such folder; make it first"},
		{syscall.ENAMETOOLONG, "the name is too long; choose a shorter one"},
		{syscall.EISDIR, "is a directory"},
	} {
		for _, err := range []error{x.err, &fs.PathError{Op: "open", Path: "/x", Err: x.err}, &os.LinkError{Op: "rename", Old: "/x", New: "/y", Err: x.err}} {
			if got := safefile.Reason(err); got != x.want {
				t.Errorf("%v is %q, expected %q", err, got, x.want)
			}
		}
	}
}
