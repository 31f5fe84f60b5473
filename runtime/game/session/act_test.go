package session_test

import (
	"bytes"
	"maps"
	"strings"
	"testing"

	"sleight/runtime/game/session"
)

// curfew is a game in which cards perform actions.
var curfew = map[string]string{"content/curfew/game.yaml": `
kind: game
id: curfew
players: {min: 2, max: 2}
variables:
  heard: {start: ""}
  gold: {start: 3, min: 0}
zones:
  hand: {of: card, label: h, start: [vault, sleepy, doubled, tithe, loop, late, early, hasty]}
  gone: {of: card, label: x}
actions:
  end_turn: {}
  pay: {cost: {gold: 2}, targets: [{name: card, from: gone}]}
  again: {}
  stop: {}
  veto: {}
phases:
  day: {actions: [end_turn, pay, again], use: [hand]}
  night: {actions: [stop]}
  vote: {together: true, actions: [stop]}
windows:
  doubt: {before: [stop], actions: [veto]}
lua: |
  local function hear(what) vars.heard = vars.heard .. what .. " " end
  return {
    on_used = function(self, card) hear("used"); move_to(card, "gone") end,
    chosen_nap = function(self, n) hear("nap" .. n) end,
    do_end_turn = function() hear("end" .. player()); set_player(3 - player()) end,
    do_pay = function(self, card) hear("paid " .. card.id) end,
    do_again = function() act("again") end,
    do_stop = function() hear("stop"); enter_phase("day") end,
    do_veto = function() cancel() end,
    enter_night = function() hear("night") end,
    resolve_vote = function() end,
  }
`, "content/curfew/cards.yaml": `
kind: card
id: vault
use: {}
lua: |
  return { use = function() act("end_turn") end }
---
kind: card
id: sleepy
use: {}
lua: |
  return {
    use = function()
      act("stop")
      ask("nap", {from = {1, 2}})
      enter_phase("night")
    end,
  }
---
kind: card
id: doubled
use: {}
lua: |
  return { use = function() act("end_turn"); act("end_turn") end }
---
kind: card
id: tithe
use: {}
lua: |
  return { use = function(self) act("pay", self) end }
---
{kind: card, id: loop, use: {}, lua: "return { use = function() act('again') end }"}
---
kind: card
id: late
use: {}
lua: |
  return {
    use = function()
      ask("nap", {from = {1, 2}})
      act("stop")
    end,
  }
---
kind: card
id: early
use: {}
lua: |
  return {
    use = function()
      act("stop")
    end,
  }
---
{kind: card, id: hasty, use: {}, lua: "return { use = function() enter_phase('vote'); act('stop') end }"}
`}

func night(t *testing.T) *session.Session {
	t.Helper()
	return opened(t, build(t, curfew), "curfew", 1)
}

func heard(t *testing.T, s *session.Session, want string) {
	t.Helper()
	if got := strings.TrimSpace(look(t, s, "vars.heard")); got != want {
		t.Errorf("heard %q, want %q", got, want)
	}
}

// TestActRunsAfterTheCommand checks that an action that a hook
// requests comes after the listeners, as part of the same command, once, and with
// its costs and targets.
func TestActRunsAfterTheCommand(t *testing.T) {
	s := night(t)
	run(t, s, "use vault")
	heard(t, s, "used end1")
	if s.Player() != 2 || len(s.Log()) != 2 {
		t.Errorf("player %d acts, after %d entries of the log", s.Player(), len(s.Log()))
	}
	run(t, s, "use doubled")
	heard(t, s, "used end1 used end2")
	run(t, s, "use tithe")
	heard(t, s, "used end1 used end2 used paid tithe")
	if got := look(t, s, "vars.gold"); got != "1" {
		t.Errorf("%s gold is left", got)
	}
	s.Undo(3)
	heard(t, s, "")
}

// TestActWaitsForQuestionsPhasesAndReactions checks their order, also when the
// game is saved in between.
func TestActWaitsForQuestionsPhasesAndReactions(t *testing.T) {
	s := night(t)
	run(t, s, "use sleepy")
	heard(t, s, "used")
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	loaded, notes, problem := session.Load(s.Content(), bytes.NewReader(file.Bytes()), "save.json")
	if problem != nil || len(notes) > 0 || loaded.Hash() != s.Hash() {
		t.Fatalf("loaded: %v %v", problem, notes)
	}
	for _, s := range []*session.Session{s, loaded} {
		run(t, s, "choose 2")
		heard(t, s, "used nap2 night") // player 2 may react before stop takes effect
		run(t, s, "pass")
		heard(t, s, "used nap2 night stop")
		if s.Phase().Name != "day" || s.Player() != 1 || s.State().Pending() != nil {
			t.Errorf("phase %s, player %d, pending %v", s.Phase().Name, s.Player(), s.State().Pending())
		}
	}
	again := night(t)
	for _, e := range s.Log()[1:] {
		run(t, again, e.Text)
	}
	if again.Hash() != s.Hash() {
		t.Error("the same commands led to another state")
	}
	s.Undo(1)
	run(t, s, "veto")
	heard(t, s, "used nap2 night")
}

// TestRefusedActIsAFault checks that nothing of the command has
// happened, and where the fault is.
func TestRefusedActIsAFault(t *testing.T) {
	for _, c := range []struct {
		commands   []string
		code, says string
		line       int
	}{
		{[]string{"use early"}, "game/refused-action", "act: the action stop is refused: Stop is not possible in phase day", 51},
		{[]string{"use late", "choose 1"}, "game/refused-action", "act: the action stop is refused", 34},
		{[]string{"use loop"}, "game/actions", "hooks had 50 actions performed in one command, last again", 30},
		{[]string{"use hasty"}, "game/refused-action", "in the phase vote, in which all players choose", 55},
		{[]string{"use tithe", "lua add('tithe', 'hand')", "use tithe"}, "game/refused-action", "act: the action pay is refused: Not enough gold.", 30},
	} {
		s := night(t)
		last := len(c.commands) - 1
		for _, text := range c.commands[:last] {
			run(t, s, text)
		}
		before := s.Hash()
		r := s.Run(c.commands[last])
		if r.Problem == nil || r.Problem.Code != c.code || !strings.Contains(r.Problem.Message.String(), c.says) || r.Problem.Place.Line != c.line || s.Hash() != before {
			t.Errorf("%v: %v at %v; want %s: %s at line %d", c.commands, r.Problem, r.Problem.Place, c.code, c.says, c.line)
		}
	}
}

// TestPendingActNeedsItsDeclaration checks that content without it is
// refused, and that a misspelt name is found before play.
func TestPendingActNeedsItsDeclaration(t *testing.T) {
	s := night(t)
	run(t, s, "use sleepy")
	edit := func(old, now string) map[string]string {
		files := maps.Clone(curfew)
		for name, text := range files {
			files[name] = strings.ReplaceAll(text, old, now)
		}
		return files
	}
	if notes, failed := swap(t, s, edit("stop", "halt")); !failed || !strings.Contains(notes, "the action stop waits to be performed but no longer exists") {
		t.Errorf("swapped, failed %v: %s", failed, notes)
	}
	run(t, s, "choose 1")
}
