package load

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/content"
	"sleight/runtime/content/def"
	"sleight/scripts"
)

// shelf is the shipped content in memory, for editing.
func shelf(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for top, from := range map[string]fs.FS{"content": content.Files, "scripts": scripts.Files} {
		err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !strings.HasPrefix(name, "forward/") && !strings.HasPrefix(name, "never_die_guy/") {
				return err
			}
			data, err := fs.ReadFile(from, name)
			files[path.Join(top, name)] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestReloadEqualsLoad edits two of the shipped packs in many ways, valid and
// broken, and checks each time that Reload of the edited files returns what a
// loader that reads everything returns.
func TestReloadEqualsLoad(t *testing.T) {
	files, r := shelf(t), rand.New(rand.NewPCG(3, 4))
	original := maps.Clone(files)
	l := NewLoader(Root{FS: files})
	mustLoad(t, l)
	quick, edits := 0, 40
	if testing.Short() {
		edits = 20
	}
	for i := range edits {
		var changed []string
		for range 1 + r.IntN(2) {
			changed = append(changed, edit(files, original, r, i)...)
		}
		reach := l.Dependencies()
		read := maps.Clone(reach.files)
		got, problems := l.Reload(changed)
		if !maps.Equal(reach.files, read) {
			t.Fatalf("%d: an edit of %q has changed what was known before", i, changed)
		}
		if l.Stats().Read <= len(changed) && got != nil {
			quick++
		}
		fresh := NewLoader(Root{FS: files})
		want, expected := fresh.Load()
		if diff := cmp.Diff(fmt.Sprint(expected), fmt.Sprint(problems)); diff != "" {
			t.Fatalf("%d: after edits of %q (-fresh +again)\n%s", i, changed, diff)
		}
		if (got == nil) != (want == nil) || got != nil && got.Digest != want.Digest {
			t.Fatalf("%d: after edits of %q another catalog", i, changed)
		}
		if got == nil {
			continue
		}
		compareCatalogs(t, want, got)
		if a, b := l.Files(), fresh.Files(); !slices.Equal(a, b) {
			t.Fatalf("%d: the files are %q, want %q", i, a, b)
		}
		if a, b := l.Stats().Files, fresh.Stats().Files; a != b {
			t.Fatalf("%d: %d files are counted, want %d", i, a, b)
		}
	}
	t.Logf("%d of %d were made of what had changed alone", quick, edits)
	if quick < edits/20 {
		t.Errorf("only %d of %d were made of what had changed alone", quick, edits)
	}
}

func compareCatalogs(t *testing.T, want, got *def.Catalog) {
	t.Helper()
	whole := cmp.Options{cmp.Exporter(func(reflect.Type) bool { return true }), cmp.Comparer(sameNode)}
	if diff := cmp.Diff(want.All(), got.All(), whole); diff != "" {
		t.Fatalf("other definitions (-fresh +again)\n%s", diff)
	}
	if !reflect.DeepEqual(want.Packs(), got.Packs()) {
		t.Fatalf("other packs (-fresh +again)\n%s", cmp.Diff(want.Packs(), got.Packs(), whole))
	}
	for _, d := range want.All() {
		a, _ := want.Get(d.Key())
		if b, _ := got.Get(d.Key()); b == nil || b.Pack != a.Pack || b.Digest != a.Digest {
			t.Fatalf("%s is found to be %v", d.Key(), b)
		}
	}
}

// sameNode reports whether two values and their places are equal.
func sameNode(a, b *def.Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	return sameSpot(a.Position(), b.Position()) && a.Type() == b.Type() && a.Text() == b.Text() && a.Number() == b.Number() && a.Bool() == b.Bool() &&
		a.TextLine() == b.TextLine() && a.TextColumn() == b.TextColumn() && slices.EqualFunc(a.Items(), b.Items(), sameNode) &&
		slices.EqualFunc(a.Fields(), b.Fields(), func(a, b def.Field) bool {
			return a.Key == b.Key && sameSpot(a.KeyPosition(), b.KeyPosition()) && sameNode(a.Value, b.Value)
		})
}

func sameSpot(a, b def.Position) bool {
	return a.Line == b.Line && a.Column == b.Column && a.Length == b.Length && a.Index == b.Index && a.File() == b.File()
}

// edit changes a file and returns its name. Three times in four it first
// restores the file, so that the content is mostly valid.
func edit(files, original fstest.MapFS, r *rand.Rand, i int) []string {
	names := slices.Sorted(maps.Keys(original))
	name := names[r.IntN(len(names))]
	for _, other := range names { // problems of earlier edits
		if files[other] == nil || r.IntN(4) > 0 && string(files[other].Data) != string(original[other].Data) {
			files[other] = original[other]
			return append(edit(files, original, r, i), other)
		}
	}
	text := string(original[name].Data)
	lines := strings.Split(text, "\n")
	at := r.IntN(len(lines))
	switch r.IntN(12) {
	case 0, 1, 2, 3:
		text = digit(text, r)
	case 4, 5, 6:
		text = strings.Replace(text, ", text: Edit", ", text: Another edit", 1)
		text = strings.Replace(text, "text: ", fmt.Sprintf("text: Edit %d. ", i), 1)
	case 7:
		text += "# a comment\n"
	case 8:
		text = strings.Join(slices.Delete(lines, at, at+1), "\n")
	case 9:
		text = strings.Replace(text, "\nid: ", "\nid: another_", 1)
	case 10:
		delete(files, name)
		return []string{name}
	case 11:
		fresh := fmt.Sprintf("content/forward/made_%d.yaml", i)
		files[fresh] = &fstest.MapFile{Data: fmt.Appendf(nil, "kind: enemy\nid: made_%[1]d\nextends: beast\nname: Made\nhp: 3\nupgrade: {hp: 5, upgrade: {hp: %[1]d}}\n---\n"+
			"{kind: enemy, id: like_%[1]d, abstract: true, text: Edit %[1]d}\n---\n{kind: enemy, id: is_%[1]d, extends: like_%[1]d, hp: 1}\n---\n"+
			"{kind: keyword, id: word_%[1]d, text: \"Edit {word_%[1]d}\"}\n---\n{kind: enemy, id: has_%[1]d, hp: 1, text: \"Edit {word_%[1]d}\"}\n", i)}
		original[fresh] = files[fresh]
		return []string{fresh}
	}
	files[name] = &fstest.MapFile{Data: []byte(text)}
	return []string{name}
}

// digit changes a digit of a text.
func digit(text string, r *rand.Rand) string {
	data := []byte(text)
	var at []int
	for i, c := range data {
		if '0' <= c && c <= '9' {
			at = append(at, i)
		}
	}
	if len(at) > 0 {
		data[at[r.IntN(len(at))]] = byte('1' + r.IntN(9))
	}
	return string(data)
}
