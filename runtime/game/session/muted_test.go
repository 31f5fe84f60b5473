package session_test

import (
	"strings"
	"testing"
)

// abbey is a game in which imps make noise when the bell rings, unless silenced.
var abbey = map[string]string{"content/abbey/game.yaml": `
kind: game
id: abbey
variables:
  noise: {start: 0}
  aim: {start: ""}
zones:
  imps: {of: relic, label: i, listens: true, start: [{imp: 3}]}
  hand: {of: card, label: h, start: [{dart: 3}]}
events: {rang: {args: [imp]}, dusk: {}}
values: {volume: {}}
properties:
  relic: {silenced: {start: false, mutes: true}}
actions: {ring: {}, hush: {targets: [{name: imp, from: imps}]}}
phases: {day: {actions: [ring, hush], use: [hand]}}
lua: |
  return {
    do_ring = function()
      emit("rang", at("imps", 1))
      vars.noise = vars.noise + modify("volume", 0)
      call_hook(at("imps", 1), "squeal")
      if count("imps") == 9 then win() end
    end,
    do_hush = function(self, imp) set(imp, "silenced", true, "dusk") end,
    on_used = function(self, card)
      local imp = used_on()
      vars.aim = vars.aim .. (imp and imp.index or "?") .. (used_on(2) == nil and " " or "!")
      if imp and not imp.silenced then
        imp.silenced = true
        play_free(card, used_on(1))
      end
    end,
  }
---
kind: relic
id: imp
lua: |
  return {
    on_rang = function() vars.noise = vars.noise + 1 end,
    when_rang = function() vars.noise = vars.noise + 10 end,
    modify_volume = function(self, n) return n + 100 end,
    squeal = function() vars.noise = vars.noise + 1000 end,
  }
---
{kind: card, id: dart, use: {targets: [{name: imp, from: imps}]}, lua: "return { use = function() end }"}
`}

// TestMutedEntitiesReceiveNoEvents checks that the hooks of an entity are not
// called while a property with mutes: true is true.
func TestMutedEntitiesReceiveNoEvents(t *testing.T) {
	s := opened(t, build(t, abbey), "abbey", 1)
	for _, step := range []struct{ command, noise string }{
		{"ring", "1313"},                   // three listeners, the imp itself, three volumes, one squeal
		{"hush i2", "0"}, {"ring", "1212"}, // its own hooks are those of another
		{"hush i1", "0"}, {"ring", "101"}, // one is left
		{`lua emit("dusk")`, "0"}, {"ring", "1313"},
	} {
		run(t, s, "lua vars.noise = 0")
		run(t, s, step.command)
		if got := look(t, s, "vars.noise"); got != step.noise {
			t.Errorf("%s: noise %s, want %s", step.command, got, step.noise)
		}
	}
	s.Undo(6)
	run(t, s, "lua vars.noise = 0")
	run(t, s, "ring")
	if got := look(t, s, "vars.noise"); got != "101" {
		t.Errorf("undone, the noise is %s", got)
	}
	files := map[string]string{}
	for name, text := range abbey {
		files[name] = strings.Replace(text, "start: false, mutes", "start: 0, mutes", 1)
	}
	if _, problems := mustLoad(files, nil); len(problems) == 0 || !strings.Contains(problems[0].Error(), "a property that mutes must be true or false, but silenced is a number") {
		t.Errorf("a number that mutes: %v", problems)
	}
}

// TestUsedOnReturnsTheTargets checks that used_on returns the targets of
// the innermost use, and nil once they are gone.
func TestUsedOnReturnsTheTargets(t *testing.T) {
	s := opened(t, build(t, abbey), "abbey", 1)
	run(t, s, "use h1 i2")
	if got := strings.TrimSpace(look(t, s, "vars.aim")); got != "2 2" {
		t.Errorf("aimed at %q", got)
	}
}
