package workspace

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
)

// head is the revision that was committed last.
const head = "HEAD"

// At returns the workspace as it was: with the content of a folder, an archive
// or a git revision of the working folder in place of its own. What ships with
// the program and what is installed stay.
func (w *Workspace) At(name string) (*Workspace, error) {
	t, err := w.find(name)
	if err == nil {
		return w.with(t.root), nil
	}
	root, err := revision(name)
	if err != nil {
		return nil, err
	}
	return w.with(root), nil
}

func (w *Workspace) with(root load.Root) *Workspace {
	return &Workspace{
		Loader: load.NewLoader(), Texts: w.Texts,
		shipped: w.shipped, roots: []load.Root{root}, installations: w.installations,
	}
}

// Committed returns a function that builds the content as it was committed last,
// or nil if git does not know the content of the working folder.
func (w *Workspace) Committed() func() (*rules.Content, error) {
	if !isFolder("content") || exec.Command("git", "cat-file", "-e", head+":./content").Run() != nil {
		return nil
	}
	return func() (*rules.Content, error) {
		root, err := revision(head)
		if err != nil {
			return nil, err
		}
		return w.with(root).Good()
	}
}

// revision reads the working folder as of a git revision.
func revision(name string) (load.Root, error) {
	var out, errs bytes.Buffer
	args := []string{"archive", "--format=tar", name, "--"}
	for _, folder := range folders {
		if exec.Command("git", "cat-file", "-e", "--end-of-options", name+":./"+folder).Run() == nil {
			args = append(args, folder)
		}
	}
	if len(args) == 4 {
		return load.Root{}, fmt.Errorf("there is no such folder, and no git revision in which this folder holds content")
	}
	git := exec.Command("git", args...)
	git.Stdout, git.Stderr = &out, &errs
	if err := git.Run(); err != nil {
		return load.Root{}, fmt.Errorf("git: %s", strings.TrimSpace(errs.String()))
	}
	files := fstest.MapFS{}
	archive := tar.NewReader(&out)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return load.Root{FS: files, Name: name, Fixed: true}, nil
		}
		if err != nil {
			return load.Root{}, err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		data, err := io.ReadAll(archive)
		if err != nil {
			return load.Root{}, err
		}
		files[h.Name] = &fstest.MapFile{Data: data}
	}
}
