package archive

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/content/picture"
)

// maxBundle is the maximum size of all files of a bundle together, in bytes.
const maxBundle = 256 << 20

// Bundle packs everything a loader reads into one archive, so that another
// machine can load the same content. Equal files give equal bytes.
func Bundle(l *load.Loader) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i, root := range l.Roots() {
		if err := bundleFile(z, fmt.Sprintf("%d/name", i), []byte(root.Name)); err != nil {
			return nil, err
		}
		if text, err := fs.ReadFile(root.FS, load.WorkspaceFile); err == nil {
			if err := bundleFile(z, fmt.Sprintf("%d/%s", i, load.WorkspaceFile), text); err != nil {
				return nil, err
			}
		}
		for _, folder := range []string{"content", "scripts", "schemas"} {
			if err := bundleFolder(z, root, i, folder); err != nil {
				return nil, err
			}
		}
	}
	if err := bundleFile(z, "only", []byte(strings.Join(l.Chosen(), "\n"))); err != nil {
		return nil, err
	}
	err := z.Close()
	return out.Bytes(), err
}

func bundleFolder(z *zip.Writer, root load.Root, i int, folder string) error {
	return fs.WalkDir(root.FS, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // loading reports files that cannot be read
		}
		read := slices.Contains([]string{".yaml", ".yml", ".lua", ".json"}, path.Ext(name))
		if !read && (picture.Type(name) == "" || !load.IsUseful(name)) {
			return nil
		}
		data, err := fs.ReadFile(root.FS, name)
		if err != nil {
			return nil
		}
		return bundleFile(z, fmt.Sprintf("%d/%s", i, name), data)
	})
}

func bundleFile(z *zip.Writer, name string, data []byte) error {
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// Digest returns the digest that identifies a bundle.
func Digest(bundle []byte) string {
	sum := sha256.Sum256(bundle)
	return hex.EncodeToString(sum[:])
}

// OpenBundle returns a loader for a bundle. It writes nothing to disk.
func OpenBundle(data []byte) (*load.Loader, error) {
	z, problems := open("bundle", bytes.NewReader(data), int64(len(data)))
	if z == nil {
		return nil, fmt.Errorf("the bundle of content is damaged: %w", problems)
	}
	var roots []load.Root
	var only []string
	left := int64(maxBundle)
	for _, f := range z.File {
		text, err := readBundled(f, &left)
		if err != nil {
			return nil, err
		}
		number, name, _ := strings.Cut(f.Name, "/")
		i, err := strconv.Atoi(number)
		switch {
		case f.Name == "only":
			only = strings.Fields(string(text))
		case err == nil && name == "name" && i == len(roots):
			roots = append(roots, load.Root{FS: fstest.MapFS{}, Name: string(text), Fixed: true})
		case err == nil && i == len(roots)-1 && fs.ValidPath(name):
			roots[i].FS.(fstest.MapFS)[name] = &fstest.MapFile{Data: text, Mode: 0o444}
		default:
			return nil, fmt.Errorf("the bundle of content contains %q, which does not belong in a bundle", f.Name)
		}
	}
	l := load.NewLoader(roots...)
	l.Only(only...)
	return l, nil
}

func readBundled(f *zip.File, left *int64) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("the bundle of content is damaged: %w", err)
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, *left+1))
	if *left -= int64(len(text)); *left < 0 || err != nil {
		return nil, fmt.Errorf("the bundle of content is damaged, or has more than %d bytes", maxBundle)
	}
	return text, nil
}
