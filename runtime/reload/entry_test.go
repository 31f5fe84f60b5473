package reload

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestLargeFilesAreComparedByChecksum checks that a file that is too large to
// be kept is still read to its end, what its reader gets, and the largest size
// that is kept.
func TestLargeFilesAreComparedByChecksum(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, text []byte) *entry {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		e := readEntry(path)
		if e == nil || e.err != nil || e.unstable || e.suspect != (len(text) == 0) || e.size != int64(len(text)) || e.sum != sha256.Sum256(text) {
			t.Fatalf("%s is read as %+v", name, e)
		}
		return e
	}
	large := bytes.Repeat([]byte("x"), maxKept+1)
	kept, more := write("kept", large[:maxKept]), write("more", large)
	other := bytes.Clone(large)
	other[maxKept] = 'y'
	if e := write("other", other); e.sum == more.sum {
		t.Error("two files that differ at the end are one")
	}
	write("none", nil)
	if !bytes.Equal(kept.data, large[:maxKept]) || more.data != nil {
		t.Errorf("kept are %d and %d bytes", len(kept.data), len(more.data))
	}
	broken := &entry{info: more.info, err: &fs.PathError{Op: "read", Path: "/secret", Err: errors.New("the disk is gone")}}
	var snapshot SnapshotFS
	snapshot.Show(newSnapshot(1, func(string) bool { return true }, map[string]*entry{"r/kept": kept, "r/more": more, "r/broken": broken}, map[string]*folder{"r": {}}))
	root := snapshot.Folder("r")
	for name, want := range map[string]string{
		"more": "read more: it has 4194305 bytes; at most 4194304 are kept", "broken": "read broken: the disk is gone", "none": "read none: file does not exist", "../x": "read ../x: invalid argument",
	} {
		if _, err := fs.ReadFile(root, name); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if text, err := fs.ReadFile(root, "kept"); err != nil || len(text) != maxKept {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if f, err := root.Open("none"); f != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there is opened: %v, %v", f, err)
	}
	if list, err := fs.ReadDir(root, "none"); list != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there is listed: %v, %v", list, err)
	}
	for name, want := range map[string]string{".": "read .: is a directory", "kept": "readdir kept: not a directory"} {
		f, err := root.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "." {
			var n int
			if n, err = f.Read(make([]byte, 1)); n != 0 {
				t.Errorf("%d bytes of a folder are read", n)
			}
		} else {
			_, err = f.(fs.ReadDirFile).ReadDir(1)
		}
		if err == nil || strings.TrimPrefix(err.Error(), "read r: ") != strings.TrimPrefix(want, "read .: ") {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestTheNewestSnapshotStaysVisible checks that the newest snapshot stays visible.
func TestTheNewestSnapshotStaysVisible(t *testing.T) {
	var snapshot SnapshotFS
	snapshot.Show(newSnapshot(3, nil, map[string]*entry{}, map[string]*folder{}))
	snapshot.Show(nil)
	snapshot.Show(newSnapshot(2, nil, map[string]*entry{"r/kept": {}}, nil))
	if _, err := fs.Stat(snapshot.Folder("r"), "kept"); !errors.Is(err, fs.ErrNotExist) {
		t.Error("an older snapshot is shown")
	}
}

// TestOnlySettledFilesAreNotReadAgain checks when a file must be read again: if
// its time is as recent as the reading, or if it is another file, or changes.
func TestOnlySettledFilesAreNotReadAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	put := func(text string, at time.Time) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-time.Hour)
	put("one", old)
	e := readEntry(path)
	if !e.unchanged(path) {
		t.Error("an old file is not sure")
	}
	for name, change := range map[string]func(e *entry){
		"doubtful": func(e *entry) { e.suspect = true }, "unstable": func(e *entry) { e.unstable = true }, "read as it was written": func(e *entry) { e.readAt = old },
		"read within the clock's step": func(e *entry) { e.readAt = old.Add(maxTimeResolution) },
	} {
		changed := *e
		if change(&changed); changed.unchanged(path) {
			t.Errorf("what is %s is sure", name)
		}
	}
	if later := *e; true {
		if later.readAt = old.Add(maxTimeResolution + 1); !later.unchanged(path) {
			t.Error("a file read after the clock's step is not sure")
		}
	}
	if e.unchanged(path + "x") {
		t.Error("a file that is not there is sure")
	}
	put("two", old.Add(time.Second))
	if e.unchanged(path) {
		t.Error("a later file is sure")
	}
	put("longer", old)
	if e.unchanged(path) {
		t.Error("a longer file is sure")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"2", []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if readEntry(path) != nil || readEntry(filepath.Dir(path)) != nil {
		t.Error("there is a file where there is none")
	}
}
