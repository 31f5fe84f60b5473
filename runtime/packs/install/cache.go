package install

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sleight/runtime/content/manifest"
	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
)

// CacheVariable is the environment variable that holds the cache folder.
const CacheVariable = "SLEIGHT_CACHE"

// Cache is a folder of archives, named by the digest of their files and shared
// by all workspaces of a user. Archives are verified when read, so the folder
// need not be trusted.
type Cache struct {
	Dir string
	// Absolute turns a source in a lock, relative to its workspace folder, into
	// one that is valid in every folder; Relative turns that into a source for the
	// lock of this workspace. If they are nil, the cache stores only sources
	// that are valid in every folder.
	Absolute, Relative func(source string) string

	disk safefile.Disk
}

// CacheDir returns the user's cache folder: the value of CacheVariable, or a
// folder in the operating system's cache folder.
func CacheDir() (string, error) {
	if dir := os.Getenv(CacheVariable); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", errors.New("no folder is known for the cache: set " + CacheVariable + " to a folder")
	}
	return filepath.Join(dir, "sleight", "packs"), nil
}

func (c *Cache) file(digest string) string { return filepath.Join(c.Dir, hexOf(digest)+".zip") }

// fromCache is the source of packs that are known only from the cache.
const fromCache = "cache"

// Has reports whether there is an archive with a digest, valid or not.
func (c *Cache) Has(digest string) bool {
	_, err := os.Stat(c.file(digest))
	return err == nil
}

// Put stores the archive that write writes, as Package.Write does, under the
// digest that write returns.
func (c *Cache) Put(write func(f *safefile.Output) (digest string, err error)) (digest string, err error) {
	if err := c.disk.MkdirAll(c.Dir, 0o777); err != nil {
		return "", err
	}
	err = writeAtomically(c.disk, c.Dir, func(f *safefile.Output) (string, error) {
		digest, err = write(f)
		return filepath.Base(c.file(digest)), err
	})
	return digest, err
}

// Write writes the archive with a digest, repacked and verified. An archive
// that does not match its digest is removed, but not one that a disk failed to
// read or to write: it may be the last copy.
func (c *Cache) Write(digest string, w io.Writer) error {
	file, err := c.disk.Open(c.file(digest))
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	through := &errorRecorder{in: file, out: w}
	got := ""
	p, problems := onePackage(filepath.ToSlash(c.file(digest)), through, info.Size())
	if p == nil {
		err = problems
	} else {
		got, err = p.Write(through)
	}
	switch {
	case through.err != nil:
		return through.err
	case err == nil && got == digest:
		return nil
	case err == nil:
		err = &wrongDigest{c.file(digest), digest, got}
	}
	_ = c.disk.Remove(c.file(digest))
	return err
}

// errorRecorder keeps the first error of the disks that an archive is read from
// and written to.
type errorRecorder struct {
	in  io.ReaderAt
	out io.Writer
	err error
}

func (r *errorRecorder) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.in.ReadAt(p, off)
	if err != io.EOF {
		r.err = cmp.Or(r.err, err)
	}
	return n, err
}

func (r *errorRecorder) Write(p []byte) (int, error) {
	n, err := r.out.Write(p)
	r.err = cmp.Or(r.err, err)
	return n, err
}

// Offers returns the packs in the cache, except those that cannot be read.
func (c *Cache) Offers(context.Context) ([]Offer, error) {
	entries, err := c.disk.ReadDir(c.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var out []Offer
	for _, e := range entries {
		sum, ok := strings.CutSuffix(e.Name(), ".zip")
		digest := digestOf(sum)
		if !ok || digest == "" {
			continue
		}
		m := c.manifest(digest)
		if m == nil {
			continue
		}
		source := c.note(digest, noteSource)
		anywhere := source != ""
		if anywhere && c.Relative != nil {
			near := c.Relative(source)
			source, anywhere = near, near == source
		}
		out = append(out, Offer{
			Manifest: m, Source: cmp.Or(source, fromCache), Anywhere: anywhere, Digest: digest,
			Write: func(_ context.Context, w io.Writer) (string, error) { return digest, c.Write(digest, w) },
			Key:   func() string { return c.note(digest, noteKey) },
		})
	}
	return out, err
}

// The suffixes of the notes beside an archive.
const (
	noteKey    = ".key"    // the key it was signed with
	noteSource = ".source" // its source, valid in every folder
)

// remember stores the notes on the archive with a digest.
func (c *Cache) remember(digest string, o Offer) error {
	if !c.Has(digest) {
		return nil
	}
	source := ""
	switch {
	case o.Source == fromCache: // keep the existing note
	case o.Anywhere:
		source = o.Source
	case c.Absolute != nil:
		source = c.Absolute(o.Source)
	}
	return errors.Join(c.write(digest, noteKey, o.key()), c.write(digest, noteSource, source))
}

func (c *Cache) write(digest, note, text string) error {
	if text == "" || c.note(digest, note) == text {
		return nil
	}
	return writeAtomically(c.disk, c.Dir, func(f *safefile.Output) (string, error) {
		_, err := f.WriteString(text)
		return filepath.Base(c.file(digest)) + note, err
	})
}

// note returns a note, or "" if there is none.
func (c *Cache) note(digest, note string) string {
	text, err := c.disk.ReadFile(c.file(digest) + note)
	if err != nil {
		return ""
	}
	return string(text)
}

func (c *Cache) manifest(digest string) *manifest.Manifest {
	file, err := c.disk.Open(c.file(digest))
	if err != nil {
		return nil
	}
	defer file.Close()
	p, _ := openPackage(filepath.Base(c.file(digest)), file)
	if p == nil {
		return nil
	}
	return p.Manifest
}

// openPackage returns the only package of an archive.
func openPackage(name string, file *os.File) (*Package, diag.List) {
	info, err := file.Stat()
	if err != nil {
		return nil, diag.List{diag.New("file/unreadable", diag.Place{File: filepath.ToSlash(name)}, "the archive cannot be read: %v", err)}
	}
	return onePackage(filepath.ToSlash(name), file, info.Size())
}

// onePackage returns the only package of an archive of size bytes.
func onePackage(name string, in io.ReaderAt, size int64) (*Package, diag.List) {
	all, problems := Archive(name, in, size)
	if len(all) != 1 && !problems.Failed() {
		problems = append(problems, diag.New("file/archive", diag.Place{File: name}, "the archive contains %d packs, expected one", len(all)))
	}
	if problems.Failed() {
		return nil, problems
	}
	return all[0], problems
}

// wrongDigest is the error for bytes that do not have the expected digest.
type wrongDigest struct{ file, want, got string }

func (w *wrongDigest) Error() string {
	return w.file + ": the digest is " + w.got + ", not " + w.want
}

// writeAtomically writes a file into a folder atomically: to a temporary file, which it
// renames to the path that write returns, relative to the folder. It does not
// sync; if the file must survive a power failure, write must sync it.
func writeAtomically(d safefile.Disk, dir string, write func(f *safefile.Output) (name string, err error)) error {
	out, err := d.CreateTemp(dir, newFile+"*")
	if err != nil {
		return safefile.Explain(dir, err)
	}
	name, err := write(out)
	name = filepath.Join(dir, name)
	if err = errors.Join(err, out.Chmod(0o644), out.Close()); err == nil {
		err = d.Rename(out.Name(), name)
	}
	if err != nil {
		_ = d.Remove(out.Name())
		var path *fs.PathError
		if errors.As(err, &path) && path.Path != out.Name() {
			return err // from reading what was to be written
		}
		return safefile.Explain(name, err)
	}
	_ = d.SyncFolder(filepath.Dir(name)) // the file is in place
	return nil
}

// newFile is the name prefix of temporary files.
const newFile = ".new-"

// sorted returns offers by id, newest version first; the order of offers of the
// same version is kept.
func sorted(all []Offer) []Offer {
	slices.SortStableFunc(all, func(a, b Offer) int {
		return cmp.Or(strings.Compare(a.Manifest.ID, b.Manifest.ID), b.Manifest.Version.Compare(a.Manifest.Version))
	})
	return all
}
