// Package safefile replaces files atomically: whatever fails, and whenever the
// program is killed, a file has either its old or its new content.
//
// Layer content. It does not know what is in the files.
package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// System is the part of a file system that Write and Clean need. Tests use one
// that fails.
type System interface {
	Create(name string) (File, error) // a file that must not exist
	Rename(from, to string) error
	Remove(name string) error
	SyncFolder(name string) error
	List(folder string) ([]fs.DirEntry, error)
}

// File is an open file that is being written.
type File interface {
	io.Writer
	Sync() error
	Close() error
}

// prefix is the name prefix of temporary files; the process id follows it.
const prefix = ".save-"

// Write replaces a file by what write writes: to a temporary file beside it,
// which is synced to disk and renamed.
func Write(s System, name string, write func(io.Writer) error) error {
	folder := filepath.Dir(name)
	beside := filepath.Join(folder, fmt.Sprintf("%s%d-%d", prefix, os.Getpid(), time.Now().UnixNano()))
	out, err := s.Create(beside)
	if err != nil {
		return err
	}
	err = write(out)
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err == nil {
		err = s.Rename(beside, name)
	}
	if err != nil {
		_ = s.Remove(beside) // if this fails, Clean does it
		return err
	}
	return s.SyncFolder(folder)
}

// Clean removes temporary files that killed programs left in a folder.
func Clean(s System, folder string) error {
	entries, err := s.List(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), prefix)
		if !ours || !e.Type().IsRegular() {
			continue
		}
		number, _, _ := strings.Cut(rest, "-")
		if pid, err := strconv.Atoi(number); err == nil && runs(pid) && recent(e) {
			continue // it is being written
		}
		err = errors.Join(err, s.Remove(filepath.Join(folder, e.Name())))
	}
	return err
}

// recent reports whether a file was written within the last hour; an older
// file's process id may have been reused.
func recent(e fs.DirEntry) bool {
	info, err := e.Info()
	return err == nil && time.Since(info.ModTime()) < time.Hour
}

// runs reports whether there is a process with an id.
func runs(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}

// Reason explains why a file cannot be written, and what to do.
func Reason(err error) string {
	var path *fs.PathError
	var link *os.LinkError
	if errors.As(err, &path) {
		err = path.Err
	} else if errors.As(err, &link) {
		err = link.Err
	}
	switch {
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
		return "the disk is full; free some space, or choose another folder"
	case errors.Is(err, syscall.EROFS):
		return "the disk is read-only; choose another folder"
	case errors.Is(err, fs.ErrPermission):
		return "you may not write there; choose another folder, or change its permissions"
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such folder; make it first"
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "the name is too long; choose a shorter one"
	}
	return err.Error()
}

// OS is the operating system's file system.
type OS struct{}

// Create creates a file that only its user may read: saves hold hidden
// information of games.
func (OS) Create(name string) (File, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// Rename renames a file.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// Remove removes a file.
func (OS) Remove(name string) error { return os.Remove(name) }

// List lists a folder.
func (OS) List(folder string) ([]fs.DirEntry, error) { return os.ReadDir(folder) }

// SyncFolder syncs the entries of a folder to disk, where the system supports
// it.
func (OS) SyncFolder(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return nil // it may be writable but not readable
	}
	_ = f.Sync() // some file systems refuse this for folders
	return f.Close()
}
