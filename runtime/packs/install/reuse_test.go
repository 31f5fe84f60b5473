package install

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/tests/golden"
)

// brief writes changes and an error on one line.
func brief(changes []Change, err error) string {
	var words []string
	for _, c := range changes {
		words = append(words, fmt.Sprintf("%s %s→%s", c.Pack, c.Before, c.After))
	}
	if code := codeOf(err); code != "" {
		words = append(words, code)
	}
	return strings.Join(words, ", ")
}

// TestOnlyWhatIsNeededIsFetched checks which packs are written by their source: those
// given, even if the cache has them, and no others that the cache has.
func TestOnlyWhatIsNeededIsFetched(t *testing.T) {
	i := bare(t)
	var wrote []string
	source := func(files fstest.MapFS) *shop {
		s := selling(t, files)
		s.digest = packageDigest(t, files)
		s.write = func(p *Package, w io.Writer) (string, error) {
			wrote = append(wrote, p.Name())
			return p.Write(w)
		}
		return s
	}
	for _, c := range []struct{ install, want, wrote string }{
		{"apples 1.0.0", "apples →1.0.0", "apples 1.0.0"},
		{"apples 1.0.0", "", "apples 1.0.0"},
		{"bones 1.0.0", "bones →1.0.0", "bones 1.0.0"},
		{"bones 1.1.0", "bones 1.0.0→1.1.0", "bones 1.1.0"},
		{"bones 1.0.0", "bones 1.1.0→1.0.0", "bones 1.0.0"},
	} {
		wrote = nil
		if got := brief(i.Install(t.Context(), Environment{}, source(written(c.install)))); got != c.want || strings.Join(wrote, ", ") != c.wrote {
			t.Errorf("%s: %q, writing %q; want %q, writing %q", c.install, got, wrote, c.want, c.wrote)
		}
	}
	wrote = nil
	newer := source(written("bones 1.1.0"))
	if got := brief(i.Update(t.Context(), Environment{}, func(string) (Source, error) { return newer, nil })); got != "bones 1.0.0→1.1.0" || wrote != nil {
		t.Errorf("an update to what the cache has: %q, writing %q", got, wrote)
	}
}

// TestArchivesAreReadOnce checks which archives Roots opens.
func TestArchivesAreReadOnce(t *testing.T) {
	i := bare(t)
	install(t, i, written("apples 1.0.0"), written("bones 1.0.0"))
	var opened []string
	i.Cache.disk.Fault = func(operation, name string) error {
		if operation == "open" {
			opened = append(opened, filepath.Base(name)[:5])
		}
		return nil
	}
	roots := func() string {
		opened = nil
		var names []string
		for _, r := range i.Roots() {
			names = append(names, r.Name)
		}
		return strings.Join(names, " ") + ": " + strings.Join(opened, " ")
	}
	if got := roots() + "; " + roots(); got != "apples@1.0.0 bones@1.0.0: apple bones; apples@1.0.0 bones@1.0.0: " {
		t.Error(got)
	}
	install(t, i, written("bones 1.1.0"))
	if got := roots(); got != "apples@1.0.0 bones@1.1.0: bones" {
		t.Error(got)
	}
	must[[]Change](t)(i.Remove(t.Context(), Environment{}, "apples"))
	install(t, i, written("apples 1.0.0"))
	if got := roots(); got != "apples@1.0.0 bones@1.1.0: " {
		t.Error(got)
	}
}

// TestNotesStayWithTheirArchives checks that the notes on a signed archive are
// removed with it, and not written without it.
func TestNotesStayWithTheirArchives(t *testing.T) {
	i := bare(t)
	buy := func(title string) {
		t.Helper()
		must[[]Change](t)(i.Install(t.Context(), Environment{}, &market{shop: *selling(t, written(title)), key: someKey, name: "oci://fair", anywhere: true, asked: new([]string)}))
	}
	cached := func() string {
		var out []string
		for _, name := range names(t, i.Cache.Dir) {
			for _, title := range []string{"apples 1.0.0", "apples 1.1.0", "cups 1.0.0"} {
				name = strings.ReplaceAll(name, hexOf(packageDigest(t, written(title))), title)
			}
			out = append(out, name)
		}
		slices.Sort(out)
		return strings.Join(out, ", ")
	}
	buy("apples 1.0.0")
	buy("apples 1.1.0")
	const newest = "apples 1.1.0.zip, apples 1.1.0.zip.key, apples 1.1.0.zip.source"
	if got := cached(); got != "apples 1.0.0.zip, apples 1.0.0.zip.key, apples 1.0.0.zip.source, "+newest {
		t.Errorf("there are %s", got)
	}
	i.Cache.disk.Fault = func(operation, _ string) error {
		if operation == "remove" {
			return errors.New("it cannot be removed")
		}
		return nil
	}
	out, err := i.Cache.Clean(nil, false)
	if fmt.Sprint(out.Files, err) != "0 it cannot be removed" {
		t.Errorf("nothing can be removed: %+v, %v", out, err)
	}
	i.Cache.disk.Fault = nil
	out, err = i.Cache.Clean(nil, false)
	if got := cached(); got != newest || out.Files != 3 || out.Kept != 1 || out.Bytes < 500 || err != nil {
		t.Errorf("cleaned: %s, %+v, %v", got, out, err)
	}
	if err := os.RemoveAll(i.Cache.Dir); err != nil {
		t.Fatal(err)
	}
	buy("cups 1.0.0")
	if got := cached(); got != "cups 1.0.0.zip, cups 1.0.0.zip.key, cups 1.0.0.zip.source" {
		t.Errorf("notes without an archive: %s", got)
	}
}

// TestALockOfAnEarlierVersionIsCompleted checks that games and requirements are added to
// a lock that lacks them.
func TestALockOfAnEarlierVersionIsCompleted(t *testing.T) {
	i := bare(t)
	install(t, i, written("apples 1.0.0", "requires: {bones: ^1.0}", "games: [forward]"), written("bones 1.2.0"))
	file := filepath.Join(i.Dir, LockFile)
	text := string(must[[]byte](t)(os.ReadFile(file)))
	old := strings.NewReplacer("    games: [forward]\n    requires: [bones]\n", "", "    games: []\n    requires: []\n", "").Replace(text)
	if err := os.WriteFile(file, []byte(old), 0o666); err != nil || old == text {
		t.Fatal(err, text)
	}
	if got := brief(i.Install(t.Context(), Environment{}, selling(t, written("bones 1.2.0")))); got != "" {
		t.Error(got)
	}
	if got := string(must[[]byte](t)(os.ReadFile(file))); got != text {
		t.Errorf("%s\nwant\n%s", got, text)
	}
}

// TestOtherFilesAreNotLostPacks checks that only archives are listed as packs that may
// be lost if the lock cannot be read.
func TestOtherFilesAreNotLostPacks(t *testing.T) {
	i := bare(t)
	install(t, i, written("apples 1.0.0", "games: [forward]", "requires: {bones: ^1.0}"), written("bones 1.0.0"))
	archive := i.archive(must[*Lock](t)(lockOf(i)).Packs[0])
	data := must[[]byte](t)(os.ReadFile(archive))
	if err := errors.Join(os.WriteFile(archive+".old", data, 0o666), os.WriteFile(filepath.Join(i.Dir, LockFile), []byte("kind: lock\n"), 0o666)); err != nil {
		t.Fatal(err)
	}
	roots := (&Installation{Dir: i.Dir, Cache: i.Cache}).Roots()
	if len(roots) != 1 || len(roots[0].MissingPacks) != 2 || roots[0].MissingPacks[0].ID != "apples" || roots[0].MissingPacks[1].ID != "bones" ||
		fmt.Sprint(roots[0].MissingPacks[0].Games, roots[0].MissingPacks[0].Requires, roots[0].MissingPacks[1].Requires) != "[forward] [bones] []" {
		t.Errorf("%+v", roots)
	}
}

// TestHowManyPacksAreLookedFor checks the limit of packs that are looked for beside
// others, and that none is looked for twice or if there is one.
func TestHowManyPacksAreLookedFor(t *testing.T) {
	i := bare(t)
	var asked []string
	lines := []string{"requires: {there: ^1.0, near: ^2.0"}
	for n := range 120 {
		lines = append(lines, fmt.Sprintf(", p%03d: '*'", n))
	}
	fair := &market{shop: *selling(t, written("apples 1.0.0", strings.Join(lines, "")+"}"), written("cups 1.0.0", "requires: {near: ^2.0}")), asked: &asked}
	env := Environment{Present: []*manifest.Manifest{packages(t, written("there 1.0.0"))[0].Manifest, packages(t, written("near 1.0.0"))[0].Manifest}}
	if got := brief(i.Install(t.Context(), env, fair)); got != "pack/unresolved" {
		t.Error(got)
	}
	if len(asked) != 100 || asked[0] != "near" || asked[1] != "p000" || asked[99] != "p098" || slices.Contains(asked, "there") {
		t.Errorf("%d packs: %v", len(asked), asked)
	}
}

// TestRemovingAPackThatTheWorkspaceHas checks that an installed pack can be removed if
// the workspace has one that will do instead.
func TestRemovingAPackThatTheWorkspaceHas(t *testing.T) {
	own := func(title string, lines ...string) *manifest.Manifest {
		return packages(t, written(title, lines...))[0].Manifest
	}
	needs := own("mine 1.0.0", "requires: {apples: ^1.0}")
	for _, c := range []struct {
		present []*manifest.Manifest
		want    string
	}{
		{[]*manifest.Manifest{needs, own("apples 1.5.0")}, "apples 1.0.0→"},
		{[]*manifest.Manifest{needs, own("apples 3.0.0")}, "pack/missing"},
		{[]*manifest.Manifest{needs, own("bones 1.0.0")}, "pack/missing"},
		{[]*manifest.Manifest{own("mine 1.0.0", "requires: {bones: ^1.0}"), own("bones 1.0.0")}, "apples 1.0.0→"},
	} {
		i := bare(t)
		install(t, i, written("apples 1.0.0"))
		if got := brief(i.Remove(t.Context(), Environment{Present: c.present}, "apples")); got != c.want {
			t.Errorf("beside %s: %s, want %s", c.present[1].ID, got, c.want)
		}
	}
	i := bare(t)
	install(t, i, written("apples 1.0.0"), written("bones 1.0.0"))
	if err := os.WriteFile(i.archive(must[*Lock](t)(lockOf(i)).Packs[1]), []byte("spoilt"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := brief(i.Remove(t.Context(), Environment{Present: []*manifest.Manifest{needs}}, "apples")); got != "pack/digest" {
		t.Errorf("another pack is damaged: %s", got)
	}
}

// TestUpdatesKeepTheSource checks that a pack is not updated to a copy in the cache
// whose source is unknown, unless it came from the cache itself.
func TestUpdatesKeepTheSource(t *testing.T) {
	i := bare(t)
	install(t, installation(t, filepath.Join(t.TempDir(), "other"), i.Cache.Dir), written("bones 1.2.0"), written("cups 1.0.0"))
	install(t, i, written("bones 1.0.0"), written("apples 1.0.0", "requires: {cups: '*'}"))
	install(t, installation(t, filepath.Join(t.TempDir(), "third"), i.Cache.Dir), written("cups 1.1.0"))
	var asked []string
	find := func(source string) (Source, error) {
		asked = append(asked, source)
		return selling(t, written("dice 9.0.0")), nil
	}
	if got := brief(i.Update(t.Context(), Environment{}, find)); got != "cups 1.0.0→1.1.0" || strings.Join(asked, " ") != "shop shop" {
		t.Errorf("%s, asking %v", got, asked)
	}
}

// counting is a file system that counts its open files, and whose files fail when
// they are read.
type counting struct {
	fs.FS
	open *int
	err  error
}

func (c counting) Open(name string) (fs.File, error) {
	f, err := c.FS.Open(name)
	if err == nil {
		*c.open++
	}
	return counted{f, c}, err
}

type counted struct {
	fs.File
	c counting
}

func (c counted) Read(into []byte) (int, error) {
	if c.c.err != nil {
		return 0, c.c.err
	}
	return c.File.Read(into)
}

func (c counted) Close() error {
	*c.c.open--
	return c.File.Close()
}

// TestFilesAreClosedAfterPacking checks that no file stays open, and that no archive
// has a file that cannot be read.
func TestFilesAreClosedAfterPacking(t *testing.T) {
	for _, broken := range []error{nil, errors.New("the disk is gone")} {
		open := 0
		p := packages(t, written("apples 1.0.0"))[0]
		p.root.FS = counting{p.root.FS, &open, broken}
		digest, err := p.Digest()
		if open != 0 || (err == nil) != (broken == nil) || (digest == "") != (broken != nil) || broken != nil && !errors.Is(err, broken) {
			t.Errorf("%d files are open; digest %q, %v", open, digest, err)
		}
		name := filepath.Join(t.TempDir(), "apples.zip")
		_, _, err = p.WriteFile(name)
		if _, missing := os.Stat(name); !errors.Is(err, broken) || (missing == nil) != (broken == nil) {
			t.Errorf("written with %v: %v, then %v", broken, err, missing)
		}
	}
}

// TestFoldersWithoutAPack checks the problems of roots without a pack that can be
// shipped, each reported once.
func TestFoldersWithoutAPack(t *testing.T) {
	for _, c := range []struct {
		files fstest.MapFS
		want  string
	}{
		{fstest.MapFS{"readme.txt": {}}, "root/content: error [content/empty] there is no pack with a manifest here\n  hint: a pack needs a manifest, content/PACK/pack.yaml, which sleight pack init PACK writes\n"},
		{fstest.MapFS{"content/a/d6.yaml": {}}, "root/content: error [content/empty] there is no pack with a manifest here\n  hint: a pack needs a manifest, content/PACK/pack.yaml, which sleight pack init PACK writes\n"},
		{fstest.MapFS{"content/Bad Name/pack.yaml": {}}, "root/content/Bad Name: error [content/pattern] a pack cannot be named \"Bad Name\"\n  hint: rename the folder: lower-case letters, digits, _ and -, starting with a letter\n"},
		{written("apples 1.0.0", "colour: red"), "root/content/apples/pack.yaml:6:1: error [content/unknown-key] unknown key \"colour\"\n  hint: known: after, authors, capabilities, conflicts, engine, games, licence, locales, optional, registry, requires, text\n"},
	} {
		all, problems := Packages(load.Root{FS: c.files, Name: "root"})
		if got := golden.Report(problems); got != c.want || len(all) > 0 {
			t.Errorf("%d packs\n%s\nwant\n%s", len(all), got, c.want)
		}
	}
}
