package install

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAFailingDiskLeavesTheOldOrTheNew makes the n-th operation of every sort
// of change fail, for each n: alone, and together with all later ones, like a
// lost disk.
func TestAFailingDiskLeavesTheOldOrTheNew(t *testing.T) {
	const old = "a 1.0.0, b 1.0.0"
	for name, c := range map[string]struct {
		act func(t *testing.T, i *Installation) error
		new string
	}{
		"install": {func(t *testing.T, i *Installation) error {
			_, err := i.Install(t.Context(), Environment{}, selling(t, written(newer[0]), written(newer[1])))
			return err
		}, "a 1.1.0, b 1.0.0, c 1.0.0"},
		"remove": {func(t *testing.T, i *Installation) error {
			_, err := i.Remove(t.Context(), Environment{}, "b")
			return err
		}, "a 1.0.0"},
		"update": {func(t *testing.T, i *Installation) error {
			shop := selling(t, written("a 1.5.0"), written("b 1.1.0"))
			_, err := i.Update(t.Context(), Environment{}, func(string) (Source, error) { return shop, nil })
			return err
		}, "a 1.5.0, b 1.1.0"},
		"clean": {func(_ *testing.T, i *Installation) error {
			_, err := i.Cache.Clean(nil, true)
			return err
		}, old},
	} {
		for _, gone := range []bool{false, true} {
			most := 200
			if testing.Short() {
				most = 10
			}
			for at := 0; at < most; at++ {
				i := bare(t)
				install(t, i, written("a 1.0.0"), written("b 1.0.0"))
				before := state(t, i)
				n := 0
				i.Cache.disk.Fault = func(operation, _ string) error {
					if n++; n == at+1 || gone && n > at {
						return errors.New("the disk fails to " + operation)
					}
					return nil
				}
				err := c.act(t, i)
				i.Cache.disk.Fault = nil
				got := clean(t, i)
				switch {
				case got != old && got != c.new || err == nil && got != c.new:
					t.Fatalf("%s, operation %d (and all after: %v): it is %q, with %v", name, at, gone, got, err)
				case got == old && err != nil && name != "clean":
					kept(t, i, before)
				}
				if err := c.act(t, i); err != nil && got == old {
					t.Fatalf("%s again after operation %d: %v", name, at, err)
				}
				if again := clean(t, i); again != c.new {
					t.Errorf("%s again after operation %d: %s", name, at, again)
				}
				if n <= at {
					break
				}
			}
		}
	}
}

// TestLeftoversAreRemovedAtTheNextStart checks the cache, the
// archive folder and the workspace folder; files that may still be in use stay.
func TestLeftoversAreRemovedAtTheNextStart(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	t.Setenv(CacheVariable, cache)
	packs := filepath.Join(dir, filepath.FromSlash(archives))
	if err := os.MkdirAll(packs, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{dir, cache, packs} {
		for name, age := range map[string]time.Duration{newFile + "old": 2 * abandoned, newFile + "young": 0, "mine": 2 * abandoned} {
			file := filepath.Join(folder, name)
			then := time.Now().Add(-age)
			if err := errors.Join(os.WriteFile(file, nil, 0o666), os.Chtimes(file, then, then)); err != nil {
				t.Fatal(err)
			}
		}
	}
	At(dir)
	for _, folder := range []string{dir, cache, packs} {
		left := strings.Join(names(t, folder), " ")
		if strings.Contains(left, "old") || !strings.Contains(left, "young") || !strings.Contains(left, "mine") {
			t.Errorf("%s holds %s", folder, left)
		}
	}
}

// TestRestoreOnAFailingDiskMatchesTheLock makes the n-th operation of
// restoring lost archives fail, for each n, from the cache and from where they
// came from: each archive is then absent or as locked, the lock is unchanged,
// and restoring again brings everything back.
func TestRestoreOnAFailingDiskMatchesTheLock(t *testing.T) {
	for _, cached := range []bool{true, false} {
		for at := 0; ; at++ {
			i := bare(t)
			shop := selling(t, written("a 1.0.0"), written("b 1.0.0"))
			find := func(string) (Source, error) { return shop, nil }
			must[[]Change](t)(i.Install(t.Context(), Environment{}, shop))
			before := state(t, i)
			if err := os.RemoveAll(filepath.Join(i.Dir, filepath.FromSlash(archives))); err != nil {
				t.Fatal(err)
			}
			if !cached {
				if err := os.RemoveAll(i.Cache.Dir); err != nil {
					t.Fatal(err)
				}
			}
			n := 0
			i.Cache.disk.Fault = func(operation, _ string) error {
				if n++; n == at+1 {
					return errors.New("the disk fails to " + operation)
				}
				return nil
			}
			_, failed := i.Restore(t.Context(), find)
			i.Cache.disk.Fault = nil
			for name, text := range state(t, i) {
				if before[name] != text && !strings.Contains(name, newFile) {
					t.Fatalf("operation %d: %s is neither absent nor as locked", at, name)
				}
			}
			if failed == nil {
				kept(t, i, before)
			}
			if _, err := i.Restore(t.Context(), find); err != nil {
				t.Fatalf("again after operation %d: %v", at, err)
			}
			kept(t, i, before)
			if n <= at {
				break
			}
		}
	}
}

// TestAFailingDiskKeepsTheCache makes writing an archive fail while it is
// restored from the cache, its only copy: the archive stays there, and the error
// is that of the disk.
func TestAFailingDiskKeepsTheCache(t *testing.T) {
	i := bare(t)
	install(t, i, written("a 1.0.0"))
	if err := os.RemoveAll(filepath.Join(i.Dir, filepath.FromSlash(archives))); err != nil {
		t.Fatal(err)
	}
	full := errors.New("the disk is full")
	i.Cache.disk.Fault = func(operation, _ string) error {
		if operation == "write" {
			return full
		}
		return nil
	}
	gone := func(string) (Source, error) { return nil, errors.New("the source is gone") }
	if _, err := i.Restore(t.Context(), gone); !errors.Is(err, full) || strings.Contains(err.Error(), "digest") {
		t.Errorf("on a full disk: %v", err)
	}
	i.Cache.disk.Fault = nil
	if _, err := i.Restore(t.Context(), gone); err != nil {
		t.Fatalf("once there is space: %v", err)
	}
	if got := clean(t, i); got != "a 1.0.0" {
		t.Errorf("restored: %q", got)
	}
}
