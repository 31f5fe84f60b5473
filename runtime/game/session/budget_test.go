package session_test

import (
	"fmt"
	"strings"
	"testing"
)

// with adds files to the tiny game.
func with(t testing.TB, more map[string]string, file string, pairs ...string) map[string]string {
	t.Helper()
	files := edited(t, file, pairs...)
	for name, text := range more {
		files[name] = text
	}
	return files
}

// TestModulesShareWhatLoadingMayTake checks that modules that take too long to
// load together are refused, although each is within the limit for one.
func TestModulesShareWhatLoadingMayTake(t *testing.T) {
	more, requires := map[string]string{}, ""
	for i := range 120 {
		more[fmt.Sprintf("scripts/tiny/m%d.lua", i)] = "local n = 0\nfor i = 1, 60000 do n = n + i end\nreturn { n = n }\n"
		if i < 40 {
			requires += fmt.Sprintf("local m%d = require(\"m%d\")\n", i, i)
		}
	}
	c, problems := mustLoad(with(t, more, "scripts/tiny/game.lua", `local helper = require("helper")`, requires+`local helper = require("helper")`), nil)
	if c != nil || !strings.Contains(fmt.Sprint(problems), "script/load") {
		t.Errorf("120 modules that take 120,000 units each are loaded: %v", problems)
	}
}

// TestLoadingCountsInTheBudgetOfACommand checks that loading a script counts
// towards the budget of each command that uses it, whether or not the session
// has loaded it before.
func TestLoadingCountsInTheBudgetOfACommand(t *testing.T) {
	const table = "local big = {}\nfor i = 1, 1000 do big[i] = i end\n"
	plain, heavy := play(t), opened(t, build(t, edited(t, "scripts/tiny/game.lua", `local helper = require("helper")`, table+`local helper = require("helper")`)), "tiny", 1)
	for range 3 {
		light, dear := run(t, plain, "roll").Fuel, run(t, heavy, "roll").Fuel
		if extra := dear - light; extra < 5000 || extra > 50_000 {
			t.Errorf("a script that takes some thousand units more to load makes a command cost %d more", extra)
		}
	}
	fork := heavy.Fork(nil)
	used, fresh := run(t, heavy, "ring 2"), run(t, fork, "ring 2")
	if used.Fuel != fresh.Fuel || heavy.Hash() != fork.Hash() {
		t.Errorf("a command costs %d units after others, and %d on a fresh VM", used.Fuel, fresh.Fuel)
	}
}

// TestWeightedChargesForItsEntries checks that drawing from a table is charged
// by the number of entries.
func TestWeightedChargesForItsEntries(t *testing.T) {
	entries := strings.Repeat("  - {id: coin, weight: 2}\n", 3000)
	files := with(t, map[string]string{"content/tiny/hoard.yaml": "kind: table\nid: hoard\nname: Hoard\nentries:\n" + entries}, "scripts/tiny/game.lua",
		"  do_roll = function()\n", "  do_roll = function()\n    weighted(\"loot\", \"hoard\")\n")
	s := opened(t, build(t, files), "tiny", 1)
	if extra := run(t, s, "roll").Fuel - run(t, play(t), "roll").Fuel; extra < 3*3000 {
		t.Errorf("drawing from 3000 entries costs %d units", extra)
	}
}
