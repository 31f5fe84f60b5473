package session_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
)

// seers is a game of two players, who may know what the rat intends and what a
// card is worth.
var seers = map[string]string{"content/seers/game.yaml": `
kind: game
id: seers
players: {min: 2, max: 2}
variables:
  foresight: {start: true}
  wise: {start: false, per: player, visible: owner}
zones:
  foes: {of: enemy, label: e, start: [rat]}
  hand: {of: card, label: h, start: [ace]}
events: {dusk: {}}
properties:
  enemy: {move: {visible: foresight}}
  card: {worth: {start: 7, visible: wise}}
actions: {blind: {}, learn: {}, wait: {}}
phases: {day: {actions: [blind, learn, wait]}}
lua: |
  return {
    start = function() choose_move(top("foes")) end,
    do_blind = function() set(vars, "foresight", false, "dusk") end,
    do_learn = function() vars.wise = true end,
    do_wait = function()
      choose_move(top("foes"))
      top("hand").worth = 8
      if count("foes") == 0 then win() end
    end,
  }
---
{kind: enemy, id: rat, hp: 5, moves: {bite: {}}, lua: "return { move_bite = function() end }"}
---
{kind: card, id: ace}
`}

func drawn(t *testing.T, s *session.Session, player int) string {
	t.Helper()
	text, err := json.Marshal(board.Of(s, player, nil))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ToLower(string(text))
}

// TestVisibilityByVariable checks that a property whose visibility
// names a variable is seen while that is true: by all, or by its player.
func TestVisibilityByVariable(t *testing.T) {
	s := opened(t, build(t, seers), "seers", 1)
	sees := func(when string, player int, what string, want bool) {
		t.Helper()
		if got := strings.Contains(drawn(t, s, player), what); got != want {
			t.Errorf("%s: player %d sees %s: %v\n%s", when, player, what, got, drawn(t, s, player))
		}
	}
	for player := 1; player <= 2; player++ {
		sees("at first", player, "bite", true)
		sees("at first", player, "worth", false)
	}
	run(t, s, "blind")
	run(t, s, "learn")
	r := run(t, s, "wait")
	for player := 1; player <= 2; player++ {
		sees("later", player, "bite", false)
		sees("later", player, "worth", player == 1)
		told, err := json.Marshal(board.Describe(s, player, r.Changes, nil))
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.ToLower(string(told)); strings.Contains(text, "bite") || strings.Contains(text, "worth") != (player == 1) {
			t.Errorf("player %d reads %q", player, text)
		}
	}
	card := s.State().Zone(1)[0]
	kind := s.State().Prototype(card).Kind
	worth, _ := kind.Prop("worth")
	if s.KnowsProp(kind, worth, 1, 0) {
		t.Error("a watcher knows what one player knows")
	}
	run(t, s, `lua emit("dusk")`)
	sees("at dusk", 2, "bite", true)
}

// TestVisibilityVariablesAreChecked checks what is reported about it.
func TestVisibilityVariablesAreChecked(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{"visible: foresight", "visible: forsight", `unknown variable "forsight"`},
		{"foresight: {start: true}", "foresight: {start: 1}", "who sees a property depends on one that is true or false"},
		{"foresight: {start: true}", "foresight: {start: true, visible: none}", "what players see would give it away"},
		{"move: {visible: foresight}", "move: {visible: foresight, start: bite}", `every enemy with moves already has the property "move"`},
	} {
		files := maps.Clone(seers)
		for name, text := range files {
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
