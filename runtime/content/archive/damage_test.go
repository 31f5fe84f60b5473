package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/content/yaml"
	"sleight/tests/golden"
)

// small is a root with a file of every kind, and one that bundles omit.
func small() load.Root {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"content/p/a.yaml": "kind: die\nid: d6\nsides: 6\n", "scripts/p/a.lua": "return {}\n", "schemas/x.schema.json": "{}", "content/p/art/a.svg": "<svg/>",
		"content/p/notes.txt": "not content", "sleight.yaml": "kind: workspace\nformat: 1\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return load.Root{FS: files, Name: "w"}
}

// listed lists the files of a loader's roots, with their texts.
func listed(t *testing.T, l *load.Loader) string {
	t.Helper()
	var out strings.Builder
	fmt.Fprintf(&out, "only %q\n", l.Chosen())
	for _, root := range l.Roots() {
		fmt.Fprintf(&out, "%q, fixed %v\n", root.Name, root.Fixed)
		if err := fs.WalkDir(root.FS, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(root.FS, name)
			fmt.Fprintf(&out, "  %s %q\n", name, text)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// TestDamagedBundlesAreDetected changes each byte of a bundle, and truncates it
// there, and compares the result of opening it. A bundle that can still be
// opened must contain the same files.
func TestDamagedBundlesAreDetected(t *testing.T) {
	l := load.NewLoader(load.Root{FS: fstest.MapFS{}, Name: "empty"}, small())
	l.Only("p", "q")
	bundle, err := Bundle(l)
	if err != nil {
		t.Fatal(err)
	}
	open, err := OpenBundle(bundle)
	if err != nil {
		t.Fatal(err)
	}
	want := listed(t, open)
	var out strings.Builder
	out.WriteString(want)
	for title, damage := range map[string]func(at int) []byte{
		"changed": func(at int) []byte {
			data := bytes.Clone(bundle)
			data[at] ^= 0x20
			return data
		},
		"cut": func(at int) []byte { return bundle[:at] },
	} {
		said := map[string]bool{} // how often depends on the compression
		for at := range bundle {
			l, err := OpenBundle(damage(at))
			if err != nil {
				said[shape.ReplaceAllString(err.Error(), "N")] = true
				continue
			}
			if got := listed(t, l); got != want {
				t.Fatalf("with byte %d %s, other files are read:\n%s", at, title, got)
			}
			said["the same files"] = true
		}
		golden.Check(t, "testdata/"+title+".golden", strings.Join(slices.Sorted(maps.Keys(said)), "\n")+"\n")
	}
	golden.Check(t, "testdata/bundle.golden", out.String())
}

// shape matches values that depend on the position of the damage.
var shape = regexp.MustCompile(`at \d+|"[^"]*"`)

// failing is a reader whose n-th read fails.
type failing struct {
	*bytes.Reader
	left int
}

func (f *failing) ReadAt(p []byte, at int64) (int, error) {
	if f.left--; f.left == -1 {
		return 0, errors.New("the disk is gone")
	}
	return f.Reader.ReadAt(p, at)
}

// TestAFailingDiskIsNoticed opens an archive from a disk that fails once, at
// each read, and compares the errors. If all reads succeed, the archive opens.
func TestAFailingDiskIsNoticed(t *testing.T) {
	l := load.NewLoader(small())
	bundle, err := Bundle(l)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for n := 0; ; n++ {
		files, problems := Open("a.zip", &failing{bytes.NewReader(bundle), n}, int64(len(bundle)))
		if files != nil {
			break
		}
		if n > 10_000 {
			t.Fatal("it never opens")
		}
		fmt.Fprintf(&out, "%d: %s", n, golden.Report(problems))
	}
	golden.Check(t, "testdata/disk.golden", out.String())
}

// torn is a root with a file that is listed and cannot be opened.
type torn struct{ fs.FS }

func (t torn) Open(name string) (fs.File, error) {
	if name == "content/p/a.yaml" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return t.FS.Open(name)
}

// TestBundlesOmitUnreadableFiles checks the files of a bundle of a root with
// one that cannot be opened, which loading reports.
func TestBundlesOmitUnreadableFiles(t *testing.T) {
	root := small()
	root.FS = torn{root.FS}
	bundle, err := Bundle(load.NewLoader(root))
	if err != nil {
		t.Fatal(err)
	}
	open, err := OpenBundle(bundle)
	if err != nil {
		t.Fatal(err)
	}
	if got := listed(t, open); strings.Contains(got, "a.yaml") || !strings.Contains(got, "a.lua") {
		t.Error(got)
	}
}

// TestReportedFaultsAreLimited checks how many problems of one archive are
// reported.
func TestReportedFaultsAreLimited(t *testing.T) {
	for n, want := range map[int]int{yaml.MaxProblems - 1: yaml.MaxProblems - 1, yaml.MaxProblems: yaml.MaxProblems, yaml.MaxProblems + 1: yaml.MaxProblems} {
		var entries []zip.FileHeader
		for i := range n {
			entries = append(entries, zip.FileHeader{Name: fmt.Sprintf("/%d.yaml", i), Method: zip.Store})
		}
		data := packed(t, entries...)
		if _, problems := Open("a.zip", bytes.NewReader(data), int64(len(data))); len(problems) != want {
			t.Errorf("of %d faults, %d are reported", n, len(problems))
		}
	}
}
