package load

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// odd is a tree with entries that a plain one in memory cannot have: folders
// that cannot be read, and a folder with any number of files.
type odd struct {
	fstest.MapFS
	locked  []string
	crowded string
	many    int
}

func (o odd) Open(name string) (fs.File, error) {
	if slices.Contains(o.locked, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return o.MapFS.Open(name)
}

func (o odd) ReadFile(name string) ([]byte, error) {
	if slices.Contains(o.locked, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return o.MapFS.ReadFile(name)
}

func (o odd) ReadDir(name string) ([]fs.DirEntry, error) {
	if slices.Contains(o.locked, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	if name != o.crowded {
		return fs.ReadDir(o.MapFS, name)
	}
	out := make([]fs.DirEntry, o.many)
	for i := range out {
		out[i] = entry(fmt.Sprintf("f%06d.txt", i))
	}
	return out, nil
}

// entry is a plain file of a crowded folder.
type entry string

func (e entry) Name() string               { return string(e) }
func (e entry) IsDir() bool                { return false }
func (e entry) Type() fs.FileMode          { return 0 }
func (e entry) Info() (fs.FileInfo, error) { return e, nil }
func (e entry) Size() int64                { return 0 }
func (e entry) Mode() fs.FileMode          { return 0 }
func (e entry) ModTime() time.Time         { return time.Time{} }
func (e entry) Sys() any                   { return nil }

// TestFilesThatCannotBeUsed checks the loader's problem for each file or folder
// that it omits, and the rest of what it reads.
func TestFilesThatCannotBeUsed(t *testing.T) {
	const die = "kind: die\nid: d6\nsides: 6\n"
	for name, x := range map[string]struct {
		tree odd
		root string
		want string
	}{
		"letters in two cases": {odd{MapFS: newWorkspace(map[string]string{"content/p/a.yaml": die, "content/p/A.txt": "", "content/p/a.txt": "", "content/p/\u00e9.txt": "", "content/p/e\u0301.txt": ""}).MapFS}, "w", `
			w/content/p/a.txt: error: the names of two files differ only in case or accents [file/name]; rename one of them: some systems treat them as the same file (w/content/p/A.txt: this is the other file)
			w/content/p/é.txt: error: the names of two files differ only in case or accents [file/name]; rename one of them: some systems treat them as the same file (w/content/p/e´.txt: this is the other file)`},
		"names of other systems": {odd{MapFS: newWorkspace(map[string]string{"content/p/a.yaml": die, "content/p/con.txt": "", "scripts/p/a?b.lua": "return {}"}).MapFS}, "", `
			content/p/con.txt: error: the name is that of a device on Windows [file/name]; rename it, so that everyone can unpack it
			scripts/p/a?b.lua: error: the name has one of \ : * ? " < > | [file/name]; rename it, so that everyone can unpack it`},
		"folders that are locked": {odd{MapFS: newWorkspace(map[string]string{"content/p/a.yaml": die, "content/p/deep/b.yaml": die, "scripts/p/a.lua": "return {}", "schemas/x.schema.json": "{}"}).MapFS, locked: []string{"content/p/deep", "scripts", "schemas"}}, "w", `
			w/content/p/deep: error: the folder cannot be read: permission denied [file/unreadable]
			w/schemas: error: the folder cannot be read: permission denied [file/unreadable]
			w/scripts: error: the folder cannot be read: permission denied [file/unreadable]`},
		"as many files as are allowed": {odd{MapFS: newWorkspace(map[string]string{"content/p/a.yaml": die, "content/p/x/y.txt": ""}).MapFS, crowded: "content/p/x", many: MaxFiles - 1}, "w", ``},
		"one file too many": {odd{MapFS: newWorkspace(map[string]string{"content/p/a.yaml": die, "content/p/x/y.txt": ""}).MapFS, crowded: "content/p/x", many: MaxFiles}, "w", `
			w/content/p: error: there are more than 50000 files [file/too-large]`},
		"hidden ones": {odd{MapFS: newWorkspace(map[string]string{"content/p/a.yaml": die, "content/p/.git/b.yaml": "[", "content/p/.b.yaml": "[", "content/.p/b.yaml": "[", "schemas/.x.schema.json": "["}).MapFS}, "", ``},
		"files of a wrong sort": {odd{MapFS: newWorkspace(map[string]string{
			"content/p/a.yaml": die, "content/b.yaml": die, "content/b.lua": "", "scripts/c.lua": "", "scripts/c.yaml": "", "content/p/d.YML": die, "content/p/e.Yaml": die, "scripts/p/f.yml": "", "scripts/p/g.YAML": "", "content/p/h.lua": "",
			"content/P q/i.yaml": die,
		}).MapFS}, "w", `
			w/content/P q: error: a pack cannot be named "P q" [content/pattern]; rename the folder: lower-case letters, digits, _ and -, starting with a letter
			w/content/b.yaml: error: this file belongs to no pack [file/misplaced]; move it to content/PACK/b.yaml
			w/content/p/d.YML: error: content files end in .yaml, this one in .YML [file/misplaced]; rename it to d.yaml
			w/content/p/e.Yaml: error: content files end in .yaml, this one in .Yaml [file/misplaced]; rename it to e.yaml
			w/content/p/h.lua: error: .lua files are not read below content [file/misplaced]; move it to scripts/p/h.lua
			w/scripts/c.lua: error: this file belongs to no pack [file/misplaced]; move it to scripts/PACK/c.lua
			w/scripts/p/f.yml: error: .yml files are not read below scripts [file/misplaced]; move it to content/p/f.yml
			w/scripts/p/g.YAML: error: .yaml files are not read below scripts [file/misplaced]; move it to content/p/g.YAML`},
	} {
		if testing.Short() && x.tree.many == MaxFiles-1 { // another test has as many in two roots
			continue
		}
		l := NewLoader(Root{FS: x.tree, Name: x.root})
		c, problems := l.Load()
		var got strings.Builder
		for _, d := range problems {
			fmt.Fprintf(&got, "\n\t\t\t%v", d)
			for _, n := range d.Notes {
				fmt.Fprintf(&got, " (%s: %s)", n.Place, n.Message)
			}
		}
		if got := strings.ReplaceAll(got.String(), "e\u0301", "e´"); got != x.want {
			t.Errorf("%s: got%s\nwant%s", name, got, x.want)
		}
		if (c == nil) != problems.Failed() {
			t.Errorf("%s: the catalog is %v", name, c)
		}
		if c != nil && len(c.All()) != 1 {
			t.Errorf("%s: %d definitions", name, len(c.All()))
		}
	}
}

// TestRootsHaveTheirOwnBounds checks that the files of one root do not count for another.
func TestRootsHaveTheirOwnBounds(t *testing.T) {
	var roots []Root
	for _, id := range []string{"p", "q"} {
		tree := newWorkspace(map[string]string{"content/" + id + "/a.yaml": "kind: die\nid: d6\nsides: 6\n", "content/" + id + "/x/y.txt": ""}).MapFS
		roots = append(roots, Root{FS: odd{MapFS: tree, crowded: "content/" + id + "/x", many: MaxFiles/2 + 1}, Name: id})
	}
	if c, problems := NewLoader(roots...).Load(); c == nil || len(problems) > 0 {
		t.Error(problems)
	}
}

// TestReplacedPacks checks what is said of packs that replace those of an earlier
// root, by the number of their files: too few are probably a mistake.
func TestReplacedPacks(t *testing.T) {
	const die = "kind: die\nid: d%d\nsides: 6\n"
	tree := func(n int, more ...string) fstest.MapFS {
		w := newWorkspace(nil)
		for i := range n {
			w.write(fmt.Sprintf("content/p/%d.yaml", i), fmt.Sprintf(die, i))
		}
		for _, name := range more {
			w.write(name, "return {}\n")
		}
		return w.MapFS
	}
	for name, x := range map[string]struct {
		before, after fstest.MapFS
		fixed         bool
		want          string
	}{
		"a quarter":         {tree(4), tree(1), true, `mine/content/p: warning: this folder replaces the whole pack p that ships with Sleight, and has 1 of its 4 YAML files [pack/shadow]; to add or change single definitions, give the folder another name; sleight new patch KIND/ID writes a patch`},
		"more":              {tree(3), tree(1), true, ""},
		"that do not ship":  {tree(4), tree(1), false, ""},
		"scripts alone":     {tree(1), tree(0, "scripts/p/a.lua"), true, `mine/scripts/p: error: these scripts replace the whole pack p, but there is no content [content/empty]; copy content/p here as well`},
		"scripts both":      {tree(0, "scripts/p/a.lua"), tree(0, "scripts/p/a.lua"), true, ""},
		"content over none": {tree(0, "scripts/p/a.lua"), tree(1), true, ""},
	} {
		c, problems := NewLoader(Root{FS: x.before, Name: "theirs", Fixed: x.fixed}, Root{FS: x.after, Name: "mine"}).Load()
		if problems.Error() != x.want {
			t.Errorf("%s: got %v", name, problems)
		}
		if c == nil {
			continue
		}
		if p, _ := c.Pack("p"); p.Place.File != "mine/content/p" {
			t.Errorf("%s: the pack is at %s", name, p.Place)
		}
	}
}

// TestSchemasThatCannotBeRead checks the problems of files below schemas: that of
// the envelope is a copy for editors, which nothing depends on.
func TestSchemasThatCannotBeRead(t *testing.T) {
	w := newWorkspace(map[string]string{
		"content/p/a.yaml": "kind: die\nid: d6\nsides: 6\n", "schemas/envelope.schema.json": "\xff", "schemas/charm.schema.json": "{}\xff", "schemas/rune.json": "\xff", "schemas/rune.schema.json/x": "",
	})
	l := NewLoader(Root{FS: odd{MapFS: w.MapFS}, Name: "w"})
	_, problems := l.Load()
	want := "w/schemas/charm.schema.json:1:3: error: this byte (0xff) is not UTF-8 [file/encoding]; save the file as UTF-8"
	if got := problems.Error(); got != want || slices.Contains(l.Kinds(), "charm") {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if files := strings.Join(l.Files(), " "); files != "w/content/p/a.yaml w/schemas/charm.schema.json w/schemas/envelope.schema.json" {
		t.Errorf("the files are %s", files)
	}
}

// TestNothingElseIsSaidOfUnreadableContent checks that a workspace whose content cannot
// be read is not called empty.
func TestNothingElseIsSaidOfUnreadableContent(t *testing.T) {
	w := newWorkspace(map[string]string{"content/p/a.yaml": "kind: die\nid: d6\nsides: 6\n", "content/p/deep/b.yaml": ""})
	_, problems := NewLoader(Root{FS: odd{MapFS: w.MapFS, locked: []string{"content"}}, Name: "w"}).Load()
	if got, want := problems.Error(), "w/content: error: the folder cannot be read: permission denied [file/unreadable]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	_, problems = NewLoader(Root{FS: odd{MapFS: w.MapFS, locked: []string{"content/p/a.yaml"}}}).Load()
	if got, want := problems.Error(), "content/p/a.yaml: error: the file cannot be read: permission denied [file/unreadable]\ncontent/p/deep/b.yaml: error: the file contains no definition [content/empty]; write one, starting with kind: and id:, or delete the file"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestPackNamesAreBounded checks which names a pack may have.
func TestPackNamesAreBounded(t *testing.T) {
	long := strings.Repeat("a", 64)
	for name, want := range map[string]bool{"a": true, "a-1_b": true, "": false, "1a": false, "A": false, "a b": false, long: true, long + "a": false} {
		if got := IsName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// TestSavesOfAPackAreReadOnDemand checks the saves of a pack: their names, their
// bytes as of the time of reading, and why one cannot be read.
func TestSavesOfAPackAreReadOnDemand(t *testing.T) {
	w := newWorkspace(map[string]string{
		"content/p/a.yaml": "kind: die\nid: d6\nsides: 6\n", "content/p/saves/old.json": "{}", "content/p/saves/big.json": strings.Repeat(" ", maxKept),
		"content/p/saves/huge.json": strings.Repeat(" ", maxKept+1), "content/p/saves/lost.json": "{}", "content/p/saves/deep/no.json": "{}", "content/p/no.json": "{}", "content/p/saves/no.txt": "",
	})
	c := mustLoad(t, NewLoader(Root{FS: w, Name: "w"}))
	delete(w.MapFS, "content/p/saves/lost.json")
	w.write("content/p/saves/old.json", "{now}")
	p, _ := c.Pack("p")
	var got []string
	for _, save := range p.Saves {
		text, err := save.Read()
		got = append(got, fmt.Sprintf("%s %s %.5q %d %v", save.Pack, save.File, text, len(text), err))
	}
	want := []string{
		`p w/content/p/saves/big.json "     " 16777216 <nil>`,
		`p w/content/p/saves/huge.json "" 0 it has more than 16777216 bytes`,
		`p w/content/p/saves/lost.json "" 0 file does not exist`,
		`p w/content/p/saves/old.json "{now}" 5 <nil>`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestWhichGamesAPackAffects checks which games are affected by valid packs and
// by packs whose manifest cannot be read.
func TestWhichGamesAPackAffects(t *testing.T) {
	game := func(id string) string { return "kind: game\nid: " + id + "\nphases: {play: {}}\n" }
	w := newWorkspace(map[string]string{
		"content/one/g.yaml": game("first"), "content/one/pack.yaml": saying("one", ""), "content/one/r.yaml": "kind: relic\nid: coin\n",
		"content/two/g.yaml": game("second"), "content/two/pack.yaml": saying("two", "requires: {base: ^1.0}\n"),
		"content/base/pack.yaml": saying("base", ""), "content/base/r.yaml": "kind: relic\nid: gem\n---\nkind: card\nid: ace\n",
		"content/for/pack.yaml":    saying("for", "games: [second]\n"),
		"content/torn/pack.yaml":   "kind: pack\nid: torn\ngames: [first\n",
		"content/named/pack.yaml":  "kind: pack\nid: named\nrequires: {two\n",
		"content/silent/pack.yaml": "kind: pack\nid: silent\ntitle: [\n",
		"content/patch/pack.yaml":  saying("patch", "requires: {one: ^1.0}\n"), "content/patch/p.yaml": "kind: patch\nof: relic/coin\nset: {price: 1}\n",
		"content/whose/pack.yaml": saying("whose", "requires: {base: ^1.0}\n"), "content/whose/p.yaml": "kind: patch\nof: base:relic/gem\nset: {price: 1}\n",
		"content/any/pack.yaml": saying("any", "requires: {base: ^1.0}\n"), "content/any/p.yaml": "kind: patch\nof: card/aec\nset: {name: 1}\n",
	})
	l := NewLoader(Root{FS: w, Name: "w"})
	l.Load()
	r := l.Dependencies()
	var got []string
	for _, id := range []string{"one", "two", "base", "for", "torn", "named", "silent", "patch", "whose", "any", "none"} {
		got = append(got, fmt.Sprintf("%s: games %v, with dependents %v", id, r.Games([]string{id}), r.Dependents([]string{id})))
	}
	for _, file := range []string{"w/content/one/g.yaml", "content/one/g.yaml", "w/content/one", "w/scripts/one/x.lua", "w/content/ones/x.yaml", "w/sleight.yaml"} {
		got = append(got, fmt.Sprintf("%s is in %q", file, r.PackOf(file)))
	}
	got = append(got, fmt.Sprint(r.Games([]string{"one", "base"}), GamesIn(Root{FS: w}, "one"), GamesIn(Root{FS: w}, "base"), r.Missing(), r.GamesUnknown("one")))
	want := []string{
		"one: games [first], with dependents [one patch]",
		"two: games [second], with dependents [two]",
		"base: games [second], with dependents [any base two whose]",
		"for: games [second], with dependents [for]",
		"torn: games [first], with dependents [torn]",
		"named: games [second], with dependents [named]",
		"silent: games [], with dependents [silent]",
		"patch: games [first], with dependents [patch]",
		"whose: games [second], with dependents [whose]",
		"any: games [second], with dependents [any]",
		"none: games [], with dependents [none]",
		`w/content/one/g.yaml is in "one"`,
		`content/one/g.yaml is in ""`,
		`w/content/one is in "one"`,
		`w/scripts/one/x.lua is in "one"`,
		`w/content/ones/x.yaml is in ""`,
		`w/sleight.yaml is in ""`,
		"[first second] [first] [] [] false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestMissingPacksAffectTheirGames checks the known facts about packs whose
// files are missing, and that a problem is theirs if it is the one of their
// root.
func TestMissingPacksAffectTheirGames(t *testing.T) {
	problem := func(line int, text string) diag.Diagnostic {
		return diag.New("pack/digest", diag.Place{File: "sleight.lock", Line: line}, "%s", text)
	}
	w := newWorkspace(map[string]string{
		"content/one/g.yaml": "kind: game\nid: first\nphases: {play: {}}\n", "content/one/pack.yaml": saying("one", "requires: {base: ^1.0}\n"),
		"content/two/g.yaml": "kind: game\nid: second\nphases: {play: {}}\n", "content/base/pack.yaml": saying("base", ""),
	})
	root := Root{FS: w, MissingPacks: []MissingPack{
		{ID: "a", Problem: problem(1, "x"), Known: true, Games: []string{"second"}, Requires: []string{"one"}},
		{ID: "b", Problem: problem(2, "x"), Known: true, Requires: []string{"base"}},
		{ID: "c", Problem: problem(2, "x")},
		{ID: "d", Problem: problem(2, "y"), Known: true},
	}}
	l := NewLoader(root)
	l.Load()
	r := l.Dependencies()
	other := problem(2, "x")
	other.Code = "pack/lock"
	packs, games, ok := r.Blame(diag.List{problem(1, "x"), problem(2, "x"), problem(2, "y"), problem(3, "x"), other})
	got := []string{fmt.Sprint(r.Missing()), fmt.Sprint(blamed(packs), len(games), ok)}
	for _, id := range r.Missing() {
		got = append(got, fmt.Sprint(id, r.Games([]string{id}), r.GamesUnknown(id)))
	}
	_, _, placed := r.Blame(diag.List{diag.New("engine/internal", diag.Place{}, "x")})
	got = append(got, fmt.Sprint(placed))
	want := []string{"[a b c d]", "[a 1 b 1 c 1 d 1]0 true", "a[second] false", "b[first] false", "c[] true", "d[] false", "false"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestSettleKeys checks which keys of settle: name a value, or a
// definition of a pack.
func TestSettleKeys(t *testing.T) {
	for key, want := range map[string]string{
		"relic/coin.price": " relic/coin price", "p:relic/coin.a.b[c].d": "p relic/coin a.b[c].d", "p:relic/coin": "p relic/coin ", ":relic/coin.a": " relic/coin a",
		"relic/coin": "", "relic": "", "relic.price": "", "/coin.price": "", "relic/.price": "", "relic/coin/x.price": "", "relic/coin.": "", "relic/coin.a..b": "", "p:": "", "": "",
	} {
		s, ok := parseSettlement(key)
		if got := fmt.Sprint(s.owner, " ", s.id, " ", s.path); ok && got != want || ok != (want != "") || s.key != key {
			t.Errorf("%q: %v %q", key, ok, got)
		}
	}
}

// TestFaultsAreAttributedToTheNearestChange checks which change a problem is
// attributed to: the one with most of its path, or the last of several.
func TestFaultsAreAttributedToTheNearestChange(t *testing.T) {
	var changes []def.Change
	for _, path := range []string{"name", "data.a", "data.a.b", "data.list[x].n", "data.c", "name"} {
		changes = append(changes, def.Change{Path: path, Text: fmt.Sprint(len(changes))})
	}
	for path, want := range map[string]string{
		"name": "5", "name.first": "5", "data.a": "2", "data.a.b": "2", "data.a.b.c": "2", "data.a.x": "2", "data.list[x]": "3", "data.list[y].n": "3", "data": "4", "data.c.d": "4", "other": "5", "": "5",
	} {
		if got := nearestChange(path, changes); got.Text != want {
			t.Errorf("%q: %s, want %s", path, got.Text, want)
		}
	}
	if got := nearestChange("name", nil); got != nil {
		t.Errorf("of no changes, %v is blamed", got)
	}
}

// TestThePicturesOfAPackAreBounded checks the largest size of all pictures of a
// pack.
func TestThePicturesOfAPackAreBounded(t *testing.T) {
	if testing.Short() {
		t.Log("a short run does not read 32 MiB of pictures")
		return
	}
	text := []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><!--` + strings.Repeat(" ", 1<<18))
	text = append(append(text, "--><path d='M0 0h8v1z'/></svg>"...), strings.Repeat("\n", 1<<19)...)[:1<<19]
	tree := fstest.MapFS{"content/p/a.yaml": &fstest.MapFile{Data: []byte("kind: die\nid: d6\nsides: 6\n")}}
	for i := range maxArt >> 19 {
		tree[fmt.Sprintf("content/p/art/%d.svg", i)] = &fstest.MapFile{Data: text}
	}
	l := NewLoader(Root{FS: tree, Name: "w"})
	if _, problems := l.Load(); len(problems) > 0 {
		t.Errorf("as large as allowed: %.300s", problems.Error())
	}
	tree["content/p/art/more.svg"] = &fstest.MapFile{Data: []byte("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M0 0h8v1z'/></svg>")}
	_, problems := l.Load()
	if got, want := problems.Error(), "w/content/p/art: error: the pictures of the pack have 33554517 bytes; at most 33554432 are read [file/picture]; make them smaller, or leave some out"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestPlaceholderFixesIncludeTheBraces checks the edits for misspelt names in placeholders: they
// replace the braces, too, and there are none for a placeholder with plural forms.
func TestPlaceholderFixesIncludeTheBraces(t *testing.T) {
	_, problems := loadMap(map[string]string{"content/p/a.yaml": "kind: relic\nid: a\nname: A {slver}\ntext: B {silvr}, {silvr|x|y} and {nothing}.\nparams: {silver: 1}\n"})
	var got []string
	for _, d := range problems {
		for _, e := range d.Edits {
			got = append(got, fmt.Sprintf("%d:%d+%d %s to %s", e.Place.Line, e.Place.Column, e.Place.Length, e.Old, e.New))
		}
	}
	if want := "3:9+7 {slver} to {silver}, 4:9+7 {silvr} to {silver}"; strings.Join(got, ", ") != want || len(problems) != 4 {
		t.Errorf("got %v of %v, want %s", got, problems, want)
	}
}
