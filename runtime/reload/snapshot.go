package reload

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Snapshot holds the watched folders and files. It never changes, whatever
// happens to the disk, and may be shared by goroutines.
type Snapshot struct {
	number  uint64
	match   func(slashPath string) bool
	entries map[string]*entry
	folders map[string]*folder
	// listed holds the entries of folders by their slash-separated names,
	// computed on first use.
	listed func() map[string][]fs.DirEntry
	failed map[string]error // folders that could not be listed, likewise
}

func newSnapshot(number uint64, match func(string) bool, entries map[string]*entry, folders map[string]*folder) *Snapshot {
	p := &Snapshot{number: number, match: match, entries: entries, folders: folders}
	p.listed = sync.OnceValue(p.list)
	return p
}

// list joins the contents found in the folders with the reported files, which
// may be older or newer.
func (s *Snapshot) list() map[string][]fs.DirEntry {
	all := make(map[string]map[string]fs.DirEntry, len(s.folders))
	put := func(name string, e fs.DirEntry) {
		for dir := path.Dir(name); ; name, dir = dir, path.Dir(dir) {
			if _, ok := all[dir]; ok {
				all[dir][e.Name()] = e
				return
			}
			all[dir] = map[string]fs.DirEntry{e.Name(): e}
			if dir == path.Dir(dir) {
				return
			}
			e = item{name: path.Base(dir), mode: fs.ModeDir}
		}
	}
	s.failed = map[string]error{}
	for name, f := range s.folders {
		slash := filepath.ToSlash(name)
		if all[slash] == nil {
			put(slash, item{name: path.Base(slash), mode: fs.ModeDir})
			all[slash] = map[string]fs.DirEntry{}
		}
		if f.err != nil {
			s.failed[slash] = f.err
		}
		for _, e := range f.inner {
			inner := path.Join(slash, e.Name())
			if !e.IsDir() && (!e.Type().IsRegular() || !s.match(inner)) { // folders are added by the loop over folders
				put(inner, item{name: e.Name(), mode: e.Type()})
			}
		}
	}
	for name, e := range s.entries {
		slash := filepath.ToSlash(name)
		if list := all[path.Dir(slash)]; list != nil && list[path.Base(slash)] != nil {
			continue // a link to a file, which is listed as a link
		}
		put(slash, item{name: path.Base(slash), size: e.size, at: e.info.ModTime()})
	}
	sorted := make(map[string][]fs.DirEntry, len(all))
	for name, list := range all {
		sorted[name] = slices.SortedFunc(maps.Values(list), func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	return sorted
}

// item is a file or folder in a snapshot.
type item struct {
	name string
	mode fs.FileMode
	size int64
	at   time.Time
}

func (i item) Name() string               { return i.name }
func (i item) Size() int64                { return i.size }
func (i item) Mode() fs.FileMode          { return i.mode | 0o444 }
func (i item) Type() fs.FileMode          { return i.mode.Type() }
func (i item) ModTime() time.Time         { return i.at }
func (i item) IsDir() bool                { return i.mode.IsDir() }
func (i item) Sys() any                   { return nil }
func (i item) Info() (fs.FileInfo, error) { return i, nil }

func (s *Snapshot) stat(name string) (item, error) {
	if e := s.entries[filepath.FromSlash(name)]; e != nil {
		return item{name: path.Base(name), size: e.size, at: e.info.ModTime()}, nil
	}
	if _, ok := s.listed()[name]; ok {
		return item{name: path.Base(name), mode: fs.ModeDir}, nil
	}
	return item{}, fs.ErrNotExist
}

func (s *Snapshot) readFile(name string) ([]byte, error) {
	e := s.entries[filepath.FromSlash(name)]
	switch {
	case e == nil:
		return nil, fs.ErrNotExist
	case e.err != nil:
		return nil, reason(e.err)
	case e.size > maxKept:
		return nil, fmt.Errorf("it has %d bytes; at most %d are kept", e.size, maxKept)
	}
	return bytes.Clone(e.data), nil
}

func (s *Snapshot) readDir(name string) ([]fs.DirEntry, error) {
	list, ok := s.listed()[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return list, reason(s.failed[name])
}

// SnapshotFS is a file system with the files of the newest snapshot passed to
// it. The zero SnapshotFS is empty.
type SnapshotFS struct{ shown atomic.Pointer[Snapshot] }

// Show makes p the visible snapshot, unless it is nil or a newer one is visible.
func (s *SnapshotFS) Show(p *Snapshot) {
	for p != nil {
		before := s.shown.Load()
		if before != nil && before.number >= p.number || s.shown.CompareAndSwap(before, p) {
			return
		}
	}
}

// Folder returns the file system below a folder, named like the roots and files
// of Options: "." for the working folder.
func (s *SnapshotFS) Folder(name string) fs.FS {
	return folderFS{s, filepath.ToSlash(filepath.Clean(name))}
}

// folderFS is the part of a SnapshotFS below a folder.
type folderFS struct {
	whole *SnapshotFS
	root  string
}

// lookUp resolves a name, or returns why it cannot.
func lookUp[T any](f folderFS, op, name string, get func(p *Snapshot, name string) (T, error)) (out T, err error) {
	p := f.whole.shown.Load()
	switch {
	case !fs.ValidPath(name):
		err = fs.ErrInvalid
	case p == nil:
		err = fs.ErrNotExist
	default:
		out, err = get(p, path.Join(f.root, name))
	}
	if err != nil {
		err = &fs.PathError{Op: op, Path: name, Err: err}
	}
	return out, err
}

// Stat describes a file or folder.
func (f folderFS) Stat(name string) (fs.FileInfo, error) {
	return lookUp(f, "stat", name, (*Snapshot).stat)
}

// ReadFile returns the text of a file.
func (f folderFS) ReadFile(name string) ([]byte, error) {
	return lookUp(f, "read", name, (*Snapshot).readFile)
}

// ReadDir lists a folder, sorted.
func (f folderFS) ReadDir(name string) ([]fs.DirEntry, error) {
	return lookUp(f, "read", name, (*Snapshot).readDir)
}

// Open opens a file or folder, for callers that know only fs.FS.
func (f folderFS) Open(name string) (fs.File, error) {
	info, err := lookUp(f, "open", name, (*Snapshot).stat)
	if err != nil {
		return nil, err
	}
	o := &opened{item: info}
	if info.IsDir() {
		o.list, err = f.ReadDir(name)
		return o, err
	}
	text, err := f.ReadFile(name)
	o.text = bytes.NewReader(text)
	return o, err
}

// opened is an open file or folder.
type opened struct {
	item item
	text *bytes.Reader // of a file
	list []fs.DirEntry // what is left of a folder's
}

// Stat describes the opened file.
func (o *opened) Stat() (fs.FileInfo, error) { return o.item, nil }

// Close does nothing.
func (o *opened) Close() error { return nil }

// Read continues reading a file.
func (o *opened) Read(into []byte) (int, error) {
	if o.text == nil {
		return 0, &fs.PathError{Op: "read", Path: o.item.name, Err: errors.New("is a directory")}
	}
	return o.text.Read(into)
}

// ReadDir lists the next n entries of a folder, or all that are left.
func (o *opened) ReadDir(n int) ([]fs.DirEntry, error) {
	switch {
	case o.text != nil:
		return nil, &fs.PathError{Op: "readdir", Path: o.item.name, Err: errors.New("not a directory")}
	case n <= 0:
		n = len(o.list)
	case len(o.list) == 0:
		return nil, io.EOF
	}
	next := slices.Clone(o.list[:min(n, len(o.list))])
	o.list = o.list[len(next):]
	return next, nil
}

// reason strips the repeated path from an error.
func reason(err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err
	}
	return err
}
