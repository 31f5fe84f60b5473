package registry

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/opencontainers/image-spec/specs-go"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"github.com/rogpeppe/go-internal/lockedfile"
	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/errdef"
)

// maxIndex is the maximum size of a folder's index.json, in bytes.
const maxIndex = 4 << 20

// folder is a folder in the OCI image layout, image-spec v1.1: oci-layout,
// index.json and blobs/sha256. The folder may come from a stranger, so only
// regular files inside it are opened.
type folder struct {
	root  *os.Root
	index ocispec.Index
	// unlock releases the write lock of the folder; nil if it is not held.
	unlock func()
}

// lockName is the lock file that a writer holds.
const lockName = ".lock"

func openFolder(ref Reference, write bool) (repository, error) {
	if write {
		if err := os.MkdirAll(filepath.Join(ref.Folder, "blobs", "sha256"), 0o777); err != nil {
			return nil, err
		}
	}
	root, err := os.OpenRoot(ref.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, newProblem("registry/missing", ref.String(), "there is no folder %s", ref.Folder)
	}
	if err != nil {
		return nil, err
	}
	f := &folder{root: root}
	if write {
		if f.unlock, err = lockedfile.MutexAt(filepath.Join(ref.Folder, lockName)).Lock(); err != nil {
			f.close()
			return nil, err
		}
	}
	if err := f.readIndex(ref, write); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

func (f *folder) readIndex(ref Reference, write bool) error {
	data, err := f.readSmall(ocispec.ImageIndexFile, maxIndex)
	switch {
	case errors.Is(err, fs.ErrNotExist) && write:
		f.index = ocispec.Index{Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: ocispec.MediaTypeImageIndex}
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return newProblem("registry/missing", ref.String(), "the folder %s is not a registry: it has no file %s", ref.Folder, ocispec.ImageIndexFile)
	case err == nil:
		err = json.Unmarshal(data, &f.index)
		if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
			err = fmt.Errorf("byte %d begins a value of another type than an image index has there", wrong.Offset)
		}
	}
	if err != nil {
		return newProblem("registry/damaged", ref.String(), "the file %s of the folder cannot be read: %s", ocispec.ImageIndexFile, plain(err))
	}
	return nil
}

func (f *folder) close() {
	if f.unlock != nil {
		f.unlock()
	}
	_ = f.root.Close()
}

// open opens a regular file of at most the given size.
func (f *folder) open(name string, most int64) (io.ReadCloser, int64, error) {
	info, err := f.root.Lstat(name)
	switch {
	case err != nil:
		return nil, 0, err
	case !info.Mode().IsRegular():
		return nil, 0, fmt.Errorf("%s is not a plain file", name)
	case info.Size() > most:
		return nil, 0, fmt.Errorf("%s has %d bytes; at most %d are read: %w", name, info.Size(), most, errdef.ErrSizeExceedsLimit)
	}
	in, err := f.root.Open(name)
	return in, info.Size(), err
}

func (f *folder) readSmall(name string, most int64) ([]byte, error) {
	in, _, err := f.open(name, most)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, most))
}

func (f *folder) manifest(ctx context.Context, ref Reference) (ocispec.Descriptor, io.ReadCloser, error) {
	for _, d := range f.index.Manifests {
		if string(d.Digest) == ref.Digest || ref.Digest == "" && ref.Tag != "" && d.Annotations[ocispec.AnnotationRefName] == ref.Tag {
			in, err := f.blob(ctx, d)
			return d, in, err
		}
	}
	return ocispec.Descriptor{}, nil, errdef.ErrNotFound
}

func (f *folder) blob(_ context.Context, d ocispec.Descriptor) (io.ReadCloser, error) {
	if !digestForm.MatchString(string(d.Digest)) {
		return nil, errdef.ErrInvalidDigest
	}
	in, size, err := f.open(blobName(d), max(d.Size, 0))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errdef.ErrNotFound
	}
	if err == nil && size != d.Size {
		in.Close()
		return nil, fmt.Errorf("%s has %d bytes, not %d", blobName(d), size, d.Size)
	}
	return in, err
}

func blobName(d ocispec.Descriptor) string { return path.Join("blobs", "sha256", d.Digest.Encoded()) }

func (f *folder) put(ctx context.Context, b blob) error {
	if f.has(ctx, b) {
		return nil
	}
	return f.write(blobName(b.Descriptor), b.data)
}

// has reports whether a blob exists and is complete.
func (f *folder) has(ctx context.Context, b blob) bool {
	in, err := f.blob(ctx, b.Descriptor)
	if err != nil {
		return false
	}
	defer in.Close()
	_, err = content.ReadAll(in, b.Descriptor)
	return err == nil
}

func (f *folder) tag(ctx context.Context, b blob, tag string) error {
	if err := f.put(ctx, b); err != nil {
		return err
	}
	d := b.Descriptor
	if tag != "" {
		d.Annotations = map[string]string{ocispec.AnnotationRefName: tag}
	}
	f.index.Manifests = slices.DeleteFunc(f.index.Manifests, func(old ocispec.Descriptor) bool {
		return old.Annotations[ocispec.AnnotationRefName] == tag && (tag != "" || old.Digest == d.Digest)
	})
	f.index.Manifests = append(f.index.Manifests, d)
	slices.SortStableFunc(f.index.Manifests, func(a, b ocispec.Descriptor) int {
		return cmp.Or(cmp.Compare(a.Annotations[ocispec.AnnotationRefName], b.Annotations[ocispec.AnnotationRefName]), cmp.Compare(a.Digest, b.Digest))
	})
	layout, err := json.Marshal(ocispec.ImageLayout{Version: ocispec.ImageLayoutVersion})
	if err != nil {
		return err
	}
	if err := f.write(ocispec.ImageLayoutFile, layout); err != nil {
		return err
	}
	index, err := json.Marshal(f.index)
	if err != nil {
		return err
	}
	return f.write(ocispec.ImageIndexFile, index)
}

// write writes a file atomically.
func (f *folder) write(name string, data []byte) error {
	aside := name + ".new"
	out, err := f.root.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, bytes.NewReader(data))
	if err = errors.Join(err, out.Sync(), out.Close()); err == nil {
		err = f.root.Rename(aside, name)
	}
	if err != nil {
		_ = f.root.Remove(aside)
	}
	return err
}

func (f *folder) tags(context.Context) ([]string, error) {
	var out []string
	for _, d := range f.index.Manifests {
		if tag := d.Annotations[ocispec.AnnotationRefName]; tagForm.MatchString(tag) {
			out = append(out, tag)
		}
	}
	return out, nil
}
