package reload

import (
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// coarse is the coarsest step in which file systems keep the time of a write.
// A file read sooner than that after its last write may have been written
// again without its stat showing it.
const coarse = 2 * time.Second

// sum is the hash of a file's content; the zero sum stands for no file.
type sum [sha256.Size]byte

// entry is a file as it was last read.
type entry struct {
	info fs.FileInfo
	read time.Time
	sum  sum
	// doubtful: empty or unreadable, as a file is in the middle of a save.
	doubtful bool
	// unstable: it changed while it was being read.
	unstable bool
}

// tree is what lies below the roots. Names are the operating system's, clean,
// and begin with the root as the caller wrote it.
type tree struct {
	roots   []string
	beside  []string // single files
	match   func(slashPath string) bool
	files   map[string]entry
	folders map[string]fs.FileInfo
	source  *source // nil when there are no events
	// failed is why some folder gives no events.
	failed error
}

// scan lists the roots again, reads the files that named tells of, or all, or
// whose stat differs, and returns the names of files whose content, presence
// or absence differs from the last scan.
func (t *tree) scan(named map[string]time.Time, all bool) (changed []string) {
	t.forgetMoved()
	s := &pass{tree: t, named: named, all: all, files: make(map[string]entry, len(t.files)), folders: map[string]fs.FileInfo{}}
	s.watched = map[string]bool{}
	if t.source != nil {
		for _, name := range t.source.watched() {
			s.watched[filepath.Clean(name)] = false
		}
	}
	for _, root := range t.roots {
		s.root(root)
	}
	for _, file := range t.beside {
		s.watch(filepath.Dir(file))
		s.file(file)
	}
	for name, before := range t.files {
		if now, ok := s.files[name]; !ok || now.sum != before.sum {
			changed = append(changed, name)
		}
	}
	for name := range s.files {
		if _, ok := t.files[name]; !ok {
			changed = append(changed, name)
		}
	}
	for name, wanted := range s.watched {
		if !wanted {
			_ = t.source.remove(name) // gone already is as good
		}
	}
	t.files, t.folders = s.files, s.folders
	return changed
}

// forgetMoved stops watching folders that are not what they were. A watch
// stays with a renamed folder and would go on telling of it by its old name.
func (t *tree) forgetMoved() {
	if t.source == nil {
		return
	}
	for name, before := range t.folders {
		if now, err := os.Stat(name); err != nil || !os.SameFile(before, now) {
			_ = t.source.remove(name) // gone already is as good
		}
	}
}

// pass is one scan under way.
type pass struct {
	*tree
	named   map[string]time.Time
	all     bool
	files   map[string]entry
	folders map[string]fs.FileInfo
	// watched holds the source's folders, true when still wanted.
	watched map[string]bool
}

// root walks a root, or waits for it to be made by watching the nearest
// folder above it.
func (s *pass) root(root string) {
	if info, err := os.Stat(root); err == nil && info.IsDir() {
		s.folder(root, info)
		return
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

// folder lists one folder. It is watched before it is listed, so that what is
// made in between is in the list or has an event.
func (s *pass) folder(name string, info fs.FileInfo) {
	if _, done := s.folders[name]; done {
		return
	}
	s.folders[name] = info
	s.watch(name)
	entries, _ := os.ReadDir(name) // a folder that cannot be read is empty
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		inner := filepath.Join(name, e.Name())
		switch {
		case e.IsDir():
			if below, err := e.Info(); err == nil {
				s.folder(inner, below)
			}
		case s.match(filepath.ToSlash(inner)):
			s.file(inner)
		}
	}
}

func (s *pass) watch(name string) {
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

// file reads a file unless it is surely what it was.
func (s *pass) file(name string) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	before, known := s.tree.files[name]
	_, hinted := s.named[name]
	if known && !hinted && !s.all && before.sure(info) {
		s.files[name] = before
		return
	}
	if now, ok := readEntry(name); ok {
		s.files[name] = now
	}
}

// sure tells whether a file with this stat still has the content of e.
func (e entry) sure(now fs.FileInfo) bool {
	return !e.doubtful && !e.unstable && alike(e.info, now) && os.SameFile(e.info, now) &&
		e.read.Sub(now.ModTime()) > coarse
}

func alike(a, b fs.FileInfo) bool {
	return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// readEntry reads a file; it is not ok when there is none.
func readEntry(name string) (entry, bool) {
	file, err := os.Open(name)
	if err != nil {
		info, gone := os.Stat(name)
		if gone != nil {
			return entry{}, false
		}
		return entry{info: info, read: time.Now(), sum: sha256.Sum256([]byte("unreadable")), doubtful: true}, true
	}
	defer file.Close()
	before, err := file.Stat()
	if err != nil || !before.Mode().IsRegular() {
		return entry{}, false
	}
	e := entry{info: before, read: time.Now()}
	hash := sha256.New()
	size, err := io.Copy(hash, file)
	hash.Sum(e.sum[:0])
	after, statErr := file.Stat()
	e.doubtful = size == 0 || err != nil
	e.unstable = statErr != nil || !alike(before, after) || size != after.Size()
	return e, true
}
