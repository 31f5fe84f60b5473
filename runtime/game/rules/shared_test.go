package rules_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua"
)

// TestSharedProgramsMeanTheSame builds two workspaces in turn that share the files of a
// root. In one of them, another root replaces a pack that scripts of the shared root
// require. Both are what they are without sharing, and only scripts whose modules differ
// are compiled again.
func TestSharedProgramsMeanTheSame(t *testing.T) {
	tree := archived(t, "testdata/world.txtar")
	help := tree["scripts/extra/help.lua"]
	help.Data = append([]byte("local shared = require(\"alpha:shared\")\n"), help.Data...)
	changed := fstest.MapFS{}
	for name, file := range tree {
		if strings.Contains(name, "/alpha/") {
			changed[name] = file
		}
	}
	changed["scripts/alpha/shared.lua"] = &fstest.MapFile{Data: append([]byte("-- a word more\n"), tree["scripts/alpha/shared.lua"].Data...)}
	build := func(shared *def.Shared, replaced bool) *rules.Content {
		roots := []load.Root{{FS: tree, Name: "shipped", Fixed: true, Shared: shared}}
		if replaced {
			roots = append(roots, load.Root{FS: changed})
		}
		c, problems := rebuilt(load.NewLoader(roots...), nil)
		if c == nil {
			t.Fatal(problems)
		}
		return c
	}
	kept, before := new(def.Shared), map[string]*lua.Program{}
	for i, want := range []string{
		"", "scripts/extra/help.lua scripts/extra/more.lua", "", "scripts/extra/help.lua scripts/extra/more.lua",
	} {
		c := build(kept, i%2 > 0)
		if diff := cmp.Diff(wholly(build(nil, i%2 > 0)), wholly(c)); diff != "" {
			t.Errorf("workspace %d: %s", i, diff)
		}
		var again []string
		for _, code := range c.Code() {
			f, shipped := strings.CutPrefix(code.Program.File(), "shipped/")
			switch {
			case !shipped:
			case before[f] == nil:
				before[f] = code.Program
			case strings.HasSuffix(f, ".lua") && before[f] != code.Program:
				again = append(again, f)
			}
		}
		slices.Sort(again)
		if got := strings.Join(slices.Compact(again), " "); got != want {
			t.Errorf("workspace %d compiles %s again, want %s", i, got, want)
		}
	}
	if len(before) < 5 {
		t.Errorf("only %d files have scripts", len(before))
	}
}
