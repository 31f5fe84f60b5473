package reload

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestEachSaveIsOneChange checks that a save is reported once, however an
// editor saves, and whatever it leaves beside the file.
func TestEachSaveIsOneChange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		save func(d *fixture, file string)
	}{
		{"truncate and write", func(d *fixture, file string) {
			must(d, os.WriteFile(file, []byte("new"), 0o666))
		}},
		{"truncate and write in pieces", func(d *fixture, file string) {
			f, err := os.Create(file)
			must(d, err)
			for range 50 {
				_, err = f.WriteString("piece\n")
				must(d, err)
			}
			must(d, f.Close())
		}},
		{"write over without truncating", func(d *fixture, file string) {
			f, err := os.OpenFile(file, os.O_RDWR, 0)
			must(d, err)
			_, err = f.WriteString("new")
			must(d, err)
			must(d, f.Close())
		}},
		{"rename over", func(d *fixture, file string) {
			must(d, os.WriteFile(file+".tmp", []byte("new"), 0o666))
			must(d, os.Rename(file+".tmp", file))
		}},
		{"backup and rename", func(d *fixture, file string) {
			must(d, os.Rename(file, file+"~"))
			must(d, os.WriteFile(file, []byte("new"), 0o666))
		}},
		{"probe, backup, rename, remove the backup", func(d *fixture, file string) {
			probe := d.path("root/4913")
			must(d, os.WriteFile(probe, nil, 0o666))
			must(d, os.Remove(probe))
			must(d, os.Rename(file, file+"~"))
			must(d, os.WriteFile(file, []byte("new"), 0o666))
			must(d, os.Remove(file+"~"))
		}},
		{"lock beside it, copy to a backup", func(d *fixture, file string) {
			lock := d.path("root/.#a.yaml")
			must(d, os.Symlink("someone@somewhere.1", lock))
			must(d, os.WriteFile(file+"~", []byte("old"), 0o666))
			must(d, os.WriteFile(file, []byte("new"), 0o666))
			must(d, os.Remove(lock))
		}},
		{"delete and create", func(d *fixture, file string) {
			must(d, os.Remove(file))
			must(d, os.WriteFile(file, []byte("new"), 0o666))
		}},
		{"same size and time", func(d *fixture, file string) {
			before, err := os.Stat(file)
			must(d, err)
			must(d, os.WriteFile(file, []byte("NEW"), 0o666))
			must(d, os.Chtimes(file, before.ModTime(), before.ModTime()))
		}},
		{"twice at once", func(d *fixture, file string) {
			must(d, os.WriteFile(file, []byte("almost"), 0o666))
			must(d, os.WriteFile(file, []byte("new"), 0o666))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			once(t, func(d *fixture) {
				c.save(d, d.path("root/a.yaml"))
				d.expect("a.yaml")
			}, "a.yaml", "b.yaml")
		})
	}
}

// TestFoldersAndFiles checks that creating, renaming and deleting below a root
// is one change too, and that the contents of a renamed folder stay watched.
func TestFoldersAndFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		do   func(d *fixture)
		want []string
	}{
		{"new file", func(d *fixture) { d.write("n.lua", "x") }, []string{"+n.lua"}},
		{"new folders", func(d *fixture) { d.write("n/o/p/q.json", "x") }, []string{"+n/o/p/q.json"}},
		{"several files", func(d *fixture) { d.write("a.yaml", "x"); d.write("f/g/b.yaml", "x") }, []string{"a.yaml", "f/g/b.yaml"}},
		{"deleted file", func(d *fixture) { must(d, os.Remove(d.path("root/a.yaml"))) }, []string{"-a.yaml"}},
		{"renamed file", func(d *fixture) { must(d, os.Rename(d.path("root/a.yaml"), d.path("root/c.yaml"))) }, []string{"-a.yaml", "+c.yaml"}},
		{"emptied file", func(d *fixture) { d.write("a.yaml", "") }, []string{"a.yaml"}},
		{"deleted folder", func(d *fixture) { must(d, os.RemoveAll(d.path("root/f"))) }, []string{"-f/g/b.yaml"}},
		{"folder renamed", func(d *fixture) { must(d, os.Rename(d.path("root/f"), d.path("root/h"))) }, []string{"-f/g/b.yaml", "+h/g/b.yaml"}},
		{"folder moved in", func(d *fixture) {
			must(d, os.MkdirAll(d.path("elsewhere/g"), 0o777))
			must(d, os.WriteFile(d.path("elsewhere/g/e.yaml"), []byte("e"), 0o666))
			must(d, os.Rename(d.path("elsewhere"), d.path("root/e")))
		}, []string{"+e/g/e.yaml"}},
		{"folder moved out", func(d *fixture) { must(d, os.Rename(d.path("root/f"), d.path("away"))) }, []string{"-f/g/b.yaml"}},
		{"a file that is not content", func(d *fixture) {
			d.write("notes.txt", "x")
			d.write(".git/a.yaml", "x")
			d.write(".a.yaml", "x")
			d.write("a.yaml", "x")
		}, []string{"a.yaml"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			once(t, func(d *fixture) {
				c.do(d)
				d.expect(c.want...)
			}, "a.yaml", "f/g/b.yaml")
		})
	}
}

// TestRenamedFolderStaysWatched checks that saves in it are reported under the
// new name, even those that a stat does not show.
func TestRenamedFolderStaysWatched(t *testing.T) {
	t.Parallel()
	once(t, renameFolders, "f/g/b.yaml", "h/g/b.yaml")
}

func renameFolders(d *fixture) {
	t := d.T
	must(t, os.Rename(d.path("root/f"), d.path("root/x")))
	must(t, os.Rename(d.path("root/h"), d.path("root/f")))
	must(t, os.Rename(d.path("root/x"), d.path("root/h")))
	d.write("f/g/b.yaml", "one")
	d.expect("f/g/b.yaml")
	before, err := os.Stat(d.path("root/h/g/b.yaml"))
	must(t, err)
	d.write("h/g/b.yaml", "two")
	must(t, os.Chtimes(d.path("root/h/g/b.yaml"), before.ModTime(), before.ModTime()))
	d.expect("h/g/b.yaml")
}

// TestRoots checks that a root may appear, disappear, reappear and be moved.
func TestRoots(t *testing.T) {
	t.Parallel()
	once(t, moveRoots, "a.yaml")
}

func moveRoots(d *fixture) {
	t := d.T
	w, err := Watch(t.Context(), Options{Roots: []string{d.path("later/deep/content"), d.path("root")}, Debounce: d.debounce, Poll: 50 * time.Millisecond})
	must(t, err)
	t.Cleanup(w.Close)
	two := &fixture{T: t, dir: d.dir, Watcher: w}
	file := d.path("later/deep/content/p/a.yaml")
	step := func(do func(), want string) {
		t.Helper()
		do()
		if got := two.next(); len(got) != 1 || got[0] != want {
			d.torn = append(d.torn, fmt.Sprintf("got %q, want %q", got, want))
		}
	}
	full := func(sign string) string { return sign + file }
	make := func() {
		must(t, os.MkdirAll(d.path("later/deep/content/p"), 0o777))
		must(t, os.WriteFile(file, []byte("one"), 0o666))
	}
	step(make, full("+"))
	step(func() { must(t, os.RemoveAll(d.path("later"))) }, full("-"))
	step(make, full("+"))
	step(func() { must(t, os.Rename(d.path("later"), d.path("gone"))) }, full("-"))
	step(func() { must(t, os.Rename(d.path("gone"), d.path("later"))) }, full("+"))
	step(func() { must(t, os.WriteFile(file, []byte("two"), 0o666)) }, full(""))
	step(func() { d.write("a.yaml", "new") }, "a.yaml")
}

// TestRootMustBeAFolder checks that a file in its place is a located error.
func TestRootMustBeAFolder(t *testing.T) {
	t.Parallel()
	file := t.TempDir() + "/content"
	must(t, os.WriteFile(file, nil, 0o666))
	_, err := Watch(t.Context(), Options{Roots: []string{file}})
	if want := filepath.ToSlash(file) + ": error: not a folder [file/unreadable]"; err == nil || err.Error() != want {
		t.Errorf("a file was watched as a folder: %v", err)
	}
}

// TestSingleFiles checks that a file beside the folders is watched: made later,
// changed and deleted; and that others beside it are not.
func TestSingleFiles(t *testing.T) {
	t.Parallel()
	once(t, saveBeside, "a.yaml")
}

func saveBeside(d *fixture) {
	t := d.T
	file := d.path("beside.yaml")
	w, err := Watch(t.Context(), Options{Roots: []string{d.path("root")}, Files: []string{d.dir + "/./root/../beside.yaml"}, Debounce: d.debounce})
	must(t, err)
	t.Cleanup(w.Close)
	two := &fixture{T: t, dir: d.dir, Watcher: w}
	for _, step := range []struct {
		do   func() error
		want string
	}{
		{func() error { return os.WriteFile(file, []byte("one"), 0o666) }, "+" + file},
		{func() error { return os.WriteFile(file, []byte("two"), 0o666) }, file},
		{func() error {
			if err := os.WriteFile(d.path("stranger.yaml"), []byte("x"), 0o666); err != nil {
				return err
			}
			return os.Remove(file)
		}, "-" + file},
	} {
		must(t, step.do())
		if got := two.next(); len(got) != 1 || got[0] != step.want {
			d.torn = append(d.torn, fmt.Sprintf("got %q, want %q", got, step.want))
		}
	}
}
