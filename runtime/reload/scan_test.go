package reload

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sleight/tests/golden"
)

// scanned is a tree whose source records its calls.
type scanned struct {
	*tree
	t       *testing.T
	dir     string
	watched map[string]bool
	calls   []string // of the source during a scan: + for what it adds, - for what it removes
	fails   string   // the folder that cannot be watched
	out     strings.Builder
}

func newScanned(t *testing.T, dir string, events bool) *scanned {
	t.Helper()
	s := &scanned{t: t, dir: dir, watched: map[string]bool{}}
	s.tree = &tree{
		roots: []string{filepath.Join(dir, "content"), filepath.Join(dir, "none", "deep"), filepath.Join(dir, "far", "none", "deep"), filepath.Join(dir, "far", "plain", "deep", "root")},
		files: []string{filepath.Join(dir, "sleight.yaml"), filepath.Join(dir, "content", "p", "note.txt")},
		match: func(name string) bool { return strings.HasSuffix(name, ".yaml") },
	}
	if events {
		s.source = &source{
			add: func(name string) error {
				if s.short(name) == s.fails {
					return errors.New("no more watches")
				}
				s.calls = append(s.calls, "+"+s.short(name))
				s.watched[s.short(name)] = true
				return nil
			},
			remove: func(name string) error {
				s.calls = append(s.calls, "-"+s.short(name))
				delete(s.watched, s.short(name))
				return nil
			},
			watched: func() (all []string) {
				for name := range s.watched {
					all = append(all, filepath.Join(dir, name))
				}
				return all
			},
		}
	}
	return s
}

func (s *scanned) short(name string) string {
	name, err := filepath.Rel(s.dir, name)
	if err != nil {
		s.t.Fatal(err)
	}
	return filepath.ToSlash(name)
}

// scan scans with hints, and writes down which files have changed, which files
// there are, and which folders are watched.
func (s *scanned) scan(title string, all bool, hints ...string) {
	named := map[string]time.Time{}
	for _, h := range hints {
		named[filepath.Join(s.dir, h)] = time.Now()
	}
	s.calls = nil
	changed := s.tree.scan(named, all)
	slices.Sort(s.calls)
	for i := range changed {
		changed[i] = s.short(changed[i])
	}
	slices.Sort(changed)
	var files []string
	for name, e := range s.entries {
		files = append(files, fmt.Sprintf("%s=%s", s.short(name), e.data))
		if s.file(name) != e {
			s.t.Errorf("%s is another file", name)
		}
	}
	slices.Sort(files)
	fmt.Fprintf(&s.out, "%s\n  changed: %s\n  files: %s\n  watched: %s\n  source: %s\n", title, strings.Join(changed, " "), strings.Join(files, " "), strings.Join(slices.Sorted(maps.Keys(s.watched)), " "), strings.Join(s.calls, " "))
	if s.failed != nil {
		fmt.Fprintf(&s.out, "  failed: %v\n", s.failed)
	}
}

func (s *scanned) do(errs ...error) {
	s.t.Helper()
	if err := errors.Join(errs...); err != nil {
		s.t.Fatal(err)
	}
}

func (s *scanned) write(name, text string) error {
	at := filepath.Join(s.dir, name)
	return errors.Join(os.MkdirAll(filepath.Dir(at), 0o777), os.WriteFile(at, []byte(text), 0o666))
}

func (s *scanned) date(name string, at time.Time) error {
	return os.Chtimes(filepath.Join(s.dir, name), at, at)
}

func (s *scanned) move(from, to string) error {
	return os.Rename(filepath.Join(s.dir, from), filepath.Join(s.dir, to))
}

func (s *scanned) remove(name string) error { return os.RemoveAll(filepath.Join(s.dir, name)) }

// TestScans states the result of scan after scan while files and folders come,
// change, move and go: with events, which are trusted as long as every folder is
// watched, and without.
func TestScans(t *testing.T) {
	var out strings.Builder
	for _, events := range []bool{true, false} {
		s := newScanned(t, t.TempDir(), events)
		s.scans()
		fmt.Fprintf(&out, "with events: %v\n%s", events, s.out.String())
	}
	golden.Check(t, "testdata/scans.golden", out.String())
}

func (s *scanned) scans() {
	s.t.Helper()
	s.do(s.write("far/plain", "not a folder"))
	s.scan("nothing", false)
	s.do(s.write("content/p/a.yaml", "1"), s.write("content/p/b.yaml", "1"), s.write("content/p/.c.yaml", "1"), s.write("content/p/note.txt", "1"), s.write("content/q/d.yaml", "1"), s.write("sleight.yaml", "1"))
	s.scan("all is new", false)
	s.scan("nothing differs", false)
	s.do(s.write("content/p/a.yaml", "2"), s.write("content/q/d.yaml", "2"))
	s.scan("only the hint is looked at", false, "content/p/a.yaml")
	s.scan("without hints everything is", false)
	s.do(s.write("content/p/a.yaml", "3"), s.write("content/q/d.yaml", "3"))
	s.scan("all is looked at in spite of a hint", true, "content/p/a.yaml")
	s.do(s.write("content/p/new.yaml", "1"), s.write("content/p/a.yaml", "6"))
	s.scan("what is new beside a hint is read, too", false, "content/p/a.yaml")
	old := time.Now().Add(-time.Hour)
	s.do(s.date("content/p/a.yaml", old))
	s.scan("a file is old", false)
	s.do(s.write("content/p/a.yaml", "7"), s.date("content/p/a.yaml", old))
	s.scan("a change that leaves size and time is not seen", false)
	s.scan("but if all is read", true)
	s.do(s.write("content/p/a.yaml", "3"), s.remove("content/p/new.yaml"))
	s.scan("as before", false)
	s.do(s.write("content/q/e.yaml", "1"), s.write("content/q/r/f.yaml", "1"))
	s.scan("a hint at a folder lists it", false, "content/q")
	s.do(s.write("content/q/r/g.yaml", "1"), s.remove("content/q/e.yaml"))
	s.scan("a hint at a file lists the folders above it", false, "content/q/r/g.yaml")
	s.do(s.move("content/q", "content/moved"))
	s.scan("a folder was renamed", false, "content/q", "content/moved")
	s.do(s.move("content/moved", "aside"), s.write("content/moved/d.yaml", "new"))
	s.scan("another folder has its name", false, "content/moved")
	s.do(s.write("none/deep/h.yaml", "1"))
	s.scan("a root has come", false, "none")
	s.do(s.remove("none"), s.remove("sleight.yaml"))
	s.scan("and gone", false, "none", "sleight.yaml")
	s.fails = "content/late"
	s.do(s.write("content/late/i.yaml", "1"), s.write("content/p/a.yaml", "4"))
	s.scan("a folder cannot be watched", false, "content/late")
	s.do(s.write("content/late/i.yaml", "2"), s.write("content/p/a.yaml", "5"))
	s.scan("hints alone are not trusted any more", false, "content/p")
}

// TestWalkCanStopEarly checks that a walk through the files ends where its
// caller ends it.
func TestWalkCanStopEarly(t *testing.T) {
	for _, x := range []*tree{
		{folders: map[string]*folder{"f": {files: map[string]*entry{"f/a": {}, "f/b": {}}}}, singles: map[string]*entry{"c": {}}},
		{singles: map[string]*entry{"a": {}, "b": {}}},
	} {
		n := 0
		for range x.entries {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%d files", n)
		}
	}
}
