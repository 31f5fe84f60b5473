package install

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/manifest"
)

// TestTheCacheVerifiesWhatItGives checks that an archive under the digest of another is
// refused and removed, and that files without the ending of an archive are not offered.
func TestTheCacheVerifiesWhatItGives(t *testing.T) {
	i := bare(t)
	install(t, i, written("apples 1.0.0"), written("bones 1.0.0"))
	c := i.Cache
	apples, bones := packageDigest(t, written("apples 1.0.0")), packageDigest(t, written("bones 1.0.0"))
	data := must[[]byte](t)(os.ReadFile(c.file(bones)))
	if err := errors.Join(os.WriteFile(c.file(apples), data, 0o666), os.WriteFile(strings.TrimSuffix(c.file(bones), ".zip"), data, 0o666)); err != nil {
		t.Fatal(err)
	}
	if offers := must[[]Offer](t)(c.Offers(t.Context())); len(offers) != 2 {
		t.Errorf("%d offers", len(offers))
	}
	want := c.file(apples) + ": the digest is " + bones + ", not " + apples
	if err := c.Write(apples, io.Discard); err == nil || err.Error() != want || c.Has(apples) {
		t.Errorf("another archive: %v, still there: %v", err, c.Has(apples))
	}
	if err := c.Write(apples, io.Discard); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no archive: %v", err)
	}
	if err := c.Write(bones, io.Discard); err != nil || !c.Has(bones) {
		t.Errorf("the right archive: %v", err)
	}
}

// TestALostArchiveStopsAnInstallation checks the report on an installed pack whose
// archive is gone or damaged.
func TestALostArchiveStopsAnInstallation(t *testing.T) {
	for want, harm := range map[string]func(name string) error{
		"apples 1.0.0 is locked, but its archive cannot be read: no such file or directory": os.Remove,
		"the archive of apples 1.0.0 does not match sleight.lock":                           func(name string) error { return os.WriteFile(name, nil, 0o666) },
	} {
		i := bare(t)
		install(t, i, written("apples 1.0.0"))
		if err := harm(i.archive(must[*Lock](t)(lockOf(i)).Packs[0])); err != nil {
			t.Fatal(err)
		}
		_, err := i.Install(t.Context(), Environment{}, selling(t, written("bones 1.0.0")))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if all := i.Manifests(); len(all) != 0 {
			t.Errorf("%d manifests", len(all))
		}
	}
}

// TestStepsOfAnInstallation checks the steps in which a change is made: nothing is
// written if nothing changes.
func TestStepsOfAnInstallation(t *testing.T) {
	i := bare(t)
	var steps []string
	i.step = func(name string) error {
		steps = append(steps, name)
		return nil
	}
	for _, c := range []struct{ install, want string }{
		{"apples 1.0.0", "fetch archive written lock locking tidy"},
		{"apples 1.0.0", "fetch archive"},
		{"bones 1.0.0", "fetch archive archive written lock locking tidy"},
		{"bones 1.1.0", "fetch archive archive written lock locking tidy"},
	} {
		steps = nil
		install(t, i, written(c.install))
		if got := strings.Join(steps, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.install, got, c.want)
		}
	}
	steps = nil
	must[[]Change](t)(i.Remove(t.Context(), Environment{}, "apples"))
	if got := strings.Join(steps, " "); got != "archive lock locking tidy" {
		t.Errorf("one removed: %s", got)
	}
	if left := strings.Join(names(t, i.folder()), " "); strings.Count(left, ".zip") != 1 || !strings.Contains(left, "bones-1.1.0-") {
		t.Errorf("there are %s", left)
	}
}

// TestAnEarlierLockIsCompletedWithoutACache checks that the games of an installed pack
// are read from its archive if the cache has no copy.
func TestAnEarlierLockIsCompletedWithoutACache(t *testing.T) {
	i := bare(t)
	farm := with(written("farm 1.0.0", "games: [forward]", "requires: {bones: ^1.0}"), "content/farm/game.yaml", &fstest.MapFile{Data: []byte("kind: game\nid: pig\nphases: {play: {}}\n")})
	install(t, i, farm, written("bones 1.0.0"))
	file := filepath.Join(i.Dir, LockFile)
	text := string(must[[]byte](t)(os.ReadFile(file)))
	old := strings.Replace(text, "    games: [forward, pig]\n    requires: [bones]\n", "", 1)
	if err := errors.Join(os.WriteFile(file, []byte(old), 0o666), os.RemoveAll(i.Cache.Dir)); err != nil || old == text {
		t.Fatal(err, text)
	}
	install(t, i, written("bones 1.0.0"))
	if got := string(must[[]byte](t)(os.ReadFile(file))); got != text {
		t.Errorf("%s\nwant\n%s", got, text)
	}
}

// TestPacksOfTheWorkspaceAreNotReplacedFromTheCache checks that a pack of the workspace
// keeps its version although the cache has another.
func TestPacksOfTheWorkspaceAreNotReplacedFromTheCache(t *testing.T) {
	i := bare(t)
	install(t, installation(t, filepath.Join(t.TempDir(), "other"), i.Cache.Dir), written("mine 2.0.0"))
	mine := packages(t, written("mine 1.0.0"))[0].Manifest
	for _, c := range []struct {
		fixed []string
		want  string
	}{
		{[]string{"mine"}, "pack/unresolved"},
		{nil, "bones →1.0.0, mine →2.0.0"},
	} {
		env := Environment{Present: []*manifest.Manifest{mine}, Fixed: c.fixed}
		if got := brief(i.Install(t.Context(), env, selling(t, written("bones 1.0.0", "requires: {mine: ^2.0}")))); got != c.want {
			t.Errorf("fixed %v: %s, want %s", c.fixed, got, c.want)
		}
	}
}

// TestEmptyFilesArePacked checks that an archive has files without content.
func TestEmptyFilesArePacked(t *testing.T) {
	files := with(written("apples 1.0.0"), "scripts/apples/none.lua", &fstest.MapFile{})
	data, digest := archived(t, packages(t, files)[0])
	again, problems := Archive("apples.zip", strings.NewReader(string(data)), int64(len(data)))
	if len(again) != 1 || len(problems) > 0 || must[string](t)(again[0].Digest()) != digest || !strings.Contains(string(data), "scripts/apples/none.lua") {
		t.Errorf("%d packs, %v", len(again), problems)
	}
}
