package safefile_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sleight/runtime/content/safefile"
)

// TestWritesAreAtomicUnderFailures checks, for every operation that may fail,
// once alone and once with all later ones as if the program were killed, that
// the file is the old or the new, that success means the new, and that the next
// start leaves nothing else in the folder.
func TestWritesAreAtomicUnderFailures(t *testing.T) {
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

// TestLeftoverFilesAreRemoved checks that temporary files of ended processes are
// removed, and nothing else.
func TestLeftoverFilesAreRemoved(t *testing.T) {
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
	slices.Sort(want) // the position of alive depends on the id of this process
	if !slices.Equal(left, want) {
		t.Errorf("left are %s, expected %s", left, want)
	}
}

// TestStaleTemporaryFilesAreRemoved checks that a temporary file of a running
// process is kept for an hour, and no longer: by then, its number may be
// another process's. A file that cannot be removed does not prevent the removal
// of others.
func TestStaleTemporaryFilesAreRemoved(t *testing.T) {
	folder := t.TempDir()
	old, fresh := fmt.Sprintf(".save-%d-1", os.Getpid()), fmt.Sprintf(".save-%d-2", os.Getpid())
	for _, name := range []string{old, fresh, ".save-stuck", ".save-x"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, age := range map[string]time.Duration{old: 61 * time.Minute, fresh: 50 * time.Minute} {
		if err := os.Chtimes(filepath.Join(folder, name), time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	d := safefile.Disk{Fault: func(_, name string) error {
		if strings.HasSuffix(name, "stuck") {
			return syscall.EROFS
		}
		return nil
	}}
	if err := safefile.Clean(d, folder); !errors.Is(err, syscall.EROFS) {
		t.Errorf("that a file could not be removed is lost: %v", err)
	}
	if err := safefile.Clean(safefile.Disk{}, filepath.Join(folder, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 || entries[0].Name() != fresh || entries[1].Name() != ".save-stuck" {
		t.Errorf("left are %v, %v", entries, err)
	}
}

// TestEveryOperationCanFail checks the effect of a fault on each operation of a
// disk: nothing is done, except that half of a write arrives. The fault knows
// the operation and the file.
func TestEveryOperationCanFail(t *testing.T) {
	folder := t.TempDir()
	file, other := filepath.Join(folder, "a"), filepath.Join(folder, "b")
	var asked []string
	failing := false
	d := safefile.Disk{Fault: func(operation, name string) error {
		asked = append(asked, operation+" "+strings.TrimPrefix(name, folder))
		if failing {
			return syscall.ENOSPC
		}
		return nil
	}}
	out, err := d.Create(file, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.WriteString("whole"); err != nil {
		t.Fatal(err)
	}
	failing = true
	n, wrote := out.WriteString("half")
	_, opened := d.Open(file)
	_, read := d.ReadFile(file)
	_, listed := d.ReadDir(folder)
	_, created := d.Create(other, 0o600)
	_, temporary := d.CreateTemp(folder, "c")
	_, appended := d.Append(file)
	for i, err := range []error{
		wrote, opened, read, listed, created, temporary, appended, out.Truncate(1), out.Sync(), out.Close(), d.MkdirAll(other, 0o700),
		d.Rename(file, other), d.Link(file, other), d.Remove(file), d.SyncFolder(folder),
	} {
		if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("operation %d does not fail: %v", i, err)
		}
	}
	want := strings.Fields("create_/a write_/a write_/a open_/a read_/a list_ create_/b create_ append_/a truncate_/a sync_/a close_/a make_/b rename_/b link_/b remove_/a sync_")
	for i := range want {
		want[i] = strings.ReplaceAll(want[i], "_", " ")
	}
	if !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
	data, err := os.ReadFile(file)
	entries, _ := os.ReadDir(folder)
	if string(data) != "wholeha" || err != nil || n != 2 || len(entries) != 1 {
		t.Errorf("the file has %q, %v; %d bytes were written; the folder has %v", data, err, n, entries)
	}
	if err := out.File.Close(); err == nil {
		t.Error("the file was left open")
	}
}

// TestOperationsWithoutFaults checks each operation without a fault.
func TestOperationsWithoutFaults(t *testing.T) {
	folder := t.TempDir()
	var d safefile.Disk
	at := func(name string) string { return filepath.Join(folder, name) }
	if err := errors.Join(d.MkdirAll(at("x/y"), 0o700), safefile.WriteNew(d, at("a"), 0o600, safefile.Bytes([]byte("one"))), d.Link(at("a"), at("x/b")), d.Rename(at("a"), at("c"))); err != nil {
		t.Fatal(err)
	}
	if err := safefile.WriteNew(d, at("c"), 0o600, safefile.Bytes([]byte("two"))); !errors.Is(err, fs.ErrExist) {
		t.Errorf("an existing file is overwritten: %v", err)
	}
	if _, err := d.Create(at("c"), 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that is there is created: %v", err)
	}
	data, err := d.ReadFile(at("c"))
	if string(data) != "one" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	out, err := d.CreateTemp(at("x"), "t-*")
	if err != nil || !strings.HasPrefix(filepath.Base(out.Name()), "t-") {
		t.Fatal(out, err)
	}
	if err := errors.Join(out.Sync(), out.Close(), d.Remove(out.Name()), d.SyncFolder(folder), d.SyncFolder(at("nowhere"))); err != nil {
		t.Error(err)
	}
	if err := out.Close(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("closing twice: %v", err)
	}
	if _, err := d.CreateTemp(at("nowhere"), "t"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a temporary file in no folder: %v", err)
	}
	in, err := d.Open(at("x/b"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := d.Append(at("nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there is appended to: %v", err)
	}
	more, err := d.Append(at("c"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = more.WriteString(" and more")
	if err := errors.Join(err, more.Truncate(int64(len("one and"))), more.Close()); err != nil {
		t.Error(err)
	}
	if data, err := io.ReadAll(in); string(data) != "one and" || err != nil {
		t.Errorf("after appending and truncating the file has %q, %v", data, err)
	}
	if data, err := d.ReadFile(at("d")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%q, %v", data, err)
	}
	entries, err := d.ReadDir(folder)
	if err != nil || len(entries) != 2 || entries[0].Name() != "c" || entries[1].Name() != "x" {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

// TestFilesAreSyncedBeforeTheyAreRenamed checks the order of operations,
// without which a crash could leave half a file under its final name.
func TestFilesAreSyncedBeforeTheyAreRenamed(t *testing.T) {
	for _, x := range []struct {
		write func(safefile.Disk, string, fs.FileMode, func(io.Writer) error) error
		want  string
	}{
		{safefile.Write, "create write sync close rename sync"},
		{safefile.WriteNew, "create write sync close link remove sync"},
	} {
		var done []string
		d := safefile.Disk{Fault: func(operation, _ string) error {
			done = append(done, operation)
			return nil
		}}
		name := filepath.Join(t.TempDir(), "a")
		if err := x.write(d, name, 0o640, safefile.Bytes([]byte("x"))); err != nil || strings.Join(done, " ") != x.want {
			t.Errorf("%v: %q, want %q", err, done, x.want)
		}
		if info, err := os.Stat(name); err != nil || info.Mode() != 0o640 {
			t.Errorf("%v, %v", info, err)
		}
	}
}

// TestErrorsSayWhatToDo checks the text for every way in which a disk can
// fail.
func TestErrorsSayWhatToDo(t *testing.T) {
	for _, x := range []struct {
		err  error
		want string
	}{
		{syscall.ENOSPC, "the disk is full; free some space, or choose another folder"},
		{syscall.EDQUOT, "the disk is full; free some space, or choose another folder"},
		{syscall.EROFS, "the disk is read-only; choose another folder"},
		{syscall.EACCES, "you may not write there; choose another folder, or change its permissions"},
		{syscall.ENOENT, "there is no such folder; create it first"},
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

// TestOverwritingOnAFailingDisk makes the n-th operation of overwriting a file
// fail, for each n: the file has its old or its new text, and its mode.
func TestOverwritingOnAFailingDisk(t *testing.T) {
	name := filepath.Join(t.TempDir(), "card.yaml")
	for at := 1; ; at++ {
		if err := errors.Join(os.WriteFile(name, []byte("old"), 0o666), os.Chmod(name, 0o664)); err != nil {
			t.Fatal(err)
		}
		n := 0
		disk := safefile.Disk{Fault: func(operation, _ string) error {
			if n++; n == at {
				return errors.New("the disk fails to " + operation)
			}
			return nil
		}}
		err := safefile.Overwrite(disk, name, safefile.Bytes([]byte("new")))
		text, failed := os.ReadFile(name)
		if failed != nil || string(text) != "new" && (err == nil || string(text) != "old") {
			t.Errorf("operation %d: %q, %v, %v", at, text, err, failed)
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o664 {
			t.Errorf("operation %d: %v, %v", at, info.Mode(), err)
		}
		if n < at {
			break
		}
	}
}

// TestOverwritingWhatIsNotAFile checks links, which are followed, and devices and
// folders, which are never replaced.
func TestOverwritingWhatIsNotAFile(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	if err := errors.Join(os.WriteFile(name, []byte("old"), 0o600), os.Symlink("a", link)); err != nil {
		t.Fatal(err)
	}
	if err := safefile.Overwrite(safefile.Disk{}, link, safefile.Bytes([]byte("new"))); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if info, failed := os.Lstat(link); err != nil || failed != nil || string(text) != "new" || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("through a link: %q, %v, %v", text, err, failed)
	}
	if err := safefile.Overwrite(safefile.Disk{}, os.DevNull, safefile.Bytes([]byte("new"))); err != nil {
		t.Errorf("the null device: %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("the null device is now a file: %v", err)
	}
	if err := safefile.Overwrite(safefile.Disk{}, dir, safefile.Bytes(nil)); err == nil || !strings.Contains(err.Error(), "cannot be written: ") {
		t.Errorf("a folder: %v", err)
	}
}

// TestFailuresNameTheFile checks the errors of writing a file in a folder that
// does not exist: they name the file, and not a temporary one.
func TestFailuresNameTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "gone", "a.json")
	want := filepath.ToSlash(name) + " cannot be written: there is no such folder; create it first"
	for what, write := range map[string]func() error{
		"write":     func() error { return safefile.Write(safefile.Disk{}, name, 0o600, safefile.Bytes(nil)) },
		"write new": func() error { return safefile.WriteNew(safefile.Disk{}, name, 0o600, safefile.Bytes(nil)) },
		"overwrite": func() error { return safefile.Overwrite(safefile.Disk{}, name, safefile.Bytes(nil)) },
	} {
		if err := write(); err == nil || err.Error() != want || !errors.Is(err, fs.ErrNotExist) || safefile.Reason(err) != "there is no such folder; create it first" {
			t.Errorf("%s: %v", what, err)
		}
	}
	other := errors.New("not of the disk")
	if safefile.Explain(name, other) != other || safefile.Explain(name, nil) != nil {
		t.Error("an error that is not of the disk is changed")
	}
}
