package host

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"

	"sleight/runtime/content/archive"
	"sleight/runtime/content/safefile"
	"sleight/runtime/game/rules"
)

// bundleStore stores the versions of content that tables have been played with:
// bundles beside the tables, named by their digests.
type bundleStore struct {
	disk   safefile.Disk
	folder string

	mutex   sync.Mutex // guards the fields below
	latest  string     // the bundle of the live content; empty if it is not stored
	content *rules.Content
	loaded  map[string]*rules.Content // those in use, by bundle
}

func newBundleStore(d safefile.Disk, tables string) *bundleStore {
	return &bundleStore{disk: d, folder: filepath.Join(tables, "content"), loaded: map[string]*rules.Content{}}
}

func (e *bundleStore) file(id string) string { return filepath.Join(e.folder, id+".zip") }

// store stores a bundle of the live content. The files on disk may have changed since
// the content was read, so store checks that the bundle has that content.
func (e *bundleStore) store(c *rules.Content, bundle []byte) error {
	e.mutex.Lock()
	e.latest, e.content = "", nil
	e.mutex.Unlock()
	again, err := buildBundle(bundle)
	if err != nil {
		return err
	}
	for _, g := range c.Games() {
		if other, ok := again.Game(g.ID()); !ok || other.Digest() != g.Digest() {
			return fmt.Errorf("the files of %s have changed in the meantime", g.ID())
		}
	}
	id := archive.Digest(bundle)
	if err := e.disk.MkdirAll(e.folder, 0o700); err != nil {
		return err
	}
	if err := safefile.WriteNew(e.disk, e.file(id), 0o600, safefile.Bytes(bundle)); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	e.mutex.Lock()
	e.latest, e.content = id, c
	e.mutex.Unlock()
	return nil
}

// bundleOf returns the name of the bundle of some content, or "" if none is stored.
func (e *bundleStore) bundleOf(c *rules.Content) string {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.content == c {
		return e.latest
	}
	return ""
}

// get returns content in which a game has a digest: the live content, or a
// stored bundle.
func (e *bundleStore) get(live *rules.Content, game, digest, bundle string) (*rules.Content, error) {
	if g, ok := live.Game(game); ok && g.Digest() == digest {
		return live, nil
	}
	if bundle == "" {
		return nil, fmt.Errorf("it was played with other content, which is not stored here")
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	c := e.loaded[bundle]
	if c == nil {
		data, err := e.disk.ReadFile(e.file(bundle))
		if err != nil {
			return nil, fmt.Errorf("its content cannot be read: %s", safefile.Reason(err))
		}
		if archive.Digest(data) != bundle {
			return nil, fmt.Errorf("its content, %s, is damaged", e.file(bundle))
		}
		if c, err = buildBundle(data); err != nil {
			return nil, err
		}
		e.loaded[bundle] = c
	}
	if g, ok := c.Game(game); !ok || g.Digest() != digest {
		return nil, fmt.Errorf("its content, %s, has another game %s", e.file(bundle), game)
	}
	return c, nil
}

func buildBundle(bundle []byte) (*rules.Content, error) {
	l, err := archive.OpenBundle(bundle)
	if err != nil {
		return nil, err
	}
	catalog, problems := l.Load()
	if catalog == nil {
		return nil, problems
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		return nil, problems
	}
	return c, nil
}
