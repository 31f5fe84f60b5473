package board_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
)

// charted is a game with a map of places, and commands whose effects a player
// can or cannot predict.
const charted = `kind: game
id: charted
name: Charted
variables: {lanes: {start: 3}, spot: {type: entity}, gold: {start: 5}, wide: {start: 10}, none: {start: 0}, half: {start: 0.5, whole: false}}
zones:
  chart: {of: place, label: m, as: map, map: {across: lanes, ways: ways, here: position}}
  deck: {of: card, label: k, visible: none, start: [{ace: 2}]}
  table: {of: card, label: t, start: [ace]}
  dice: {of: die, label: d, start: [d6]}
views: {position: {value: vars.spot, show: false}}
properties: {place: {ways: {start: ""}, cost: {start: 0}}, card: {mark: {start: 0}}}
actions: {pay: {}, roll: {}, sort: {}, take: {}, mark: {}, peek: {}, make: {}, drop: {}, shift: {}}
phases: {day: {actions: [pay, roll, sort, take, mark, peek, make, drop, shift]}}
lua: |
  return {
    start = function()
      for _, ways in ipairs({"12", "3", "x129", "2", "", "11", "1"}) do add("spot", "chart").ways = ways end
      vars.spot = at("chart", 2)
    end,
    do_pay = function() vars.gold = vars.gold - 1 end,
    do_roll = function() roll_dice("dice") end,
    do_sort = function() shuffle("deck", "x") end,
    do_take = function() move_to(at("deck", 1), "table") end,
    do_mark = function() at("table", 1).mark = 3 end,
    do_peek = function() at("deck", 1).mark = 3 end,
    do_make = function() local a = add("ace", "table") a.mark = 2 end,
    do_drop = function() remove(at("table", 1)) end,
    do_shift = function() move_to(at("table", 1), "deck") end,
  }
---
{kind: place, id: spot, name: Spot}
---
{kind: card, id: ace, name: Ace}
---
{kind: die, id: d6, sides: 6}
`

func chart(t *testing.T) *session.Session {
	t.Helper()
	c := bazaar.Build(t, fstest.MapFS{"content/charted/game.yaml": {Data: []byte(charted)}})
	s, problem := session.New(c, "charted", session.Options{Seed: 2})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

// mapped returns the map of the zone chart that player 1 sees.
func mapped(s *session.Session) *board.Map { return mapOf(board.NewViewer(s, 1, nil)) }

func mapOf(vw *board.Viewer) *board.Map {
	for _, g := range vw.Board().Groups {
		for _, z := range g.Zones {
			if z.Map != nil {
				return z.Map
			}
		}
	}
	return nil
}

// TestMapsConnectRanks checks which places a map connects: those of the next
// rank whose numbers the property names, as far as there are any.
func TestMapsConnectRanks(t *testing.T) {
	s := chart(t)
	m := mapped(s)
	want := [][2]string{{"m1", "m4"}, {"m1", "m5"}, {"m2", "m6"}, {"m3", "m4"}, {"m3", "m5"}, {"m6", "m7"}, {"m6", "m7"}}
	if m == nil || m.Across != 3 || m.Here != "m2" || !slices.Equal(m.Paths, want) {
		t.Fatalf("%+v, want %v", m, want)
	}
	if seen := mapOf(board.NewWatcher(s, nil)); seen == nil || !slices.Equal(seen.Paths, want) {
		t.Fatalf("a watcher sees %+v", seen)
	}
	for statement, want := range map[string]string{
		"vars.spot = nil": `{3  [[m1 m4] [m1 m5] [m2 m6] [m3 m4] [m3 m5] [m6 m7] [m6 m7]]}`,
		"vars.lanes = 1":  `{1 m2 [[m1 m2] [m3 m4] [m6 m7] [m6 m7]]}`,
		"vars.lanes = 9":  `{9 m2 []}`,
		"vars.lanes = 10": "none",
		"vars.lanes = 0":  "none",
		"vars.lanes = -1": "none",
		`for i = 4, 6 do at("chart", i).ways = "" end`: `{3 m2 [[m1 m4] [m1 m5] [m2 m6] [m3 m4] [m3 m5] [m4 m7] [m5 m7] [m6 m7]]}`,
		`at("chart", 6).ways = "2"`:                    `{3 m2 [[m1 m4] [m1 m5] [m2 m6] [m3 m4] [m3 m5]]}`,
	} {
		if r := s.Run("lua " + statement); !r.OK() {
			t.Fatal(statement, r.Problem)
		}
		got := "none"
		if m := mapped(s); m != nil {
			got = fmt.Sprint(*m)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", statement, got, want)
		}
		s.Undo(1)
	}
}

// TestPredictableCommands checks for which commands a player could predict the
// changes: those that involve no chance and touch nothing concealed.
func TestPredictableCommands(t *testing.T) {
	for command, want := range map[string]bool{
		"pay": true, "roll": false, "sort": false, "take": false, "mark": true, "peek": false, "make": true, "drop": true, "shift": true,
	} {
		s := chart(t)
		vw := board.NewViewer(s, 1, nil)
		r := s.Run(command)
		if !r.OK() {
			t.Fatal(command, r.Problem)
		}
		if _, got := vw.Certain(r.Changes, session.NoSecretRead); got != want {
			t.Errorf("%s can be foreseen: %v", command, got)
		}
	}
	if _, all := board.NewViewer(chart(t), 1, nil).Certain([]state.Change{}, session.NoSecretRead); !all {
		t.Error("nothing cannot be foreseen")
	}
}
