package workspace_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/sleight/workspace"
)

// TestIntactFilesAreLintedBesideErrors breaks one file after another, and
// checks that doubtful code in another one is still reported, and nothing in
// the broken one.
func TestIntactFilesAreLintedBesideErrors(t *testing.T) {
	sound := map[string]string{
		"content/inn/pack.yaml":  "kind: pack\nformat: 1\nid: inn\nversion: 1.0.0\ntitle: Inn\n",
		"content/inn/game.yaml":  "kind: game\nid: inn\nname: Inn\ntext: Rest.\nscript: game.lua\nvariables: {beds: {start: 3}}\nzones: {row: {of: card, start: [guest]}}\nphases: {night: {actions: [rest]}}\nactions: {rest: {name: Rest}}\n",
		"content/inn/guest.yaml": "kind: card\nid: guest\nname: Guest\ntext: Pays.\nparams: {rent: {default: 2, safe: [2, 4], breaks: \"<3: none. >4: too many\", text: Rent.}}\n",
		"scripts/inn/game.lua":   "local tools = require(\"tools\")\nreturn {\n  start = function() enter_phase(\"night\") end,\n  do_rest = function() vars.beds = tools.less(vars.beds) if vars.beds == 0 then win() end end,\n}\n",
		"scripts/inn/tools.lua":  "return { less = function(n) if n == 1 or 2 then return n - 1 end return n - 1 end }\n",
	}
	lint := func(file, old, now string) string {
		tree := fstest.MapFS{}
		for name, text := range sound {
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if file != "" {
			tree[file] = &fstest.MapFile{Data: []byte(strings.Replace(sound[file], old, now, 1))}
		}
		w, err := workspace.New(workspace.FS(workspace.Embedded, tree))
		if err != nil {
			t.Fatal(err)
		}
		c, problems := w.Build()
		if (c == nil) != (file != "") {
			t.Fatalf("%s: %v", file, problems)
		}
		list := w.LintIntact(problems)
		if c != nil {
			list = w.Lint(c)
		}
		out := ""
		for _, d := range list {
			out += fmt.Sprintf("%s:%d %s\n", strings.TrimPrefix(d.Place.File, "embedded/"), d.Place.Line, d.Code)
		}
		if list := w.LintIntact(problems); len(list) > 0 {
			t.Errorf("%s: the same build is linted twice: %v", file, list)
		}
		return out
	}
	const rent, tools = "content/inn/guest.yaml:5 content/contradiction\n", "scripts/inn/tools.lua:1 script/doubt\n"
	for _, c := range []struct{ file, old, now, want string }{
		{"content/inn/game.yaml", "beds: {", "beds: [", rent + tools},
		{"content/inn/game.yaml", "[rest]", "[sleep]", rent + tools},
		{"content/inn/game.yaml", "id: inn", "idd: inn", rent + tools},
		{"content/inn/guest.yaml", "id: guest", "id: [guest", tools},
		{"content/inn/guest.yaml", "name: Guest", "nmae: Guest", tools},
		{"scripts/inn/game.lua", "vars.beds =", "vars.beds ==", rent + tools},
		{"scripts/inn/game.lua", "vars.beds =", "vars.bedz =", rent + tools},
		{"scripts/inn/tools.lua", "n == 1", "n = 1", rent},
	} {
		if got := lint(c.file, c.old, c.now); got != c.want {
			t.Errorf("%s with %s: expected\n%sgot\n%s", c.file, c.now, c.want, got)
		}
	}
	if got := lint("", "", ""); !strings.Contains(got, rent) || !strings.Contains(got, tools) {
		t.Errorf("sound content is linted as\n%s", got)
	}
}
