package session_test

import (
	"strings"
	"testing"
)

// tagging is a game in which a card may gain and lose one of its tags.
var tagging = map[string]string{"content/tagging/game.yaml": `
kind: game
id: tagging
zones:
  hand: {of: card, label: h, start: [ghost, stone]}
events: {dusk: {}}
properties:
  card: {ethereal: {tag: true}}
actions: {wait: {}, swap: {}}
phases: {day: {actions: [wait, swap]}}
lua: |
  return {
    do_wait = function()
      emit("dusk")
      if count("hand") == 9 then win() end
    end,
    do_swap = function()
      set(at("hand", 1), "ethereal", false)
      set(at("hand", 2), "ethereal", true, "dusk")
    end,
  }
---
{kind: card, id: ghost, tags: [ethereal, heavy]}
---
{kind: card, id: stone, tags: [heavy]}
`}

// TestEntitiesGainAndLoseTags checks that a tag declared as a property starts
// with the values in the definitions, and follows the entity from then on.
func TestEntitiesGainAndLoseTags(t *testing.T) {
	s := opened(t, build(t, tagging), "tagging", 1)
	const tags = `tostring(tagged(at("hand", 1), "ethereal")) .. ", " .. tostring(tagged(at("hand", 2), "ethereal")) .. ", " .. ` +
		`tostring(tagged(at("hand", 2), "heavy")) .. ", " .. matching("hand", "ethereal", true)`
	before := s.Hash()
	for _, step := range []struct{ command, want string }{
		{"", "true, false, true, 1"},
		{"swap", "false, true, true, 1"},
		{"wait", "false, false, true, 0"},
		{`lua copy(at("hand", 1)) transform(at("hand", 2), "ghost")`, "false, true, true, 1"},
	} {
		if step.command != "" {
			run(t, s, step.command)
		}
		if got := look(t, s, tags); got != step.want {
			t.Errorf("after %q: %s, want %s", step.command, got, step.want)
		}
	}
	if s.Undo(3); s.Hash() != before {
		t.Error("undone, the state is another")
	}
}

// TestTagsAreDeclaredOnce checks what is reported about a tag that is declared
// wrongly, or not at all.
func TestTagsAreDeclaredOnce(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{"{tag: true}", "{tag: true, start: true}", `the tag "ethereal" starts as true for entities whose definition has it; it takes no start`},
		{"properties:\n  card: {ethereal: {tag: true}}\n", "", "properties: {KIND: {ethereal: {tag: true}}}"},
	} {
		files := map[string]string{}
		for name, text := range tagging {
			files[name] = strings.ReplaceAll(text, c.old, c.now)
		}
		_, problems := mustLoad(files, nil)
		var all []string
		for _, p := range problems {
			all = append(all, p.Error())
		}
		if got := strings.Join(all, "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.now, got)
		}
	}
}
