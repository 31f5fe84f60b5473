package safefile

import (
	"io/fs"
	"os"
)

// Disk is a file system. Its zero value is that of the machine; in tests, any
// operation can fail.
type Disk struct {
	// Fault, if set, is called before each operation, with its name and the
	// file. If it returns an error, the operation fails with it.
	Fault func(operation, name string) error
}

func (d Disk) fault(operation, name string) error {
	if d.Fault == nil {
		return nil
	}
	return d.Fault(operation, name)
}

// Open opens a file for reading.
func (d Disk) Open(name string) (*os.File, error) {
	if err := d.fault("open", name); err != nil {
		return nil, err
	}
	return os.Open(name)
}

// ReadFile reads a file.
func (d Disk) ReadFile(name string) ([]byte, error) {
	if err := d.fault("read", name); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

// ReadDir lists a folder by name.
func (d Disk) ReadDir(folder string) ([]fs.DirEntry, error) {
	if err := d.fault("list", folder); err != nil {
		return nil, err
	}
	return os.ReadDir(folder)
}

// MkdirAll creates a folder and those above it, unless they exist.
func (d Disk) MkdirAll(folder string, mode fs.FileMode) error {
	if err := d.fault("make", folder); err != nil {
		return err
	}
	return Explain(folder, os.MkdirAll(folder, mode))
}

// Rename renames a file, replacing another.
func (d Disk) Rename(from, to string) error {
	if err := d.fault("rename", to); err != nil {
		return err
	}
	return os.Rename(from, to)
}

// Link gives a file another name, which must not exist.
func (d Disk) Link(from, to string) error {
	if err := d.fault("link", to); err != nil {
		return err
	}
	return os.Link(from, to)
}

// Remove removes a file.
func (d Disk) Remove(name string) error {
	if err := d.fault("remove", name); err != nil {
		return err
	}
	return os.Remove(name)
}

// Create creates a file that must not exist.
func (d Disk) Create(name string, mode fs.FileMode) (*Output, error) {
	if err := d.fault("create", name); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, err
	}
	return &Output{f, d}, nil
}

// Append opens a file that exists, to write at its end.
func (d Disk) Append(name string) (*Output, error) {
	if err := d.fault("append", name); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	return &Output{f, d}, nil
}

// Truncate opens an existing file for writing, and empties it.
func (d Disk) Truncate(name string) (*Output, error) {
	if err := d.fault("truncate", name); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return nil, err
	}
	return &Output{f, d}, nil
}

// CreateTemp creates a file with a new name in a folder, for its user only; see
// os.CreateTemp for the pattern.
func (d Disk) CreateTemp(folder, pattern string) (*Output, error) {
	if err := d.fault("create", folder); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(folder, pattern)
	if err != nil {
		return nil, err
	}
	return &Output{f, d}, nil
}

// SyncFolder syncs the entries of a folder to disk, where the system supports
// it.
func (d Disk) SyncFolder(folder string) error {
	if err := d.fault("sync", folder); err != nil {
		return err
	}
	f, err := os.Open(folder)
	if err != nil {
		return nil // it may be writable but not readable
	}
	_ = f.Sync() // some file systems refuse this for folders
	return f.Close()
}

// Output is a file that is being written.
type Output struct {
	*os.File
	disk Disk
}

// Write writes data. If a test makes it fail, it writes half.
func (o *Output) Write(data []byte) (int, error) {
	if err := o.disk.fault("write", o.Name()); err != nil {
		n, _ := o.File.Write(data[:len(data)/2])
		return n, err
	}
	return o.File.Write(data)
}

// WriteString is Write for a string.
func (o *Output) WriteString(text string) (int, error) { return o.Write([]byte(text)) }

// Truncate cuts the file off after a number of bytes.
func (o *Output) Truncate(size int64) error {
	if err := o.disk.fault("truncate", o.Name()); err != nil {
		return err
	}
	return o.File.Truncate(size)
}

// Sync syncs the file to disk.
func (o *Output) Sync() error {
	if err := o.disk.fault("sync", o.Name()); err != nil {
		return err
	}
	return o.File.Sync()
}

// Close closes the file, even if a test makes it fail.
func (o *Output) Close() error {
	err := o.disk.fault("close", o.Name())
	if closed := o.File.Close(); err == nil {
		err = closed
	}
	return err
}
