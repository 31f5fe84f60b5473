package pack

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"strings"

	"sleight/runtime/diag"
)

// Bounds on archives, which strangers make.
const (
	// maxArchive is the size of an archive, in bytes.
	maxArchive = 32 << 20
	// maxUnpacked is what an archive may hold, in bytes, all files together.
	maxUnpacked = 128 << 20
	// maxRatio is how many times its size an archive may hold, beyond a megabyte.
	maxRatio = 100
)

// directoryMark begins the entry of each file in the directory of a zip.
var directoryMark = []byte("PK\x01\x02")

// OpenArchive opens a zip file of size bytes as a file system. It looks at the
// directory of the archive and unpacks nothing; files are unpacked as they are
// read, each no further than the directory says. Name is what diagnostics call
// it. The file system is nil when the list is not empty.
func OpenArchive(name string, in io.ReaderAt, size int64) (fs.FS, diag.List) {
	a := &directory{name: name, entries: map[string]string{}}
	if size > maxArchive {
		a.fault("", "the archive has %d bytes; at most %d are read", size, maxArchive)
		return nil, a.faults
	}
	data := make([]byte, size)
	if _, err := in.ReadAt(data, 0); err != nil && err != io.EOF {
		return nil, diag.List{diag.New("file/unreadable", diag.Place{File: name}, "the archive cannot be read: %v", reason(err))}
	}
	if bytes.Count(data, directoryMark) > maxFiles {
		a.fault("", "the archive holds more than %d files", maxFiles)
		return nil, a.faults
	}
	z, err := zip.NewReader(bytes.NewReader(data), size)
	if err != nil {
		a.fault("", "the file is no zip archive, or a broken one: %s", strings.TrimPrefix(err.Error(), "zip: "))
		return nil, a.faults
	}
	var unpacked uint64
	for _, f := range z.File {
		a.entry(f)
		unpacked += min(f.UncompressedSize64, maxUnpacked+1)
		if unpacked > maxUnpacked || unpacked > 1<<20+maxRatio*uint64(size) {
			a.fault("", "the archive would unpack to more than %d bytes, or than %d times its size", maxUnpacked, maxRatio)
			break
		}
	}
	if len(a.faults) > 0 {
		return nil, a.faults[:min(len(a.faults), maxFaults)]
	}
	return z, nil
}

// directory is that of an archive.
type directory struct {
	name    string
	entries map[string]string // names by their folded form
	faults  diag.List
}

func (a *directory) fault(entry, format string, args ...any) {
	at := diag.Place{File: a.name}
	if entry != "" {
		at.Path = entry
	}
	a.faults = append(a.faults, diag.New("file/archive", at, format, args...).
		WithHint("pack it again, with plain files of plain names only; do not trust one that was made like this on purpose"))
}

func (a *directory) entry(f *zip.File) {
	name := strings.TrimSuffix(f.Name, "/")
	const encrypted = 1
	switch {
	case strings.HasPrefix(name, "/") || strings.Contains(name, ":") || strings.Contains("/"+strings.ReplaceAll(name, `\`, "/")+"/", "/../"):
		a.fault(f.Name, "the name %q leads out of the archive", f.Name)
	case !fs.ValidPath(name):
		a.fault(f.Name, "the name %q is none that a file can have", f.Name)
	case nameFault(name) != "":
		a.fault(f.Name, "the name %q %s", f.Name, nameFault(name))
	case !f.Mode().IsRegular() && !f.Mode().IsDir():
		a.fault(f.Name, "%q is a link or a device, and no file", f.Name)
	case f.Flags&encrypted != 0:
		a.fault(f.Name, "%q is encrypted", f.Name)
	case f.Method != zip.Store && f.Method != zip.Deflate:
		a.fault(f.Name, "%q is packed in a way that is not known", f.Name)
	}
	if first, twice := a.entries[folded(name)]; twice {
		a.fault(f.Name, "%q and %q are one file to some systems", first, f.Name)
	}
	a.entries[folded(name)] = f.Name
}
