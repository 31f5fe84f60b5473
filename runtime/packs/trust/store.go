package trust

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
)

// Store is the folder that holds the key each pack was first seen with, in a
// file PACK.pub in minisign's format.
type Store struct {
	folder string
	disk   safefile.Disk
}

// OpenStore returns the store in a folder, which need not exist yet.
func OpenStore(folder string) Store { return Store{folder: folder} }

// Folder returns the folder of the store.
func (s Store) Folder() string { return s.folder }

// KnownKey is a pack and its key.
type KnownKey struct {
	Pack string
	Key  Key
}

const (
	suffix = ".pub"
	// forgotten is the suffix, after that one, of an empty file that marks a
	// pack the user has removed from the store.
	forgotten = ".forgotten"
)

// packID is the form of pack ids in the manifest schema.
var packID = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,63}$`)

func (s Store) file(pack string) string { return filepath.Join(s.folder, pack+suffix) }

// Key returns the stored key of a pack.
func (s Store) Key(pack string) (key Key, known bool, err error) {
	if !packID.MatchString(pack) {
		return Key{}, false, nil
	}
	text, err := readSmall(s.file(pack))
	if errors.Is(err, fs.ErrNotExist) {
		return Key{}, false, nil
	}
	if err == nil {
		key, err = ParseKey(string(text))
	}
	if err != nil {
		d := diag.New("trust/store", diag.Place{File: filepath.ToSlash(s.file(pack))}, "the known key of the pack %s cannot be read: %v", pack, err).
			WithHint("get the key of its author again and write: sleight pack trust %s KEY", pack)
		return Key{}, false, &d
	}
	return key, true, nil
}

// Trust stores a key for a pack, replacing any other.
func (s Store) Trust(pack string, key Key) error { return s.keep(pack, key, safefile.Write) }

// TrustFirst is Trust for a pack without a stored key. If two processes call it at
// the same time with different keys, the second fails.
func (s Store) TrustFirst(pack string, key Key) error {
	err := s.keep(pack, key, safefile.WriteNew)
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	if now, known, err := s.Key(pack); err != nil || !known || now.Equal(key) {
		return err
	}
	d := diag.New("trust/key", diag.Place{}, "the pack %s was just seen with another key", pack).WithHint("install it again")
	return &d
}

func (s Store) keep(pack string, key Key, put func(safefile.Disk, string, fs.FileMode, func(io.Writer) error) error) error {
	if !packID.MatchString(pack) {
		return fmt.Errorf("%q is not an id of a pack", pack)
	}
	if err := s.disk.MkdirAll(s.folder, 0o700); err != nil {
		return err
	}
	_ = safefile.Clean(s.disk, s.folder) // leftover files do no harm
	text := key.File("the pack " + pack + " is signed with the minisign key " + key.ID())
	if err := put(s.disk, s.file(pack), 0o644, safefile.Bytes([]byte(text))); err != nil {
		return err
	}
	if err := s.disk.Remove(s.file(pack) + forgotten); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Forget removes the key of a pack, and marks the pack so that keys in locks
// are not used for it either.
func (s Store) Forget(pack string) error {
	if !packID.MatchString(pack) {
		return nil
	}
	if err := s.disk.MkdirAll(s.folder, 0o700); err != nil {
		return err
	}
	if err := safefile.Write(s.disk, s.file(pack)+forgotten, 0o644, safefile.Bytes(nil)); err != nil {
		return err
	}
	err := s.disk.Remove(s.file(pack))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Forgotten reports whether Forget was called for a pack and no key was stored
// since.
func (s Store) Forgotten(pack string) bool {
	_, err := os.Stat(s.file(pack) + forgotten)
	return err == nil
}

// Packs returns the sorted ids of the packs with a stored key, including keys
// that cannot be read.
func (s Store) Packs() ([]string, error) {
	entries, err := os.ReadDir(s.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if pack, is := strings.CutSuffix(e.Name(), suffix); is && packID.MatchString(pack) {
			out = append(out, pack)
		}
	}
	slices.Sort(out)
	return out, nil
}

// All returns the packs with a stored key, by id.
func (s Store) All() ([]KnownKey, error) {
	packs, err := s.Packs()
	if err != nil {
		return nil, err
	}
	var out []KnownKey
	for _, pack := range packs {
		key, known, err := s.Key(pack)
		if err != nil {
			return nil, err
		}
		if known {
			out = append(out, KnownKey{pack, key})
		}
	}
	return out, nil
}
