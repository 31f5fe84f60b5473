package install

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestInstalledPacksMatchTheLock(t *testing.T) {
	i := bare(t)
	if got := install(t, i, written("a 1.0.0", "requires: {b: ^1.0}"), written("b 1.1.0")); len(got) != 2 || got[0].After != "1.0.0" {
		t.Errorf("%+v", got)
	}
	if got := clean(t, i); got != "a 1.0.0, b 1.1.0" {
		t.Error(got)
	}
	before := state(t, i)
	if got := install(t, i, written("a 1.0.0", "requires: {b: ^1.0}")); len(got) != 0 {
		t.Errorf("again: %+v", got)
	}
	unchanged(t, i, before)
	install(t, i, written("a 2.0.0"))
	if got := clean(t, i); got != "a 2.0.0, b 1.1.0" {
		t.Error(got)
	}
	if len(state(t, i)) != 3 {
		t.Error("the archive of the old version is still there")
	}
}

func TestUnrequiredPacksAreRemoved(t *testing.T) {
	i := bare(t)
	b := selling(t, written("b 1.0.0"))
	must[[]Change](t)(i.Install(t.Context(), Environment{}, b))
	must[[]Change](t)(i.Remove(t.Context(), Environment{}, "b"))
	if got := clean(t, i); got != "" {
		t.Error(got)
	}
	// b is in the cache now, so it is found.
	got := install(t, i, written("a 1.0.0", "requires: {b: ^1.0}"))
	if clean(t, i) != "a 1.0.0, b 1.0.0" || len(got) != 2 || fmt.Sprint(got[1].For) != "[a]" {
		t.Errorf("%+v", got)
	}
	before := state(t, i)
	if _, err := i.Remove(t.Context(), Environment{}, "b"); codeOf(err) != "pack/missing" {
		t.Error(err)
	}
	if _, err := i.Remove(t.Context(), Environment{}, "c"); codeOf(err) != "error" {
		t.Error(err)
	}
	unchanged(t, i, before)
	must[[]Change](t)(i.Remove(t.Context(), Environment{}, "a"))
	if got := clean(t, i); got != "" {
		t.Error(got)
	}
}

func TestUpdateTakesTheNewestCompatibleVersions(t *testing.T) {
	i := bare(t)
	s := selling(t, written("a 1.0.0"), written("b 1.0.0"))
	must[[]Change](t)(i.Install(t.Context(), Environment{}, s))
	s.packs = append(s.packs, written("a 1.5.0"), written("a 2.0.0", "requires: {b: ^9.0}"), written("b 1.1.0"))
	find := func(string) (Source, error) { return s, nil }
	must[[]Change](t)(i.Update(t.Context(), Environment{}, find, "b"))
	if got := clean(t, i); got != "a 1.0.0, b 1.1.0" {
		t.Error(got)
	}
	must[[]Change](t)(i.Update(t.Context(), Environment{}, find))
	if got := clean(t, i); got != "a 1.5.0, b 1.1.0" {
		t.Error(got)
	}
	must[[]Change](t)(i.Update(t.Context(), Environment{Ranges: nil}, find))
	if _, err := i.Update(t.Context(), Environment{}, find, "c"); codeOf(err) != "error" {
		t.Error(err)
	}
}

func TestWorkspacePacksConstrainInstallation(t *testing.T) {
	i := bare(t)
	own := packages(t, written("own 1.0.0", "requires: {a: <2.0}"))[0].Manifest
	env := Environment{Ranges: nil, Present: nil}
	env.Present = append(env.Present, own)
	env.Fixed = append(env.Fixed, "own")
	both := selling(t, written("a 1.0.0"), written("a 1.5.0"), written("a 2.0.0"))
	must[[]Change](t)(i.Install(t.Context(), env, both))
	if got := clean(t, i); got != "a 1.5.0" {
		t.Errorf("beside its own pack: %s", got)
	}
	env.Ranges = append(env.Ranges, need(t, "a", "~1.0"))
	must[[]Change](t)(i.Install(t.Context(), env, both))
	if got := clean(t, i); got != "a 1.0.0" {
		t.Errorf("by sleight.yaml: %s", got)
	}
	if _, err := i.Install(t.Context(), env, selling(t, written("own 2.0.0"))); codeOf(err) != "error" {
		t.Error(err)
	}
	if _, err := i.Remove(t.Context(), env, "a"); codeOf(err) != "pack/missing" {
		t.Error(err)
	}
}

// TestAFailedInstallChangesNothing checks that a failed install changes neither
// the installation nor the cache.
func TestAFailedInstallChangesNothing(t *testing.T) {
	broken := errors.New("the line is dead")
	for name, c := range map[string]struct {
		source *shop
		code   string
	}{
		"a requirement that is not there":   {selling(t, written("a 1.0.0", "requires: {gone: ^1.0}")), "pack/unresolved"},
		"a requirement in another version":  {selling(t, written("a 1.0.0", "requires: {kept: ^2.0}")), "pack/unresolved"},
		"a conflict":                        {selling(t, written("a 1.0.0", "conflicts: {kept: '*'}")), "pack/unresolved"},
		"another engine":                    {selling(t, written("a 1.0.0", "engine: ^99.0")), "pack/unresolved"},
		"two versions asked for by another": {selling(t, written("a 1.0.0", "requires: {b: ^1.0}"), written("b 2.0.0")), "pack/unresolved"},
		"a download that ends early": {&shop{t: t, packs: []fs.FS{written("a 1.0.0")}, write: func(p *Package, w io.Writer) (string, error) {
			data, _ := archived(t, p)
			_, err := w.Write(data[:len(data)/2])
			return "", errors.Join(err, broken)
		}}, "error"},
		"a download that is cut off without a word": {&shop{t: t, packs: []fs.FS{written("a 1.0.0")}, write: func(p *Package, w io.Writer) (string, error) {
			data, digest := archived(t, p)
			_, err := w.Write(data[:len(data)/2])
			return digest, err
		}}, "file/archive"},
		"another digest than was said": {&shop{t: t, packs: []fs.FS{written("a 1.0.0")}, digest: digestOf(strings.Repeat("0a", 32))}, "pack/digest"},
		"a digest that differs from the announced one": {&shop{t: t, packs: []fs.FS{written("a 1.0.0")}, write: func(p *Package, w io.Writer) (string, error) {
			_, err := p.Write(w)
			return digestOf(strings.Repeat("0a", 32)), err
		}}, "pack/digest"},
		"another pack than was said": {&shop{t: t, packs: []fs.FS{written("a 1.0.0")}, write: func(_ *Package, w io.Writer) (string, error) {
			return packages(t, written("b 1.0.0"))[0].Write(w)
		}}, "pack/digest"},
		"another version than was said": {&shop{t: t, packs: []fs.FS{written("a 1.0.0")}, write: func(_ *Package, w io.Writer) (string, error) {
			return packages(t, written("a 1.0.1"))[0].Write(w)
		}}, "pack/digest"},
	} {
		t.Run(name, func(t *testing.T) {
			i := bare(t)
			install(t, i, written("kept 1.0.0"))
			before, cached := state(t, i), names(t, i.Cache.Dir)
			_, err := i.Install(t.Context(), Environment{}, c.source)
			if codeOf(err) != c.code {
				t.Errorf("%v", err)
			}
			unchanged(t, i, before)
			if now := names(t, i.Cache.Dir); !slices.Equal(now, cached) {
				t.Errorf("the cache has %v, had %v", now, cached)
			}
		})
	}
}

func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	for _, e := range must[[]os.DirEntry](t)(os.ReadDir(dir)) {
		out = append(out, e.Name())
	}
	return out
}

// TestAnInstallThatFailsAtAnyStepChangesNothing checks that an installation
// that fails changes nothing, whatever step fails.
func TestAnInstallThatFailsAtAnyStepChangesNothing(t *testing.T) {
	failed := errors.New("the disk is full")
	for at := 0; ; at++ {
		i := bare(t)
		install(t, i, written("a 1.0.0"), written("b 1.0.0"))
		before := state(t, i)
		n, step := 0, ""
		i.step = func(name string) error {
			if n++; n > at {
				step = name
				return failed
			}
			return nil
		}
		_, err := i.Install(t.Context(), Environment{}, selling(t, written("a 1.1.0"), written("c 1.0.0")))
		if err == nil || step == "tidy" {
			if at < 5 {
				t.Errorf("there are only %d steps", at)
			}
			return
		}
		if !errors.Is(err, failed) {
			t.Fatal(err)
		}
		unchanged(t, i, before)
	}
}

func TestRestoreMatchesTheLockExactly(t *testing.T) {
	i := bare(t)
	s := selling(t, written("a 1.0.0"), written("b 1.0.0"))
	must[[]Change](t)(i.Install(t.Context(), Environment{}, s))
	want := state(t, i)
	nowhere := func(string) (Source, error) { return nil, errors.New("there is no way") }
	shopping := func(string) (Source, error) { return s, nil }
	spoil := func(dir string) {
		t.Helper()
		for _, name := range names(t, dir) {
			if strings.HasSuffix(name, ".zip") {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("spoilt"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	back := func(how string, find func(string) (Source, error)) {
		t.Helper()
		if _, err := i.Restore(t.Context(), find); err != nil {
			t.Errorf("%s: %v", how, err)
		}
		unchanged(t, i, want)
	}
	back("with nothing to do", nowhere)
	if err := os.RemoveAll(i.folder()); err != nil {
		t.Fatal(err)
	}
	back("from the cache", nowhere)
	spoil(i.folder())
	back("what was spoilt", nowhere)
	spoil(i.folder())
	spoil(i.Cache.Dir)
	if _, err := i.Restore(t.Context(), nowhere); err == nil {
		t.Error("it was restored without a source")
	}
	back("from the source", shopping)

	spoil(i.folder())
	spoil(i.Cache.Dir)
	s.packs[0] = with(written("a 1.0.0"), "content/a/more.yaml", written("a 1.0.0")["content/a/d6.yaml"])
	if _, err := i.Restore(t.Context(), shopping); codeOf(err) != "pack/digest" {
		t.Errorf("from a source that has changed: %v", err)
	}
}

// TestVerifyNoticesEveryByte checks that changing any byte of an installed
// archive is noticed.
func TestVerifyNoticesEveryByte(t *testing.T) {
	i := bare(t)
	install(t, i, written("a 1.0.0"))
	lock, _ := i.ReadLockFile()
	file := i.archive(lock.Packs[0])
	data := must[[]byte](t)(os.ReadFile(file))
	wrong := 0
	try := func(what string, data []byte) {
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, problems := i.Verify(); len(problems) != 1 || problems[0].Code != "pack/digest" {
			t.Fatalf("%s: %v", what, problems)
		}
		roots := (&Installation{Dir: i.Dir, Cache: i.Cache}).Roots()
		if len(roots) != 1 || roots[0].FS != nil || len(roots[0].Problems) != 1 || roots[0].Problems[0].Code != "pack/digest" {
			t.Fatalf("%s is read: %v", what, roots)
		}
		wrong++
	}
	for n := range data {
		changed := bytes.Clone(data)
		changed[n] ^= 1 << (n % 8)
		try(fmt.Sprintf("byte %d", n), changed)
	}
	try("one more", append(bytes.Clone(data), 0))
	try("one before", append([]byte{0}, data...))
	try("one less", data[:len(data)-1])
	try("nothing", nil)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, problems := i.Verify(); len(problems) != 1 {
		t.Error(problems)
	}
	t.Logf("%d wrong archives", wrong)
}
