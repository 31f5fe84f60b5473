package load

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// digests are those of the bytes of files.
var digests = regexp.MustCompile(`[0-9a-f]{64}`)

// TestTheSameContentInAnotherForm writes the scenes with Windows line endings,
// a byte order mark, and comments at their ends. The loader says the same.
func TestTheSameContentInAnotherForm(t *testing.T) {
	for form, change := range map[string]func(text string) string{
		"windows": func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"mark":    func(text string) string { return "\ufeff" + text },
		"comment": func(text string) string { return text + "# the end\n" },
	} {
		for _, name := range archives(t, "testdata/scenes/*.txtar") {
			before, after := newWorkspace(nil), newWorkspace(nil)
			a := readArchive(t, name)
			for _, section := range a.names {
				if !later.MatchString(section) {
					before.write(section, a.texts[section])
					after.write(section, a.texts[section])
					if path.Ext(section) == ".yaml" {
						after.write(section, change(a.texts[section]))
					}
				}
			}
			want, got := whole(NewLoader(Root{FS: before})), whole(NewLoader(Root{FS: after}))
			if form == "windows" {
				got = strings.ReplaceAll(got, `\r\n`, `\n`)
			}
			if form == "comment" || form == "windows" { // the texts of broken files are those of the files
				want, got = withoutTexts(want), withoutTexts(got)
			}
			compareLines(t, form+" "+filepath.Base(name), digests.ReplaceAllString(want, ""), digests.ReplaceAllString(got, ""))
		}
	}
}

var ofTexts = regexp.MustCompile(`(?m)^(text|spoilt|certain|source|\tmodule|\tscript).*\n`)

func withoutTexts(report string) string { return ofTexts.ReplaceAllString(report, "") }

func compareLines(t *testing.T, what, want, got string) {
	t.Helper()
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Errorf("%s:\n got %s\nwant %s", what, b[i], a[i])
			return
		}
	}
	if len(a) != len(b) {
		t.Errorf("%s: %d lines, want %d", what, len(b), len(a))
	}
}

// TestFilesMayBeDividedAndRenamed puts each definition of the scenes into a file of
// its own, and gives the files other names, which reverses their order. The
// catalog is the same.
func TestFilesMayBeDividedAndRenamed(t *testing.T) {
	for _, name := range archives(t, "testdata/scenes/*.txtar") {
		a := readArchive(t, name)
		w := newWorkspace(nil)
		for _, section := range a.names {
			if !later.MatchString(section) {
				w.write(section, a.texts[section])
			}
		}
		l := NewLoader(Root{FS: w})
		want, problems := l.Load()
		if want == nil {
			continue // its problems are at other places then
		}
		for form, tree := range map[string]fstest.MapFS{"divided": divided(w.MapFS, false), "reversed": divided(w.MapFS, true)} {
			other := NewLoader(Root{FS: tree})
			got, gotProblems := other.Load()
			if got == nil || got.Digest != want.Digest || len(gotProblems) != len(problems) || !slices.Equal(titlesOf(got), titlesOf(want)) {
				t.Errorf("%s, %s: %v, want %v", name, form, gotProblems, problems)
				continue
			}
			if a, b := other.Stats(), l.Stats(); a.Built != b.Built || a.Files <= b.Files {
				t.Errorf("%s, %s: %+v after %+v", name, form, a, b)
			}
		}
	}
}

// divided returns a tree with a file for each definition, in a folder of its own,
// in their order or in reverse.
func divided(tree fstest.MapFS, reverse bool) fstest.MapFS {
	out := fstest.MapFS{}
	for name, file := range tree {
		dir, base := path.Split(name)
		if path.Ext(name) != ".yaml" || base == "pack.yaml" || !strings.HasPrefix(name, "content/") || strings.Contains(name, "/"+localeFolder+"/") {
			out[name] = file
			continue
		}
		for i, text := range strings.Split(string(file.Data), "---\n") {
			at := i
			if reverse {
				at = 999 - i
			}
			out[fmt.Sprintf("%sfolder/%03d_%s", dir, at, base)] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return out
}

// growing is a tree in which a file is larger when it is read than it was said to be.
type growing struct {
	fs.FS
	name string
	by   int
}

func (g growing) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(g.FS, name)
	if err == nil && name == g.name {
		data = append(slices.Clone(data), strings.Repeat("#", g.by-len(data))...)
	}
	return data, err
}

// TestFilesAreBounded checks the largest files of each kind, also of files that
// grow while they are read.
func TestFilesAreBounded(t *testing.T) {
	const die = "kind: die\nid: d6\nsides: 6\n#"
	picture := "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d='M0 0h8v1z'/></svg>"
	for name, x := range map[string]struct {
		text  string
		limit int
		want  string
	}{
		"content/p/a.yaml":    {die, 1 << 20, "content/p/a.yaml: error: the file has %d bytes; at most %d are read [file/too-large]; split it into several files"},
		"scripts/p/a.lua":     {"return {} --", 1 << 18, "scripts/p/a.lua: error: the file has %d bytes; at most %d are read [script/too-large]; split it into several files"},
		"content/p/art/a.svg": {picture, 1 << 19, "content/p/art/a.svg: error: the file has %d bytes; at most %d are read [file/too-large]; make the picture smaller"},
	} {
		fill := " "
		if path.Ext(name) == ".svg" {
			fill = "\n"
		}
		tree := fstest.MapFS{"content/p/d.yaml": &fstest.MapFile{Data: []byte("kind: die\nid: d8\nsides: 8\n")}}
		tree[name] = &fstest.MapFile{Data: []byte(x.text + strings.Repeat(fill, x.limit-len(x.text)))}
		if _, problems := NewLoader(Root{FS: tree}).Load(); len(problems) > 0 {
			t.Errorf("%s, as large as allowed: %.300s", name, problems.Error())
		}
		want := fmt.Sprintf(x.want, x.limit+1, x.limit)
		tree[name].Data = append(tree[name].Data, '\n')
		if _, problems := NewLoader(Root{FS: tree}).Load(); problems.Error() != want {
			t.Errorf("%s, one byte larger: got %.300s", name, problems.Error())
		}
		tree[name].Data = []byte(x.text)
		if _, problems := NewLoader(Root{FS: growing{tree, name, x.limit + 1}}).Load(); problems.Error() != want {
			t.Errorf("%s, which has grown: got %.300s", name, problems.Error())
		}
	}
}
