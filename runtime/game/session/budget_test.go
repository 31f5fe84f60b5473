package session_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"sleight/runtime/game/session"
)

// with adds files to the tiny game.
func with(t testing.TB, more map[string]string, file string, pairs ...string) map[string]string {
	t.Helper()
	files := edited(t, file, pairs...)
	maps.Copy(files, more)
	return files
}

// TestModulesShareTheLoadingBudget checks that modules that take too long to
// load together are refused, although each is within the limit for one.
func TestModulesShareTheLoadingBudget(t *testing.T) {
	for required, want := range map[int]string{
		2: "the scripts together take too much work to load",
		6: "loading this script and its modules takes more than 500000 units of work",
	} {
		more, requires := map[string]string{}, ""
		for i := range 120 {
			more[fmt.Sprintf("scripts/tiny/m%d.lua", i)] = "local n = 0\nfor i = 1, 60000 do n = n + i end\nreturn { n = n }\n"
			if i < required {
				requires += fmt.Sprintf("local m%d = require(\"m%d\")\n", i, i)
			}
		}
		c, problems := mustLoad(with(t, more, "scripts/tiny/game.lua", `local helper = require("helper")`, requires+`local helper = require("helper")`), nil)
		if text := fmt.Sprint(problems); c != nil || !strings.Contains(text, "script/load") || !strings.Contains(text, want) {
			t.Errorf("120 modules that take 120,000 units each, %d of them used by one script, are loaded: %v", required, problems)
		}
	}
}

// TestLoadingIsLimitedPerCommand checks that a command may not use scripts that
// take too long to load together, whether or not the session has loaded them
// before, and that loading the scripts it uses costs no fuel.
func TestLoadingIsLimitedPerCommand(t *testing.T) {
	heavy := func(relics int) *session.Session {
		start, things := "ear, horn", ""
		for i := range relics {
			start += fmt.Sprintf(", slow%d", i)
			things += fmt.Sprintf(`
---
kind: relic
id: slow%d
lua: |
  local n = 0
  for i = 1, 80000 do n = n + i end
  return { on_ended = function(self) change(self, "count", n - n + 1) end }`, i)
		}
		files := edited(t, "content/tiny/game.yaml", "start: [ear, horn]", "start: ["+start+"]")
		files["content/tiny/things.yaml"] += strings.TrimSpace(things) + "\n"
		return opened(t, build(t, files), "tiny", 1)
	}
	light, within, beyond := run(t, heavy(0), "rest").Fuel, heavy(3), heavy(4)
	if fuel := run(t, within, "rest").Fuel; fuel-light > 500 {
		t.Errorf("three scripts that take 160,000 units each to load make a command cost %d units instead of %d", fuel, light)
	}
	for range 2 {
		for _, s := range []*session.Session{beyond, beyond.Fork(nil)} {
			if r := s.Run("rest"); r.Problem == nil || r.Problem.Code != "script/load" {
				t.Errorf("four scripts that take 160,000 units each to load are used by one command: %v", r.Problem)
			}
		}
	}
	run(t, beyond, "roll")
	run(t, beyond, "ring 2")
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
