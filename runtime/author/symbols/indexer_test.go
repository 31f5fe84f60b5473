package symbols_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/schemas"
	"sleight/tests/bazaar"
)

// TestIncrementalIndexEqualsFullIndex edits a game at random, line by line, and
// checks that an Indexer that has seen all versions before returns the same as
// a new one.
func TestIncrementalIndexEqualsFullIndex(t *testing.T) {
	indexAgain(t, bazaar.Tree(t), "content/bazaar/game.yaml")
	indexAgain(t, os.DirFS("testdata/odd"), "content/odd/game.yaml")
}

// indexAgain edits the files of a game, one of them more often.
func indexAgain(t *testing.T, tree fs.FS, often string) {
	t.Helper()
	edits, seed := 60, uint64(18)
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		edits, seed = 2000, rand.Uint64()
	case testing.Short():
		edits = 15
	}
	r := rand.New(rand.NewPCG(seed, 0))
	files := copied(t, tree)
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool {
		return !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".lua")
	})
	var words, quoted []string // of all files, and in their Lua
	for _, name := range names {
		text := string(files[name].Data)
		words = append(words, strings.FieldsFunc(text, func(c rune) bool { return c != '_' && (c < 'a' || c > 'z') })...)
		for _, m := range regexp.MustCompile(`"([a-z_]+)"`).FindAllStringSubmatch(text, -1) {
			quoted = append(quoted, m[1])
		}
	}
	l := load.NewLoader(load.Root{FS: files})
	read := symbols.ReadSchemas(schemas.Files)
	var last *rules.Content
	var again symbols.Indexer
	built := 0
	for n := 0; built < edits; n++ {
		name := names[r.IntN(len(names))]
		if r.IntN(4) == 0 {
			name = often
		}
		before := files[name]
		if n > 0 {
			files[name] = &fstest.MapFile{Data: []byte(mutated(r, string(before.Data), words, quoted))}
		}
		catalog, _ := l.Load()
		var c *rules.Content
		if catalog != nil {
			c, _ = rules.Build(catalog, last)
		}
		if c == nil {
			files[name] = before
			continue
		}
		built, last = built+1, c
		sources := symbols.Sources{Content: c, Schemas: read, Files: l.Files(), Text: l.Source}
		got, want := again.Build(sources), symbols.Build(sources)
		for _, file := range l.Files() {
			if !slices.Equal(got.In(file), want.In(file)) {
				t.Fatalf("seed %d: after edit %d, of %s, %s has\n%s\nwant\n%s", seed, built, name, file, shownUses(got.In(file)), shownUses(want.In(file)))
			}
		}
	}
}

// copied returns the files of a tree.
func copied(t *testing.T, tree fs.FS) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var text []byte
			text, err = fs.ReadFile(tree, name)
			files[name] = &fstest.MapFile{Data: text}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// mutated returns a text with one line changed, added, moved or removed, or with
// a name declared or renamed.
func mutated(r *rand.Rand, text string, words, quoted []string) string {
	lines := strings.Split(text, "\n")
	at := r.IntN(len(lines))
	switch word := words[r.IntN(len(words))]; r.IntN(12) {
	case 0:
		lines = slices.Insert(lines, at, "")
	case 1:
		lines = slices.Delete(lines, at, at+1)
	case 2:
		lines[at] += " # " + word
	case 3:
		lines = slices.Insert(lines, at, lines[r.IntN(len(lines))])
	case 4:
		lines[at] = strings.Replace(lines[at], word, words[r.IntN(len(words))], 1)
	case 5, 6: // which may give a meaning to a word in another file
		return strings.Replace(text, "\nvariables:\n", "\nvariables:\n  "+quoted[r.IntN(len(quoted))]+": {start: 0}\n", 1)
	default: // a name, wherever the file has it
		return strings.ReplaceAll(text, word, word+"_x")
	}
	return strings.Join(lines, "\n")
}

func shownUses(uses []symbols.Use) string {
	var out strings.Builder
	for _, u := range uses {
		fmt.Fprintf(&out, "%s+%d %v %v\n", u.Place, u.Place.Length, u.Symbol, u.Declares)
	}
	return out.String()
}
