package load

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// workspace is a root whose files a test may change.
type workspace struct{ fstest.MapFS }

func newWorkspace(files map[string]string) workspace {
	w := workspace{fstest.MapFS{}}
	for name, text := range files {
		w.write(name, text)
	}
	return w
}

func (w workspace) write(name, text string) { w.MapFS[name] = &fstest.MapFile{Data: []byte(text)} }

func mustLoad(t *testing.T, l *Loader) *def.Catalog {
	t.Helper()
	c, problems := l.Load()
	if problems.Failed() || c == nil {
		t.Fatalf("not loaded: %v", problems)
	}
	return c
}

func get(t *testing.T, c *def.Catalog, key string) *def.Definition {
	t.Helper()
	d, ok := c.Get(key)
	if !ok {
		t.Fatalf("no %s", key)
	}
	return d
}

var small = map[string]string{
	"content/p/dice.yaml":    "kind: die\nid: d6\nsides: 6\n---\nkind: die\nid: d8\nsides: 8\n",
	"content/p/goblin.yaml":  "kind: enemy\nid: goblin\nhp: 60\nscript: goblin.lua\nparams: {rage: 2}\n",
	"content/p/chief.yaml":   "kind: enemy\nid: chief\nextends: goblin\ndata: {a: {b: 1}}\n",
	"scripts/p/goblin.lua":   "return {}\n",
	"scripts/p/lib/dice.lua": "return { roll = function() end }\n",
}

// TestLoadAgain checks that an edit parses and builds only what changed; an
// unchanged definition stays the same.
func TestLoadAgain(t *testing.T) {
	w := newWorkspace(small)
	l := NewLoader(Root{FS: w})
	mustLoad(t, l)
	if got, want := l.Stats(), (Stats{Files: 5, Read: 5, Parsed: 3, Built: 4}); got != want {
		t.Errorf("first: %+v", got)
	}
	for name, c := range map[string]struct {
		change  func()
		parsed  int
		changed []string
	}{
		"nothing": {func() {}, 0, nil},
		"a space": {func() { w.write("content/p/dice.yaml", small["content/p/dice.yaml"]+"# note\n") }, 1, nil},
		"a number": {func() {
			w.write("content/p/dice.yaml", strings.Replace(small["content/p/dice.yaml"], "sides: 8", "sides: 9", 1))
		}, 1, []string{"die/d8"}},
		"a script": {func() { w.write("scripts/p/goblin.lua", "return { use = 1 }\n") }, 0, []string{"enemy/goblin", "enemy/chief"}},
		"a base": {func() {
			w.write("content/p/goblin.yaml", strings.Replace(small["content/p/goblin.yaml"], "60", "70", 1))
		}, 1, []string{"enemy/goblin", "enemy/chief"}},
	} {
		for file, text := range small {
			w.write(file, text)
		}
		before := mustLoad(t, l)
		c.change()
		after := mustLoad(t, l)
		if got := l.Stats().Parsed; got != c.parsed {
			t.Errorf("%s: %d files parsed, want %d", name, got, c.parsed)
		}
		for _, d := range before.All() {
			now := get(t, after, d.Key())
			want := false
			for _, key := range c.changed {
				want = want || key == d.Key()
			}
			if (now.Digest != d.Digest) != want {
				t.Errorf("%s: %s changed: %v, want %v", name, d.Key(), !want, want)
			}
		}
		if (before.Digest == after.Digest) != (len(c.changed) == 0) {
			t.Errorf("%s: catalog digest %s → %s", name, before.Digest, after.Digest)
		}
	}
}

// TestLoadKeepsDefinitions checks that a definition whose file did not change
// is the same pointer.
func TestLoadKeepsDefinitions(t *testing.T) {
	w := newWorkspace(small)
	l := NewLoader(Root{FS: w})
	before := mustLoad(t, l)
	w.write("content/p/dice.yaml", "kind: die\nid: d6\nsides: 7\n")
	after := mustLoad(t, l)
	if get(t, before, "enemy/goblin") != get(t, after, "enemy/goblin") {
		t.Error("goblin was made again")
	}
	if _, ok := after.Get("die/d8"); ok {
		t.Error("d8 is still there")
	}
}

// TestLoadBrokenAndFixed checks that a broken edit gives problems and no
// catalog, and that fixing it is one more edit (promise 7).
func TestLoadBrokenAndFixed(t *testing.T) {
	w := newWorkspace(small)
	l := NewLoader(Root{FS: w})
	before := mustLoad(t, l)
	w.write("content/p/dice.yaml", "kind: die\nid: [d6\n")
	if c, problems := l.Load(); c != nil || len(problems) != 1 || problems[0].Place.Line != 2 {
		t.Errorf("got %v %v", c, problems)
	}
	if src, ok := l.Source("content/p/dice.yaml"); !ok || !strings.Contains(string(src), "[d6") {
		t.Errorf("source %q", src)
	}
	w.write("content/p/dice.yaml", small["content/p/dice.yaml"])
	if after := mustLoad(t, l); after.Digest != before.Digest {
		t.Error("mended content differs")
	}
	delete(w.MapFS, "scripts/p/goblin.lua")
	if _, problems := l.Load(); len(problems) != 1 || problems[0].Code != "script/missing" {
		t.Errorf("got %v", problems)
	}
	if _, ok := l.Source("scripts/p/goblin.lua"); ok {
		t.Error("a deleted file has a source")
	}
}

// TestRoots checks that a pack in a later root replaces the whole pack of the
// same name.
func TestRoots(t *testing.T) {
	embedded := newWorkspace(small)
	embedded.write("content/q/x.yaml", "kind: joker\nid: x\n")
	mine := newWorkspace(map[string]string{"content/p/dice.yaml": "kind: die\nid: d6\nsides: 20\n", "content/own/y.yaml": "kind: joker\nid: y\n"})
	l := NewLoader(Root{FS: embedded, Fixed: true, Name: "embedded"}, Root{FS: mine, Name: "../mods"})
	c := mustLoad(t, l)
	var keys []string
	for _, d := range c.All() {
		keys = append(keys, d.Key())
	}
	if got := strings.Join(keys, " "); got != "die/d6 joker/x joker/y" {
		t.Error(got)
	}
	if at := get(t, c, "die/d6").Data.Get("sides").Place().String(); at != "../mods/content/p/dice.yaml:3:8" {
		t.Error(at)
	}
	if at := get(t, c, "joker/x").Place.String(); at != "embedded/content/q/x.yaml:1:1" {
		t.Error(at)
	}
	mustLoad(t, l)
	if got := l.Stats(); got != (Stats{Files: 3, Read: 2}) {
		t.Errorf("%+v", got)
	}
	delete(mine.MapFS, "content/p/dice.yaml")
	mine.write("scripts/p/goblin.lua", "return {}")
	if _, problems := l.Load(); len(problems) != 1 || problems[0].Code != "content/empty" {
		t.Errorf("scripts alone: %v", problems)
	}
	if _, problems := NewLoader(Root{FS: fstest.MapFS{}}).Load(); len(problems) != 1 || problems[0].Code != "content/empty" {
		t.Errorf("nothing at all: %v", problems)
	}
}

func TestFolders(t *testing.T) {
	content, scripts := fstest.MapFS{}, fstest.MapFS{}
	for name, text := range small {
		folder, rest, _ := strings.Cut(name, "/")
		into := map[string]fstest.MapFS{"content": content, "scripts": scripts}[folder]
		into[rest] = &fstest.MapFile{Data: []byte(text)}
	}
	c := mustLoad(t, NewLoader(Root{FS: Folders{"content": content, "scripts": scripts}}))
	if len(c.All()) != 4 {
		t.Errorf("%d definitions", len(c.All()))
	}
	for name, want := range map[string]string{"other/x": "open other/x: file does not exist", "content/../scripts": "open content/../scripts: file does not exist", "content/none": "open none: file does not exist", "content": "<nil>"} {
		if _, err := (Folders{"content": content, "scripts": scripts}).Open(name); fmt.Sprint(err) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestExtends checks that every value of a definition that extends another
// keeps its source position.
func TestExtends(t *testing.T) {
	c := mustLoad(t, NewLoader(Root{FS: newWorkspace(map[string]string{
		"content/p/all.yaml": `kind: enemy
id: goblin
name: Goblin
hp: 60
tags: [green, small]
data: {loot: {gold: 3, gems: 1}, list: [1, 2]}
params: {rage: {default: 2, safe: [1, 3]}, fear: 1}
script: goblin.lua
tests: [{name: x, expect: {hp: 1}}]
---
kind: enemy
id: chief
extends: goblin
hp: 90
tags: [big]
data: {loot: {gold: 9}, list: [3]}
params: {rage: 3, fear: {default: 2, safe: [1, 2]}}
lua: return {}
---
kind: die
id: odd
extends: d6
faces: [1, 3, 5]
---
kind: die
id: d6
sides: 6
`, "scripts/p/goblin.lua": "return {}",
	})}))
	d := get(t, c, "enemy/chief")
	for path, want := range map[string]string{
		"name": `3:7 Goblin`, "hp": `14:5 90`, "data.loot.gold": "16:21 9", "data.loot.gems": "6:30 1",
	} {
		n := d.Data
		for key := range strings.SplitSeq(path, ".") {
			n = n.Get(key)
		}
		if got := fmt.Sprintf("%d:%d %s", n.Place().Line, n.Place().Column, n.Show()); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if len(d.Tags) != 1 || len(d.Data.Get("data").Get("list").Items()) != 1 {
		t.Error("lists are replaced, not joined")
	}
	if d.Data.Get("tests") != nil || d.Data.Get("script") != nil || d.Script == nil || d.Script.Line != 17 {
		t.Errorf("tests or script inherited: %+v", d.Script)
	}
	rage, _ := d.Param("rage")
	fear, _ := d.Param("fear")
	if rage.Default != 3 || rage.High != 3 || fear.Default != 2 || !fear.HasSafe {
		t.Errorf("%+v %+v", rage, fear)
	}
	if odd := get(t, c, "die/odd"); odd.Data.Get("sides") != nil {
		t.Error("faces do not take the place of sides")
	}
}

// TestInlineLua checks that errors in Lua inside YAML point into the YAML.
func TestInlineLua(t *testing.T) {
	src := "kind: relic\nid: a\nlua: |\n  return {\n    use = 1,\n  }\n---\nkind: relic\nid: b\nlua:   \"return {}\"\n---\nkind: relic\nid: c\nlua: |-\n\n      return {}\n"
	c := mustLoad(t, NewLoader(Root{FS: newWorkspace(map[string]string{"content/p/f.yaml": src})}))
	lines := yaml.Lines([]byte(src))
	for _, d := range c.All() {
		for i, text := range strings.Split(strings.TrimRight(d.Script.Source, "\n"), "\n") {
			if line := string(lines[d.Script.Line+i]); text != "" && !strings.HasPrefix(line[d.Script.Column:], text) {
				t.Errorf("%s: %q is not in %q at %d", d.Key(), text, line, d.Script.Column)
			}
		}
	}
}

func TestModules(t *testing.T) {
	p, _ := mustLoad(t, NewLoader(Root{FS: newWorkspace(small)})).Pack("p")
	if m := p.Modules["lib/dice"]; m == nil || m.Module != "p:lib/dice" || m.File != "scripts/p/lib/dice.lua" {
		t.Errorf("%v", p.Modules)
	}
	files := maps.Clone(small)
	files["scripts/p/big.lua"] = strings.Repeat(" ", maxLua+1)
	files["scripts/p/bad.lua"] = "\xff"
	_, problems := loadMap(files)
	if len(problems) != 2 || problems[0].Code != "file/encoding" || problems[1].Code != "script/too-large" {
		t.Errorf("%v", problems)
	}
}

// TestSymbolicLinks checks that symbolic links are reported and not followed.
func TestSymbolicLinks(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.yaml")
	for _, step := range []error{
		os.WriteFile(secret, []byte("kind: die\nid: secret\nsides: 6\n"), 0o644),
		os.MkdirAll(filepath.Join(dir, "content", "p"), 0o755),
		os.WriteFile(filepath.Join(dir, "content", "p", "d6.yaml"), []byte("kind: die\nid: d6\nsides: 6\n"), 0o644),
		os.Symlink(secret, filepath.Join(dir, "content", "p", "link.yaml")),
		os.Symlink(dir, filepath.Join(dir, "content", "folder")),
	} {
		if step != nil {
			t.Fatal(step)
		}
	}
	c, problems := NewLoader(Root{FS: os.DirFS(dir)}).Load()
	if c == nil || len(c.All()) != 1 || len(problems) != 2 || problems[0].Severity != diag.Warning {
		t.Errorf("%v %v", c, problems)
	}
}

func TestPackNames(t *testing.T) {
	_, problems := loadMap(map[string]string{"content/Bad Name/x.yaml": "kind: die\nid: d6\nsides: 6\n"})
	if len(problems) == 0 || problems[0].Code != "content/pattern" || problems[0].Place.File != "content/Bad Name" {
		t.Errorf("%v", problems)
	}
}

// TestMisplacedFiles checks that a pack that replaces a shipped pack with hardly
// anything, and files in the wrong one of two folders, are reported.
func TestMisplacedFiles(t *testing.T) {
	shipped := newWorkspace(small)
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		shipped.write("content/p/"+id+".yaml", "kind: joker\nid: "+id+"\n")
	}
	mine := newWorkspace(map[string]string{"content/p/dice.yaml": "kind: die\nid: d6\nsides: 20\n"})
	_, problems := NewLoader(Root{FS: shipped, Fixed: true, Name: "shipped"}, Root{FS: mine}).Load()
	if len(problems) != 1 || problems[0].Code != "pack/shadow" || problems[0].Severity != diag.Warning || problems[0].Place.File != "content/p" {
		t.Errorf("a pack that takes the place of a larger one: %v", problems)
	}
	if _, problems := NewLoader(Root{FS: shipped, Name: "theirs"}, Root{FS: mine}).Load(); len(problems) > 0 {
		t.Errorf("a pack that takes the place of one that does not ship: %v", problems)
	}
	mine.write("scripts/p/more.yaml", "kind: joker\nid: x\n")
	mine.write("content/p/more.lua", "return {}")
	_, problems = NewLoader(Root{FS: mine}).Load()
	if len(problems) != 2 || problems[0].Hint.String() != "move it to scripts/p/more.lua" || problems[1].Hint.String() != "move it to content/p/more.yaml" {
		t.Errorf("files in the wrong folder: %v", problems)
	}
}
