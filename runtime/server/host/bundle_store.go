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
	"sleight/runtime/packs/quarantine"
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

func (b *bundleStore) file(id string) string { return filepath.Join(b.folder, id+".zip") }

// store stores a bundle of the live content. The files on disk may have changed since
// the content was read, so store checks that the bundle has that content.
func (b *bundleStore) store(c *rules.Content, bundle []byte) error {
	b.mutex.Lock()
	b.latest, b.content = "", nil
	b.mutex.Unlock()
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
	if err := b.disk.MkdirAll(b.folder, 0o700); err != nil {
		return err
	}
	if err := safefile.WriteNew(b.disk, b.file(id), 0o600, safefile.Bytes(bundle)); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	b.mutex.Lock()
	b.latest, b.content = id, c
	b.mutex.Unlock()
	return nil
}

// bundleOf returns the name of the bundle of some content, or "" if none is stored.
func (b *bundleStore) bundleOf(c *rules.Content) string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.content == c {
		return b.latest
	}
	return ""
}

// get returns content in which a game has a digest: the live content, or a
// stored bundle.
func (b *bundleStore) get(live *rules.Content, game, digest, bundle string) (*rules.Content, error) {
	if g, ok := live.Game(game); ok && g.Digest() == digest {
		return live, nil
	}
	if bundle == "" {
		return nil, fmt.Errorf("it was played with other content, which is not stored here")
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	c := b.loaded[bundle]
	if c == nil {
		data, err := b.disk.ReadFile(b.file(bundle))
		if err != nil {
			return nil, fmt.Errorf("its content cannot be read: %s", safefile.Reason(err))
		}
		if archive.Digest(data) != bundle {
			return nil, fmt.Errorf("its content, %s, is damaged", b.file(bundle))
		}
		if c, err = buildBundle(data); err != nil {
			return nil, err
		}
		b.loaded[bundle] = c
	}
	if g, ok := c.Game(game); !ok || g.Digest() != digest {
		return nil, fmt.Errorf("its content, %s, has another game %s", b.file(bundle), game)
	}
	return c, nil
}

func buildBundle(bundle []byte) (*rules.Content, error) {
	l, err := archive.OpenBundle(bundle)
	if err != nil {
		return nil, err
	}
	// What was left out of the live content is left out again.
	r := quarantine.Isolate(l, nil, nil)
	if r.Content == nil {
		return nil, r.Problems
	}
	return r.Content, nil
}
