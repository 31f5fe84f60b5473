package workspace_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/content"
	"sleight/runtime/check/contenttest"
	"sleight/runtime/diag"
	"sleight/runtime/reload"
	"sleight/runtime/sleight/workspace"
	"sleight/scripts"
)

// TestCheckingOnlyFindsTheSame checks that a build for checks only finds what any build
// finds: in the shipped content, and after edits that cause errors of all stages.
func TestCheckingOnlyFindsTheSame(t *testing.T) {
	shipped := fstest.MapFS{}
	for folder, files := range map[string]fs.FS{"content": content.Files, "scripts": scripts.Files} {
		err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) == ".go" {
				return err
			}
			text, err := fs.ReadFile(files, name)
			shipped[folder+"/"+name] = &fstest.MapFile{Data: text}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	find := func(tree fstest.MapFS, only bool) string {
		w, err := workspace.New(workspace.FS("all", tree))
		if err != nil {
			t.Fatal(err)
		}
		w.CheckOnly = only
		r := w.Isolate(reload.FileChange{})
		all := slices.Concat(r.Problems, r.Notices)
		if r.Content != nil {
			all = append(all, w.Lint(r.Content)...)
			all = append(all, contenttest.CheckNames(r.Content)...)
		}
		all = append(all, w.LintIntact(r.Problems)...)
		return fmt.Sprintf("%+v\n%s", r.Isolated(), strings.Join(texts(all), "\n"))
	}
	names := slices.Sorted(maps.Keys(shipped))
	var least int
	for i, edit := range []struct{ in, old, now string }{
		{"", "", ""},
		{".yaml", "kind: ", "kin: "}, // a file that does not match its schema
		{".yaml", "    expect: {", "    expect: {zzz: 1, "}, // a test
		{".lua", "function", "functoin"},                    // a script that does not compile
		{".lua", "vars.", "vars.zz"},                        // a name that only the game knows
		{".lua", "ask(\"", "ask(\"zz"},                      // a question that no hook continues
		{".yaml", "text: \"{", "text: \"{zz"},               // a text
	} {
		if testing.Short() && i%3 > 0 { // reading and linting all games takes long
			continue
		}
		tree := maps.Clone(shipped)
		edited := 0
		for _, name := range names {
			now := bytes.Replace(shipped[name].Data, []byte(edit.old), []byte(edit.now), 1)
			if path.Ext(name) != edit.in || bytes.Equal(now, shipped[name].Data) {
				continue
			}
			if edited++; edited%3 == 1 { // other packs stay intact
				tree[name] = &fstest.MapFile{Data: now}
			}
		}
		want, got := find(tree, false), find(tree, true)
		if want != got {
			t.Errorf("%q for %q: for checks only, it finds\n%.3000s\nand otherwise\n%.3000s", edit.now, edit.old, got, want)
		}
		if i == 0 {
			least = len(want)
		} else if len(want) <= least {
			t.Errorf("%q for %q: nothing is found", edit.now, edit.old)
		}
	}
}

func texts(list diag.List) (out []string) {
	for _, d := range list {
		out = append(out, fmt.Sprintf("%+v", d))
	}
	return out
}
