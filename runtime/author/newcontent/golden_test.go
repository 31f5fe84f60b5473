package newcontent

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/content/def"
	"sleight/schemas"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// market is the definition of the bazaar game.
func market(t *testing.T) (*def.Definition, *def.Catalog) {
	t.Helper()
	tree := bazaar.Tree(t)
	for name, edit := range map[string][2]string{
		"content/bazaar/game.yaml": {"actions:\n", "actions:\n  shout: {targets: [{name: word, from: [loud, low]}, {name: times, from: [1, 2]}]}\n"},
		"scripts/bazaar/game.lua":  {"return {\n", "return {\n  do_shout = function() end,\n"},
	} {
		tree[name].Data = []byte(strings.Replace(string(tree[name].Data), edit[0], edit[1], 1))
	}
	file := tree["content/bazaar/game.yaml"]
	file.Data = []byte(strings.Replace(string(file.Data), "phases:\n", "phases:\n  rest: {use: [bag]}\n  idle: {}\n  fair: {actions: [shout]}\n", 1))
	c := bazaar.Build(t, tree)
	g, ok := c.Game(bazaar.ID)
	if !ok {
		t.Fatal("there is no bazaar")
	}
	return g.Definition, c.Catalog
}

// written joins files into one text; of schemas only the names.
func written(files []File) string {
	var out strings.Builder
	for _, f := range files {
		fmt.Fprintf(&out, "-- %s", f.Name)
		if f.Shared {
			fmt.Fprintf(&out, " (shared, %v)\n", len(f.Text) > 100)
			continue
		}
		fmt.Fprintf(&out, "\n%s", f.Text)
	}
	return out.String()
}

// TestWholeFiles checks every file that is generated for a definition of every
// kind, with and without a game, and the notes on what the game lacks.
func TestWholeFiles(t *testing.T) {
	game, _ := market(t)
	names, err := fs.Glob(schemas.Files, "*.schema.json")
	if err != nil || len(names) < 10 {
		t.Fatal(names, err)
	}
	var out strings.Builder
	for _, name := range names {
		kind := strings.TrimSuffix(name, ".schema.json")
		if kind == "envelope" || kind == "pack" || kind == "patch" || kind == "workspace" || kind == "locale" || kind == "migration" {
			continue
		}
		text, err := fs.ReadFile(schemas.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []Request{
			{Kind: kind, ID: "first_of_many", Pack: "mine", Schema: text, Game: game},
			{Kind: kind, ID: "lone", Pack: "mine", Schema: text, Folder: "elsewhere"},
		} {
			if kind == gameKind {
				r.Game, r.Folder = nil, ""
			}
			files, err := Files(r)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "\n# %s %s: %q\n%s", kind, r.ID, Missing(r), written(files))
		}
	}
	own := Request{Kind: "spell", ID: "zap", Pack: "mine", Schema: []byte(`{
		"properties": {"kind": {}, "script": {}, "power": {"type": "integer", "minimum": 3}, "of": {"enum": ["a", "b"]}, "to": {"default": "yes"}, "by": {"examples": ["a b", 2]},
			"truth": {"type": "boolean"}, "list": {"type": "array"}, "map": {"type": "object"}, "word": {"type": "string"}, "whole": {}},
		"required": ["kind", "power", "of", "to", "by", "truth"], "else": {"required": ["list", "map", "word", "whole", "name", "id"]},
		"examples": [{"whole": {"b": [1, "x y", "X", "null", true], "a": {"no": null}}}]}`), Game: game}
	files, err := Files(own)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&out, "\n# a kind of one's own: %q\n%s", Missing(own), written(files))
	own.Schema = nil
	if files, err := Files(own); err != nil || len(files) == 0 {
		t.Errorf("without a schema %v are made, %v", files, err)
	}
	for value, want := range map[any]string{"false": `"false"`, "true": `"true"`, "yes": `"yes"`, "no": `"no"`, "null": `"null"`, "a word": "a word", "A": `"A"`, 2.5: "2.5", true: "true"} {
		if got := flowYAML(value); got != want {
			t.Errorf("%v is written %s, expected %s", value, got, want)
		}
	}
	own.Schema = []byte("{")
	if _, err := Files(own); err == nil || !strings.HasPrefix(err.Error(), "the schema cannot be read: ") || Missing(own) != "" {
		t.Errorf("a broken schema gives %v", err)
	}
	golden.Check(t, "testdata/files.golden", out.String())
}

// TestWholePacks checks the generated files of packs, patches and workspaces.
func TestWholePacks(t *testing.T) {
	game, catalog := market(t)
	var out strings.Builder
	add := func(title string, files []File, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "\n# %s\n%s", title, written(files))
	}
	for _, p := range []Pack{{ID: "my-own_pack"}, {ID: "more", Game: "bazaar", Requires: "bazaar", Range: "^1.2"}, {ID: "any", Game: "bazaar", Requires: "bazaar", Range: "*"}} {
		files, err := Manifest(p)
		add("pack "+p.ID+" for "+p.Game, files, err)
	}
	for _, key := range []string{"consumable/tea", "card/king", "die/fate", "game/bazaar", "enemy/thief"} {
		d, ok := catalog.Get(key)
		if !ok {
			t.Fatal(key)
		}
		files, err := Patch("mine", d)
		add("patch of "+key, files, err)
	}
	files, err := Workspace("sleight.yaml", []Enabled{{"bazaar", "^1.2"}, {"mine", "*"}})
	add("workspace", files, err)
	fmt.Fprintf(&out, "\nkinds: %v\n", Kinds(Request{Game: game}))
	golden.Check(t, "testdata/packs.golden", out.String())
}

// TestIDs checks which ids are rejected, and what is suggested.
func TestIDs(t *testing.T) {
	long := strings.Repeat("a", 64)
	for id, hint := range map[string]string{"a": "", long: "", "a1_b": "", long + "a": "none", "Big Bang!": "big_bang", "1st": "none", "": "none", "x-y": "x_y"} {
		err := CheckID(id)
		switch {
		case hint == "" && err != nil:
			t.Errorf("%q: %v", id, err)
		case hint == "none" && (err == nil || strings.Contains(err.Error(), "did you mean")):
			t.Errorf("%q: %v", id, err)
		case hint != "" && hint != "none" && (err == nil || !strings.HasSuffix(err.Error(), "; did you mean "+hint+"?")):
			t.Errorf("%q: %v", id, err)
		}
	}
}

// TestWriting checks that files are written together or not at all, the last
// one first, and that shared files are left as they are.
func TestWriting(t *testing.T) {
	dir := t.TempDir()
	files := []File{{Name: "content/a.yaml", Text: []byte("a")}, {Name: "scripts/a.lua", Text: []byte("b")}, {Name: "schemas/s.json", Text: []byte("c"), Shared: true}}
	made, err := Write(dir, files)
	if want := []string{"content/a.yaml", "scripts/a.lua", "schemas/s.json"}; err != nil || !cmp.Equal(made, want) {
		t.Errorf("made are %q, %v", made, err)
	}
	files[2].Text = []byte("other")
	files[0].Name = "content/b.yaml"
	if made, err := Write(dir, files); made != nil || err == nil || err.Error() != "scripts/a.lua already exists; nothing was written" {
		t.Errorf("made are %q, %v", made, err)
	}
	files[1].Name = "scripts/b.lua"
	if made, err := Write(dir, files); err != nil || !cmp.Equal(made, []string{"content/b.yaml", "scripts/b.lua"}) {
		t.Errorf("made are %q, %v", made, err)
	}
	for name, want := range map[string]string{"content/a.yaml": "a", "content/b.yaml": "a", "scripts/b.lua": "b", "schemas/s.json": "c"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != want {
			t.Errorf("%s holds %q, %v", name, text, err)
		}
	}
	if made, err := Write(dir, []File{{Name: "content/a.yaml/below", Text: nil}}); err == nil || made != nil {
		t.Errorf("below a file %q are made, %v", made, err)
	}
}
