package board_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// spread is a game whose layout names groups without places, whose kinds have
// properties of the same name, and whose zones are closed, unordered and detailed.
const spread = `
kind: game
id: spread
name: Spread
text: "There are {=10 / (1 - vars.broken) < 11 and 'few' or at('row', 9).id}."
players: {min: 2, max: 2}
variables: {gold: {start: 1}, broken: {start: 0}, far: {start: 3, max: 9007199254740991}, wide: {start: 3}, heap: {start: 4, name: Rubble},
  depth: {start: 9, visible: none}, gone: {start: 1, most: depth}, left: {start: 1, most: far}}
zones:
  row: {of: card, label: c, start: [ace, queen], details: {worth: {value: "item.size + vars.gold"}}}
  heap: {of: card, label: h, start: [queen, ace, king], unordered: true}
  vault: {of: card, label: v, visible: none, unordered: true, start: [king, ace]}
  throne: {of: card, label: q, start: [king]}
  coins: {of: relic, label: r, start: [coin]}
  foes: {of: enemy, label: e, start: [rat]}
  pile: {of: card, label: p, as: stack, start: [ace]}
properties:
  card: {size: {start: 2, name: Breadth}}
  relic: {size: {start: 3, name: Diameter}, bright: {start: true, name: Gleaming}}
layout:
LAYOUT
actions: {rest: {}, look: {}}
phases: {day: {actions: [rest, look], use: [row]}}
lua: |
  return {
    do_rest = function() end,
    do_look = function() ask("what", {from = {"coin"}, kind = "relic"}) end,
    chosen_what = function() end,
  }
---
{kind: card, id: ace, name: Ace}
---
{kind: card, id: king, name: King, text: "A {ruler} of {=vars.gold}."}
---
{kind: card, id: queen, name: Queen}
---
{kind: relic, id: coin, name: Coin, params: {price: 2}, text: "Costs {=self.price + vars.gold}."}
---
{kind: enemy, id: rat, name: Rat, hp: 2}
---
{kind: keyword, id: ruler, name: Ruler, text: "Commands a {guard}."}
---
{kind: keyword, id: guard, name: Guard, text: Protects.}
`

// spreadOut begins the game with a layout.
func spreadOut(t *testing.T, layout string) *session.Session {
	t.Helper()
	return begin(t, bazaar.Written(t, "spread", strings.Replace(spread, "LAYOUT", layout, 1)), "spread")
}

// TestPlacesOfNamedGroups checks where groups without a place are put.
func TestPlacesOfNamedGroups(t *testing.T) {
	for layout, want := range map[string]string{
		"  - {of: [gold]}":                       "head",
		"  - {name: Purse, of: [gold]}":          "middle",
		"  - {of: [gold, row]}":                  "middle",
		"  - {of: [row]}\n  - {of: [gold]}":      "middle middle",
		"  - {name: A, of: [foes, row]}":         "far",
		"  - {of: [pile]}":                       "side",
		"  - {of: [pile, row]}":                  "middle",
		"  - {of: [pile, gold]}":                 "side",
		"  - {of: [row], at: near}":              "near",
		"  - {of: [gold], at: side}":             "side",
		"  - {name: B, of: [broken, gold, far]}": "middle",
	} {
		s := spreadOut(t, layout)
		var places []string
		named := strings.Count(layout, "of:")
		for i, g := range board.Of(s, 1, nil).Groups {
			if i < named {
				places = append(places, g.Place)
			}
		}
		if got := strings.Join(places, " "); got != want {
			t.Errorf("%s is at %s, expected %s", layout, got, want)
		}
	}
}

// TestCachesDoNotChangeBoards checks that every seat sees the same with and
// without a cache, in any order of seats, through a game that changes
// everything a cache may keep.
func TestCachesDoNotChangeBoards(t *testing.T) {
	s := spreadOut(t, "  - {of: [gold, row]}")
	cache := board.NewCache(board.NewTexts(s.Game(), nil))
	for _, command := range []string{
		"rest", "lua vars.gold = 5", `lua shuffle("heap") shuffle("vault")`, `lua at("row", 1).size = 7`, `lua at("coins", 1).bright = false`,
		`lua move_to(at("row", 2), "vault")`, `lua move_to(at("heap", 1), "row")`, "undo", "lua vars.broken = 1", `lua remove(at("vault", 1))`, "rest",
	} {
		if command == "undo" {
			s.Undo(1)
		} else {
			run(t, s, command)
		}
		plain, kept := everyone(s, nil, nil), everyone(s, nil, cache)
		for i := range plain {
			if want, got := whole(plain[i].Board()), whole(kept[i].Board()); got != want {
				t.Errorf("after %s, %s sees with a cache:\n%s", command, plain[i].seat, differences(want, got))
			}
		}
	}
}

// TestThingsInEveryZone checks the names of properties of different kinds, details,
// which zones tell that they have no order, and texts that cannot be computed.
func TestThingsInEveryZone(t *testing.T) {
	s := spreadOut(t, "  - {of: [gold, row]}")
	cache := board.NewCache(board.NewTexts(s.Game(), nil))
	for range 2 { // the second time from the cache
		vw := board.NewViewer(s, 1, nil)
		vw.Cache = cache
		b := vw.Board()
		for label, want := range map[string]string{"c1": "[{Breadth 2 } {Worth 3 }] []", "r1": "[{Diameter 3 }] [Gleaming]"} {
			if x := b.Find(label); fmt.Sprint(x.Traits, x.Marks) != want {
				t.Errorf("%s has %v %v, expected %s", label, x.Traits, x.Marks, want)
			}
		}
		for _, z := range vw.Board().Groups {
			for _, z := range z.Zones {
				if z.Unordered != (z.Name == "heap") || z.Hidden != (z.Name == "vault") {
					t.Errorf("%s: unordered %v, hidden %v", z.Name, z.Unordered, z.Hidden)
				}
			}
		}
		if got := b.Find("q1").Explained(); got != "A Ruler of 1. (Ruler: Commands a Guard.) (Guard: Protects.)" {
			t.Errorf("the king is explained as %s", got)
		}
		if b.Text != "There are few." {
			t.Errorf("the game says %s", b.Text)
		}
	}
	run(t, s, "lua vars.broken = 1")
	if got := board.Of(s, 1, nil).Text; got != "There are ?." {
		t.Errorf("without a value, the game says %s", got)
	}
}

// TestMaximaOfFigures checks which figures have a maximum, and that nobody sees one that
// a hidden variable holds.
func TestMaximaOfFigures(t *testing.T) {
	s := spreadOut(t, "  - {of: [gold, row]}")
	for _, l := range everyone(s, nil, nil) {
		b := l.Board()
		for name, want := range map[string]float64{"far": 9007199254740991, "wide": 0, "left": 3, "gone": 9} {
			if name == "gone" && l.seat != "debugger" {
				want = 0
			}
			got := 0.0
			if f := figure(t, b, name); f.Most != nil {
				got = *f.Most
			}
			if got != want {
				t.Errorf("%s sees %s of at most %v, expected %v", l.seat, name, got, want)
			}
		}
	}
}

// TestOptionsThatAreNotInPlay checks the text of a definition that is offered while
// nothing of it has the values of the game.
func TestOptionsThatAreNotInPlay(t *testing.T) {
	s := spreadOut(t, "  - {of: [gold, row]}")
	run(t, s, "lua vars.gold = 5")
	run(t, s, "look")
	c := board.NewViewer(s, 1, nil).Choice()
	if len(c.Options) != 1 || c.Options[0].Title != "Coin" || c.Options[0].Text != "Costs 7." {
		t.Errorf("the options are %+v", c.Options)
	}
}
