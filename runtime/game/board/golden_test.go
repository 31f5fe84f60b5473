package board_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// line formats a value as one line of JSON.
func line(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return seed.ReplaceAllString(string(text), "") + "\n"
}

var seed = regexp.MustCompile(`"seed":"[0-9]*",`) // which only some may know

// shown formats everything in a board as text.
func shown(b *board.Board) string {
	var out strings.Builder
	groups, offers, options := b.Groups, b.Offers, b.Choice.Options
	b.Groups, b.Offers, b.Choice.Options = groups[:0], offers[:0], options[:0]
	out.WriteString(line(b))
	for _, g := range groups {
		figures, zones := g.Figures, g.Zones
		g.Figures, g.Zones = figures[:0], zones[:0]
		out.WriteString("  " + line(g))
		for _, f := range figures {
			out.WriteString("    " + line(f))
		}
		for _, z := range zones {
			things := z.Entities
			z.Entities = things[:0]
			out.WriteString("    " + line(z))
			for _, thing := range things {
				out.WriteString("      " + line(thing))
			}
		}
	}
	for _, o := range offers {
		out.WriteString("  offer " + line(o))
	}
	for _, o := range options {
		out.WriteString("  option " + line(o))
	}
	return out.String()
}

// play runs the commands of a round and calls look after each.
func play(t *testing.T, s *session.Session, look func(command string, r session.Result)) {
	t.Helper()
	for _, command := range bazaar.Round {
		var r session.Result
		if command == "undo" {
			s.Undo(1)
		} else {
			r = s.Run(command)
		}
		if r.Problem != nil {
			t.Fatalf("%s: %v", command, r.Problem)
		}
		look(command, r)
	}
}

// TestWholeBoards compares with golden files the boards of a game that uses
// every feature, as each player sees them, with the changes in words.
func TestWholeBoards(t *testing.T) {
	s := bazaar.New(t, 3)
	var out strings.Builder
	german := german(t, s)
	look := func(title string) {
		for player := range s.Players() {
			fmt.Fprintf(&out, "\n# %s, player %d\n%s", title, player+1, shown(board.Of(s, player+1, nil)))
		}
	}
	look("the beginning")
	fmt.Fprintf(&out, "\n# the beginning, in German\n%s", shown(board.Of(s, 0, german)))
	step := 0
	play(t, s, func(command string, r session.Result) {
		step++
		fmt.Fprintf(&out, "\n## %d: %s %s\n", step, command, r.Refusal)
		for player := range s.Players() {
			for _, told := range board.Describe(s, player+1, r.Changes, nil) {
				fmt.Fprintf(&out, "player %d: %s", player+1, line(told))
			}
		}
		for _, told := range board.Describe(s, 1, r.Changes, german) {
			fmt.Fprintf(&out, "in German: %s\n", told.Text)
		}
		if step == 2 || step == 10 || step == 13 || step == 24 || command == "again" || s.Over() {
			look("after " + command)
		}
	})
	golden.Check(t, "testdata/boards.golden", out.String())
}

// TestWholeChoices compares the board at each step of a choice with a golden
// file.
func TestWholeChoices(t *testing.T) {
	s := bazaar.New(t, 3)
	var out strings.Builder
	look := func(title string, r session.Result) {
		if r.Problem != nil {
			t.Fatalf("%s: %v", title, r.Problem)
		}
		fmt.Fprintf(&out, "# %s %s\n", title, r.Refusal)
		for player := range s.Players() {
			b := board.Of(s, player+1, nil)
			b.Groups, b.Offers = nil, nil
			out.WriteString(shown(b))
		}
		b := board.Of(s, 0, german(t, s))
		b.Groups, b.Offers = nil, nil
		out.WriteString(shown(b))
	}
	look("buy", s.Begin("buy"))
	look("m1", s.Pick("m1"))
	look("m2", s.Pick("m2"))
	look("1", s.Pick("1"))
	look("roll", s.Begin("roll"))
	s.Cancel()
	s.Run("roll")
	s.Run("roll")
	s.Run("sleep")
	s.Run("sleep")
	look("roll when it is hot", s.Begin("roll"))
	s.Cancel()
	look("pay", s.Begin("pay"))
	golden.Check(t, "testdata/choices.golden", out.String())
}

// german returns the translator into German.
func german(t *testing.T, s *session.Session) *locale.Translator {
	t.Helper()
	language, ok := locale.Parse("de")
	if !ok {
		t.Fatal("there is no German")
	}
	return locale.Open(s.Game().Catalog(), s.Game().Definition, language)
}

const solo = `
kind: game
id: solo
zones:
  bag: {of: card, per: player, label: b, start: [lone]}
  pool: {of: [die, relic, joker, consumable, ability], label: p, start: [coin, {d4: 1}, fool, pill, skill]}
variables:
  gold: {start: 1, per: player}
  half: {start: 1, min: 0, max: 6, as: bar}
  three: {start: 1, min: 1, max: 3, as: dots}
  ever: {start: 1, as: bar}
  word: {start: a, as: dots}
  most: {start: 1, min: 0, most: none}
  long: {start: 0.123456789012345, whole: false}
views: {none: {value: nil}, text: {value: '"x"', as: bar}}
properties:
  relic: {hp: {start: 3}, max_hp: {start: x}, sides: {start: 3}, held: {start: 1}, value: {start: 2.5, whole: false}}
  joker: {hp: {start: x}, max_hp: {start: 4}, sides: {start: x}, value: {start: y}}
  consumable: {hp: {start: 7}, sides: {start: 2}, value: {type: entity}}
  ability: {max_hp: {start: 8}, sides: {start: 2}, value: {start: 1}, locked: {start: true}, held: {start: 1}}
  card: {worn: {start: 0}, done: {start: false}, title: {start: x, name: Heading}, next: {type: entity}, value: {start: 0}}
layout: [{of: [pool]}]
actions: {go: {targets: [{name: card, from: bag}]}, add: {targets: [{name: x, from: "{1}"}]}}
phases: {play: {actions: [go, add], use: [bag]}}
lua: "return {do_go = function() end, do_add = function() end}"
---
{kind: die, id: d4, sides: 4}
---
{kind: relic, id: coin}
---
{kind: joker, id: fool}
---
{kind: consumable, id: pill}
---
{kind: ability, id: skill}
---
{kind: card, id: lone, name: Lone, value: 4, use: {cost: {gold: 1}}, lua: "return {use = function() end}"}
`

// TestOnePlayerBoard compares the board of a one-player game, which must not
// mention players, with a golden file.
func TestOnePlayerBoard(t *testing.T) {
	c, problems := mustLoad(t, solo)
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "solo", session.Options{})
	if problem != nil {
		t.Fatal(problem)
	}
	golden.Check(t, "testdata/solo.golden", shown(board.Of(s, 2, nil)))
}
