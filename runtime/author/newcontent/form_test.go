package newcontent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/schemas"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// charm is the schema of a kind of one's own, with a property of every type that
// a form knows and some that it does not ask for.
const charm = `{
	"properties": {
		"kind": {}, "id": {"type": "string"}, "name": {"type": "string"}, "extends": {"type": "string"}, "priority": {"type": "integer"},
		"count": {"enum": ["1", "2"]},
		"art": {"type": "string", "description": "Its art."},
		"luck": {"type": "number", "minimum": -1.5, "maximum": 2},
		"metal": {"enum": ["gold", "tin"], "default": "tin"},
		"number": {"enum": [1, 2]},
		"parts": {"type": "array"},
		"size": {"type": "integer", "minimum": 3},
		"spoken": {"type": "string", "examples": ["1"]},
		"text": {"$ref": "envelope.schema.json#/definitions/text", "description": "What it does."},
		"rarity": {"$ref": "envelope.schema.json#/definitions/rarity"},
		"other": {"$ref": "elsewhere.json#/definitions/text"},
		"params": {"$ref": "envelope.schema.json#/definitions/params"},
		"lost": {"$ref": "envelope.schema.json#/definitions/no_such_thing"},
		"worn": {"type": "boolean"}},
	"required": ["kind", "id", "size"], "else": {"required": ["name", "worn", "count", "spoken", "metal"]}}`

// TestFormsAskForWordsAndNumbers checks every field of a form, and their order:
// what a new definition has comes first.
func TestFormsAskForWordsAndNumbers(t *testing.T) {
	fields, err := Form(Request{Kind: "charm", ID: "coin", Pack: "mine", Schema: []byte(charm)})
	if err != nil {
		t.Fatal(err)
	}
	low, high, three := -1.5, 2.0, 3.0
	want := []Field{
		{Key: "size", Type: "whole", Low: &three, Value: 3.0, Required: true},
		{Key: "worn", Type: "yes", Value: false, Required: true},
		{Key: "count", Type: "choice", Options: []string{"1", "2"}, Value: "1", Required: true},
		{Key: "spoken", Type: "text", Value: "1", Required: true},
		{Key: "metal", Type: "choice", Options: []string{"gold", "tin"}, Value: "tin", Required: true},
		{Key: "art", Type: "text", Text: "Its art."},
		{Key: "luck", Type: "number", Low: &low, High: &high},
		{Key: "rarity", Type: "choice", Options: []string{"common", "uncommon", "rare", "legendary"}},
		{Key: "text", Type: "text", Text: "What it does."},
	}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Error(diff)
	}
	if fields, err := Form(Request{Kind: "charm", ID: "coin", Pack: "mine", Schema: []byte(`{"properties": {"b": {"type": "string"}, "a": {"type": "string"}}}`)}); err != nil || len(fields) != 2 || fields[0].Key != "a" {
		t.Errorf("a form without values begins with %v, %v", fields, err)
	}
	if fields, err := Form(Request{Kind: "charm", ID: "coin", Schema: []byte("{")}); fields != nil || err == nil || !strings.HasPrefix(err.Error(), "the schema cannot be read: ") {
		t.Errorf("a broken schema gives %v, %v", fields, err)
	}
}

// TestValuesOfAForm checks where values are written, and that each is one line
// of YAML.
func TestValuesOfAForm(t *testing.T) {
	values := map[string]any{"size": 4.0, "art": "coin.svg: new", "text": "Heads, or tails (50 %).", "worn": true, "metal": "no"}
	files, err := Files(Request{Kind: "charm", ID: "coin", Name: "yes", Pack: "mine", Schema: []byte(charm), Values: values})
	if err != nil {
		t.Fatal(err)
	}
	got := string(files[0].Text)
	want := `# yaml-language-server: $schema=../../../schemas/charm.schema.json
kind: charm
id: coin
name: "yes"
art: "coin.svg: new"
text: Heads, or tails (50 %).
size: 4
worn: true
count: "1"
spoken: "1"
metal: "no"
`
	if got != want {
		t.Error(cmp.Diff(want, got))
	}
	for key, value := range map[string]any{"kind": "die", "Size": 1.0, "size": []any{1}, "worn": nil} {
		_, err := Files(Request{Kind: "charm", ID: "coin", Pack: "mine", Schema: []byte(charm), Values: map[string]any{key: value}})
		want := fmt.Sprintf("%q is not a key of the form", key)
		if key == "size" || key == "worn" {
			want = key + " must be a text, a number, true or false"
		}
		if fmt.Sprint(err) != want {
			t.Errorf("%s: %v, expected %s", key, err, want)
		}
	}
}

// TestValuesOfADefinitionWithoutAName checks that they come after the id.
func TestValuesOfADefinitionWithoutAName(t *testing.T) {
	if got, err := setValues("kind: preset\nid: easy\nparams: {}\n", map[string]any{"b": "two", "a": 1.0}); err != nil || got != "kind: preset\nid: easy\na: 1\nb: two\nparams: {}\n" {
		t.Errorf("%s, %v", got, err)
	}
}

// TestScalars checks which texts are written without quotes.
func TestScalars(t *testing.T) {
	for value, want := range map[any]string{
		"Plain words, 100% (yes)!": "Plain words, 100% (yes)!", "A": "A", "a": "a", "No": `"No"`, "OFF": `"OFF"`, "ends with ,": `"ends with ,"`, "1st": `"1st"`,
		"a: b": `"a: b"`, "a #b": `"a #b"`, "": `""`, 2.5: "2.5", false: "false", "deal": "deal", "n": `"n"`,
	} {
		if got := scalar(value); got != want {
			t.Errorf("%v is written %s, expected %s", value, got, want)
		}
	}
}

// TestNames checks which names are accepted, and that a name is quoted wherever
// YAML or Lua require it.
func TestNames(t *testing.T) {
	for name, ok := range map[string]bool{"": true, "Tea": true, strings.Repeat("é", 80): true, strings.Repeat("é", 81): false, " Tea": false, "Tea\nCup": false, "Tea\x00": false} {
		err := CheckName(name)
		if want := fmt.Sprintf("%q is not a name, which is one line of at most 80 characters", name); (err == nil) != ok || err != nil && err.Error() != want {
			t.Errorf("%q: %v", name, err)
		}
	}
	for name, want := range map[string][3]string{
		"Tea":      {"Tea", "You used Tea.", `"Tea"`},
		"Tea, hot": {"Tea, hot", `"You used Tea, hot."`, `"Tea, hot"`},
		"Bob's: 1": {`"Bob's: 1"`, `"You used Bob's: 1."`, `"Bob''s: 1"`},
		"True":     {`"True"`, "You used True.", `"True"`},
	} {
		p := &plan{Name: name}
		if got := [3]string{p.YAMLName(), p.YAMLSentence("You used %s."), p.Quoted()}; got != want {
			t.Errorf("%s is written %q, expected %q", name, got, want)
		}
	}
	if got := (Request{Pack: "mine", Kind: "card", ID: "ace"}).Key(); got != "mine:card/ace" {
		t.Errorf("the key is %s", got)
	}
}

// TestFilesOfTemplates checks the names of all files of every game template, in
// order, with the way to the schemas that explain them.
func TestFilesOfTemplates(t *testing.T) {
	var out strings.Builder
	for _, like := range StarterGames() {
		files, err := Files(Request{Kind: "game", ID: "mine", Pack: "mine", Template: like})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "# %s\n", like)
		for _, f := range files {
			first, _, _ := strings.Cut(string(f.Text), "\n")
			if f.Shared {
				first = fmt.Sprint("shared ", len(f.Text) > 100)
			}
			fmt.Fprintf(&out, "%s: %s\n", f.Name, first)
		}
	}
	golden.Check(t, "testdata/templates.golden", out.String())
}

// TestPacksOfAWorkspace checks which packs of a workspace new definitions may go
// into: those in its folder, and those with a game of their own first.
func TestPacksOfAWorkspace(t *testing.T) {
	tree := bazaar.Tree(t)
	for _, id := range []string{"addon", "absent", "afile"} {
		tree["content/"+id+"/pack.yaml"] = &fstest.MapFile{Data: []byte("kind: pack\nformat: 1\nid: " + id + "\ntitle: More\nversion: 1.0.0\ngames: [bazaar]\nrequires: {bazaar: '*'}\n")}
	}
	c, dir := bazaar.Build(t, tree), t.TempDir()
	if packs, games := Packs(c, dir); len(packs) > 0 || games == nil || len(games) > 0 {
		t.Errorf("an empty folder has the packs %v, %v", packs, games)
	}
	for _, name := range []string{"addon", "bazaar"} {
		if err := os.MkdirAll(filepath.Join(dir, "content", name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "content", "afile"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	packs, games := Packs(c, dir)
	if !cmp.Equal(packs, []string{"bazaar", "addon"}) || len(games) != 2 || games["addon"] != games["bazaar"] || games["bazaar"].ID != "bazaar" {
		t.Errorf("the packs are %v, %v", packs, games)
	}
}

// TestRequestsFollowOtherDefinitions checks that a new definition goes where
// others of its kind are, has moves like theirs, and does not replace one.
func TestRequestsFollowOtherDefinitions(t *testing.T) {
	tree, dir := bazaar.Tree(t), t.TempDir()
	tree["content/bazaar/people/wild/wolf.yaml"] = &fstest.MapFile{Data: []byte("kind: enemy\nid: wolf\nname: Wolf\nhp: 5\nmoves: {bite: {text: Bites.}}\nlua: return {move = function() end}\n")}
	c := bazaar.Build(t, tree)
	g, _ := c.Game(bazaar.ID)
	relic, err := schemas.Files.ReadFile("relic.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	existing, _ := c.Catalog.Get("consumable/tea")
	r := Request{Kind: "consumable", ID: "tea", Pack: "bazaar"}
	if err := Complete(c, dir, g.Definition, &r); err == nil || err.Error() != fmt.Sprintf("consumable/tea already exists (%s)", existing.Place) {
		t.Error(err)
	}
	r = Request{Kind: "consumable", ID: "tea", Pack: "other"}
	if err := Complete(c, dir, g.Definition, &r); err != nil || r.Folder != "" || r.Game != g.Definition {
		t.Errorf("in another pack: %+v, %v", r.Folder, err)
	}
	for want, r := range map[string]Request{
		"people/wild, moves: true": {Kind: "enemy", ID: "bear", Pack: "bazaar"},
		"mine, moves: true":        {Kind: "enemy", ID: "bear", Pack: "bazaar", Folder: "mine"},
		", moves: true":            {Kind: "consumable", ID: "soup", Pack: "bazaar", Moves: true},
		", moves: false":           {Kind: "consumable", ID: "soup", Pack: "bazaar"},
	} {
		if err := Complete(c, dir, g.Definition, &r); err != nil || fmt.Sprintf("%s, moves: %v", r.Folder, r.Moves) != want {
			t.Errorf("%s, moves: %v, expected %s; %v", r.Folder, r.Moves, want, err)
		}
	}
	r = Request{Kind: "relic", ID: "new", Pack: "bazaar"}
	if err := Complete(c, dir, g.Definition, &r); err != nil || string(r.Schema) != string(relic) {
		t.Errorf("the schema has %d bytes, %v", len(r.Schema), err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "schemas"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "schemas", "charm.schema.json"), []byte(charm), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := SchemaOf(dir, "charm"); err != nil || string(text) != charm {
		t.Errorf("%s, %v", text, err)
	}
	if _, err := SchemaOf(dir, "nothing"); !os.IsNotExist(err) {
		t.Error(err)
	}
}

// TestTheFirstGameOfAPackIsUsed checks that packs with several games, and packs
// for no game, are listed at most once.
func TestTheFirstGameOfAPackIsUsed(t *testing.T) {
	game := func(id string) string {
		return "kind: game\nid: " + id + "\nname: Two\nphases: {play: {actions: [go]}}\nactions: {go: {}}\nlua: return {do_go = function() win() end}\n"
	}
	tree, dir := bazaar.Tree(t), t.TempDir()
	tree["content/two/a.yaml"] = &fstest.MapFile{Data: []byte(game("first"))}
	tree["content/two/b.yaml"] = &fstest.MapFile{Data: []byte(game("second"))}
	for _, id := range []string{"bazaar", "two"} {
		if err := os.MkdirAll(filepath.Join(dir, "content", id), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	packs, games := Packs(bazaar.Build(t, tree), dir)
	if !cmp.Equal(packs, []string{"bazaar", "two"}) || games["two"].ID != "first" {
		t.Errorf("the packs are %v, %v", packs, games)
	}
}

// TestBestZone checks that a new definition goes where its hooks are called, and
// otherwise into the first zone for its kind.
func TestBestZone(t *testing.T) {
	c := bazaar.Build(t, bazaar.Tree(t))
	g, _ := c.Game(bazaar.ID)
	for hooks, want := range map[string]string{"": "market", "use": "bag", "listen": "bag"} {
		zone, _, _ := zoneAndPhase(g.Definition, "consumable", hooks)
		if zone != want {
			t.Errorf("with hooks %q it goes to %s, expected %s", hooks, zone, want)
		}
	}
}

// TestFailedWriting checks that files that cannot be created are reported, and
// that those written before are removed again.
func TestFailedWriting(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "taken"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	made, err := Write(dir, []File{{Name: "taken/a.yaml"}, {Name: "scripts/a.lua"}})
	if err == nil || made != nil {
		t.Errorf("made are %q, %v", made, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "scripts", "*")); err != nil || len(left) > 0 {
		t.Errorf("left are %q, %v", left, err)
	}
	if made, err := Write(dir, []File{{Name: strings.Repeat("a", 300)}}); err == nil || made != nil {
		t.Errorf("made are %q, %v", made, err)
	}
}
