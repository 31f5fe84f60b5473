package cli

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

// old builds content as it was: that of a folder or an archive, or of this
// workspace at a git revision, in place of what is here now. Flag is the one that
// names it.
func (w *workspace) old(flag, name string) (*rules.Content, error) {
	t, err := (&workspace{texts: w.texts}).findTarget(name)
	if err != nil {
		root, err := atRevision(name)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", flag, name, err)
		}
		t = &target{root: root}
	}
	before := w.with(t.root)
	w.before = before.loader
	return before.whole()
}

// with is this workspace with a root in place of its own.
func (w *workspace) with(root load.Root) *workspace {
	other := &workspace{texts: w.texts, installations: w.installations, loader: load.NewLoader()}
	other.roots = append(other.brought(), root)
	return other
}

// whole builds content, which must have no errors.
func (w *workspace) whole() (*rules.Content, error) {
	content, problems := w.build()
	if content == nil {
		return nil, problems
	}
	return content, nil
}

// head is the revision that content is compared with in the studio.
const head = "HEAD"

// committed makes what builds content as it was committed last. It is nil
// where the content is not that of a working folder that git knows.
func (w *workspace) committed() func() (*rules.Content, error) {
	if len(w.dirs) > 0 || !isFolder("content") || exec.Command("git", "cat-file", "-e", head+":./content").Run() != nil {
		return nil
	}
	return func() (*rules.Content, error) {
		root, err := atRevision(head)
		if err != nil {
			return nil, err
		}
		return w.with(root).whole()
	}
}

// atRevision reads the working folder as git knows it at a revision.
func atRevision(revision string) (load.Root, error) {
	var out, errs bytes.Buffer
	args := []string{"archive", "--format=tar", revision, "--"}
	for _, folder := range folders {
		if exec.Command("git", "cat-file", "-e", "--end-of-options", revision+":./"+folder).Run() == nil {
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
			return load.Root{FS: files, Name: revision, Fixed: true}, nil
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
