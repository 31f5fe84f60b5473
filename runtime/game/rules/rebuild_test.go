package rules_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua"
	"sleight/tests/bazaar"
)

// edits are changes of a file: places move, names come and go, numbers change,
// scripts and YAML break.
var edits = []struct{ from, to string }{
	{"", "# a comment\n"},
	{"kind: card\n", "kind: card\ntags: [extra]\n"},
	{"tags:", "tagged:"},
	{"extra", "other"},
	{"return {", "return {{"},
	{"function(self)", "function(self) local x = 1"},
	{" 1", " 2"},
	{"name: ", "name: The "},
	{"start:", "begin:"},
	{"emit(\"", "emit(\"no"},
	{"id: ", "id: other_"},
	{"tags: [", "tags: [other_"},
	{"script: ", "script: other_"},
	{"extends: ", "extends: other_"},
	{"function(self", "function(other"},
}

// TestIncrementalBuildsEqualFullBuilds enforces that content that is built again after each
// of many edits, good and bad, has the same problems and games as content that
// is built from nothing.
func TestIncrementalBuildsEqualFullBuilds(t *testing.T) {
	for name, tree := range map[string]fstest.MapFS{"world": archived(t, "testdata/world.txtar"), "salon": archived(t, "testdata/salon.txtar"), "bazaar": bazaar.Tree(t)} {
		if testing.Short() && name == "bazaar" { // the larger one; for example, under the race detector
			continue
		}
		t.Run(name, func(t *testing.T) { editEverywhere(t, tree) })
	}
}

// editEverywhere makes every edit in every file of a tree, and compares what is built
// on top of the earlier builds with what is built from nothing.
func editEverywhere(t *testing.T, tree fstest.MapFS) {
	loader := load.NewLoader(load.Root{FS: tree})
	before := bazaar.Build(t, tree)
	unedited := fresh(tree)
	kept, broken := 0, 0
	for i, file := range slices.Sorted(maps.Keys(tree)) {
		if testing.Short() && len(tree) > 10 && i%3 > 0 {
			continue
		}
		if !strings.HasSuffix(file, ".yaml") && !strings.HasSuffix(file, ".lua") {
			continue
		}
		original := tree[file]
		for j, e := range edits {
			if testing.Short() && len(tree) > 10 && (i/3+j)%2 > 0 {
				continue
			}
			if !strings.Contains(string(original.Data), e.from) || e.from == "" && !strings.HasSuffix(file, ".yaml") {
				continue
			}
			edited := strings.Replace(string(original.Data), e.from, e.to, 1)
			for _, text := range []string{edited, edited + "\n]", string(original.Data)} { // a failed build may follow another
				tree[file] = &fstest.MapFile{Data: []byte(text)}
				reused, problems := rebuilt(loader, before)
				want := unedited // a third of all builds
				if text != string(original.Data) {
					want = fresh(tree)
				}
				if diff := cmp.Diff(want.problems, listed(problems)); diff != "" {
					t.Fatalf("problems after %q became %q in %s: %s", e.from, e.to, file, diff)
				}
				if reused == nil {
					broken++
					continue
				}
				if diff := cmp.Diff(want.whole, wholly(reused)); diff != "" {
					t.Fatalf("after %q became %q in %s: %s", e.from, e.to, file, diff)
				}
				kept += shared(before, reused)
				before = reused
			}
		}
	}
	if kept < 40 || broken < 5 {
		t.Errorf("only %d items were used again and %d edits broke something", kept, broken)
	}
}

// build is what has been built: its problems, and its complete compiled form.
type build struct {
	problems []string
	whole    string
}

// fresh builds a tree from nothing.
func fresh(tree fstest.MapFS) (b build) {
	c, problems := rebuilt(load.NewLoader(load.Root{FS: tree}), nil)
	if b.problems = listed(problems); c != nil {
		b.whole = wholly(c)
	}
	return b
}

func rebuilt(l *load.Loader, before *rules.Content) (*rules.Content, diag.List) {
	catalog, problems := l.Load()
	if catalog == nil {
		return nil, append(problems, rules.Compile(l.Packs(), before)...)
	}
	c, more := rules.Build(catalog, before)
	return c, append(problems, more...)
}

// TestEditsCompileOnlyDependents checks that a script is compiled again if
// it or a module that it requires, directly or not, has changed, and no other.
func TestEditsCompileOnlyDependents(t *testing.T) {
	tree := archived(t, "testdata/world.txtar")
	deep := func(n int) *fstest.MapFile {
		return &fstest.MapFile{Data: fmt.Appendf(nil, "return { n = %d }", n)}
	}
	tree["scripts/extra/deep.lua"] = deep(4)
	tree["scripts/extra/help.lua"] = &fstest.MapFile{Data: []byte("local deep = require(\"deep\")\n" +
		strings.Replace(string(tree["scripts/extra/help.lua"].Data), "n = 4", "n = deep.n", 1))}
	before := bazaar.Build(t, tree)
	for file, want := range map[string][]string{
		"scripts/extra/deep.lua":   {"scripts/extra/deep.lua", "scripts/extra/help.lua", "scripts/extra/more.lua"},
		"scripts/alpha/shared.lua": {"scripts/alpha/ace.lua", "scripts/alpha/game.lua", "scripts/alpha/shared.lua"},
	} {
		original := tree[file]
		tree[file] = &fstest.MapFile{Data: append(slices.Clone(original.Data), "\n-- a word more"...)}
		after, problems := rebuilt(load.NewLoader(load.Root{FS: tree}), before)
		if after == nil {
			t.Fatal(problems)
		}
		tree[file] = original
		old := map[string]*lua.Program{}
		for _, c := range before.Code() {
			old[c.Program.File()] = c.Program
		}
		var compiled []string
		for _, c := range after.Code() {
			if f := c.Program.File(); strings.HasSuffix(f, ".lua") && c.Program != old[f] {
				compiled = append(compiled, f)
			}
		}
		slices.Sort(compiled)
		if diff := cmp.Diff(want, slices.Compact(compiled)); diff != "" {
			t.Errorf("after an edit of %s: %s", file, diff)
		}
	}
}

func listed(problems diag.List) (out []string) {
	for _, d := range problems {
		out = append(out, fmt.Sprintf("%s %s %s %s", d.Place, d.Code, d.Message, d.Hint))
	}
	return out
}

// wholly shows the complete compiled form of content, and checks that hooks
// have the numbers under which games know them.
func wholly(c *rules.Content) string {
	var out strings.Builder
	for _, g := range c.Games() {
		out.WriteString(dumped(g))
		for _, d := range g.Catalog().All() {
			if it := g.Item(d.Key()); it != nil {
				for _, h := range it.Hooks {
					fmt.Fprintf(&out, "%s is the hook with its number: %v\n", shown(h), g.Hook(h.Index) == h)
				}
			}
		}
	}
	for _, code := range c.Code() {
		owner := ""
		if code.Owner != nil {
			owner = code.Owner.Key()
		}
		fmt.Fprintf(&out, "code %s %s %s %v at %s\n", code.Pack, owner, code.Module, code.Expression, code.Program.Place())
	}
	return out.String()
}

// shared counts the items that two builds have in common.
func shared(a, b *rules.Content) (n int) {
	for _, g := range a.Games() {
		other, ok := b.Game(g.ID())
		for _, d := range g.Catalog().All() {
			if it := g.Item(d.Key()); it != nil && ok && other.Item(d.Key()) == it {
				n++
			}
		}
	}
	return n
}
