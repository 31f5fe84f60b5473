// Package archive reads packs from zip archives, and bundles the content of a
// loader for other machines.
//
// Layer content, above load. It unpacks nothing to disk.
package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"sleight/runtime/content/filename"
	"sleight/runtime/content/load"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// Limits for archives, which may come from strangers.
const (
	// MaxBytes is the maximum size of an archive, in bytes.
	MaxBytes = 128 << 20
	// maxUnpacked is the maximum unpacked size of all files together, in bytes.
	maxUnpacked = 256 << 20
	// maxRatio is the maximum ratio of unpacked to packed size, beyond a
	// megabyte.
	maxRatio = 100
)

// directoryMark is the signature of each entry in the central directory of a
// zip.
var directoryMark = []byte("PK\x01\x02")

// Root opens a zip file of size bytes, as Open does, that holds a pack or a
// workspace at its top or in its only folder.
func Root(name string, in io.ReaderAt, size int64) (load.Root, diag.List) {
	top, problems := Open(name, in, size)
	if top == nil {
		return load.Root{Name: name, Problems: problems}, problems
	}
	entries, err := fs.ReadDir(top, ".")
	if err == nil && len(entries) == 1 && entries[0].IsDir() && entries[0].Name() != "content" {
		if below, err := fs.Sub(top, entries[0].Name()); err == nil {
			top, name = below, path.Join(name, entries[0].Name())
		}
	}
	if _, err := fs.Stat(top, "content"); err != nil {
		problems = diag.List{diag.New("content/empty", diag.Place{File: name}, "the archive has no folder content").
			WithHint("a pack is in content/PACK, with its scripts in scripts/PACK")}
		return load.Root{Name: name, Problems: problems}, problems
	}
	return load.Root{FS: top, Name: name, Fixed: true}, nil
}

// Open opens a zip file of size bytes as a file system. It reads only the
// central directory; files are unpacked from in as they are read, each up to
// the size in the directory, so in must stay open while the file system is
// used. name is the archive's name in diagnostics. The file system is nil if
// the list is not empty.
func Open(name string, in io.ReaderAt, size int64) (fs.FS, diag.List) {
	z, problems := open(name, in, size)
	if z == nil {
		return nil, problems
	}
	return z, nil
}

// source is the file of an archive. Until the archive has been checked, it records the
// first read error, which is not a problem of the archive.
type source struct {
	in      io.ReaderAt
	size    int64
	err     error
	checked bool
}

// ReadAt reads from the file.
func (s *source) ReadAt(p []byte, at int64) (int, error) {
	n, err := s.in.ReadAt(p, at)
	if !s.checked && s.err == nil && !errors.Is(err, io.EOF) && at >= 0 && at < s.size {
		s.err = err
	}
	return n, err
}

func unreadable(name string, err error) diag.List {
	return diag.List{diag.New("file/unreadable", diag.Place{File: name}, "the archive cannot be read: %v", filename.Reason(err))}
}

func open(name string, in io.ReaderAt, size int64) (*zip.Reader, diag.List) {
	a := &directory{name: name, entries: map[string]string{}}
	if size > MaxBytes {
		a.problem("", "the archive has %d bytes; at most %d are read", size, MaxBytes)
		return nil, a.problems
	}
	entries, err := countEntries(in, size)
	if err != nil {
		return nil, unreadable(name, err)
	}
	if entries > load.MaxFiles {
		a.problem("", "the archive holds more than %d files", load.MaxFiles)
		return nil, a.problems
	}
	from := &source{in: in, size: size}
	z, err := zip.NewReader(from, size)
	if from.err != nil {
		return nil, unreadable(name, from.err)
	}
	if err != nil {
		a.problem("", "the file is not a zip archive, or is damaged: %s", strings.TrimPrefix(err.Error(), "zip: "))
		return nil, a.problems
	}
	var unpacked uint64
	for _, f := range z.File {
		a.entry(f)
		unpacked += min(f.UncompressedSize64, maxUnpacked+1)
		if unpacked > maxUnpacked || unpacked > 1<<20+maxRatio*uint64(size) {
			a.problem("", "the archive would unpack to more than %d bytes, or more than %d times its size", maxUnpacked, maxRatio)
			break
		}
	}
	at := strayOffset(from, size, z.File)
	if from.err != nil {
		return nil, unreadable(name, from.err)
	}
	from.checked = true
	if at >= 0 && len(a.problems) == 0 {
		a.problem("", "the archive holds bytes at %d that its directory does not list", at)
	}
	if len(a.problems) > 0 {
		return nil, a.problems[:min(len(a.problems), yaml.MaxProblems)]
	}
	return z, nil
}

// countEntries counts the signatures that may begin a directory entry, before any
// entry is allocated.
func countEntries(in io.ReaderAt, size int64) (n int, err error) {
	const overlap = 3 // a signature may span two chunks
	piece := make([]byte, min(size, 1<<20))
	for at := int64(0); at < size; at += int64(len(piece)) - overlap {
		got, err := in.ReadAt(piece, at)
		if err != nil && err != io.EOF {
			return 0, err
		}
		n += bytes.Count(piece[:got], directoryMark)
		if at+int64(got) >= size {
			break
		}
	}
	return n, nil
}

// directory is the file list of an archive.
type directory struct {
	name     string
	entries  map[string]string // names by their folded form
	problems diag.List
}

func (d *directory) problem(entry, format string, args ...any) {
	at := diag.Place{File: d.name}
	if entry != "" {
		at.Path = entry
	}
	d.problems = append(d.problems, diag.New("file/archive", at, format, args...).
		WithHint("pack it again, with only plain files that have plain names; do not trust an archive that was made like this on purpose"))
}

func (d *directory) entry(f *zip.File) {
	name := strings.TrimSuffix(f.Name, "/")
	const encrypted = 1
	switch {
	case strings.HasPrefix(name, "/") || strings.Contains(name, ":") || strings.Contains("/"+strings.ReplaceAll(name, `\`, "/")+"/", "/../"):
		d.problem(f.Name, "the name %q leads out of the archive", f.Name)
	case !fs.ValidPath(name):
		d.problem(f.Name, "%q cannot be the name of a file", f.Name)
	case filename.Problem(name) != "":
		d.problem(f.Name, "the name %q %s", f.Name, filename.Problem(name))
	case !f.Mode().IsRegular() && !f.Mode().IsDir():
		d.problem(f.Name, "%q is a link or a device, not a file", f.Name)
	case f.Flags&encrypted != 0:
		d.problem(f.Name, "%q is encrypted", f.Name)
	case f.Method != zip.Store && f.Method != zip.Deflate:
		d.problem(f.Name, "%q uses an unknown compression method", f.Name)
	}
	if inPack(name) && !f.Mode().IsDir() {
		switch kindOf(f) {
		case executable:
			d.problem(f.Name, "%q is a program, which packs may not contain", f.Name)
		case nested:
			d.problem(f.Name, "%q is an archive within the archive", f.Name)
		}
	}
	if first, twice := d.entries[filename.Folded(name)]; twice {
		d.problem(f.Name, "%q and %q are the same file on some systems", first, f.Name)
	}
	d.entries[filename.Folded(name)] = f.Name
}
