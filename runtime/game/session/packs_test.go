package session

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// tossing is a pack with a game that other packs extend and change.
var tossing = map[string]string{
	"content/toss/pack.yaml": "kind: pack\nformat: 1\nid: toss\nversion: 1.0.0\ntitle: Toss\n",
	"content/toss/game.yaml": `kind: game
id: toss
name: Toss
script: game.lua
variables: {points: {start: 0}, heard: {start: 0}}
zones: {coins: {of: die, label: c, start: [penny]}, luck: {of: relic, label: r, listens: true, start: [clover]}}
events: {tossed: {args: [n]}}
values: {worth: {}}
actions: {toss: {}}
phases: {table: {actions: [toss]}}
---
kind: die
id: penny
sides: 2
---
kind: relic
id: clover
params: {luck: 1}
script: clover.lua
`,
	"scripts/toss/game.lua": `local sums = require("sums")
return {
  do_toss = function()
    vars.points = vars.points + modify("worth", sums.twice(1))
    emit("tossed", 1)
  end,
}
`,
	"scripts/toss/sums.lua":   "return { twice = function(n) return 2 * n end }\n",
	"scripts/toss/clover.lua": "return {\n  on_tossed = function(self, n)\n    vars.heard = vars.heard + self.luck\n  end,\n  modify_worth = function(self, n)\n    return n + 1\n  end,\n}\n",
}

// joined returns a pack for that game, with files of its own. It requests the
// capability that patches with hooks need.
func joined(id, more string, files map[string]string) map[string]string {
	out := map[string]string{}
	capabilities := ""
	for name, text := range files {
		out[name] = text
		if strings.Contains(text, "hooks:") {
			capabilities = "capabilities: [hooks]\n"
		}
	}
	out["content/"+id+"/pack.yaml"] = "kind: pack\nformat: 1\nid: " + id + "\nversion: 1.0.0\ntitle: X\ngames: [toss]\nrequires: {toss: ^1.0}\n" + capabilities + more + "\n"
	return out
}

func buildPacks(all ...map[string]string) (*rules.Content, diag.List) {
	tree := fstest.MapFS{}
	for _, files := range all {
		for name, text := range files {
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if catalog == nil {
		return nil, problems
	}
	c, more := rules.Build(catalog, nil)
	return c, append(problems, more...)
}

func tossed(t *testing.T, packs ...map[string]string) *Session {
	t.Helper()
	c, problems := buildPacks(append(packs, tossing)...)
	if c == nil || len(problems) > 0 {
		t.Fatal(problems.Error())
	}
	s, problem := New(c, "toss", Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

func (s *Session) looked(t *testing.T, expression string) string {
	t.Helper()
	text, problem := s.Evaluate(expression)
	if problem != nil {
		t.Fatal(problem)
	}
	return text
}

func TestPacksJoinAGame(t *testing.T) {
	s := tossed(t,
		joined("more", "", map[string]string{
			"content/more/all.yaml":  "kind: relic\nid: shoe\nextends: clover\nname: Shoe\n---\nkind: patch\nof: game/toss\nadd: {zones.luck.start: [shoe]}\n",
			"content/alone/die.yaml": "kind: die\nid: stranger\nsides: 4\n",
		}))
	if got := s.looked(t, `table.concat(definitions("relic"), " ")`); got != "clover shoe" {
		t.Errorf("the game sees %s", got)
	}
	if got := s.looked(t, `table.concat(definitions("die"), " ")`); got != "penny" {
		t.Errorf("a pack that is not for the game is not seen: %s", got)
	}
	if r := s.Run("toss"); !r.OK() || s.looked(t, "vars.heard") != "2" || s.looked(t, "vars.points") != "4" {
		t.Errorf("%v: the shoe does what it inherits, in another pack: %s %s", r.Problem, s.looked(t, "vars.heard"), s.looked(t, "vars.points"))
	}
}

func TestPacksAddWrapAndReplaceHooks(t *testing.T) {
	patch := func(op, hook, params, body string) map[string]string {
		return joined("mod", "", map[string]string{"content/mod/p.yaml": "kind: patch\nof: relic/clover\nhooks: {" + hook + ": " + op + "}\nlua: |\n  return {\n    " + hook + " = function(" + params + ")\n      " + body + "\n    end,\n  }\n"})
	}
	for name, c := range map[string]struct {
		packs         []map[string]string
		heard, points string
	}{
		"none":    {nil, "1", "3"},
		"add":     {[]map[string]string{patch("add", "on_tossed", "self, n", "vars.heard = vars.heard * 10 + n")}, "11", "3"},
		"wrap":    {[]map[string]string{patch("wrap", "on_tossed", "before, self, n", "before(self, n) before(self, n)")}, "2", "3"},
		"replace": {[]map[string]string{patch("replace", "on_tossed", "self, n", "vars.heard = 7")}, "7", "3"},
		"fold":    {[]map[string]string{patch("add", "modify_worth", "self, n", "return n * 10")}, "1", "30"},
		"leave":   {[]map[string]string{patch("add", "modify_worth", "self, n", "vars.points = nil == n and 1 or vars.points return nil")}, "", ""},
		"new":     {[]map[string]string{patch("add", "on_entered", "self, phase", "vars.heard = 100")}, "101", "3"},
		"of the game, with a module of its own": {[]map[string]string{joined("mod", "", map[string]string{
			"content/mod/p.yaml":   "kind: patch\nof: game/toss\nhooks: {do_toss: wrap}\nscript: p.lua\n",
			"scripts/mod/p.lua":    "local sums = require(\"sums\")\nreturn {\n  do_toss = function(before, self)\n    before(self)\n    vars.points = sums.hundred + vars.points\n  end,\n}\n",
			"scripts/mod/sums.lua": "return { hundred = 100 }\n",
		})}, "1", "103"},
	} {
		s := tossed(t, c.packs...)
		r := s.Run("toss")
		if c.heard == "" { // a modifier may only read
			if r.Problem == nil || r.Problem.Code != "script/read-only" {
				t.Errorf("%s: %+v", name, r)
			}
			continue
		}
		if !r.OK() || s.looked(t, "vars.heard") != c.heard || s.looked(t, "vars.points") != c.points {
			t.Errorf("%s: %v heard %s, points %s", name, r.Problem, s.looked(t, "vars.heard"), s.looked(t, "vars.points"))
		}
	}
}

func TestTwoPacksMayWrapOneHook(t *testing.T) {
	wrap := func(id, more, body string) map[string]string {
		return joined(id, more, map[string]string{"content/" + id + "/p.yaml": "kind: patch\nof: relic/clover\nhooks: {on_tossed: wrap}\nlua: |\n  return {\n    on_tossed = function(before, self, n)\n      before(self, n)\n      " + body + "\n    end,\n  }\n"})
	}
	a, b := wrap("a", "", "vars.heard = vars.heard * 3"), wrap("b", "", "vars.heard = vars.heard + 1")
	s := tossed(t, a, b)
	if r := s.Run("toss"); !r.OK() || s.looked(t, "vars.heard") != "4" {
		t.Errorf("b around a: %v %s", r.Problem, s.looked(t, "vars.heard"))
	}
	s = tossed(t, wrap("a", "after: [b]", "vars.heard = vars.heard * 3"), b)
	if r := s.Run("toss"); !r.OK() || s.looked(t, "vars.heard") != "6" {
		t.Errorf("a around b: %v %s", r.Problem, s.looked(t, "vars.heard"))
	}
}

func TestAGameDistinguishesDefinitions(t *testing.T) {
	_, problems := buildPacks(tossing, joined("mod", "", map[string]string{"content/mod/d.yaml": "kind: die\nid: penny\nsides: 4\n"}))
	if len(problems) != 1 || !strings.Contains(problems.Error(), "content/mod/d.yaml:2:5: error: the packs toss and mod both have die/penny [content/duplicate-id]") {
		t.Error(problems.Error())
	}
	_, problems = buildPacks(tossing, map[string]string{"content/copy/game.yaml": tossing["content/toss/game.yaml"], "scripts/copy/game.lua": "return { do_toss = function() end }\n", "scripts/copy/clover.lua": "return {}\n"})
	if !strings.Contains(problems.Error(), "both have game/toss [content/duplicate-id]") {
		t.Error(problems.Error())
	}
}

// TestPacksMayAddAModeOfAGame checks that a pack can add a mode of a game by
// extending its definition.
func TestPacksMayAddAModeOfAGame(t *testing.T) {
	c, problems := buildPacks(tossing, map[string]string{
		"content/mode/pack.yaml": "kind: pack\nformat: 1\nid: mode\nversion: 1.0.0\ntitle: Mode\nrequires: {toss: ^1.0}\n",
		"content/mode/game.yaml": "kind: game\nid: double\nextends: toss\nname: Double\nzones: {coins: {start: [penny, dime]}}\n---\nkind: die\nid: dime\nsides: 10\n",
	})
	if c == nil || len(problems) > 0 {
		t.Fatal(problems.Error())
	}
	s, problem := New(c, "double", Options{})
	if problem != nil {
		t.Fatal(problem)
	}
	if r := s.Run("toss"); !r.OK() || s.looked(t, `count("coins")`) != "2" || s.looked(t, "vars.points") != "3" {
		t.Errorf("%v", r.Problem)
	}
	if g, _ := c.Game("toss"); len(g.Catalog().Kind("die")) != 1 {
		t.Error("the game itself has no dime")
	}
}

func TestLoadingNotesDifferencesOfContent(t *testing.T) {
	relic := func(version, text string) map[string]string {
		files := joined("more", "", map[string]string{"content/more/all.yaml": "kind: relic\nid: shoe\nextends: clover\n" + text + "\n---\nkind: patch\nof: game/toss\nadd: {zones.luck.start: [shoe]}\n"})
		files["content/more/pack.yaml"] = strings.Replace(files["content/more/pack.yaml"], "1.0.0", version, 1)
		return files
	}
	s := tossed(t, relic("1.0.0", ""))
	s.Run("toss")
	var saved strings.Builder
	if err := s.Save(&saved); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		packs []map[string]string
		want  string
		fails bool
	}{
		"the same":       {[]map[string]string{relic("1.0.0", "")}, "", false},
		"a stranger":     {[]map[string]string{relic("1.0.0", ""), {"content/alone/d.yaml": "kind: die\nid: d\nsides: 4\n"}}, "", false},
		"another":        {[]map[string]string{relic("1.1.0", "params: {luck: 2}")}, "the save was made with other content, the pack more 1.0.0 is more 1.1.0 now, relic/shoe differs, what happened before the save cannot be undone", false},
		"edited":         {[]map[string]string{relic("1.0.0", "params: {luck: 2}")}, "the save was made with other content, the pack more 1.0.0 has been edited, relic/shoe differs, what happened before the save cannot be undone", false},
		"one more":       {[]map[string]string{relic("1.0.0", ""), joined("tune", "", map[string]string{"content/tune/p.yaml": "kind: patch\nof: relic/clover\nset: {params.luck: 5}\n"})}, "the save was made with other content, the pack tune 1.0.0 is new, relic/clover differs, changed by tune, relic/shoe differs, changed by tune, what happened before the save cannot be undone", false},
		"without a pack": {nil, "the save was made with other content: the pack more 1.0.0 is not here, game/toss differs, relic/shoe is gone", true},
	} {
		content, problems := buildPacks(append(c.packs, tossing)...)
		if content == nil {
			t.Fatal(problems)
		}
		_, notes, problem := Load(content, strings.NewReader(saved.String()), "a.json")
		got := strings.Join(notes, ", ")
		if problem != nil {
			got = problem.Hint.String()
		}
		if got != c.want || c.fails != (problem != nil) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestFaultsNameThePacksThatChangedTheDefinition(t *testing.T) {
	s := tossed(t, joined("tune", "", map[string]string{"content/tune/p.yaml": "kind: patch\nof: relic/clover\nset: {params.luck: 0.5}\n"}))
	r := s.Run("toss")
	if r.Problem == nil || r.Problem.Place.File != "scripts/toss/clover.lua" || len(r.Problem.Notes) == 0 {
		t.Fatalf("%+v", r.Problem)
	}
	if !slices.ContainsFunc(r.Problem.Notes, func(n diag.Note) bool {
		return n.Message.String() == "the pack tune changes relic/clover" && n.Place.File == "content/tune/p.yaml" && n.Place.Line == 3
	}) {
		t.Errorf("%+v", r.Problem.Notes)
	}
}
