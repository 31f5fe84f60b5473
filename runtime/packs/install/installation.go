package install

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"

	"sleight/runtime/content/archive"
	"sleight/runtime/content/load"
	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
)

// archives is the path of the archives in a workspace folder.
const archives = ".sleight/packs"

// Installation is the set of packs installed in a workspace folder.
type Installation struct {
	// Dir is the workspace folder.
	Dir   string
	Cache *Cache
	// MayUse reports whether a pack that was not given explicitly may be taken
	// from the cache, by its id and the key it was signed with; nil allows all.
	MayUse func(pack, key string) bool
	// Force allows replacing a pack with different contents of the same version.
	Force bool
	// Preview, if not nil, is called before anything changes, with the roots of
	// all packs that will be installed, the chosen offers, and the changes. An
	// error cancels them.
	Preview func(roots []load.Root, offers []Offer, changes []Change) error

	// open holds the roots of archives that Roots has read, by file name.
	open map[string]load.Root
	// step is called before each step of a change, in tests.
	step func(name string) error
}

// At returns the installation in a workspace folder. Its cache is the user's
// or, if there is none, one in that folder. At removes temporary files left by
// killed programs.
func At(dir string) *Installation {
	cache, err := CacheDir()
	if err != nil {
		cache = filepath.Join(dir, ".sleight", "cache")
	}
	i := &Installation{Dir: dir, Cache: &Cache{Dir: cache}}
	for _, folder := range []string{cache, i.folder(), dir} {
		_ = sweep(i.Cache.disk, folder) // a leftover file does no harm
	}
	return i
}

func (i *Installation) folder() string { return filepath.Join(i.Dir, filepath.FromSlash(archives)) }

func (i *Installation) archive(p LockedPack) string { return filepath.Join(i.folder(), p.fileName()) }

// lockName returns the lock file's name in problems.
func (i *Installation) lockName() string { return filepath.ToSlash(filepath.Join(i.Dir, LockFile)) }

// ReadLockFile reads the lock file; if there is none, nothing is installed.
func (i *Installation) ReadLockFile() (*Lock, diag.List) {
	src, err := i.Cache.disk.ReadFile(filepath.Join(i.Dir, LockFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Lock{}, nil
	case err != nil:
		return nil, diag.List{diag.New("file/unreadable", diag.Place{File: i.lockName()}, "the file cannot be read: %v", reason(err))}
	}
	return ReadLock(i.lockName(), src)
}

// Roots returns a root for each installed pack, to load content from. It reads
// archives into memory whole and verifies their digests; an archive that is
// missing or differs from the lock gives a root with problems. Archives already
// read are not read again.
func (i *Installation) Roots() []load.Root {
	lock, problems := i.ReadLockFile()
	if lock == nil {
		return []load.Root{i.unreadableLockRoot(problems)}
	}
	var roots []load.Root
	open := map[string]load.Root{}
	for _, p := range lock.Packs {
		root, known := i.open[p.fileName()]
		if !known {
			root = i.root(p)
		}
		if root.FS != nil {
			open[p.fileName()] = root
		}
		roots = append(roots, root)
	}
	i.open = open
	return roots
}

// root reads an archive and verifies it against the lock. It verifies the bytes
// in memory that content is loaded from, so later changes to the file have no
// effect.
func (i *Installation) root(p LockedPack) load.Root { return i.rootOf(p, i.archive(p)) }

func (i *Installation) rootOf(p LockedPack, path string) load.Root {
	file, err := i.Cache.disk.Open(path)
	if err != nil {
		return i.damagedRoot(p, i.unreadable(p, err))
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, archive.MaxBytes+1))
	if err != nil {
		return i.damagedRoot(p, i.unreadable(p, err))
	}
	if problem := i.check(p, bytes.NewReader(data), int64(len(data))); problem != nil {
		return i.damagedRoot(p, *problem)
	}
	name := p.ID + "@" + p.Version
	root, problems := archive.Root(name, bytes.NewReader(data), int64(len(data)))
	return load.Root{Name: name, FS: root.FS, Problems: problems}
}

// Verify verifies every installed byte against the lock.
func (i *Installation) Verify() (*Lock, diag.List) {
	lock, problems := i.ReadLockFile()
	if lock == nil {
		return nil, problems
	}
	for _, p := range lock.Packs {
		if problem := i.Check(p); problem != nil {
			problems = append(problems, *problem)
		}
	}
	return lock, problems
}

// Check verifies every byte of one installed pack against the lock: the files
// by their digest, and the archive by packing those files again.
func (i *Installation) Check(p LockedPack) *diag.Diagnostic {
	file, err := i.Cache.disk.Open(i.archive(p))
	if err != nil {
		d := i.unreadable(p, err)
		return &d
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		d := i.unreadable(p, err)
		return &d
	}
	return i.check(p, file, info.Size())
}

// check checks an archive of size bytes.
func (i *Installation) check(p LockedPack, file io.ReaderAt, size int64) *diag.Diagnostic {
	shown := path.Join(filepath.ToSlash(i.Dir), archives, p.fileName())
	one, problems := onePackage(shown, file, size)
	if one == nil {
		d := i.altered(p).WithNote(problems[0].Place, "%s", problems[0].Message)
		return &d
	}
	digest, err := one.Write(&comparingWriter{with: io.NewSectionReader(file, 0, size)})
	if err == nil && digest == p.Digest && p.matches(one) {
		return nil
	}
	if err != nil {
		digest, _ = one.Digest() // some byte differs: this shows whether one of a file
	}
	note := diag.Sentencef("its digest is %s", digest)
	switch {
	case !p.matches(one):
		note = diag.Sentencef("it is %s", one.Name())
	case digest == p.Digest:
		note = diag.Sentencef("the files are the same, but their archive was packed differently")
	}
	d := i.altered(p)
	d.Notes = append(d.Notes, diag.Note{Place: diag.Place{File: shown}, Message: note})
	return &d
}

func (i *Installation) unreadable(p LockedPack, err error) diag.Diagnostic {
	return diag.New("pack/digest", i.at(p), "%s %s is locked, but its archive cannot be read: %v", p.ID, p.Version, reason(err)).
		WithHint("sleight pack install, without arguments, restores what the lock lists")
}

func (i *Installation) altered(p LockedPack) diag.Diagnostic {
	return diag.New("pack/digest", i.at(p), "the archive of %s %s does not match sleight.lock", p.ID, p.Version).
		WithHint("sleight pack install, without arguments, restores what the lock lists")
}

func (i *Installation) at(p LockedPack) diag.Place {
	if p.Place.IsZero() {
		return diag.Place{File: i.lockName()}
	}
	return p.Place
}

// comparingWriter is a writer that fails on any byte that differs from a
// reader's.
type comparingWriter struct {
	with   io.Reader
	buffer []byte
}

var errDiffers = errors.New("the bytes differ")

// Write compares data with the reader's.
func (c *comparingWriter) Write(data []byte) (int, error) {
	if len(c.buffer) < len(data) {
		c.buffer = make([]byte, len(data))
	}
	there := c.buffer[:len(data)]
	if _, err := io.ReadFull(c.with, there); err != nil || !bytes.Equal(there, data) {
		return 0, errDiffers
	}
	return len(data), nil
}

// acquireLock locks the installation against other changes until the returned
// function is called.
func (i *Installation) acquireLock() (unlock func(), err error) {
	if err := i.Cache.disk.MkdirAll(i.folder(), 0o777); err != nil {
		return nil, err
	}
	return lockedfile.MutexAt(filepath.Join(i.folder(), ".lock")).Lock()
}

// switchTo changes the installation to a new lock, whose archives must be in the
// cache or installed. It is atomic: it writes new archives beside the old ones,
// then the lock, then removes archives the lock no longer names.
func (i *Installation) switchTo(lock *Lock) error {
	defer i.removeUnlisted()
	for _, p := range lock.Packs {
		if err := i.writeArchive(p); err != nil {
			return err
		}
	}
	if now, err := i.Cache.disk.ReadFile(filepath.Join(i.Dir, LockFile)); err == nil && bytes.Equal(now, lock.Bytes()) {
		return nil
	}
	if err := i.beginStep("lock"); err != nil {
		return err
	}
	err := writeAtomically(i.Cache.disk, i.folder(), func(w *safefile.Output) (string, error) {
		_, err := w.Write(lock.Bytes())
		return filepath.Join("..", "..", LockFile), errors.Join(err, w.Sync(), i.beginStep("locking"))
	})
	if err == nil {
		err = i.beginStep("tidy")
	}
	return err
}

// writeArchive writes the archive of a pack unless it exists.
func (i *Installation) writeArchive(p LockedPack) error {
	if err := i.beginStep("archive"); err != nil {
		return err
	}
	if i.Check(p) == nil {
		return nil
	}
	err := writeAtomically(i.Cache.disk, i.folder(), func(w *safefile.Output) (string, error) {
		err := errors.Join(i.Cache.Write(p.Digest, w), w.Sync(), i.beginStep("written"))
		if err == nil {
			err = i.checkLocked(p, w.File)
		}
		return p.fileName(), err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return diag.List{i.unreadable(p, err)}
	}
	return err
}

// checkLocked returns an error for an archive that has the digest that the lock lists
// for a pack, but is another pack or version.
func (i *Installation) checkLocked(p LockedPack, file *os.File) error {
	one, problems := openPackage(p.fileName(), file)
	switch {
	case one == nil:
		return problems
	case p.matches(one):
		return nil
	}
	return diag.List{diag.New("pack/digest", i.at(p), "sleight.lock lists the digest of %s for %s %s", one.Name(), p.ID, p.Version).
		WithHint("restore %s from version control, or remove it and install again", LockFile)}
}

// beginStep notifies tests that a step begins.
func (i *Installation) beginStep(name string) error {
	if i.step == nil {
		return nil
	}
	return i.step(name)
}

// removeUnlisted removes archives that the lock does not name, and temporary
// files.
func (i *Installation) removeUnlisted() {
	lock, _ := i.ReadLockFile()
	if lock == nil {
		return
	}
	named := map[string]bool{}
	for _, p := range lock.Packs {
		named[p.fileName()] = true
	}
	entries, _ := i.Cache.disk.ReadDir(i.folder())
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), newFile) || strings.HasSuffix(e.Name(), ".zip") && !named[e.Name()] {
			_ = i.Cache.disk.Remove(filepath.Join(i.folder(), e.Name()))
		}
	}
}

// reason returns an error without the path that it repeats.
func reason(err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err
	}
	return err
}
