package install

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/dirhash"

	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
)

// dosEpoch is the earliest date in a zip file, 1 January 1980.
const dosEpoch = 1<<5 | 1

// Write writes the archive of the pack and returns the h1: digest of its files.
// Equal files give equal bytes on every machine: files are sorted and stored
// uncompressed, without time, owner or mode.
func (p *Package) Write(w io.Writer) (digest string, err error) {
	z := zip.NewWriter(w)
	var data []byte
	digest, err = dirhash.Hash1(p.names, func(name string) (io.ReadCloser, error) {
		if data, err = p.read(name, data[:0]); err == nil {
			err = store(z, name, data)
		}
		return io.NopCloser(bytes.NewReader(data)), err
	})
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.Manifest.ID, err)
	}
	return digest, nil
}

// read reads a file, into a buffer if it fits.
func (p *Package) read(name string, into []byte) ([]byte, error) {
	f, err := p.root.FS.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	// One more byte shows that the file has ended.
	into = slices.Grow(into, int(info.Size())+1)[:info.Size()+1]
	n, err := io.ReadFull(f, into)
	var corrupt flate.CorruptInputError
	switch {
	case (err == io.EOF || err == io.ErrUnexpectedEOF) && int64(n) == info.Size():
		return into[:n], nil
	case err == nil || err == io.EOF || err == io.ErrUnexpectedEOF:
		return nil, fmt.Errorf("%s has changed while it was read", name)
	case errors.Is(err, zip.ErrChecksum) || errors.As(err, &corrupt):
		d := diag.New("file/archive", diag.Place{File: p.root.Name}, "the file %q in the archive is damaged: %s", name, strings.TrimPrefix(err.Error(), "zip: ")).
			WithHint("get the archive again")
		return nil, &d
	}
	return nil, err
}

// store adds a file to an archive uncompressed.
func store(z *zip.Writer, name string, data []byte) error {
	h := &zip.FileHeader{
		Name: name, Method: zip.Store,
		//lint:ignore SA1019 it is the only time that CreateRaw writes
		ModifiedDate:       dosEpoch,
		CRC32:              crc32.ChecksumIEEE(data),
		UncompressedSize64: uint64(len(data)),
		CompressedSize64:   uint64(len(data)),
	}
	h.SetMode(0o644)
	out, err := z.CreateRaw(h)
	if err == nil {
		_, err = out.Write(data)
	}
	return err
}

// WriteFile atomically writes the archive of the pack to a file, and returns
// its digest and its size in bytes.
func (p *Package) WriteFile(name string) (digest string, size int64, err error) {
	err = writeAtomically(safefile.Disk{}, filepath.Dir(name), func(f *safefile.Output) (string, error) {
		out := bufio.NewWriterSize(f, 1<<16)
		if digest, err = p.Write(out); err == nil {
			err = out.Flush()
		}
		info, failed := f.Stat()
		if err = errors.Join(err, failed); err == nil {
			size = info.Size()
		}
		return filepath.Base(name), err
	})
	return digest, size, err
}
