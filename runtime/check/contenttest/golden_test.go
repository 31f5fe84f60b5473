package contenttest_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestResultsAreReportedWhole checks the results of tests that pass or fail in
// every way: the place, the values in the messages, and the problems found
// without running them.
func TestResultsAreReportedWhole(t *testing.T) {
	for _, game := range []string{"game", "corners", "bounds", "hours", "shop"} {
		golden.Check(t, "testdata/"+strings.Replace(game, "game", "results", 1)+".golden", resultsOf(t, "testdata/"+game+".yaml"))
	}
}

// resultsOf writes the findings in the tests of a file, with and without
// running them.
func resultsOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	c := built(t, text)
	write(&out, "looking", contenttest.CheckNames(c))
	heard := 0
	results := contenttest.Run(context.Background(), c, contenttest.Options{Each: func(contenttest.Result) { heard++ }})
	for _, r := range results {
		fmt.Fprintf(&out, "%s %q at %s: %v after %d commands\n", r.Definition.Key(), r.Name, r.Place, r.Passed, r.Commands)
		if r.Problem != nil {
			write(&out, "", diag.List{*r.Problem})
		}
		write(&out, "", r.Warnings)
	}
	if heard != len(results) {
		t.Errorf("%d results were announced, of %d", heard, len(results))
	}
	return out.String()
}

// built builds content of one file.
func built(t *testing.T, text []byte) *rules.Content {
	t.Helper()
	return bazaar.Build(t, fstest.MapFS{"content/board/game.yaml": {Data: text}})
}

// TestPlayingATestUpToTheCursor checks the games that an editor plays up to its
// author's cursor, and the problems of unchecked tests.
func TestPlayingATestUpToTheCursor(t *testing.T) {
	text, err := os.ReadFile("testdata/corners.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c := built(t, text)
	owner, _ := c.Catalog.Find("corners", "game")
	var out strings.Builder
	for line := range strings.Lines(ahead) {
		nodes, problems := yaml.Parse("test.yaml", []byte(line))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		out.WriteString(line)
		s, problem := contenttest.RunUpTo(c, owner, nodes[0])
		if problem != nil {
			write(&out, "", diag.List{*problem})
			continue
		}
		shown, problem := s.Evaluate(`{vars.gold, vars.mood, vars.bid, all("deck"), player()}`)
		if problem != nil {
			t.Fatal(problem)
		}
		fmt.Fprintf(&out, "\t%s after %v, open: %q\n", shown, s.Log(), s.Choice().Command)
	}
	golden.Check(t, "testdata/ahead.golden", out.String())
}

// ahead lists tests as somebody may type them.
const ahead = `{}
{do: wait}
{given: {gold: 7, deck: [king]}, do: [wait, begin bid]}
{steps: [{do: wait, expect: {gold: 9}}, {as: 1, do: bid 2}, {as: 2, do: bid 1}, {}]}
{do: wait, steps: [{do: pick}]}
{do: wat, expect: {refused: x}}
{do: wat}
{do: 3}
{do: [[wait]]}
{do: [wait, {use: salt, action: wait}]}
{do: {action: bid, amount: 2, amuont: 1}}
{as: 0, do: wait}
{as: 2, do: wait}
{steps: [{as: 3, do: wait}]}
{given: {params: {prize: many}}}
{given: {params: {prize: 4}}, do: wait}
{given: {params: {prize: 4, odd: [1]}}}
{given: {player: 2, phase: night, mood: cross}}
{given: {deck: [null]}}
{given: {deck: [[ace]]}}
{given: {gold: null}}
{given: {gold: {is: 3, until: dusk, tims: 3}}}
{given: {friend: null}}
{given: {rig: {low: [[1]]}}}
`

// write writes all parts of problems.
func write(out *strings.Builder, title string, all diag.List) {
	for _, d := range all {
		fmt.Fprintf(out, "\t%s %s at %s+%d %q: %s | %s\n", title, d.Code, d.Place, d.Place.Length, d.Place.Path, d.Message, d.Hint)
		for _, n := range d.Notes {
			fmt.Fprintf(out, "\t\tnote at %s: %s\n", n.Place, n.Message)
		}
	}
}

// TestChangedDefinitionsSelectTests checks which tests run after a file is
// saved, and how they are named.
func TestChangedDefinitionsSelectTests(t *testing.T) {
	content := func(edits ...string) *rules.Content {
		tree := bazaar.Tree(t)
		for _, file := range tree {
			file.Data = []byte(strings.NewReplacer(edits...).Replace(string(file.Data)))
		}
		tree["content/bazaar/cards.yaml"] = &fstest.MapFile{Data: []byte("{kind: card, id: jack, name: Jack, script: jack.lua, use: {}}\n")}
		tree["scripts/bazaar/jack.lua"] = &fstest.MapFile{Data: []byte("return {use = function(self) end}\n")}
		tree["scripts/bazaar/shared.lua"] = &fstest.MapFile{Data: []byte("return {}\n")}
		return bazaar.Build(t, tree)
	}
	before := content()
	filtered := func(now *rules.Content, files ...string) string {
		filter := contenttest.Changed(before, now, files)
		if filter == nil {
			return "none"
		}
		var keys []string
		for _, d := range now.Catalog.All() {
			if filter(d) {
				keys = append(keys, d.Key())
			}
		}
		if len(keys) == len(now.Catalog.All()) {
			return "all"
		}
		return strings.Join(keys, " ")
	}
	for _, c := range [][2]string{
		{filtered(before), "none"},
		{filtered(before, "content/bazaar/wares.yaml", "scripts/bazaar/jack.lua"), "none"},
		{filtered(before, "content/bazaar/cards.yaml", "content/bazaar/pack.yaml"), "none"},
		{filtered(before, "/work/scripts/bazaar/shared.lua"), "all"},
		{filtered(content("price: 2", "price: 3"), "content/bazaar/wares.yaml"), "consumable/tea"},
		{filtered(content("name: King, value: 10", "name: Emperor, value: 12"), "scripts/bazaar/jack.lua"), "card/king"},
		{filtered(content("id: thief", "id: rogue", "[thief]", "[rogue]"), "content/bazaar/wares.yaml"), "enemy/rogue game/bazaar"},
		{filtered(content("name: King, value: 10", "name: Emperor, value: 12"), "scripts/bazaar/shared.lua"), "all"},
		{filtered(content("id: thief", "id: rogue", "[thief]", "[rogue]"), "scripts/bazaar/shared.lua"), "all"},
	} {
		if c[0] != c[1] {
			t.Errorf("%s, want %s", c[0], c[1])
		}
	}
	for word, want := range map[string]int{"tea": 1, "consumable/tea": 1, "consumable": 2, "bazaar": len(before.Catalog.All()), "bazaar:consumable/tea": 1, "other:consumable/tea": 0, "te": 0} {
		filter, n := contenttest.Matching(word), 0
		for _, d := range before.Catalog.All() {
			if filter(d) {
				n++
			}
		}
		if n != want {
			t.Errorf("%q names %d definitions, not %d", word, n, want)
		}
	}
}

// TestSituations checks that a started game can be put into a situation, and
// the errors for invalid ones.
func TestSituations(t *testing.T) {
	c := bazaar.Build(t, bazaar.Tree(t))
	game, _ := c.Game(bazaar.ID)
	node := func(text string) *def.Node {
		nodes, problems := yaml.Parse("given.yaml", []byte(text))
		if len(problems) > 0 || len(nodes) != 1 {
			t.Fatal(problems)
		}
		return nodes[0]
	}
	put, problem := contenttest.Situation(c, game, node("{day: 5, gold: 7, market: [tea, tea], player: 2, phase: night}"))
	if problem != nil {
		t.Fatal(problem)
	}
	for seed := range uint64(2) {
		s := bazaar.New(t, seed)
		if problem := put(s); problem != nil {
			t.Fatal(problem)
		}
		got, _ := s.Evaluate(`vars.day * 1000 + vars.gold * 100 + count("market") * 10 + player()`)
		if got != "5722" || s.Phase().Name != "night" {
			t.Errorf("the situation is %s in %s", got, s.Phase().Name)
		}
	}
	for text, want := range map[string]string{
		"{seed: 3, day: 2}":    "given.yaml:1:2: a situation has no seed",
		"{day: 2, players: 3}": "given.yaml:1:10: a situation has no players",
		"{params: {purse: 3}}": "given.yaml:1:2: a situation has no params",
		"[day]":                "given.yaml:1:1: a situation must be a mapping, like the given of a test",
	} {
		if _, problem := contenttest.Situation(c, game, node(text)); problem == nil || fmt.Sprintf("%s: %s", problem.Place, problem.Message) != want {
			t.Errorf("%s: got %v, want %s", text, problem, want)
		}
	}
	if _, problem := contenttest.Situation(c, game, nil); problem == nil || problem.Place != (diag.Place{}) {
		t.Errorf("nothing is a situation: %v", problem)
	}
	put, _ = contenttest.Situation(c, game, node("{day: 5, dya: 6}"))
	s := bazaar.New(t, 1)
	before := s.Hash()
	if problem := put(s); problem == nil || problem.Place.String() != "given.yaml:1:10" || s.Hash() != before {
		t.Errorf("got %v, changed %v", problem, s.Hash() != before)
	}
}

// TestStoredSavesContinue checks the reports about the saves that a pack keeps:
// those that continue, those that have lost something, and those that cannot be
// read.
func TestStoredSavesContinue(t *testing.T) {
	s := bazaar.New(t, 3)
	for _, command := range []string{"buy m2 1", "roll"} {
		if r := s.Run(command); !r.OK() {
			t.Fatal(r.Refusal, r.Problem)
		}
	}
	var kept strings.Builder
	if err := s.Save(&kept); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, edits := range [][]string{
		nil,
		{"price: 2", "price: 3"},
		{"  favourite: {type: entity, name: Favourite}\n", "", "vars.favourite = ware", ""},
		{"max: 20, per: player, name: Gold", "max: 20, per: player, name: Gold", `worth: {value: 'modify("cost", 4, at("market", 1))'}`, `worth: {value: 'error("no worth")'}`},
		{"id: tea", "id: chai", "{tea: 2}", "{chai: 2}", "[tea]", "[chai]", "use tea", "use chai"},
		{"actions: [buy, pay, roll, sleep, steal], use: [bag]", "actions: [steal], use: []"},
	} {
		tree := bazaar.Tree(t)
		for _, file := range tree {
			file.Data = []byte(strings.NewReplacer(edits...).Replace(string(file.Data)))
		}
		delete(tree, "content/bazaar/locales/de.yaml")
		tree["content/bazaar/pack.yaml"].Data = []byte(strings.Replace(string(tree["content/bazaar/pack.yaml"].Data), "locales: [de]\n", "", 1))
		tree["content/bazaar/saves/one.json"] = &fstest.MapFile{Data: []byte(kept.String())}
		tree["content/bazaar/saves/two.json"] = &fstest.MapFile{Data: []byte("{}")}
		c := bazaar.Build(t, tree)
		fmt.Fprintf(&out, "%.60q\n", edits)
		for _, d := range contenttest.Saves(c) {
			fmt.Fprintf(&out, "  keeps %s of %s: %s at %s, %s\n", d.Key(), d.Pack, d.Name, d.Place, d.Data.Type())
		}
		saves := contenttest.Matching("save")
		for _, r := range contenttest.Run(t.Context(), c, contenttest.Options{Filter: saves}) {
			fmt.Fprintf(&out, "  %s %q at %s: %v\n", r.Definition.Key(), r.Name, r.Place, r.Passed)
			if r.Problem != nil {
				fmt.Fprintf(&out, "    %s %s: %s (%s)\n", r.Problem.Code, r.Problem.Place, r.Problem.Message, r.Problem.Hint)
			}
		}
		for n, o := range []contenttest.Options{
			{Filter: contenttest.Matching("nobody")}, {Filter: contenttest.Matching("one")}, {Name: "continues with the current content"},
		} {
			if got := len(contenttest.Run(t.Context(), c, o)); got != n {
				t.Errorf("%d saves are tried, not %d", got, n)
			}
		}
	}
	golden.Check(t, "testdata/saves.golden", out.String())
}
