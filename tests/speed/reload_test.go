package speed

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sleight/runtime/content/load"
	"sleight/runtime/reload"
)

// BenchmarkReload measures the time from the save of one definition among
// 10,000 until the new content is live, without the wait for quiet; and, for
// comparison, a full build from the same snapshot of the files.
func BenchmarkReload(b *testing.B) {
	dir := b.TempDir()
	if _, err := workspace(dir, many); err != nil {
		b.Fatal(err)
	}
	e, err := edit(b.Context(), dir)
	if err != nil {
		b.Fatal(err)
	}
	defer e.watcher.Close()
	build := func(files []string) error {
		_, err := e.build(files)
		return err
	}
	if err := build(nil); err != nil {
		b.Fatal(err)
	}
	var runs []time.Duration
	for b.Loop() {
		took, err := e.save(build)
		if err != nil {
			b.Fatal(err)
		}
		runs = append(runs, took-quiet)
	}
	whole, err := timed(func() error { e.last = nil; return build(nil) })
	if err != nil {
		b.Fatal(err)
	}
	slices.Sort(runs)
	middle := runs[len(runs)/2]
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(middle.Seconds()*1000, "ms-median")
	b.ReportMetric(whole.Seconds()/middle.Seconds(), "×faster-than-whole")
}

// quiet is how long a file must be left alone here before it is read.
const quiet = time.Millisecond

// edited is the content of a folder whose files are edited.
type edited struct {
	dir     string
	watcher *reload.Watcher
	view    *reload.SnapshotFS
	checker
}

func edit(ctx context.Context, dir string) (*edited, error) {
	w, err := reload.Watch(ctx, reload.Options{Roots: []string{filepath.Join(dir, "content")}, Debounce: quiet})
	if err != nil {
		return nil, err
	}
	e := &edited{dir: dir, watcher: w, view: &reload.SnapshotFS{}}
	e.view.Show(w.Initial())
	root := load.Root{FS: e.view.Folder(dir), Name: filepath.ToSlash(dir)}
	if dir == "." {
		root.Name = ""
	}
	e.loader = load.NewLoader(root)
	return e, nil
}

// save changes one definition, reloads the content, and returns the time taken.
func (e *edited) save(take func(files []string) error) (time.Duration, error) {
	one := filepath.Join(e.dir, "content", "big", "cards", "042", "card_04242.yaml")
	text, err := os.ReadFile(one)
	if err != nil {
		return 0, err
	}
	before, after := []byte("foil: true"), []byte("foil: false")
	if !bytes.Contains(text, before) {
		before, after = after, before
	}
	digest := e.last.Catalog.Digest
	took, err := timed(func() error {
		if err := os.WriteFile(one, bytes.Replace(text, before, after, 1), 0o666); err != nil {
			return err
		}
		change := <-e.watcher.Changes()
		e.view.Show(change.Snapshot)
		return take(change.Files)
	})
	if err == nil && e.last.Catalog.Digest == digest {
		err = errors.New("the save has not been taken up")
	}
	return took, err
}
