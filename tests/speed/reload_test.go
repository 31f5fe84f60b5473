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

	"sleight/runtime/engine"
	"sleight/runtime/pack"
	"sleight/runtime/reload"
)

// BenchmarkReload measures from the save of one definition among 10,000 until
// the new content is live, without what is waited for quiet; and, beside it,
// making all of it anew from the same picture of the files.
func BenchmarkReload(b *testing.B) {
	dir := b.TempDir()
	if _, err := workspace(dir, many); err != nil {
		b.Fatal(err)
	}
	e, err := newEdited(b.Context(), dir)
	if err != nil {
		b.Fatal(err)
	}
	defer e.watcher.Close()
	var runs []time.Duration
	for b.Loop() {
		took, err := e.save()
		if err != nil {
			b.Fatal(err)
		}
		runs = append(runs, took-quiet)
	}
	whole, err := timed(func() error { e.last = nil; return e.build(nil) })
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

// edited is content that is live while its files are edited.
type edited struct {
	dir     string
	watcher *reload.Watcher
	view    reload.View
	loader  *pack.Loader
	last    *engine.Content
}

func newEdited(ctx context.Context, dir string) (*edited, error) {
	e := &edited{dir: dir}
	var err error
	if e.watcher, err = reload.Watch(ctx, reload.Options{Roots: []string{filepath.Join(dir, "content")}, Debounce: quiet}); err != nil {
		return nil, err
	}
	e.view.Show(e.watcher.First())
	e.loader = pack.NewLoader(pack.Root{FS: e.view.Folder(dir), Name: filepath.ToSlash(dir)})
	return e, e.build(nil)
}

func (e *edited) build(files []string) error {
	catalog, problems := e.loader.Reload(files)
	if catalog == nil {
		return problems
	}
	c, problems := engine.Build(catalog, e.last)
	if c == nil {
		return problems
	}
	if e.last != nil && c.Catalog.Digest == e.last.Catalog.Digest {
		return errors.New("the save has not been taken up")
	}
	e.last = c
	return nil
}

// save changes one definition and returns how long it took until it was live.
func (e *edited) save() (time.Duration, error) {
	one := filepath.Join(e.dir, "content", "big", "cards", "042", "card_04242.yaml")
	text, err := os.ReadFile(one)
	if err != nil {
		return 0, err
	}
	before, after := []byte("foil: true"), []byte("foil: false")
	if !bytes.Contains(text, before) {
		before, after = after, before
	}
	return timed(func() error {
		if err := os.WriteFile(one, bytes.Replace(text, before, after, 1), 0o666); err != nil {
			return err
		}
		change := <-e.watcher.Changes()
		e.view.Show(change.Picture)
		return e.build(change.Files)
	})
}
