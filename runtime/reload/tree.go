package reload

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sleight/runtime/content/parallel"
)

// tree is everything below the roots. Names are the operating system's,
// cleaned, and start with the root as the caller wrote it.
type tree struct {
	roots   []string
	files   []string // single files
	match   func(slashPath string) bool
	folders map[string]*folder
	singles map[string]*entry // the entries of files, by name
	source  *source           // nil when there are no events
	// failed is why some folder delivers no events.
	failed error
}

// folder is one folder as it was last listed. It does not change after its
// scan, so snapshots may share it.
type folder struct {
	info  fs.FileInfo
	err   error             // why it could not be listed
	inner []fs.DirEntry     // without hidden ones
	files map[string]*entry // those that match, by their whole name
}

// file returns a file as it was last read, or nil if there is none.
func (t *tree) file(name string) *entry {
	if f := t.folders[filepath.Dir(name)]; f != nil && f.files[name] != nil {
		return f.files[name]
	}
	return t.singles[name]
}

// entries yields each file with its name.
func (t *tree) entries(yield func(name string, e *entry) bool) {
	for _, f := range t.folders {
		for name, e := range f.files {
			if !yield(name, e) {
				return
			}
		}
	}
	for name, e := range t.singles {
		if !yield(name, e) {
			return
		}
	}
}

// scan lists the folders again, reads files that are in named or whose stat
// differs, and returns the names of files whose content or existence differs
// from the last scan. If all events can be trusted, it examines only named; all
// reads everything.
func (t *tree) scan(named map[string]time.Time, all bool) (changed []string) {
	s := &scanPass{tree: t, all: all, folders: make(map[string]*folder, len(t.folders)), singles: map[string]*entry{}, watched: map[string]bool{}}
	s.noteHints(named)
	s.forgetMoved()
	if t.source != nil {
		for _, name := range t.source.watched() {
			s.watched[filepath.Clean(name)] = false
		}
	}
	for _, root := range t.roots {
		s.root(root)
	}
	for _, file := range t.files {
		s.watch(filepath.Dir(file))
		s.jobs = append(s.jobs, job{name: file, known: t.singles[file], into: s.singles})
	}
	s.read()
	for name, wanted := range s.watched {
		if !wanted {
			_ = t.source.remove(name) // it may be gone already
		}
	}
	changed = s.differences()
	t.folders, t.singles = s.folders, s.singles
	return changed
}

// scanPass is one scan in progress.
type scanPass struct {
	*tree
	all bool
	// named holds the hints, and above the folders that contain them. onlyHints
	// means that nothing else needs to be examined.
	named, above map[string]bool
	onlyHints    bool
	folders      map[string]*folder
	singles      map[string]*entry
	jobs         []job
	// watched holds the source's folders, with true for those still wanted.
	watched map[string]bool
}

// job is a file to examine.
type job struct {
	name      string
	known     *entry // as it was
	unchanged bool   // known is still valid
	into      map[string]*entry
	entry     *entry
}

// noteHints records which paths the hints name, and whether they are enough.
func (s *scanPass) noteHints(named map[string]time.Time) {
	s.onlyHints = len(named) > 0 && !s.all && s.source != nil && s.failed == nil
	s.named, s.above = make(map[string]bool, len(named)), map[string]bool{}
	for name := range named {
		s.named[name] = true
		for up := filepath.Dir(name); !s.above[up]; up = filepath.Dir(up) {
			s.above[up] = true
		}
	}
}

// forgetMoved stops watching folders that have been replaced. A watch stays
// with a renamed folder and would keep reporting it under its old name.
func (s *scanPass) forgetMoved() {
	if s.source == nil {
		return
	}
	for name, before := range s.tree.folders {
		if now, _ := os.Stat(name); !os.SameFile(before.info, now) {
			_ = s.source.remove(name) // it may be gone already
		}
	}
}

// root walks a root, or, while it does not exist or is not a folder, watches the
// nearest existing folder above it.
func (s *scanPass) root(root string) {
	info, err := os.Stat(root)
	switch {
	case err == nil && info.IsDir():
		s.folder(root, info, s.onlyHints)
		return
	case err == nil: // what reads the snapshot must not take the folder for empty
		s.folders[root] = &folder{info: info, err: &fs.PathError{Op: "open", Path: root, Err: syscall.ENOTDIR}}
	}
	for above := filepath.Dir(root); ; above = filepath.Dir(above) {
		if info, err := os.Stat(above); err == nil && info.IsDir() {
			s.watch(above)
			return
		}
		if above == filepath.Dir(above) {
			return
		}
	}
}

// folder lists one folder. It is watched before it is listed, so anything
// created in between is in the list or has an event. onlyHints means that only
// paths to hints need to be examined.
func (s *scanPass) folder(name string, info fs.FileInfo, onlyHints bool) {
	if _, done := s.folders[name]; done {
		return
	}
	before := s.tree.folders[name]
	onlyHints = onlyHints && before != nil && !s.named[name] && os.SameFile(before.info, info)
	s.watch(name)
	f := &folder{info: info}
	switch {
	case onlyHints && !s.above[name]:
		f = before
	default:
		if f.inner, f.err = list(name); errors.Is(f.err, fs.ErrNotExist) {
			return // it has just gone
		}
		f.files = make(map[string]*entry, len(f.inner))
	}
	s.folders[name] = f
	for _, e := range f.inner {
		if f == before && !e.IsDir() {
			continue
		}
		inner := filepath.Join(name, e.Name())
		switch {
		case e.IsDir():
			if below, err := e.Info(); err == nil {
				s.folder(inner, below, onlyHints)
			}
		case s.match(filepath.ToSlash(inner)):
			j := job{name: inner, into: f.files}
			if before != nil {
				j.known = before.files[inner]
			}
			j.unchanged = onlyHints && j.known != nil && !s.named[inner]
			s.jobs = append(s.jobs, j)
		}
	}
}

// list returns the contents of a folder without hidden names. Each entry keeps
// its current information.
func list(name string) ([]fs.DirEntry, error) {
	all, err := os.ReadDir(name)
	inner := make([]fs.DirEntry, 0, len(all))
	for _, e := range all {
		if !strings.HasPrefix(e.Name(), ".") {
			inner = append(inner, e)
		}
	}
	return inner, err
}

func (s *scanPass) watch(name string) {
	if s.source == nil {
		return
	}
	if _, ok := s.watched[name]; !ok {
		if err := s.source.add(name); err != nil {
			if _, gone := os.Stat(name); gone == nil {
				s.failed = err
			}
			return
		}
	}
	s.watched[name] = true
}

// read performs the jobs, several at a time.
func (s *scanPass) read() {
	parallel.Each(len(s.jobs), func(i int) {
		j := &s.jobs[i]
		if j.unchanged || j.known != nil && !s.named[j.name] && !s.all && j.known.unchanged(j.name) {
			j.entry = j.known
			return
		}
		j.entry = readEntry(j.name)
		if k := j.known; k != nil && j.entry != nil && k.sum == j.entry.sum {
			j.entry.data, j.entry.err = k.data, k.err // one copy is enough
		}
	})
	for _, j := range s.jobs {
		if j.entry != nil {
			j.into[j.name] = j.entry
		}
	}
}

// differences lists the files that changed since the last scan.
func (s *scanPass) differences() (changed []string) {
	diff := func(before, now map[string]*entry) {
		for name, was := range before {
			if is := now[name]; is == nil || is.sum != was.sum {
				changed = append(changed, name)
			}
		}
		for name := range now {
			if before[name] == nil {
				changed = append(changed, name)
			}
		}
	}
	for name, was := range s.tree.folders {
		is := s.folders[name]
		switch {
		case is == nil:
			diff(was.files, nil)
		case is != was:
			diff(was.files, is.files)
		}
	}
	for name, is := range s.folders {
		if s.tree.folders[name] == nil {
			diff(nil, is.files)
		}
	}
	diff(s.tree.singles, s.singles)
	return changed
}
