package session_test

import (
	"maps"
	"strings"
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
)

// slots is a game whose rack holds as many jokers as a variable says.
var slots = map[string]string{"content/slots/game.yaml": `
kind: game
id: slots
players: {min: 1, max: 2}
variables:
  room: {start: 1, min: 0, per: player}
zones:
  rack: {of: card, label: r, per: player, limit: room}
actions: {take: {}, widen: {}, narrow: {}}
phases: {day: {actions: [take, widen, narrow]}}
lua: |
  return {
    do_take = function()
      if has_room("rack") then add("joker", "rack") else say("No room.") end
    end,
    do_widen = function() vars.room = vars.room + 1 end,
    do_narrow = function()
      vars.room = 0
      if count("rack") == 0 then win() end
    end,
  }
---
{kind: card, id: joker}
`}

// TestZoneLimitByVariable checks that a zone holds as many entities as its
// owner's variable allows, keeps its contents when that falls, and is drawn
// with the limit.
func TestZoneLimitByVariable(t *testing.T) {
	s, problem := session.New(build(t, slots), "slots", session.Options{Players: 2})
	if problem != nil {
		t.Fatal(problem)
	}
	texts := board.NewTexts(s.Game(), nil)
	cache := board.NewCache(texts)
	rack := func() board.Zone {
		vw := board.NewViewer(s, 1, nil)
		vw.Cache = cache
		slot, _ := s.State().Layout.Zone("rack", 1)
		return vw.Zone(slot)
	}
	for _, c := range []struct {
		command      string
		holds, limit int
	}{{"take", 1, 1}, {"take", 1, 1}, {"widen", 1, 2}, {"take", 2, 2}, {"narrow", 2, 0}, {"take", 2, 0}} {
		run(t, s, c.command)
		if z := rack(); z.Count != c.holds || z.Limit != c.limit {
			t.Errorf("after %s the rack is drawn with %d of %d, want %d of %d", c.command, z.Count, z.Limit, c.holds, c.limit)
		}
	}
	other, _ := s.State().Layout.Zone("rack", 2)
	if got := s.State().Limit(other); got != 1 {
		t.Errorf("the other player's rack holds %d", got)
	}
	r := s.Run(`lua add("joker", "rack")`)
	if r.Problem == nil || !strings.Contains(r.Problem.Error(), `zone "rack" is full: it holds at most 0`) {
		t.Errorf("a full rack: %v", r.Problem)
	}
}

// TestZoneLimitVariablesAreChecked checks what is reported about it.
func TestZoneLimitVariablesAreChecked(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{"limit: room", "limit: rom", `unknown variable "rom" [content/reference]; did you mean "room"?`},
		{"limit: room", "limit: '3'", "remove the quotes"},
		{"start: 1, min: 0", "start: a", "how much a zone holds is a number"},
		{"rack: {of: card, label: r, per: player,", "rack: {of: card, label: r,", "each player has a variable room, but the zone rack is not per player"},
		{"min: 0, per: player", "min: 0, per: player, visible: owner", "a full zone would give it away"},
	} {
		files := maps.Clone(slots)
		for name, text := range files {
			files[name] = strings.ReplaceAll(text, c.old, c.now)
		}
		_, problems := mustLoad(files, nil)
		if got := problems.Error(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.now, got)
		}
	}
}
