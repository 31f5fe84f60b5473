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

// prefix is the name prefix of temporary files; the process id follows it.
const prefix = ".save-"

// Write replaces a file with what write writes. It writes to a temporary file beside
// it, which is then synced to disk and renamed. The mode is that of the new file;
// saves have 0o600, since they hold hidden information of games.
func Write(d Disk, name string, mode fs.FileMode, write func(io.Writer) error) error {
	return writeVia(d, name, mode, write, d.Rename)
}

// WriteNew is Write for a file that must not exist. If it does, the error is
// fs.ErrExist.
func WriteNew(d Disk, name string, mode fs.FileMode, write func(io.Writer) error) error {
	return writeVia(d, name, mode, write, func(from, to string) error {
		if err := d.Link(from, to); err != nil {
			return err
		}
		_ = d.Remove(from) // if this fails, Clean does it
		return nil
	})
}

// Bytes returns a function for Write that writes data.
func Bytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// Overwrite is Write for a file that a person edits or has named. It keeps the
// mode of an existing file and follows links. It writes directly to a file that is
// not regular, such as /dev/stdout.
func Overwrite(d Disk, name string, write func(io.Writer) error) error {
	info, err := os.Stat(name)
	if err != nil {
		return Write(d, name, 0o666, write)
	}
	if !info.Mode().IsRegular() {
		out, err := d.Truncate(name)
		if err != nil {
			return Explain(name, err)
		}
		return Explain(name, errors.Join(write(out), out.Close()))
	}
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return Explain(name, err)
	}
	_ = Clean(d, filepath.Dir(name)) // leftover files do no harm
	return writeVia(d, name, info.Mode().Perm(), func(w io.Writer) error {
		if out, ok := w.(*Output); ok {
			_ = out.Chmod(info.Mode().Perm()) // the umask may have narrowed it; some file systems have no modes
		}
		return write(w)
	}, d.Rename)
}

func writeVia(d Disk, name string, mode fs.FileMode, write func(io.Writer) error, place func(from, to string) error) error {
	return Explain(name, writeBeside(d, name, mode, write, place))
}

func writeBeside(d Disk, name string, mode fs.FileMode, write func(io.Writer) error, place func(from, to string) error) error {
	folder := filepath.Dir(name)
	beside := filepath.Join(folder, fmt.Sprintf("%s%d-%d", prefix, os.Getpid(), time.Now().UnixNano()))
	out, err := d.Create(beside, mode)
	if err != nil {
		return err
	}
	err = write(out)
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err == nil {
		err = place(beside, name)
	}
	if err != nil {
		_ = d.Remove(beside) // if this fails, Clean does it
		return err
	}
	return d.SyncFolder(folder)
}

// Clean removes temporary files that killed programs left in a folder.
func Clean(d Disk, folder string) error {
	entries, err := d.ReadDir(folder)
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), prefix)
		if !ours || !e.Type().IsRegular() {
			continue
		}
		number, _, _ := strings.Cut(rest, "-")
		if pid, err := strconv.Atoi(number); err == nil && isRunning(pid) && recent(e) {
			continue // it is being written
		}
		err = errors.Join(err, d.Remove(filepath.Join(folder, e.Name())))
	}
	return err
}

// recent reports whether a file was written within the last hour; an older
// file's process id may have been reused.
func recent(e fs.DirEntry) bool {
	info, err := e.Info()
	return err == nil && time.Since(info.ModTime()) < time.Hour
}

// isRunning reports whether there is a process with an id.
func isRunning(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	return !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// failure is an error of the file system about a file that was to be written.
type failure struct {
	name string
	err  error
}

func (f *failure) Error() string {
	return filepath.ToSlash(f.name) + " cannot be written: " + Reason(f.err)
}

func (f *failure) Unwrap() error { return f.err }

// Explain returns an error of the file system about a file or folder as one that
// says what to do. It returns other errors, and nil, as they are.
func Explain(name string, err error) error {
	var known *failure
	var path *fs.PathError
	var link *os.LinkError
	if errors.As(err, &known) || !errors.As(err, &path) && !errors.As(err, &link) {
		return err
	}
	return &failure{name, err}
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
		return "there is no such folder; create it first"
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "the name is too long; choose a shorter one"
	}
	return err.Error()
}
