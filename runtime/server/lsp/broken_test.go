package lsp

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"sleight/runtime/author/symbols"
	"sleight/runtime/reload"
	"sleight/runtime/sleight/workspace"
)

// TestNamesInBrokenContent opens a workspace with each line in turn removed or
// given another value, and checks that the names of the game are known, except
// where its own file cannot be read or declares none. A short run takes every third
// line.
func TestNamesInBrokenContent(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/requests.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	for _, f := range archive.Files {
		if name, shipped := strings.CutPrefix(f.Name, "shipped/"); shipped || strings.HasPrefix(f.Name, "content/") || strings.HasPrefix(f.Name, "scripts/") {
			tree[name] = &fstest.MapFile{Data: f.Data}
		}
	}
	schemas := symbols.ReadSchemas()
	broken, known, step := 0, 0, 1
	if testing.Short() {
		step = 3
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		original := tree[name]
		lines := strings.SplitAfter(string(original.Data), "\n")
		for i := 0; i < len(lines); i += step {
			line := lines[i]
			key, _, _ := strings.Cut(line, ":")
			for _, now := range [][]string{{"", key + ": 1e9\n"}, {key + ": [{}]\n", "\t" + line}}[i%2] {
				tree[name] = &fstest.MapFile{Data: []byte(strings.Join(slices.Concat(lines[:i], []string{now}, lines[i+1:]), ""))}
				w, err := workspace.New(workspace.FS(workspace.Embedded, tree))
				if err != nil {
					t.Fatal(err)
				}
				if content, _ := w.Rebuild(reload.FileChange{}); content != nil {
					continue
				}
				broken++
				outline := w.Outline()
				if outline == nil {
					continue
				}
				index := symbols.Build(symbols.Sources{
					Content: outline, Schemas: schemas, Files: w.Loader.Files(),
					Text: w.Loader.Source,
				})
				if g, ok := outline.Game("den"); ok && len(index.Names(g, symbols.Action)) > 0 && len(index.Names(g, symbols.Zone)) > 0 {
					known++
				}
			}
		}
		tree[name] = original
	}
	t.Logf("%d workspaces are broken; names are known in %d", broken, known)
	if broken < 200/step || known < broken*8/10 {
		t.Errorf("of %d broken workspaces, names are known in %d", broken, known)
	}
}
