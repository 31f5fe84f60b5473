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
	"sleight/runtime/diag"
)

// CacheVariable is the environment variable that says where the cache lies.
const CacheVariable = "SLEIGHT_CACHE"

// Cache is a folder that keeps archives by the digest of their files, for all
// workspaces of a user. What it gives is checked, so that it need not be
// trusted.
type Cache struct {
	Dir    string
	Reader *Reader
	// Whole turns a source as a lock names it, from the folder of its workspace
	// on, into one that means the same everywhere, and Near turns that into one
	// as the lock of this workspace names it. Without them only sources that are
	// the same everywhere are remembered.
	Whole, Near func(source string) string

	disk disk
}

// CacheDir is where the cache of the user lies: where CacheVariable says, or
// below the folder that the system has for such.
func CacheDir() (string, error) {
	if dir := os.Getenv(CacheVariable); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", errors.New("there is no place for a cache: set " + CacheVariable + " to a folder")
	}
	return filepath.Join(dir, "sleight", "packs"), nil
}

func (c *Cache) file(digest string) string { return filepath.Join(c.Dir, hexOf(digest)+".zip") }

// fromCache is the source of packs of which only the cache knows.
const fromCache = "cache"

// Has tells whether there is an archive with a digest, of whatever use it is.
func (c *Cache) Has(digest string) bool {
	_, err := os.Stat(c.file(digest))
	return err == nil
}

// Put keeps what write writes, which is an archive as Package.Write writes it,
// under the digest that write returns.
func (c *Cache) Put(write func(f *output) (digest string, err error)) (digest string, err error) {
	if err := c.disk.mkdirAll(c.Dir); err != nil {
		return "", err
	}
	err = c.disk.place(c.Dir, func(f *output) (string, error) {
		digest, err = write(f)
		return filepath.Base(c.file(digest)), err
	})
	return digest, err
}

// Write writes the archive with a digest, packed anew and checked. One that is
// not what it is called is removed.
func (c *Cache) Write(digest string, w io.Writer) error {
	file, err := c.disk.open(c.file(digest))
	if err != nil {
		return err
	}
	defer file.Close()
	p, faults := c.Reader.open(c.file(digest), file)
	if p == nil {
		err = faults
	} else if got, failed := p.Write(w); failed != nil || got != digest {
		err = errors.Join(failed, &wrongDigest{c.file(digest), digest, got})
	}
	if err != nil {
		_ = c.disk.remove(c.file(digest))
	}
	return err
}

// Offers returns what the cache has, without what cannot be read.
func (c *Cache) Offers(context.Context) ([]Offer, error) {
	entries, err := c.disk.readDir(c.Dir)
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
		if anywhere && c.Near != nil {
			near := c.Near(source)
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

// What is noted beside an archive.
const (
	noteKey    = ".key"    // what it was signed with
	noteSource = ".source" // where it came from, as seen from every folder
)

// remember notes what is known of the archive with a digest.
func (c *Cache) remember(digest string, o Offer) error {
	if !c.Has(digest) {
		return nil
	}
	source := ""
	switch {
	case o.Source == fromCache: // what is known already stays
	case o.Anywhere:
		source = o.Source
	case c.Whole != nil:
		source = c.Whole(o.Source)
	}
	return errors.Join(c.write(digest, noteKey, o.key()), c.write(digest, noteSource, source))
}

func (c *Cache) write(digest, note, text string) error {
	if text == "" || c.note(digest, note) == text {
		return nil
	}
	return c.disk.place(c.Dir, func(f *output) (string, error) {
		_, err := f.WriteString(text)
		return filepath.Base(c.file(digest)) + note, err
	})
}

// note returns what is noted, empty for nothing.
func (c *Cache) note(digest, note string) string {
	text, err := c.disk.readFile(c.file(digest) + note)
	if err != nil {
		return ""
	}
	return string(text)
}

func (c *Cache) manifest(digest string) *manifest.Manifest {
	file, err := c.disk.open(c.file(digest))
	if err != nil {
		return nil
	}
	defer file.Close()
	p, _ := c.Reader.open(filepath.Base(c.file(digest)), file)
	if p == nil {
		return nil
	}
	return p.Manifest
}

// open returns the one package of an archive.
func (r *Reader) open(name string, file *os.File) (*Package, diag.List) {
	info, err := file.Stat()
	if err != nil {
		return nil, diag.List{diag.New("file/unreadable", diag.Place{File: filepath.ToSlash(name)}, "the archive cannot be read: %v", err)}
	}
	return r.one(filepath.ToSlash(name), file, info.Size())
}

// one returns the one package of an archive of size bytes.
func (r *Reader) one(name string, in io.ReaderAt, size int64) (*Package, diag.List) {
	all, faults := r.Archive(name, in, size)
	if len(all) != 1 && !faults.Failed() {
		faults = append(faults, diag.New("file/archive", diag.Place{File: name}, "the archive contains %d packs, expected one", len(all)))
	}
	if faults.Failed() {
		return nil, faults
	}
	return all[0], faults
}

// wrongDigest says that bytes are not those that are known by a digest.
type wrongDigest struct{ file, want, got string }

func (w *wrongDigest) Error() string {
	return w.file + ": the digest is " + w.got + " and not " + w.want
}

// place writes a file into a folder so that it is there whole or not at all:
// aside, then renamed to what write returns, a path from the folder on. What
// must outlive the power brings itself to the disk.
func (d disk) place(dir string, write func(f *output) (name string, err error)) error {
	out, err := d.create(dir)
	if err != nil {
		return err
	}
	name, err := write(out)
	if err = errors.Join(err, out.Chmod(0o644), out.Close()); err == nil {
		name = filepath.Join(dir, name)
		err = d.rename(out.Name(), name)
	}
	if err != nil {
		_ = d.remove(out.Name())
		return err
	}
	syncFolder(filepath.Dir(name))
	return nil
}

// newFile begins the names of files that are being written.
const newFile = ".new-"

// syncFolder brings the names in a folder to the disk, where systems can.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}

// sorted returns offers by id, the newest first; of one version they stay in
// the order in which they came.
func sorted(all []Offer) []Offer {
	slices.SortStableFunc(all, func(a, b Offer) int {
		return cmp.Or(strings.Compare(a.Manifest.ID, b.Manifest.ID), b.Manifest.Version.Compare(a.Manifest.Version))
	})
	return all
}
