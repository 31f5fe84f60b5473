package host

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"sleight/runtime/content/safefile"
)

// errFull refuses a line that a file has no room for.
var errFull = fmt.Errorf("it is full: a table's file may have at most %d MiB", maxFile>>20)

// file is the file of a table, open for appending.
type file struct {
	disk   safefile.Disk
	name   string
	out    *safefile.Output
	length int64
	end    chain
	// torn means that a line may have been written in part and could not be
	// removed.
	torn bool
}

// createFile makes the file of a new table.
func createFile(d safefile.Disk, name string, records ...*record) (*file, error) {
	f := &file{disk: d, name: name}
	var text bytes.Buffer
	for _, r := range records {
		text.Write(f.end.line(r))
	}
	f.length = int64(text.Len())
	return f, safefile.WriteNew(d, name, 0o600, safefile.Bytes(text.Bytes()))
}

// readFile reads a table's file. A partly written line is cut off before the
// next one is written.
func readFile(d safefile.Disk, name string) (f *file, records []*record, err error) {
	in, err := d.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, nil, err
	}
	if len(data) > maxFile {
		return nil, nil, fmt.Errorf("it has more than %d bytes", maxFile)
	}
	f = &file{disk: d, name: name}
	records, f.length, f.end, err = parse(data)
	if errors.Is(err, errTorn) {
		f.torn, err = true, nil
	}
	if err == nil && (len(records) == 0 || records[0].Head == nil) {
		err = errors.New("it does not begin with a table")
	}
	return f, records, err
}

// add writes a record to the end of the file, and syncs it to disk. If it fails,
// certain reports whether the file is unchanged; otherwise the file is repaired
// before the next line is written.
func (f *file) add(r *record) (certain bool, err error) {
	if err := f.open(); err != nil {
		return true, err
	}
	end := f.end
	line := end.line(r)
	if f.length+int64(len(line)) > maxFile {
		return true, errFull
	}
	if _, err = f.out.Write(line); err == nil {
		err = f.out.Sync()
	}
	if err != nil {
		f.torn = true
		certain = f.repair() == nil
		return certain, err
	}
	f.end, f.length = end, f.length+int64(len(line))
	return true, nil
}

// open opens the file for writing, and repairs it if necessary.
func (f *file) open() error {
	if f.out == nil {
		out, err := f.disk.Append(f.name)
		if err != nil {
			return err
		}
		f.out = out
	}
	if f.torn {
		return f.repair()
	}
	return nil
}

// repair removes a partly written line.
func (f *file) repair() error {
	err := f.out.Truncate(f.length)
	if err == nil {
		err = f.out.Sync()
	}
	f.torn = err != nil
	return err
}

// writingFailed returns the answer to a call that changed nothing, since its record could
// not be written.
func writingFailed(err error) *Error {
	if errors.Is(err, errFull) {
		return fail(Unavailable, "the file of this table is full, with %d MiB of commands, which is the maximum: nothing was done, and the game cannot go on; open another table", maxFile>>20)
	}
	return fail(Unavailable, "the host's disk has failed: nothing was done")
}

func (f *file) close() {
	if f.out != nil {
		_ = f.out.Close() // every line in it has been synced
		f.out = nil
	}
}
