package load

import (
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/diag"
)

// TestShippedFileNames checks which files a pack is shipped with, by their names.
func TestShippedFileNames(t *testing.T) {
	for name, want := range map[string]bool{
		"content/p/a.yaml": true, "content/p/a.yml": true, "scripts/p/a.lua": true, "content/p/saves/a.json": true, "content/p/notes.md": true, "content/p/a.txt": true,
		"content/p/README": true, "content/p/LICENCE": true, "content/p/NEWS": true, "content/p/TODO.doc": false, "content/p/ABC": false, "content/p/Readme": false,
		"content/p/art/a.svg": true, "content/p/art/cards/a.png": true, "content/p/a.svg": false, "content/p/arts/a.webp": false, "content/p/art": false,
		"content/p/a.exe": false, "content/p/a": false, "content/p/.yaml": true,
	} {
		if got := IsUseful(name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// TestPartsOfAPack checks all files that belong to a pack, with the notices for
// those that do not: the schemas of its own kinds, if other packs are beside it,
// else all but copies of built-in ones.
func TestPartsOfAPack(t *testing.T) {
	tree := fstest.MapFS{}
	for name, text := range map[string]string{
		"content/p/pack.yaml": "{kind: pack, format: 1, id: p, version: 1.0.0, title: P}", "content/p/charm.yaml": "{kind: charm, id: x}\n---\n{kind: relic, id: y}\n", "content/p/old.yml": "{kind: omen, id: x}", "content/p/.hidden.yaml": "",
		"content/p/README": "", "content/p/art/a.svg": "", "content/p/b.svg": "", "content/p/tool.exe": "", "scripts/p/a.lua": "", "scripts/other/b.lua": "", "sleight.yaml": "{kind: workspace, format: 1, packs: {p: ^1.0, other: \"*\"}}",
		"schemas/charm.schema.json": "{}", "schemas/omen.schema.json": "{}", "schemas/rune.schema.json": "{}", "schemas/relic.schema.json": "{}", "schemas/notes.txt": "",
	} {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	own := "content/p/README content/p/art/a.svg content/p/charm.yaml content/p/old.yml content/p/pack.yaml "
	check := func(want string) {
		t.Helper()
		names, notices := Parts(Root{FS: tree, Name: "w"}, "p")
		if got := strings.Join(names, " "); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		skipped := "w/content/p/b.svg: notice: the pack is shipped without this file, which nothing reads [file/skipped]\nw/content/p/tool.exe: notice: the pack is shipped without this file, which nothing reads [file/skipped]"
		if got := notices.Error(); got != skipped {
			t.Errorf("got\n%s", got)
		}
	}
	check(own + "schemas/charm.schema.json schemas/omen.schema.json schemas/rune.schema.json scripts/p/a.lua")
	tree["content/Not a pack/a.yaml"], tree["content/file"] = tree["content/p/charm.yaml"], tree["content/p/charm.yaml"]
	check(own + "schemas/charm.schema.json schemas/omen.schema.json schemas/rune.schema.json scripts/p/a.lua")
	tree["content/other/a.yaml"] = &fstest.MapFile{Data: []byte("{kind: rune, id: x}")}
	check(own + "schemas/charm.schema.json scripts/p/a.lua")

	_, notices := Parts(Root{FS: odd{MapFS: newWorkspace(map[string]string{"content/p/con.txt": "", "content/p/b.svg": "", "scripts/p/x.exe": "", "schemas/x.schema.json": "{}"}).MapFS, locked: []string{"schemas"}}}, "p")
	var skipped []string
	for _, n := range notices {
		skipped = append(skipped, n.Place.File+" "+n.Code)
	}
	if got := strings.Join(skipped, ", "); got != "content/p/b.svg file/skipped, content/p/con.txt file/name, schemas file/unreadable, scripts/p/x.exe file/skipped" {
		t.Errorf("notices of %s", got)
	}
	bare := fstest.MapFS{"schemas/charm.schema.json": tree["schemas/charm.schema.json"], "scripts/p/a.lua": tree["scripts/p/a.lua"]}
	if names, notices := Parts(Root{FS: bare}, "p"); strings.Join(names, " ") != "schemas/charm.schema.json scripts/p/a.lua" || len(notices) > 0 {
		t.Errorf("without content: %v, %v", names, notices)
	}
	ids, problems := Manifested(Root{FS: tree})
	if strings.Join(ids, " ") != "p" {
		t.Errorf("with a manifest are %v, %v", ids, problems)
	}
	var ranges []string
	needs, problems := Ranges(Root{FS: tree, Name: "w"})
	for _, n := range needs {
		ranges = append(ranges, n.Pack+" "+n.Range.String()+" at "+n.Place.String())
	}
	if got := strings.Join(ranges, ", "); got != "other * at w/sleight.yaml:1:47, p ^1.0 at w/sleight.yaml:1:38" || problems != nil {
		t.Errorf("got %s, %v", got, problems)
	}
	tree["sleight.yaml"] = &fstest.MapFile{Data: []byte("a: [")}
	if needs, problems := Ranges(Root{FS: tree, Name: "w"}); needs != nil || len(problems) != 1 || problems[0].Place.File != "w/sleight.yaml" {
		t.Errorf("a broken file has %v, %v", needs, problems)
	}
	delete(tree, "sleight.yaml")
	if needs, problems := Ranges(Root{FS: tree}); needs != nil || problems != nil {
		t.Errorf("no file has %v, %v", needs, problems)
	}
}

// TestSameRoots checks when the results of reading may be kept: not if a root
// has another name, has become fixed, has problems, or is another tree.
func TestSameRoots(t *testing.T) {
	tree, other := &fixed{}, &fixed{}
	problem := diag.List{diag.New("file/unreadable", diag.Place{}, "x")}
	for name, x := range map[string]struct {
		a, b []Root
		want bool
	}{
		"none": {nil, nil, true}, "one more": {nil, []Root{{FS: tree}}, false}, "the same tree": {[]Root{{FS: tree}}, []Root{{FS: tree}}, true}, "another tree": {[]Root{{FS: tree}}, []Root{{FS: other}}, false},
		"another name": {[]Root{{FS: tree}}, []Root{{FS: tree, Name: "n"}}, false}, "fixed": {[]Root{{FS: tree}}, []Root{{FS: tree, Fixed: true}}, false}, "both fixed": {[]Root{{FS: tree, Fixed: true}}, []Root{{FS: tree, Fixed: true}}, true},
		"faults": {[]Root{{Problems: problem}}, []Root{{Problems: problem}}, false}, "faults in one": {[]Root{{Problems: problem}}, []Root{{}}, false}, "no tree": {[]Root{{}}, []Root{{}}, true}, "a tree instead": {[]Root{{}}, []Root{{FS: tree}}, false}, "another sort of tree": {[]Root{{FS: tree}}, []Root{{FS: fstest.MapFS{}}}, false}, "trees that cannot be compared": {[]Root{{FS: fstest.MapFS{}}}, []Root{{FS: fstest.MapFS{}}}, false},
	} {
		if got := sameRoots(x.a, x.b); got != x.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
	for key, want := range map[string]string{"relic/coin.price": "relic/coin.price", "more:relic/coin": "relic/coin"} {
		if got := (Conflict{Key: key}).Name(); got != want {
			t.Errorf("%s: got %s", key, got)
		}
	}
}

// fixed is a tree that can be compared.
type fixed struct {
	fstest.MapFS
	_ int
}
