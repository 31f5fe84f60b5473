package seat_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
)

const talk = `
kind: game
id: talk
players: {min: 2, max: 2}
variables: {best: {start: 0, name: Best}}
zones:
  deck: {of: card, label: d, visible: none, start: [ruby, pearl, jade]}
  hand: {of: card, label: h, per: player, visible: owner}
events: {drawn: {}, day: {}}
actions: {draw: {}, greet: {}, back: {targets: [{name: card, from: hand}]}}
phases: {play: {actions: [draw, greet, back]}}
lua: |
  return {
    start = function() say("Welcome.") tell(2, "You are second.") end,
    do_draw = function()
      if count("deck") == 0 then refuse("The deck is empty.") end
      move_to(at("deck", 1), "hand") emit("drawn") vars.best = vars.best + 1
    end,
    do_back = function(_, card) move_to(card, "deck") shuffle("deck") end,
    do_greet = function()
      say("Player " .. player() .. " greets.") warn("It is late.") tell(1, "Well done.")
      set_player(player() % players() + 1)
    end,
  }
---
{kind: card, id: ruby, name: Ruby}
---
{kind: card, id: pearl, name: Pearl}
---
{kind: card, id: jade, name: Jade}
`

const talkGerman = `
kind: locale
id: de
says:
  - {from: Welcome., to: Willkommen.}
  - {from: You are second., to: Du bist an zweiter Stelle.}
  - {from: "Player {player} greets.", to: "Spieler {player} grüßt."}
  - {from: It is late., to: Es ist spät.}
`

// talking starts the game; the watcher's seat comes first, and the second
// player reads German.
func talking(t *testing.T) (*session.Session, []*seat.Seat) {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{
		"content/talk/game.yaml": {Data: []byte(talk)}, "content/talk/locales/de.yaml": {Data: []byte(talkGerman)},
	}}).Load()
	if catalog == nil || problems.Failed() {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil || problems.Failed() {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "talk", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	german, _ := locale.Parse("de")
	return s, []*seat.Seat{seat.Of(s, seat.Watcher, nil), seat.Of(s, 1, nil), seat.Of(s, 2, locale.Open(c.Catalog, s.Game().Definition, german))}
}

// TestSeatsOfAWholeGame compares everything that the seats of a small game see,
// from the start to the end, with a golden file.
func TestSeatsOfAWholeGame(t *testing.T) {
	s, seats := talking(t)
	var out strings.Builder
	say := func(what string, player int, v any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s, seat %d: %s\n", what, player, text)
	}
	for player, at := range seats {
		say("start", player, at.Start())
	}
	for _, command := range []string{"draw", "draw", "greet", "draw", "back h1", "greet"} {
		player := s.Player()
		for who, at := range seats {
			legal, problem := at.Legal(2)
			if problem != nil || legal == nil || len(legal) > 2 {
				t.Errorf("%v: %v", legal, problem)
			}
			say("may do", who, legal)
		}
		parsed, refusal, problem := seats[player].Parse(command)
		if refusal != nil || problem != nil {
			t.Fatalf("%s: %v %v", command, refusal, problem)
		}
		r := s.Do(parsed)
		if !r.OK() {
			t.Fatalf("%s: %v %v", command, r.Refusal, r.Problem)
		}
		for player, at := range seats {
			say(command, player, at.Report(r))
			say(command+" again", player, at.Messages(len(s.Log())-1))
		}
	}
	s.Undo(2)
	for player, at := range seats {
		b := at.Board()
		say("board", player, []int{b.Turn, b.Undo, b.Redo})
	}
	if host := board.NewViewer(s, 1, nil).Board(); host.Undo != 4 || host.Redo != 2 {
		t.Errorf("the host may undo %d and redo %d", host.Undo, host.Redo)
	}
	if _, refusal, _ := seats[s.Player()].Parse("nonsense"); refusal == nil {
		t.Error("nonsense is read")
	} else {
		say("nonsense", s.Player(), refusal.Code)
	}
	golden.Check(t, "testdata/talk.golden", out.String())
}
