package lint_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/tests/golden"
)

// TestLintBesideErrors states what is reported beside each known problem: mistakes
// that a file shows by itself, in files without errors, in the packs of games and in
// those with errors.
func TestLintBesideErrors(t *testing.T) {
	tree := fstest.MapFS{
		"content/stray/pack.yaml":  {Data: []byte("{kind: pack, format: 1, id: stray, version: 1.0.0, title: Stray}\n")},
		"content/stray/cards.yaml": {Data: []byte("kind: card\nid: lone\nname: Lone\ntext: Wait,\nlua: |\n  return { on_sailed = function(self) local list = {1} vars.gold = list[0] end }\n")},
		"content/stray/more.yaml":  {Data: []byte("kind: card\nid: other\nname: Other\ntext: Go;\n")},
		"scripts/harbour/far.lua":  {Data: []byte("return { add = function(boat) return boat.name end }\n")},
	}
	edits := strings.NewReplacer(
		"LUA", `say(list[0]) say(require("far").add(3)) for i = 1, #list + 1 do say(list[i]) end`, ", DATA", "",
		"text: Sail.", "text: Sail,", "name: Ketch", "name: Ketch, text: 'Carry \"'", "name: Yawl", "name: Yawl, text: Carry;",
	)
	for name, text := range harbour {
		tree[name] = &fstest.MapFile{Data: []byte(edits.Replace(text))}
	}
	c := content(t, load.NewLoader(load.Root{FS: tree}), nil)
	whole := lint.Run(c, sources(tree))
	var out strings.Builder
	var used lint.Linter
	for _, known := range []diag.List{
		nil,
		{diag.New("content/doubt", diag.Place{File: "content/harbour/game.yaml", Line: 1}, "a warning")},
		{diag.New("content/type", diag.Place{File: "content/harbour/game.yaml", Line: 1}, "an error")},
		{diag.New("content/type", diag.Place{File: "scripts/harbour/game.lua", Line: 1}, "an error")},
		{diag.New("content/type", diag.Place{File: "scripts/harbour/far.lua", Line: 1}, "an error")},
		{diag.New("content/type", diag.Place{File: "content/stray/pack.yaml", Line: 1}, "an error")},
		{diag.New("content/type", diag.Place{File: "content/stray/more.yaml", Line: 1}, "an error")},
		whole[:len(whole)/2],
		whole,
	} {
		fmt.Fprintf(&out, "> beside\n%sthere is\n", golden.Report(known))
		got := golden.Report(new(lint.Linter).RunPartial(c, known, sources(tree)))
		out.WriteString(got)
		if again := golden.Report(used.RunPartial(c, known, sources(tree))); again != got {
			t.Errorf("beside %v a linter that was used before says\n%s\nand a new one\n%s", known, again, got)
		}
		used.Run(c, sources(tree))
	}
	golden.Check(t, "testdata/alone.golden", out.String())
}
