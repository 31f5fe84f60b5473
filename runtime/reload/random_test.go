package reload

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"testing"
	"time"
)

// TestManySaves checks, after 1,000 random saves of every kind, that a copy to
// which each change was applied equals the disk, and so does the last snapshot.
func TestManySaves(t *testing.T) {
	t.Parallel()
	d := sit(t, Options{}, "a.yaml")
	done := make(chan struct{})
	ended := make(chan map[string]string)
	go func() { ended <- d.mirror(map[string]string{"a.yaml": "old"}, done) }()
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 1000 {
		d.randomSave(r, i)
	}
	d.write("end.yaml", "end")
	close(done)
	mirror := <-ended
	disk := d.disk()
	for name, text := range disk {
		if mirror[name] != text {
			t.Errorf("%s: the disk has %q, the mirror %q", name, text, mirror[name])
		}
	}
	for name := range mirror {
		if _, ok := disk[name]; !ok {
			t.Errorf("%s: only in the mirror", name)
		}
	}
}

// mirror applies changes to a copy by reading the files they name in their
// snapshots, until the saves are done and the copy holds what the disk holds, or no
// change comes any more.
func (d *fixture) mirror(files map[string]string, done <-chan struct{}) map[string]string {
	var snapshot SnapshotFS
	snapshot.Show(d.Initial())
	shown := snapshot.Folder(d.path("root"))
	for {
		select {
		case c := <-d.Changes():
			snapshot.Show(c.Snapshot)
			for _, f := range c.Files {
				name, _ := filepath.Rel(d.path("root"), filepath.FromSlash(f))
				name = filepath.ToSlash(name)
				text, err := fs.ReadFile(shown, name)
				if err != nil {
					delete(files, name)
					continue
				}
				files[name] = string(text)
			}
		case <-done:
			done = nil
		case <-time.After(deadline):
			return files
		}
		if all := d.walk(shown); !maps.Equal(files, all) {
			d.Errorf("the snapshot shows %d files, the changes %d", len(all), len(files))
			return files
		}
		if done == nil && maps.Equal(files, d.disk()) {
			return files
		}
	}
}

// disk reads all that is below root.
func (d *fixture) disk() map[string]string { return d.walk(os.DirFS(d.path("root"))) }

func (d *fixture) walk(all fs.FS) map[string]string {
	files := map[string]string{}
	err := fs.WalkDir(all, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Ext(name) == ".bak" {
			return err
		}
		text, err := fs.ReadFile(all, name)
		files[name] = string(text)
		return err
	})
	if err != nil {
		d.Error(err) // not Fatal: this is not always the goroutine of the test
	}
	return files
}

// randomSave performs an action of an editor or a shell.
func (d *fixture) randomSave(r *rand.Rand, i int) {
	folder := fmt.Sprintf("f%d", r.IntN(4))
	if r.IntN(2) == 0 {
		folder = path.Join(folder, fmt.Sprintf("g%d", r.IntN(3)))
	}
	name := path.Join(folder, fmt.Sprintf("%d.yaml", r.IntN(6)))
	file, text := d.path("root/"+name), fmt.Sprintf("text %3d", i)
	switch r.IntN(8) {
	case 0, 1, 2:
		d.write(name, text)
	case 3:
		d.write(name+".bak", text)
		must(d, os.Rename(file+".bak", file))
	case 4:
		_ = os.Rename(file, file+".bak") // there may be none
		d.write(name, text)
	case 5:
		_ = os.Remove(file)
		d.write(name, text)
	case 6:
		_ = os.RemoveAll(d.path("root/" + folder))
	case 7:
		_ = os.Rename(d.path("root/"+folder), d.path(fmt.Sprintf("root/f%d", r.IntN(4))))
	}
}
