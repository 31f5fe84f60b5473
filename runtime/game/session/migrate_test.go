package session_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/session"
)

// first is the first version of a game.
var first = map[string]string{
	"content/luck/pack.yaml": "kind: pack\nformat: 1\nid: luck\nversion: 1.0.0\ntitle: Luck\n",
	"content/luck/game.yaml": `kind: game
id: luck
name: Luck
script: game.lua
players: {min: 2, max: 2}
variables: {gold: {start: 7}, mood: {start: 1, per: player}, dull: {start: 3}, best: {type: entity}}
zones:
  pouch: {of: relic, label: p, start: [coin, coin, clover]}
  attic: {of: relic, label: t, start: [clover]}
  dice: {of: die, label: d, start: [bone, bone]}
properties: {die: {glow: {start: 0}}, relic: {shine: {start: 1}}}
events: {dusk: {}}
actions: {wait: {}}
phases: {table: {actions: [wait]}}
---
kind: die
id: bone
sides: 6
---
kind: relic
id: coin
---
kind: relic
id: clover
`,
	"scripts/luck/game.lua": `return {
  start = function()
    vars.best = at("dice", 1)
    set(at("dice", 1), "glow", 2)
    set(at("dice", 2), "glow", 4, "dusk")
    enter_phase("table")
  end,
  do_wait = function() change(vars, "gold", random("loot", 1, 6)) end,
}
`,
}

// version returns a later version of the game, with its migrations.
func version(v, migrations string, edits ...string) map[string]string {
	out := map[string]string{}
	for name, text := range first {
		for i := 0; i < len(edits); i += 2 {
			text = strings.ReplaceAll(text, edits[i], edits[i+1])
		}
		out[name] = strings.Replace(text, "version: 1.0.0", "version: "+v, 1)
	}
	if migrations != "" {
		out["content/luck/migrations.yaml"] = migrations
	}
	return out
}

// aged returns a save of the first version after some commands.
func aged(t *testing.T) []byte {
	t.Helper()
	c, problems := mustLoad(first, nil)
	if c == nil {
		t.Fatal(problems.Error())
	}
	s := opened(t, c, "luck", 3)
	run(t, s, "wait")
	return written(t, s)
}

// carried loads the save of the first version under a later one.
func carried(t *testing.T, files map[string]string) (*session.Session, *session.Loading) {
	t.Helper()
	c, problems := mustLoad(files, nil)
	if c == nil {
		t.Fatal(problems.Error())
	}
	s, how, problem := session.LoadAll(c, bytes.NewReader(aged(t)), saveFile)
	if problem != nil {
		t.Fatal(problem)
	}
	return s, how
}

func TestRenamedEntitiesKeepTheirPlaceInASave(t *testing.T) {
	s, how := carried(t, version("1.1.0", `kind: migration
before: 1.1.0
text: All has better names.
rename:
  definitions: {relic/coin: relic/penny, die/bone: die/d6}
  variables: {gold: wealth, mood: temper}
  properties: {die.glow: die.gleam}
  zones: {pouch: bag}
  phases: {table: desk}
  events: {dusk: night}
  streams: {loot: treasure}
`, "coin", "penny", "bone", "d6", "gold", "wealth", "mood", "temper", "glow", "gleam", "pouch", "bag", "table", "desk", "dusk", "night", "loot", "treasure"))
	if len(how.Lost) > 0 || len(how.Migrated) != 1 {
		t.Fatalf("%+v", how)
	}
	if !strings.HasPrefix(how.Migrated[0], "migrated to luck 1.1.0: All has better names. (property die.glow → die.gleam, 2 × relic/coin → relic/penny,") {
		t.Errorf("it says %q", how.Migrated[0])
	}
	before, _ := mustLoad(first, nil)
	old, _, _ := session.Load(before, bytes.NewReader(aged(t)), saveFile)
	if a, b := look(t, old, "vars.gold"), look(t, s, "vars.wealth"); a != b {
		t.Errorf("gold was %s and wealth is %s", a, b)
	}
	if got := look(t, s, `vars.best.gleam .. " " .. at("dice", 2).gleam .. " " .. #all("bag") .. " " .. at("bag", 1).key .. " " .. vars.temper`); got != "2 4 3 relic/penny 1" {
		t.Errorf("it looks like %s", got)
	}
	// A pending temporary change still ends with its event, and random streams
	// continue.
	run(t, s, "lua emit('night')")
	if got := look(t, s, `at("dice", 2).gleam`); got != "0" {
		t.Errorf("it is gleam %s", got)
	}
	run(t, old, "wait")
	run(t, s, "wait")
	if a, b := look(t, old, "vars.gold"), look(t, s, "vars.wealth"); a != b {
		t.Errorf("gold came to %s and wealth to %s", a, b)
	}
}

func TestRemovedDefinitionsAreReplacedOrLeaveTheGame(t *testing.T) {
	s, how := carried(t, version("1.1.0", `kind: migration
before: 1.1.0
gone:
  definitions: {relic/coin: relic/clover, die/bone: none}
  variables: [dull]
  properties: [die.glow]
  zones: {attic: pouch}
`, "start: [coin, coin, clover]", "start: [clover]", ", start: [bone, bone]", "", "kind: relic\nid: coin\n---\n", "", "kind: die\nid: bone\nsides: 6\n---\n", "",
		", dull: {start: 3}", "", "die: {glow: {start: 0}}, ", "", "  attic: {of: relic, label: t, start: [clover]}\n", "",
		`    vars.best = at("dice", 1)
    set(at("dice", 1), "glow", 2)
    set(at("dice", 2), "glow", 4, "dusk")
`, ""))
	if len(how.Lost) > 0 {
		t.Fatalf("%+v", how)
	}
	if got := look(t, s, `#all("dice") .. " " .. #all("pouch") .. " " .. at("pouch", 1).key`); got != "0 4 relic/clover" {
		t.Errorf("it looks like %s", got)
	}
}

func TestMigrationsRunInTheOrderOfVersions(t *testing.T) {
	s, how := carried(t, version("2.0.0", `kind: migration
before: 2.0.0
rename: {variables: {wealth: riches}}
---
kind: migration
before: 1.10.0
rename: {variables: {hoard: wealth}}
---
kind: migration
before: 1.9.0
rename: {variables: {gold: hoard}}
`, "gold", "riches"))
	want := []string{
		"migrated to luck 1.9.0 (variable gold → hoard)", "migrated to luck 1.10.0 (variable hoard → wealth)", "migrated to luck 2.0.0 (variable wealth → riches)",
	}
	if !slices.Equal(how.Migrated, want) || len(how.Lost) > 0 || look(t, s, "vars.riches") == "7" {
		t.Errorf("%+v", how)
	}
}

// scripted returns a migration whose script contains the statements.
func scripted(statements string) string {
	return "kind: migration\nbefore: 1.1.0\nlua: |\n  return {\n    migrate = function(saved)\n      " + statements + "\n    end,\n  }\n"
}

func TestAMigrationsScriptChangesTheSavedGame(t *testing.T) {
	s, how := carried(t, version("1.1.0", scripted(`
      local v, zones = saved.variables, saved.zones
      v.gold = v.gold * 100 + saved.players
      v.low = { v.mood[1] + 4, v.mood[2] + 5 }
      v.mood = v.mood[1] + v.mood[2]
      table.insert(zones.attic, table.remove(zones.pouch, 1))
      table.insert(zones.pouch, { is = "relic/clover", shine = 9 })
      v.best = zones.dice[2]
      table.remove(zones.dice, 1)
      if saved.version == "1.0.0" and saved.game == "luck" and saved.phase == "table" then
        saved.phase = "desk"
      end`), "mood: {start: 1, per: player}", "mood: {start: 1}, low: {start: 0, per: player}", "table:", "desk:", `enter_phase("table")`, `enter_phase("desk")`))
	if len(how.Lost) > 0 || how.Migrated[0] != "migrated to luck 1.1.0 (its script has run)" {
		t.Fatalf("%+v", how)
	}
	for expression, want := range map[string]string{
		"vars.gold % 100": "2", "vars.low": "5", "vars.mood": "2", "#all('dice')": "1", "vars.best == at('dice', 1)": "true", "vars.best.glow": "4",
		"at('attic', 2).key": "relic/coin", "#all('pouch')": "3", "at('pouch', 3).shine": "9", "at('pouch', 1).shine": "1",
	} {
		if got := look(t, s, expression); got != want {
			t.Errorf("%s is %s, not %s", expression, got, want)
		}
	}
	run(t, s, "wait")
}

func TestMigrationDoesNotChangeTheFile(t *testing.T) {
	files := version("1.1.0", scripted("saved.variables.gold = saved.variables.gold + 1000"), "gold: {start: 7}", "gold: {start: 8}")
	old := aged(t)
	s, _ := carried(t, files)
	if !bytes.Equal(old, aged(t)) {
		t.Fatal("the game is not the same twice")
	}
	again, how, problem := session.LoadAll(s.Content(), bytes.NewReader(written(t, s)), saveFile)
	if problem != nil || len(how.Migrated) > 0 || again.Hash() != s.Hash() || !how.WithoutHistory {
		t.Errorf("%+v, problem %v", how, problem)
	}
	// Saves of later versions are not migrated back.
	c, _ := mustLoad(version("1.0.5", "", "gold: {start: 7}", "gold: {start: 8}"), nil)
	if _, how, problem := session.LoadAll(c, bytes.NewReader(written(t, s)), saveFile); problem != nil || len(how.Migrated) > 0 {
		t.Errorf("%+v, problem %v", how, problem)
	}
}

func TestIncompletelyMigratedSavesAreRefusedWithTheirPlace(t *testing.T) {
	gone := []string{"kind: relic\nid: clover\n", "", "[coin, coin, clover]", "[coin, coin]", "start: [clover]", "start: [coin]"}
	for name, c := range map[string]struct {
		migration string
		edits     []string
		says      string
		line      string // that the place is in
		note      string
	}{
		"no migration":   {"", gone, "relic/clover is in play but no content defines it", `"is": "relic/clover"`, ""},
		"another":        {"kind: migration\nbefore: 1.1.0\ngone: {variables: [gold]}\n", gone, "relic/clover is in play", `"is": "relic/clover"`, ""},
		"a phase":        {"", []string{"table:", "desk:", `("table")`, `("desk")`}, `it is in phase "table"`, `"value": "table"`, ""},
		"a name taken":   {"kind: migration\nbefore: 1.1.0\nrename: {variables: {gold: dull}}\n", nil, "calls a variable dull, but the save already has one of that name", "", "content/luck/migrations.yaml:1:1"},
		"no end":         {scripted("while true do end"), nil, "took more than the 2000000 units", "", "content/luck/migrations.yaml:6"},
		"a fault":        {scripted("saved.variables.gold = saved.nothing.gold"), nil, "failed: ", "", "content/luck/migrations.yaml:6"},
		"no data":        {scripted("saved.variables.gold = {}"), nil, "saved.variables.gold cannot be a table", "", ""},
		"no table":       {scripted("saved.zones = 5"), nil, "saved.zones must stay a table", "", ""},
		"two places":     {scripted("table.insert(saved.zones.attic, saved.zones.pouch[1])"), nil, "an entity is in two places", "", ""},
		"no entity":      {scripted("table.insert(saved.zones.attic, 5)"), nil, "saved.zones.attic holds 5, which is not an entity", "", ""},
		"nothing new":    {scripted("table.insert(saved.zones.attic, {})"), nil, "an entity needs is, the definition that it is of", "", ""},
		"of nothing":     {scripted("table.insert(saved.zones.attic, {is = 'relic/moon'})"), nil, "relic/moon is in play but no content defines it", "", ""},
		"a running game": {scripted("local m = require('more') m.add()"), nil, "add needs a running game", "", "scripts/luck/more.lua:1"},
	} {
		t.Run(name, func(t *testing.T) {
			files := version("1.1.0", c.migration, c.edits...)
			files["scripts/luck/more.lua"] = "return { add = function() add('coin', 'attic') end }\n"
			content, problems := mustLoad(files, nil)
			if content == nil {
				t.Fatal(problems.Error())
			}
			save := aged(t)
			s, _, problem := session.Load(content, bytes.NewReader(save), saveFile)
			if s != nil || problem == nil || problem.Code != "save/invalid" || problem.Place.File != saveFile || !strings.Contains(problem.Message.String(), c.says) {
				t.Fatal(s, problem)
			}
			if c.line != "" && (problem.Place.Line == 0 || !strings.Contains(strings.Split(string(save), "\n")[problem.Place.Line-1], c.line)) {
				t.Errorf("it is at %s", problem.Place)
			}
			if c.note != "" && !slices.ContainsFunc(problem.Notes, func(n diag.Note) bool { return strings.HasPrefix(n.Place.String(), c.note) }) {
				t.Errorf("it points to %v", problem.Notes)
			}
		})
	}
}

func TestAWrongMigrationIsReportedWhenThePackIsLoaded(t *testing.T) {
	for name, c := range map[string]struct{ migration, code, at, says string }{
		"twice":          {"kind: migration\nbefore: 1.1.0\nrename: {variables: {a: gold}}\n---\nkind: migration\nbefore: 1.1.0\nrename: {variables: {b: gold}}\n", "migration/version", ":6:9", "two migrations for what 1.1.0 changed"},
		"too late":       {"kind: migration\nbefore: 1.2.0\nrename: {variables: {a: gold}}\n", "migration/version", ":2:9", "this changed in 1.2.0, but luck is only at 1.1.0"},
		"no version":     {"kind: migration\nbefore: soon\nrename: {variables: {a: gold}}\n", "content/pattern", ":2:9", ""},
		"nothing":        {"kind: migration\nbefore: 1.1.0\n", "migration/empty", ":1:1", "the migration changes nothing"},
		"a variable":     {"kind: migration\nbefore: 1.1.0\nrename: {variables: {a: gokd}}\n", "migration/target", ":3:25", "unknown variable gokd"},
		"a definition":   {"kind: migration\nbefore: 1.1.0\ngone: {definitions: {relic/a: relic/coim}}\n", "migration/target", ":3:31", "unknown definition relic/coim"},
		"a property":     {"kind: migration\nbefore: 1.1.0\nrename: {properties: {die.a: die.glov}}\n", "migration/target", ":3:30", "unknown property die.glov"},
		"a zone":         {"kind: migration\nbefore: 1.1.0\ngone: {zones: {a: atic}}\n", "migration/target", ":3:19", "unknown zone atic"},
		"a phase":        {"kind: migration\nbefore: 1.1.0\nrename: {phases: {a: tabel}}\n", "migration/target", ":3:22", "unknown phase tabel"},
		"an event":       {"kind: migration\nbefore: 1.1.0\nrename: {events: {a: dsuk}}\n", "migration/target", ":3:22", "unknown event dsuk"},
		"one name":       {"kind: migration\nbefore: 1.1.0\nrename: {variables: {a: gold, b: gold}}\n", "migration/clash", ":3:34", "two renames lead to gold"},
		"both":           {"kind: migration\nbefore: 1.1.0\nrename: {variables: {a: gold}}\ngone: {variables: [a]}\n", "migration/clash", ":4:20", "a cannot be both renamed and removed"},
		"a kind":         {"kind: migration\nbefore: 1.1.0\nrename: {properties: {die.a: relic.shine}}\n", "migration/clash", ":3:30", "die.a cannot become relic.shine"},
		"no function":    {"kind: migration\nbefore: 1.1.0\nlua: |\n  return {}\n", "migration/script", ":1:1", "has no function migrate"},
		"a misspelt one": {"kind: migration\nbefore: 1.1.0\nlua: |\n  return { migarte = function(saved) end }\n", "script/unknown-hook", ":4:12", "nothing calls migarte"},
		"the API":        {scripted("roll_dice('dice')"), "migration/script", ":6:7", "roll_dice needs a running game"},
		"vars":           {scripted("vars.gold = 1"), "migration/script", ":6:12", "vars needs a running game"},
	} {
		t.Run(name, func(t *testing.T) {
			content, problems := mustLoad(version("1.1.0", c.migration), nil)
			if content != nil || len(problems) == 0 {
				t.Fatal(problems)
			}
			at := "content/luck/migrations.yaml" + c.at
			if p := problems[0]; p.Code != c.code || p.Place.String() != at || !strings.Contains(p.Message.String(), c.says) {
				t.Errorf("%s %s: %s", p.Place, p.Code, p.Message)
			}
		})
	}
}

// TestUpgradesMigrateRunningGames checks that upgrading a pack during
// a game migrates the game like a save.
func TestUpgradesMigrateRunningGames(t *testing.T) {
	renamed := []string{"coin", "penny", "gold", "wealth", "pouch", "bag", "table", "desk"}
	moves := "kind: migration\nbefore: 1.1.0\nrename: {definitions: {relic/coin: relic/penny}, variables: {gold: wealth}, zones: {pouch: bag}, phases: {table: desk}}\n"
	c, _ := mustLoad(first, nil)
	s := opened(t, c, "luck", 3)
	run(t, s, "wait")
	gold, before := look(t, s, "vars.gold"), s.Hash()

	notes, failed := swap(t, s, version("1.1.0", moves+"lua: |\n  return {\n    migrate = function(saved)\n      saved.zones = nil\n    end,\n  }\n", renamed...))
	if !failed || !strings.Contains(notes, "cannot be migrated to luck 1.1.0") || s.Hash() != before || look(t, s, "vars.gold") != gold {
		t.Fatalf("a migration that fails says %q", notes)
	}
	takesUp(t, s, version("1.1.0", moves, renamed...), "migrated to luck 1.1.0 (2 × relic/coin → relic/penny, variable gold → wealth, zone pouch → bag", "can no longer be undone")
	if got := look(t, s, "vars.wealth"); got != gold || look(t, s, "at('bag', 1).key") != "relic/penny" || s.Undo(1) != 0 {
		t.Errorf("gold was %s and wealth is %s", gold, got)
	}
	run(t, s, "wait")
	// The game is at the later version now: the same content again changes
	// nothing.
	before = s.Hash()
	takesUp(t, s, version("1.1.0", moves, renamed...))
	if s.Hash() != before || s.Undo(1) != 1 {
		t.Error("the same content changed something")
	}
}

// TestRenamedDefinitionsArePickedAsBefore checks that a migration which renames
// a definition, also to a name that sorts elsewhere, does not change what a
// loaded game picks among definitions and among entities.
func TestRenamedDefinitionsArePickedAsBefore(t *testing.T) {
	const wait = `change(vars, "gold", random("loot", 1, 6))`
	const picks = `set(pick("loot", all("pouch")), "shine", vars.gold)
    add(pick("loot", definitions("relic")), "attic")
    vars.gold = vars.gold + 1`
	old := version("1.0.0", "", wait, picks)
	c, problems := mustLoad(old, nil)
	if c == nil {
		t.Fatal(problems.Error())
	}
	s := opened(t, c, "luck", 3)
	run(t, s, "wait")
	saved := written(t, s)
	renamed := version("1.1.0", "kind: migration\nbefore: 1.1.0\nrename:\n  definitions: {relic/clover: relic/zinnia}\n", wait, picks, "clover", "zinnia")
	now, problems := mustLoad(renamed, nil)
	if now == nil {
		t.Fatal(problems.Error())
	}
	loaded, how, problem := session.LoadAll(now, bytes.NewReader(saved), saveFile)
	if problem != nil || len(how.Migrated) != 1 {
		t.Fatal(problem, how)
	}
	shown := `local out = "" for _, zone in ipairs({"pouch", "attic"}) do for _, e in ipairs(all(zone)) do out = out .. e.id .. e.shine .. " " end end return out`
	for n := range 20 {
		run(t, s, "wait")
		run(t, loaded, "wait")
		was, is := look(t, s, "(function() "+shown+" end)()"), look(t, loaded, "(function() "+shown+" end)()")
		if strings.ReplaceAll(was, "clover", "zinnia") != is {
			t.Fatalf("after %d picks: %s before the rename, %s after it", n+1, was, is)
		}
	}
}
