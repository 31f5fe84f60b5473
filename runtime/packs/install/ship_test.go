package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
)

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// written returns the files of a pack "id version", with additional lines in
// its manifest.
func written(title string, lines ...string) fstest.MapFS {
	id, version, _ := strings.Cut(title, " ")
	text := fmt.Sprintf("kind: pack\nformat: 1\nid: %s\nversion: %s\ntitle: A Pack\n%s\n", quoted(id), version, strings.Join(lines, "\n"))
	return fstest.MapFS{
		"content/" + id + "/pack.yaml":    {Data: []byte(text)},
		"content/" + id + "/d6.yaml":      {Data: []byte("kind: die\nid: " + id + "_d6\nname: Die\nsides: 6\n")},
		"scripts/" + id + "/dice/d6.lua":  {Data: []byte("return {}\n")},
		"content/" + id + "/.hidden.yaml": {Data: []byte("no")},
	}
}

func packages(t testing.TB, files fs.FS) []*Package {
	t.Helper()
	all, problems := Packages(load.Root{FS: files})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return all
}

// shop is a source of made-up packs.
type shop struct {
	t     testing.TB
	packs []fs.FS
	// write replaces writing them if it is not nil.
	write func(p *Package, w io.Writer) (string, error)
	// digest is announced in the offers.
	digest string
}

func (s *shop) Offers(context.Context) (out []Offer, err error) {
	for _, files := range s.packs {
		for _, p := range packages(s.t, files) {
			out = append(out, Offer{Manifest: p.Manifest, Source: "shop", Digest: s.digest, Write: func(_ context.Context, w io.Writer) (string, error) {
				if s.write != nil {
					return s.write(p, w)
				}
				return p.Write(w)
			}})
		}
	}
	return out, nil
}

func selling(t testing.TB, packs ...fs.FS) *shop { return &shop{t: t, packs: packs} }

// bare returns a workspace in which nothing is installed.
func bare(t testing.TB) *Installation {
	t.Helper()
	return installation(t, filepath.Join(t.TempDir(), "workspace"), t.TempDir())
}

func installation(t testing.TB, dir, cache string) *Installation {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return &Installation{Dir: dir, Cache: &Cache{Dir: cache}}
}

func install(t testing.TB, i *Installation, packs ...fs.FS) []Change {
	t.Helper()
	return must[[]Change](t)(i.Install(t.Context(), Environment{}, selling(t, packs...)))
}

// state returns all files in the folder of an installation except the file that
// locks it.
func state(t testing.TB, i *Installation) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(i.Dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || d.Name() == ".lock" {
			return err
		}
		data, err := os.ReadFile(name)
		out[filepath.ToSlash(strings.TrimPrefix(name, i.Dir))] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func unchanged(t testing.TB, i *Installation, before map[string]string) {
	t.Helper()
	if !maps.Equal(before, state(t, i)) {
		t.Error("the installation has changed")
	}
}

// clean checks that the installed packs match the lock and can be loaded, and
// describes them.
func clean(t testing.TB, i *Installation) string {
	t.Helper()
	lock, problems := i.Verify()
	if problems != nil {
		t.Error(problems)
		return ""
	}
	var names []string
	for _, p := range lock.Packs {
		names = append(names, p.ID+" "+p.Version)
	}
	for _, root := range i.Roots() {
		if root.FS == nil || len(root.Problems) > 0 {
			t.Errorf("%s: %v", root.Name, root.Problems)
		}
	}
	return strings.Join(names, ", ")
}

func codeOf(err error) string {
	var list diag.List
	var one *diag.Diagnostic
	switch {
	case errors.As(err, &list):
		return list[0].Code
	case errors.As(err, &one):
		return one.Code
	case err == nil:
		return ""
	}
	return "error"
}

func need(t testing.TB, id, versions string) manifest.Dependency {
	return manifest.Dependency{Pack: id, Range: must[manifest.Range](t)(manifest.ParseRange(versions))}
}
