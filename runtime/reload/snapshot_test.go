package reload

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// shown reads a file of a snapshot.
func (s *stage) shown(c FileChange, name string) string {
	s.Helper()
	var snapshot SnapshotFS
	snapshot.Show(c.Snapshot)
	text, err := fs.ReadFile(snapshot.Folder(s.path("root")), name)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// TestSnapshotsShowReportedContent checks that a slow reader reads the reported
// content, not later content: a file that changes and changes back in the
// meantime, or that is created and deleted, leaves nothing to report, and no
// intermediate content is ever read.
func TestSnapshotsShowReportedContent(t *testing.T) {
	play(t, []string{"a.yaml"}, func(s *stage) {
		s.touch("a.yaml", "new")
		c := s.take()
		s.touch("a.yaml", "for a moment")
		s.touch("made.yaml", "for a moment")
		if got := s.shown(c, "a.yaml"); got != "new" {
			t.Errorf("the snapshot shows %q", got)
		}
		if got := s.shown(c, "made.yaml"); !strings.Contains(got, fs.ErrNotExist.Error()) {
			t.Errorf("the snapshot shows %q", got)
		}
		s.touch("a.yaml", "new")
		must(t, os.Remove(s.path("root/made.yaml")))
		s.events <- fsnotify.Event{Name: s.path("root/made.yaml"), Op: fsnotify.Remove}
		s.sees(2 * emptyFactor * DefaultDebounce)
	})
}

// take waits for a change.
func (s *stage) take() FileChange {
	s.Helper()
	c, ok := <-s.Changes()
	if !ok {
		s.Fatal("the watcher has ended")
	}
	return c
}

// TestSnapshotsOmitHalfWrittenFiles checks that a file that is still being
// written is shown as it was last reported, or not at all, although other files
// are reported.
func TestSnapshotsOmitHalfWrittenFiles(t *testing.T) {
	play(t, []string{"a.yaml", "log.yaml"}, func(s *stage) {
		s.touch("a.yaml", "new")
		var told []FileChange
		for range 100 {
			s.touch("log.yaml", s.read("log.yaml")+"more\n")
			s.touch("n/new.yaml", s.read("n/new.yaml")+"more\n")
			if c, ok := s.within(10 * tick); ok {
				told = append(told, c)
			}
		}
		if len(told) != 1 || s.shown(told[0], "a.yaml") != "new" || s.shown(told[0], "log.yaml") != "old" ||
			!strings.Contains(s.shown(told[0], "n/new.yaml"), fs.ErrNotExist.Error()) {
			t.Errorf("%d changes are reported: %v", len(told), told)
		}
		s.sees(0x100*tick, "log.yaml", "+n/new.yaml")
	})
}

// TestNowReportsAtOnce checks that a change requested at once is reported
// once.
func TestNowReportsAtOnce(t *testing.T) {
	play(t, []string{"a.yaml"}, func(s *stage) {
		s.touch("a.yaml", "new")
		c, ok := s.ScanNow()
		if !ok || len(c.Changed) != 1 || s.shown(c, "a.yaml") != "new" {
			t.Errorf("told %+v", c)
		}
		if c, ok = s.ScanNow(); !ok || len(c.Files) != 0 {
			t.Errorf("reported again: %+v", c)
		}
		s.sees(1000 * tick)
		s.Close()
		if _, ok = s.ScanNow(); ok {
			t.Error("a watcher that has ended answers")
		}
	})
}

// TestNowReadsEverything checks that a change requested at once includes files
// that no event named, even one whose stat is the same.
func TestNowReadsEverything(t *testing.T) {
	play(t, []string{"a.yaml", "f/b.yaml", "g/c.yaml"}, func(s *stage) {
		before, err := os.Stat(s.path("root/f/b.yaml"))
		must(t, err)
		s.write("f/b.yaml", "NEW")
		must(t, os.Chtimes(s.path("root/f/b.yaml"), before.ModTime(), before.ModTime()))
		s.write("g/d.yaml", "new")
		s.touch("a.yaml", "new")
		c, _ := s.ScanNow()
		if got := signs(c, s.path("root")); !slices.Equal(got, []string{"a.yaml", "f/b.yaml", "+g/d.yaml"}) {
			t.Errorf("reported are %q", got)
		}
		s.sees(time.Minute)
	})
}

// TestOlderSnapshotsAreNotShown checks that a SnapshotFS never goes back.
func TestOlderSnapshotsAreNotShown(t *testing.T) {
	play(t, []string{"a.yaml"}, func(s *stage) {
		s.touch("a.yaml", "one")
		older := s.take()
		s.touch("a.yaml", "two")
		var snapshot SnapshotFS
		snapshot.Show(s.take().Snapshot)
		snapshot.Show(older.Snapshot)
		if text, err := fs.ReadFile(snapshot.Folder(s.path("root")), "a.yaml"); string(text) != "two" {
			t.Errorf("the file system shows %q, %v", text, err)
		}
	})
}

// TestListingsOfASnapshot states all folders that a snapshot lists: down from the
// root, with folders that the scan could not enter left out.
func TestListingsOfASnapshot(t *testing.T) {
	here := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(here, "open"), 0o777))
	must(t, os.MkdirAll(filepath.Join(here, "gone"), 0o777))
	inner, err := list(here)
	must(t, err)
	refused := errors.New("refused")
	p := newSnapshot(1, isContentFile, nil, map[string]*folder{"/top/root": {inner: inner}, "/top/root/open": {err: refused}})
	for dir, want := range map[string]string{"/": "top", "/top": "root", "/top/root": "open", "/top/root/open": ""} {
		var names []string
		for _, e := range p.listed()[dir] {
			names = append(names, e.Name())
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s lists %q, want %q", dir, got, want)
		}
	}
	if n := len(p.listed()); n != 4 || len(p.failed) != 1 || p.failed["/top/root/open"] != refused {
		t.Errorf("%d folders are listed, and these could not be: %v", n, p.failed)
	}
}

// TestASnapshotIsAFileSystem checks that a snapshot behaves as Go's file systems
// do, with links, other files and empty folders listed.
func TestASnapshotIsAFileSystem(t *testing.T) {
	t.Parallel()
	d := sit(t, Options{}, "a.yaml", "f/g/b.yaml", "f/c.lua")
	must(t, os.MkdirAll(d.path("root/empty/below"), 0o777))
	must(t, os.WriteFile(d.path("root/notes.txt"), []byte("not content"), 0o666))
	must(t, os.Symlink("a.yaml", d.path("root/link.yaml")))
	must(t, os.WriteFile(d.path("root/.hidden.yaml"), nil, 0o666))
	c, ok := d.ScanNow()
	if !ok {
		t.Fatal("the watcher has ended")
	}
	var snapshot SnapshotFS
	all := snapshot.Folder(d.path("root"))
	if _, err := fs.Stat(all, "a.yaml"); err == nil {
		t.Error("an empty view shows a file")
	}
	snapshot.Show(c.Snapshot)
	entries, err := fs.ReadDir(all, ".")
	must(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Type().String()[:1]+e.Name())
	}
	if got := strings.Join(names, " "); got != "-a.yaml dempty df Llink.yaml -notes.txt" {
		t.Errorf("root lists %s", got)
	}
	must(t, os.Remove(d.path("root/link.yaml")))
	must(t, os.Remove(d.path("root/notes.txt"))) // listed, but its text is not kept
	c, _ = d.ScanNow()
	snapshot.Show(c.Snapshot)
	if err := fstest.TestFS(all, "a.yaml", "f/g/b.yaml", "f/c.lua", "empty/below"); err != nil {
		t.Error(err)
	}
}

// TestARootThatBecomesAFileCannotBeListed checks that a watched folder whose place a file
// takes is not empty but unreadable, as on the disk, until it is a folder again.
func TestARootThatBecomesAFileCannotBeListed(t *testing.T) {
	d := sit(t, Options{Debounce: time.Hour}, "a.yaml")
	list := func() (names []string, err error) {
		c, ok := d.ScanNow()
		if !ok {
			t.Fatal("the watcher has ended")
		}
		var snapshot SnapshotFS
		snapshot.Show(c.Snapshot)
		entries, err := fs.ReadDir(snapshot.Folder(d.dir), "root")
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names, err
	}
	for range 2 {
		if names, err := list(); err != nil || !slices.Equal(names, []string{"a.yaml"}) {
			t.Errorf("the folder has %v, %v", names, err)
		}
		must(t, os.Rename(d.path("root"), d.path("old")))
		must(t, os.WriteFile(d.path("root"), []byte("x"), 0o666))
		if names, err := list(); err == nil || !strings.Contains(err.Error(), "not a directory") || len(names) > 0 {
			t.Errorf("the file has %v, %v", names, err)
		}
		must(t, os.Remove(d.path("root")))
		if names, err := list(); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("what is gone has %v, %v", names, err)
		}
		must(t, os.Rename(d.path("old"), d.path("root")))
	}
}
