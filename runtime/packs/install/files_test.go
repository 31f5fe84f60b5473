package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/tests/golden"
)

// TestFilesOffersThePacksOfAPath states what a folder and archives offer, what
// is left out of a pack, and why others offer nothing.
func TestFilesOffersThePacksOfAPath(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "folder")
	files := written("apples 1.0.0")
	files["content/apples/tool.exe"] = &fstest.MapFile{Data: []byte("MZ")}
	bones := written("bones 1.0.0")
	for name, f := range bones {
		files[name] = f
	}
	if err := os.CopyFS(folder, files); err != nil {
		t.Fatal(err)
	}
	small := filepath.Join(dir, "bones.zip")
	digest, size, err := packages(t, bones)[0].WriteFile(small)
	if err != nil {
		t.Fatal(err)
	}
	written := must[[]byte](t)(os.ReadFile(small))
	if want, whole := archived(t, packages(t, bones)[0]); digest != whole || !bytes.Equal(written, want) || size != int64(len(want)) {
		t.Errorf("a file of %d bytes has the digest %s, not %s", size, digest, whole)
	}
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "broken.zip"), written[:40], 0o666), os.Mkdir(filepath.Join(dir, "bare"), 0o777)); err != nil {
		t.Fatal(err)
	}
	s := newStory(t)
	for _, f := range []*Files{
		{Path: folder},
		{Path: small, Source: "bones"},
		{Path: filepath.Join(dir, "broken.zip")},
		{Path: filepath.Join(dir, "bare")},
		{Path: filepath.Join(dir, "absent")},
	} {
		offers, err := f.Offers(t.Context())
		s.say(f.Path)
		s.failed(err)
		for _, o := range offers {
			fmt.Fprintf(&s.out, "%s %s of %s, skipped:\n%s", o.Manifest.ID, o.Manifest.VersionText(), o.Source, golden.Report(o.Skipped))
			var out bytes.Buffer
			digest, err := o.Write(t.Context(), &out)
			fmt.Fprintf(&s.out, "digest %s: %v\n", digest, err)
		}
	}
	gone := must[[]Offer](t)((&Files{Path: folder}).Offers(t.Context()))[1]
	if err := os.RemoveAll(filepath.Join(folder, "content", "bones")); err != nil {
		t.Fatal(err)
	}
	_, err = gone.Write(t.Context(), &bytes.Buffer{})
	s.say("a pack that is gone", err)
	text := strings.ReplaceAll(s.out.String(), filepath.ToSlash(dir), "DIR")
	golden.Check(t, "testdata/files.golden", text)
	if _, _, err := packages(t, bones)[0].WriteFile(filepath.Join(dir, "absent", "bones.zip")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("writing into no folder: %v", err)
	}
}

// changing is a file system in which a file is longer or shorter than it says.
type changing struct {
	fstest.MapFS
	name string
	by   int64
	err  error
}

func (c changing) Open(name string) (fs.File, error) {
	f, err := c.MapFS.Open(name)
	if err == nil && name == c.name {
		return changed{f, c}, nil
	}
	return f, err
}

type changed struct {
	fs.File
	c changing
}

func (c changed) Stat() (fs.FileInfo, error) {
	info, err := c.File.Stat()
	return resized{info, info.Size() + c.c.by}, errors.Join(err, c.c.err)
}

type resized struct {
	fs.FileInfo
	size int64
}

func (r resized) Size() int64 { return r.size }

// TestFilesThatChangeWhileReadAreNotPacked checks that no archive has half
// of a file.
func TestFilesThatChangeWhileReadAreNotPacked(t *testing.T) {
	files := written("apples 1.0.0")
	const name = "content/apples/d6.yaml"
	for _, c := range []struct {
		root fs.FS
		want string
	}{
		{changing{files, name, 1, nil}, "apples: " + name + " has changed while it was read"},
		{changing{files, name, -1, nil}, "apples: " + name + " has changed while it was read"},
		{changing{files, name, 0, errors.New("it is gone")}, "apples: it is gone"},
		{changing{files, name, 0, nil}, "<nil>"},
	} {
		p := packages(t, files)[0]
		p.root.FS = c.root
		digest, err := p.Digest()
		if fmt.Sprint(err) != c.want || (digest == "") != (err != nil) {
			t.Errorf("%q: %v, not %s", digest, err, c.want)
		}
	}
	p := packages(t, files)[0]
	p.root.FS = fstest.MapFS{}
	if _, err := p.Digest(); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestAManifestWithoutAPackIsRead states the problems of manifests that are read
// by themselves, and those of folders without one.
func TestAManifestWithoutAPackIsRead(t *testing.T) {
	text := written("apples 1.0.0", "requires: {bones: ^1.0}")["content/apples/pack.yaml"].Data
	m, problems := ParseManifest("pack.yaml", text)
	if m == nil || m.ID != "apples" || len(problems) > 0 {
		t.Errorf("%v %v", m, problems)
	}
	if m, problems := ParseManifest("pack.yaml", bytes.Replace(text, []byte("1.0.0"), []byte("1.0"), 1)); m != nil || !problems.Failed() {
		t.Errorf("%v %v", m, problems)
	}
	one := packages(t, fstest.MapFS{"content/apples/pack.yaml": {Data: text}})[0]
	if got := must[[]byte](t)(one.ManifestText()); !bytes.Equal(got, text) || one.Name() != "apples 1.0.0" || one.FileName() != "apples-1.0.0.zip" {
		t.Errorf("%s %s: %s", one.Name(), one.FileName(), got)
	}
	var out strings.Builder
	for _, files := range []fstest.MapFS{
		{},
		{"content/apples/d6.yaml": {Data: []byte("kind: die\n")}},
		{"content/apples/pack.yaml": {Data: text}, "content/bones/pack.yaml": {Data: text}},
	} {
		all, problems := Packages(load.Root{Name: "root", FS: files})
		fmt.Fprintf(&out, "%d packs\n%s", len(all), golden.Report(problems))
	}
	all, problems := Packages(load.Root{Problems: diag.List{diag.New("file/unreadable", diag.Place{File: "root"}, "it cannot be read")}})
	_, missing := PackageOf(load.Root{Name: "root", FS: fstest.MapFS{}}, "apples")
	fmt.Fprintf(&out, "%d packs\n%s%s", len(all), golden.Report(problems), golden.Report(missing))
	golden.Check(t, "testdata/manifests.golden", out.String())
}

// TestTheCacheFolder checks that the environment may name the folder, that it is
// otherwise the operating system's, and what happens if there is none.
func TestTheCacheFolder(t *testing.T) {
	t.Setenv(CacheVariable, "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	dir := t.TempDir()
	if got, err := CacheDir(); got != "" || fmt.Sprint(err) != "no folder is known for the cache: set SLEIGHT_CACHE to a folder" {
		t.Errorf("%q %v", got, err)
	}
	if i := At(dir); i.Dir != dir || i.Cache.Dir != filepath.Join(dir, ".sleight", "cache") {
		t.Errorf("%s with the cache %s", i.Dir, i.Cache.Dir)
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "own"))
	if i := At(dir); i.Cache.Dir != filepath.Join(dir, "own", "sleight", "packs") {
		t.Error(i.Cache.Dir)
	}
	t.Setenv(CacheVariable, filepath.Join(dir, "named"))
	if i := At(dir); i.Cache.Dir != filepath.Join(dir, "named") {
		t.Error(i.Cache.Dir)
	}
}

// TestAnArchiveMustHoldOnePack checks the problem of an archive with two.
func TestAnArchiveMustHoldOnePack(t *testing.T) {
	both := written("apples 1.0.0")
	for name, f := range written("bones 1.0.0") {
		both[name] = f
	}
	data := foreignZip(t, both)
	p, problems := onePackage("both.zip", bytes.NewReader(data), int64(len(data)))
	if p != nil || golden.Report(problems) != "both.zip: error [file/archive] the archive contains 2 packs, expected one\n" {
		t.Errorf("%v\n%s", p, golden.Report(problems))
	}
}

// TestDigestSyntax checks texts that are almost a digest.
func TestDigestSyntax(t *testing.T) {
	sound := digestOf(strings.Repeat("0a", 32))
	for text, want := range map[string]bool{
		sound: true, strings.TrimPrefix(sound, "h1:"): false, sound + "\n": false, sound[:len(sound)-2] + "\n" + sound[len(sound)-2:]: false,
		"h1:" + strings.Repeat("A", 44): false, "h1:AAAA": false, "": false,
	} {
		if isDigest(text) != want {
			t.Errorf("%q is a digest: %v", text, !want)
		}
	}
	for _, name := range []string{strings.Repeat("0A", 32), strings.Repeat("0a", 31), strings.Repeat("0a", 33), strings.Repeat("0g", 32), ""} {
		if got := digestOf(name); got != "" {
			t.Errorf("%s is %s", name, got)
		}
	}
}
