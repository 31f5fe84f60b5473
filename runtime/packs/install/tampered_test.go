package install

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/tests/golden"
)

// TestStoryOfATamperedInstallation states the reports about an installation
// whose lock and archives do not match, from each method that reads it, and the
// effect of restoring it.
func TestStoryOfATamperedInstallation(t *testing.T) {
	for name, tamper := range map[string]func(t *testing.T, i *Installation, lock *Lock) error{
		"an archive in the place of another": func(_ *testing.T, i *Installation, lock *Lock) error {
			data, err := os.ReadFile(i.archive(lock.Packs[1]))
			return errors.Join(err, os.WriteFile(i.archive(lock.Packs[0]), data, 0o666))
		},
		"another version in the lock": func(_ *testing.T, i *Installation, lock *Lock) error {
			before := i.archive(lock.Packs[0])
			lock.Packs[0].Version = "1.0.1"
			return errors.Join(os.Rename(before, i.archive(lock.Packs[0])), os.WriteFile(filepath.Join(i.Dir, LockFile), lock.Bytes(), 0o666))
		},
		"another id in the lock": func(_ *testing.T, i *Installation, lock *Lock) error {
			before := i.archive(lock.Packs[0])
			lock.Packs[0].ID = "apricots"
			return errors.Join(os.Rename(before, i.archive(lock.Packs[0])), os.WriteFile(filepath.Join(i.Dir, LockFile), lock.Bytes(), 0o666))
		},
		"another digest in the lock": func(_ *testing.T, i *Installation, lock *Lock) error {
			before := i.archive(lock.Packs[0])
			lock.Packs[0].Digest = lock.Packs[1].Digest
			return errors.Join(os.Rename(before, i.archive(lock.Packs[0])), os.WriteFile(filepath.Join(i.Dir, LockFile), lock.Bytes(), 0o666))
		},
		"a folder for an archive": func(_ *testing.T, i *Installation, lock *Lock) error {
			return errors.Join(os.Remove(i.archive(lock.Packs[0])), os.Mkdir(i.archive(lock.Packs[0]), 0o777))
		},
		"a byte at the end of an archive": func(_ *testing.T, i *Installation, lock *Lock) error {
			data, err := os.ReadFile(i.archive(lock.Packs[0]))
			return errors.Join(err, os.WriteFile(i.archive(lock.Packs[0]), append(data, 0), 0o666))
		},
		"half an archive, and the other in the cache spoilt": func(_ *testing.T, i *Installation, lock *Lock) error {
			data, err := os.ReadFile(i.archive(lock.Packs[0]))
			return errors.Join(err, os.WriteFile(i.archive(lock.Packs[0]), data[:len(data)/2], 0o666), os.WriteFile(i.Cache.file(lock.Packs[1].Digest), data, 0o666))
		},
		"a lock that cannot be read": func(_ *testing.T, i *Installation, lock *Lock) error {
			return errors.Join(os.WriteFile(filepath.Join(i.Dir, LockFile), []byte("kind: lock\n"), 0o666), os.WriteFile(filepath.Join(i.folder(), "spoilt.zip"), []byte("x"), 0o666), os.Symlink("nowhere", filepath.Join(i.folder(), "gone.zip")))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			shop := selling(t, written("apples 1.0.0", "games: [forward]"), written("bones 1.2.0"))
			must[[]Change](t)(s.i.Install(t.Context(), Environment{}, shop))
			if err := tamper(t, s.i, must[*Lock](t)(lockOf(s.i))); err != nil {
				t.Fatal(err)
			}
			again := &Installation{Dir: s.i.Dir, Cache: s.i.Cache}
			s.roots("roots", again.Roots())
			_, problems := again.Verify()
			s.say("verified", golden.Report(problems))
			var ids []any
			for _, m := range again.Manifests() {
				ids = append(ids, m.ID+" "+m.VersionText())
			}
			s.say("manifests", ids...)
			if lock, _ := again.ReadLockFile(); lock != nil {
				roots, err := again.RootsOf(lock)
				s.roots("roots of the lock", roots)
				s.failed(err)
			}
			s.files = state(t, s.i)
			changes, err := again.Install(t.Context(), Environment{}, selling(t, written("cups 1.0.0")))
			s.did("something else installed", changes, err)
			changes, err = again.Restore(t.Context(), func(string) (Source, error) { return shop, nil })
			s.did("restored", changes, err)
			s.end("tampered_" + strings.ReplaceAll(strings.ReplaceAll(name, " ", "_"), ",", ""))
		})
	}
}

// TestStoryOfAnUpdateThatReplacesPacks states the changes of an update that
// adds, replaces and removes packs, in their order.
func TestStoryOfAnUpdateThatReplacesPacks(t *testing.T) {
	s := newStory(t)
	all := selling(t, written("mill 1.0.0", "requires: {axle: ^1.0, wheel: ^1.0}"), written("axle 1.0.0"), written("wheel 1.0.0"))
	changes, err := s.i.Install(t.Context(), Environment{}, all)
	s.did("all", changes, err)
	changes, err = s.i.Remove(t.Context(), Environment{}, "axle", "wheel")
	s.did("required packs cannot be removed", changes, err)
	only := newStory(t)
	s.i, s.files = only.i, nil
	changes, err = s.i.Install(t.Context(), Environment{}, &market{shop: *selling(t, written("mill 1.0.0", "requires: {axle: ^1.0, wheel: ^1.0}")), asked: new([]string), beside: map[string]*shop{
		"axle": selling(t, written("axle 1.0.0")), "wheel": selling(t, written("wheel 1.0.0")),
	}})
	s.did("a pack and the packs that it requires", changes, err)
	newer := &market{shop: *selling(t, written("mill 2.0.0", "requires: {belt: ^1.0, zip: ^1.0}")), asked: new([]string), beside: map[string]*shop{
		"belt": selling(t, written("belt 1.0.0")), "zip": selling(t, written("zip 1.0.0")),
	}}
	changes, err = s.i.Update(t.Context(), Environment{}, func(string) (Source, error) { return newer, nil })
	s.did("updated to one that requires others", changes, err)
	s.end("replaced")
}

// TestStoryOfALostCache states what is installed beside packs that are no
// longer in the cache, and the report about a cache that is a file.
func TestStoryOfALostCache(t *testing.T) {
	s := newStory(t)
	act := func(title string, packs ...fs.FS) {
		t.Helper()
		changes, err := s.i.Install(t.Context(), Environment{}, selling(t, packs...))
		s.did(title, changes, err)
	}
	act("two packs", written("apples 1.0.0", "requires: {bones: ^1.0}"), written("bones 1.2.0"))
	if err := os.RemoveAll(s.i.Cache.Dir); err != nil {
		t.Fatal(err)
	}
	act("another, without a cache", written("cups 1.0.0"))
	if err := errors.Join(os.RemoveAll(s.i.Cache.Dir), os.WriteFile(s.i.Cache.Dir, []byte("x"), 0o666)); err != nil {
		t.Fatal(err)
	}
	act("another, with a file for a cache", written("dice 1.0.0"))
	changes, err := s.i.Remove(t.Context(), Environment{}, "cups")
	s.did("one removed, with a file for a cache", changes, err)
	_, problems := s.i.Verify()
	s.say("verified", golden.Report(problems))
	s.end("cache_lost")
}
