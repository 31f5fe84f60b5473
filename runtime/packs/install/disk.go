package install

import (
	"os"
)

// disk is the file system that holds installations and the cache. Its zero
// value is the machine's file system; in tests, any operation can fail.
type disk struct {
	// fault is called before each operation, with its name and the file; if it
	// returns an error, the operation fails with it.
	fault func(operation, name string) error
}

func (d disk) may(operation, name string) error {
	if d.fault == nil {
		return nil
	}
	return d.fault(operation, name)
}

func (d disk) open(name string) (*os.File, error) {
	if err := d.may("open", name); err != nil {
		return nil, err
	}
	return os.Open(name)
}

func (d disk) readFile(name string) ([]byte, error) {
	if err := d.may("read", name); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

func (d disk) readDir(name string) ([]os.DirEntry, error) {
	if err := d.may("list", name); err != nil {
		return nil, err
	}
	return os.ReadDir(name)
}

func (d disk) mkdirAll(name string) error {
	if err := d.may("make", name); err != nil {
		return err
	}
	return os.MkdirAll(name, 0o777)
}

func (d disk) rename(from, to string) error {
	if err := d.may("rename", to); err != nil {
		return err
	}
	return os.Rename(from, to)
}

func (d disk) remove(name string) error {
	if err := d.may("remove", name); err != nil {
		return err
	}
	return os.Remove(name)
}

// create opens a new temporary file in a folder.
func (d disk) create(dir string) (*output, error) {
	if err := d.may("create", dir); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, newFile+"*")
	if err != nil {
		return nil, err
	}
	return &output{f, d}, nil
}

// output is a temporary file.
type output struct {
	*os.File
	disk disk
}

// Write writes data. If a test makes it fail, it writes half.
func (o *output) Write(data []byte) (int, error) {
	if err := o.disk.may("write", o.Name()); err != nil {
		n, _ := o.File.Write(data[:len(data)/2])
		return n, err
	}
	return o.File.Write(data)
}

// WriteString is Write for a string.
func (o *output) WriteString(text string) (int, error) { return o.Write([]byte(text)) }

// Sync syncs the file to disk.
func (o *output) Sync() error {
	if err := o.disk.may("sync", o.Name()); err != nil {
		return err
	}
	return o.File.Sync()
}

// Close closes the file, even if a test makes it fail.
func (o *output) Close() error {
	err := o.disk.may("close", o.Name())
	if closed := o.File.Close(); err == nil {
		err = closed
	}
	return err
}
