package reload

import (
	"bytes"
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"time"
)

const (
	// maxTimeResolution is the coarsest resolution of modification times. A file
	// read sooner than that after its last write may have been written again
	// without its stat changing.
	maxTimeResolution = 2 * time.Second
	// maxKept is the largest file, in bytes, whose text is kept. For larger
	// ones only the hash and the size are kept.
	maxKept = 4 << 20
)

// sum is the hash of a file's content; the zero sum stands for no file.
type sum [sha256.Size]byte

// entry is a file as it was once read. It does not change after its scan.
type entry struct {
	info   fs.FileInfo
	readAt time.Time
	sum    sum
	// data is the content, size its length in bytes.
	data []byte
	size int64
	// err is why it could not be read.
	err error
	// suspect is set if it was empty or unreadable, like a file in the middle of
	// a save.
	suspect bool
	// unstable is set if it changed while it was being read.
	unstable bool
}

// unchanged reports whether a file still has the content of e, by its stat.
func (e *entry) unchanged(name string) bool {
	now, err := os.Stat(name)
	return err == nil && !e.suspect && !e.unstable && alike(e.info, now) && os.SameFile(e.info, now) &&
		e.readAt.Sub(now.ModTime()) > maxTimeResolution
}

func alike(a, b fs.FileInfo) bool {
	return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// readEntry reads a file. It returns nil if there is none.
func readEntry(name string) *entry {
	info, err := os.Stat(name) // before it is opened: opening a pipe waits
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
			return nil
		}
		return &entry{info: info, readAt: time.Now(), sum: sha256.Sum256([]byte("unreadable")), err: err, suspect: true}
	}
	defer file.Close()
	before, err := file.Stat()
	if err != nil || !before.Mode().IsRegular() {
		return nil
	}
	e := &entry{info: before, readAt: time.Now()}
	e.err = e.take(file, before.Size())
	after, err := file.Stat()
	e.suspect = e.size == 0 || e.err != nil
	e.unstable = err != nil || !alike(before, after) || e.size != after.Size()
	return e
}

// take reads a whole file that should have size bytes.
func (e *entry) take(file *os.File, size int64) error {
	text := bytes.NewBuffer(make([]byte, 0, min(size, maxKept)+bytes.MinRead))
	_, err := text.ReadFrom(io.LimitReader(file, maxKept+1))
	e.size = int64(text.Len())
	if err != nil {
		return err
	}
	if e.size <= maxKept {
		e.data, e.sum = text.Bytes(), sha256.Sum256(text.Bytes())
		return nil
	}
	hash := sha256.New()
	hash.Write(text.Bytes())
	more, err := io.Copy(hash, file)
	hash.Sum(e.sum[:0])
	e.size += more
	return err
}
